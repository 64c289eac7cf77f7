"""Where everything of a board lies on its diagram; worked out once for each size."""

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.ui.pen import Box, Pen, text_width
from companion.ui.style import LEAST, SMALL
from engine.board import Board
from engine.layout import corners_mm

LARGEST_SPOT: Final = 15.0
SPOT: Final = 0.36
"""The radius of a spot, by how far neighbours stand apart."""
REACH: Final = 2.0
"""How far a region goes beyond its spots, by how far neighbours stand apart: names lie there."""
RIMS: Final = (0.75, 0.95, 1.15, 1.35, 1.45, 1.55, 1.65)
"""The room left free around all spots, by the same: the first that leaves names enough of it."""
RING: Final = 3.5
"""How thick the ring around a spot is that is pointed out."""
NAME_SIZES: Final = (26, 22, SMALL, 18, 16, LEAST)
"""How large names may be written: the largest that fits is taken, or else the last."""
LETTERS: Final = 0.9
"""How high letters are, by the size of a text."""
CELL: Final = 2
"""Regions are found on a grid this coarse, in the design, and softened when they are drawn."""
PLANS_KEPT: Final = 24


@dataclass(frozen=True, slots=True, eq=False)  # found again by identity
class BoardPlan:
    """One board laid out in a box; lengths are those of the design, from the box's corner.

    ``at`` are the middles of the spots, or of the areas where pieces stand anywhere, ``spot`` the
    spots' radius, ``apart`` how far neighbours stand apart. ``names`` are those of the regions, by
    their ids, as far as there is room for them; ``name_size`` is how large they are written.
    ``regions`` tells for each cell of a grid (rows, columns) to which region it belongs, by its
    place in the board file; -1 for none.
    """

    at: dict[str, tuple[float, float]]
    spot: float
    apart: float
    names: Mapping[str, tuple[str, Box]]
    name_size: int
    regions: npt.NDArray[np.int64]


def board_plan(pen: Pen, board: Board, width: float, height: float) -> BoardPlan:
    """Lay a board out; it is the locations that fill the box, as the tiles are drawn apart."""
    return _plan(board, int(width), int(height), pen.unit)


@functools.lru_cache(maxsize=PLANS_KEPT)
def _plan(board: Board, width: int, height: int, unit: float) -> BoardPlan:
    if board.areas:
        return _area_plan(board, width, height, unit)
    tried = []
    for rim in RIMS:
        plan, lost = _spot_plan(board, width, height, unit, rim)
        if not lost:
            return plan
        tried.append((lost, plan))
    return min(tried, key=lambda one: one[0])[1]


def _spot_plan(
    board: Board, width: int, height: int, unit: float, rim: float
) -> tuple[BoardPlan, int]:
    """Lay a board with spots out; tell too for how many letters of names there is no room."""
    at_mm = {one.id: np.array([one.at_mm]) for one in board.locations}
    around = rim * _apart([one.at_mm for one in board.locations])
    filling = _filling(at_mm, (width, height), around)
    shown = {ident: (float(x), float(y)) for ident, ((x, y),) in filling.items()}
    apart = _apart([*shown.values()])
    spot = min(LARGEST_SPOT, SPOT * apart)
    order = {state.id: i for i, state in enumerate(board.regions)}
    owners = np.array([order.get(one.region or "", -1) for one in board.locations] + [-1])
    points = [(x / CELL, y / CELL) for x, y in shown.values()]
    owned = owners[nearest(points, (height // CELL, width // CELL), REACH * apart / CELL)]
    clutter = _clutter(board, shown, spot, owned.shape)
    names, size, lost = _place_names(board, owned, clutter, unit)
    return BoardPlan(shown, spot, apart, names, size, owned), lost


def _area_plan(board: Board, width: int, height: int, unit: float) -> BoardPlan:
    """Lay a board with areas out: all places of the players' pieces fill the box."""
    outlines = {
        place.id: np.array(corners_mm(place))
        for group in board.areas
        if group.players
        for place in group.places
    }
    shown = _filling(outlines, (width, height))
    middles = {ident: tuple(each.mean(axis=0).tolist()) for ident, each in shown.items()}
    shape = (height // CELL, width // CELL)
    owned = np.full(shape, -1)
    for i, state in enumerate(board.regions):
        if state.id in shown:
            owned[_inside(shown[state.id] / CELL, shape)] = i
    apart = _apart([*middles.values()])
    spot = min(LARGEST_SPOT, SPOT * apart)
    names, size, _ = _place_names(board, owned, np.zeros(shape), unit)
    return BoardPlan(middles, spot, apart, names, size, owned)


def _inside(outline: npt.NDArray[np.float64], shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """Mark the cells of a grid within an outline (x, y in cells), by the even-odd rule."""
    middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
    across, down = map(_span, middle, outline.max(axis=0) - middle + 1)
    rows, columns = np.mgrid[: shape[0], : shape[1]][:, down, across] + 0.5
    inside = np.zeros(shape, bool)
    for (x, y), (to_x, to_y) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        if y == to_y:
            continue
        crosses = (rows >= min(y, to_y)) & (rows < max(y, to_y))
        inside[down, across] ^= crosses & (columns < x + (rows - y) * (to_x - x) / (to_y - y))
    return inside


def _filling(
    outlines: Mapping[str, npt.NDArray[np.float64]], size: tuple[int, int], rim: float = 0.0
) -> dict[str, npt.NDArray[np.float64]]:
    """Scale points (mm) so that with a rim around they fill a box as well as can be, centred."""
    points = np.concatenate([*outlines.values()])
    low, high = points.min(axis=0) - rim, points.max(axis=0) + rim
    scale = float(min(size / (high - low)))
    corner = (np.array(size) - (high - low) * scale) / 2
    return {ident: corner + (each - low) * scale for ident, each in outlines.items()}


def _apart(points: list[tuple[float, float]]) -> float:
    """How far a location usually stands from the nearest other; a region goes as far beyond."""
    spots = np.array(points)
    apart = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return float(np.median(apart.min(axis=1)))


def _place_names(
    board: Board,
    owned: npt.NDArray[np.int64],
    clutter: npt.NDArray[np.float64],
    unit: float,
) -> tuple[dict[str, tuple[str, Box]], int, int]:
    """Place the names as large as lets each stand inside its region, off the spots.

    In the smallest letters those that are still too long lose their end, or are left out. Gives the
    names, their size, and how many letters are lost.
    """
    whole = [state.name for state in board.regions]
    boxes: list[Box | None] = []
    rooms = [_Room.of((owned == region) & (clutter < SPOT_COST)) for region in range(len(whole))]
    for size in NAME_SIZES:
        cells = _cells(whole, owned.shape, size, unit)
        fits = (room.has(*each) for room, each in zip(rooms, cells, strict=True))
        if not all(one or not name for one, name in zip(fits, whole, strict=True)):
            continue  # at least one has no room, wherever the others stand
        fitting = _clear_boxes(whole, owned, clutter, size, unit)
        boxes = [*takewhile(bool, fitting)]
        if len(boxes) == len(whole):
            break
    else:
        boxes = [*_clear_boxes(whole, owned, clutter, size, unit)]
    texts, cuts = whole, [shortened(name) for name in whole]
    while not all(boxes):
        texts = [
            text if box else next(cut, "")
            for text, box, cut in zip(texts, boxes, cuts, strict=True)
        ]
        boxes = [*_clear_boxes(texts, owned, clutter, size, unit)]
    names = {
        state.id: (text, box)
        for state, text, box in zip(board.regions, texts, boxes, strict=True)
        if text and box
    }
    return names, size, sum(map(len, whole)) - sum(map(len, texts))


LEAST_LETTERS: Final = 3


def shortened(name: str) -> Iterator[str]:
    """Give a name with ever more of its end cut off; of less nobody would know it."""
    for end in range(len(name) - 2, LEAST_LETTERS - 1, -1):
        yield name[:end].rstrip(" -.") + "."


def _clear_boxes(
    texts: Sequence[str],
    owned: npt.NDArray[np.int64],
    clutter: npt.NDArray[np.float64],
    size: float,
    unit: float,
) -> Iterator[Box | None]:
    """Give each text its box, in turn; None where that leaves its region or covers a spot."""
    taken = (clutter >= SPOT_COST) | (owned < 0)
    cells = _cells(texts, owned.shape, size, unit)
    for region, ((x, y), (wide, high)) in enumerate(
        zip(place_names(owned, clutter, cells), cells, strict=True)
    ):
        here = slice(y, y + high), slice(x, x + wide)
        is_clear = not texts[region] or ((owned[here] == region).all() and not taken[here].any())
        yield (x * CELL, y * CELL, wide * CELL, high * CELL) if is_clear else None


def _cells(
    texts: Sequence[str], shape: tuple[int, ...], size: float, unit: float
) -> list[tuple[int, int]]:
    """Tell how wide and how high each text is, in cells of a grid."""
    tall, broad = shape
    high = min(tall, math.ceil(LETTERS * size / CELL))
    widths = (text_width(text, size, unit, bold=True) for text in texts)
    return [(min(broad, math.ceil((width + 2) / CELL)), high) for width in widths]


@dataclass(frozen=True, slots=True)
class _Room:
    """Where in a region a name may stand: ``total`` counts the free cells above and left."""

    total: npt.NDArray[np.int32]

    @classmethod
    def of(cls, free: npt.NDArray[np.bool_]) -> "_Room":
        x, y, width, height = cv2.boundingRect(free.view(np.uint8))
        if not width:
            return cls(np.zeros((1, 1), np.int32))
        within = np.ascontiguousarray(free[y : y + height, x : x + width].view(np.uint8))
        return cls(np.asarray(cv2.integral(within), np.int32))

    def has(self, width: int, height: int) -> bool:
        """Tell whether a box of so many cells finds room."""
        total = self.total
        if total.shape[0] <= height or total.shape[1] <= width:
            return False
        counts = total[height:, width:] - total[:-height, width:]
        counts -= total[height:, :-width]
        counts += total[:-height, :-width]
        return bool((counts == width * height).any())


def _clutter(
    board: Board, at: dict[str, tuple[float, float]], spot: float, shape: tuple[int, ...]
) -> npt.NDArray[np.float64]:
    """Tell for each cell how much a name there would hide."""
    height, width = shape
    rows, columns = np.arange(height)[:, None] * CELL, np.arange(width) * CELL
    clutter = np.zeros(shape)
    wide = spot + RING + 1
    for x, y in at.values():
        down, across = _span(y / CELL, wide / CELL), _span(x / CELL, wide / CELL)
        away = (columns[across] - x) ** 2 + (rows[down] - y) ** 2
        clutter[down, across][away < wide**2] = SPOT_COST
    for one, other in board.stretches():
        (x, y), (to_x, to_y) = at[one], at[other]
        steps = round(math.hypot(to_x - x, to_y - y)) + 1
        here = (
            np.linspace(y, to_y, steps).astype(int) // CELL,
            np.linspace(x, to_x, steps).astype(int) // CELL,
        )
        clutter[here] = np.maximum(clutter[here], ROUTE_COST)
    return clutter


# What a name may cover, by how much it matters to the reader.
OUTSIDE_COST: Final = 2000.0
ROUTE_COST: Final = 8.0
SPOT_COST: Final = 100.0
ANOTHER_NAME: Final = 1000.0
PULL: Final = 0.05  # of the middle of the region, for each cell away and cell covered


def nearest(
    points: Sequence[tuple[float, float]], shape: tuple[int, int], reach: float
) -> npt.NDArray[np.int64]:
    """Tell for each cell of a grid (rows, columns) which point is nearest.

    ``points`` are x, y in cells. Cells farther than ``reach`` from every point get -1.
    """
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    found, least = np.full(shape, -1), np.full(shape, reach**2)
    for number, (x, y) in enumerate(points):
        down, across = _span(y, reach), _span(x, reach)
        away = (columns[:, across] - x) ** 2 + (rows[down] - y) ** 2
        nearer = away < least[down, across]
        found[down, across][nearer], least[down, across][nearer] = number, away[nearer]
    return found


def _span(middle: float, reach: float) -> slice:
    """Give the numbers, from 0 on, that are within reach of a middle."""
    return slice(max(0, math.ceil(middle - reach)), max(0, math.floor(middle + reach) + 1))


def place_names(
    regions: npt.NDArray[np.int64],
    clutter: npt.NDArray[np.float64],
    sizes: Sequence[tuple[int, int]],
) -> Iterator[tuple[int, int]]:
    """Find the top-left cell (column, row) for the name of each region, in turn.

    ``regions`` holds the number of a region for each cell, -1 for none; ``clutter`` what covering
    a cell costs; ``sizes`` the (width, height) of each name in cells. A name stays inside the
    grid, and goes where it covers least, near the middle of its region.
    """
    inside, outside = clutter.copy(), clutter + OUTSIDE_COST
    for region, (width, height) in enumerate(sizes):
        own = regions == region
        cost = _sums(np.where(own, inside, outside), width, height)
        place = int(cost.argmin())
        if number := int(np.count_nonzero(own)):
            x, y = (float(own.sum(axis=k) @ np.arange(own.shape[1 - k])) / number for k in (0, 1))
            # Nowhere else can it cost less in the end, as the pull only adds to it.
            least = cost.flat[place] + _pulls(
                np.array([place]), cost.shape, (x, y), (width, height)
            )
            likely = np.flatnonzero(cost <= least)
            in_all = cost.ravel()[likely] + _pulls(likely, cost.shape, (x, y), (width, height))
            place = int(likely[in_all.argmin()])
        row, column = np.unravel_index(place, cost.shape)
        above, left = max(row - 1, 0), max(column - 1, 0)  # names do not touch either
        for each in (inside, outside):
            each[above : row + height + 1, left : column + width + 1] += ANOTHER_NAME
        yield int(column), int(row)


def _pulls(
    places: npt.NDArray[np.int64],
    shape: tuple[int, ...],
    middle: tuple[float, float],
    size: tuple[int, int],
) -> npt.NDArray[np.float64]:
    """Tell what it costs that a name of a ``size`` stands away from the middle of its region.

    ``places`` are numbers of cells in a grid; all lengths are in cells, across first.
    """
    (x, y), (width, height) = middle, size
    rows, columns = np.unravel_index(places, shape)
    away = np.hypot(columns + width / 2 - x, (rows + height / 2 - y) * 2)
    return np.asarray(PULL * away * width)


def _sums(cells: npt.NDArray[np.float64], width: int, height: int) -> npt.NDArray[np.float64]:
    """Add up the cells under a box of this size for each place where it lies inside the grid.

    Costs of cells are whole numbers, so the sums are exact.
    """
    total = cv2.integral(cells, sdepth=cv2.CV_64F)
    sums = total[height:, width:] - total[:-height, width:]
    sums -= total[height:, :-width]
    sums += total[:-height, :-width]
    return np.asarray(sums)
