"""The plan of a board with regions: where in each its name, its cubes and its pawns find room."""

import functools
import math
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.ui.board_plan import CELL, shortened
from companion.ui.layout import Point
from companion.ui.pen import Box, text_width
from companion.ui.style import LEAST as SMALLEST
from engine.siberia.board import SiberiaBoard

NAME: Final = 17
"""How large the name of a region is written."""
CUBE: Final = 22
PAWN: Final = 10
"""Side of a cube, radius of a pawn."""
EASIER: Final = 1.1
"""How much larger two rows must make many cubes for these to lie so."""
TOLD_APART: Final = 16
"""How large cubes are that are told apart from afar."""
MOST, IN_ROW = 5, 3
"""How many cubes there may be, and how many in one of two rows."""
GAP: Final = 1
ASIDE: Final = 1
"""What a name leaves free of its region at each side."""
LEADING: Final = 1.2
"""How high the line of a name is, by its size."""
CLOSE: Final = 1.0
"""How high each of two lines is."""
LETTERS: Final = (0.2, 1.15)
"""From where to where letters reach in a line of one, by their size."""
TALL: Final = NAME * LEADING + CUBE + 2 * PAWN + 2 * GAP
"""How high name, cubes and pawns of a region are together."""
WIDE: Final = 4 * CUBE
"""How wide what usually lies in a region is."""
SHRUNK: Final = 0.7
GROWN: Final = 1.6
"""How much smaller or larger they are where the map is."""
ROOM: Final = 0.92
"""How much of a region's width and height what lies in it may take."""
PLANS_KEPT: Final = 16
STRETCHES_KEPT: Final = 256
"""More than one plan asks for, most of them several times."""
LARGE: Final = 0.85
"""Names move where two rows of cubes would be larger, unless these have so much of their size."""
SMALLER: Final = (0.9, 0.8, 0.7, 0.6, 0.5)
"""Of their size cubes and pawns have where a region is too low for that."""
ONE_LINE, TWO_ROWS = 3, 2
"""How many of these there are below one line, and the number of the one for two rows of cubes."""
# What a place costs, for each unit that a name, two cubes and a pawn, or usual cubes and pawns lack
# of the room they want, and for each unit from the middle of the region.
NAME_OUT, THINGS_OUT, CUBES_OUT, PAWNS_OUT, FROM_MIDDLE = 1000.0, 8.0, 3.0, 1.5, 0.5
NOTHING_OUT: Final = (0.0, 0.0)
VOWELS: Final = frozenset("aeiouy")


@dataclass(frozen=True, slots=True)
class RegionPlan:
    """Where a region lies, and what is written and laid there.

    ``name`` are the lines of its name, each in its place; ``cubes`` and ``pawns`` the room for
    these, ``heap`` that for two rows of cubes with pawns beside, ``block`` that of the others.
    """

    corners: tuple[Point, ...]
    name: tuple[tuple[str, Box], ...]
    cubes: Box
    pawns: Box
    heap: Box
    block: Box

    @property
    def below_name(self) -> Box:
        """The room for cubes and pawns together."""
        left, top, width, _ = self.cubes
        return left, top, width, self.pawns[1] + self.pawns[3] - top


@dataclass(frozen=True, slots=True)
class MapPlan:
    """The regions laid out in a box; lengths are those of the design, from the box's corner.

    ``letters`` is how large names are written.
    """

    regions: Mapping[str, RegionPlan]
    letters: float


@functools.lru_cache(maxsize=PLANS_KEPT)
def map_plan(board: SiberiaBoard, width: int, height: int, unit: float) -> MapPlan:
    """Lay the regions out so that they fill the box: a plan, not true to scale.

    Names are as large as lets all of them stand whole in their regions. In the smallest letters
    one that is still too long goes over two lines, or else loses its end.
    """
    every = np.array([corner for one in board.regions for corner in one.outline_mm])
    low, high = every.min(axis=0), every.max(axis=0)
    fit = (np.array([width, height]) - 2) / (high - low)
    shown = {one.id: (np.array(one.outline_mm) - low) * fit + 1 for one in board.regions}
    wide, tall = np.median([np.ptp(outline, axis=0) for outline in shown.values()], axis=0).tolist()
    scale = min(GROWN, max(SHRUNK, ROOM * min(tall / TALL, wide / WIDE)))
    cells = {ident: _cells(outline, (width, height)) for ident, outline in shown.items()}
    size = max(SMALLEST, NAME * scale)
    # Where a name has no room it seldom has any in slightly smaller letters: it is tried first.
    in_turn = list(board.regions)
    whole: dict[str, _Found] = {}
    while len(whole) < len(in_turn):
        setting, whole = _Setting(size, scale, unit), {}
        for number, one in enumerate(in_turn):
            whole[one.id] = found = setting.placed(cells[one.id], (one.name,))
            if size > SMALLEST and found.name_out + found.things_out:
                in_turn.insert(0, in_turn.pop(number))
                whole, size = {}, max(SMALLEST, size - 1)
                break
    regions = {}
    for one in board.regions:
        found = whole[one.id]
        if found.name_out or found.things_out or found.largest < TOLD_APART:
            found = setting.broken(cells[one.id], one.name, found)
        corners = tuple((float(x), float(y)) for x, y in shown[one.id])
        regions[one.id] = found.plan(corners)
    return MapPlan(regions, size)


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """The cells of a region; no two are equal.

    ``inside`` marks them (rows, columns), from the column ``left`` on, in all rows above the last
    one; ``middle`` is the column and ``height`` the row in their middle.
    """

    inside: npt.NDArray[np.bool_]
    left: int
    middle: int
    height: float

    @classmethod
    def of(cls, mask: npt.NDArray[np.bool_]) -> "_Cells":
        rows, columns = np.nonzero(mask)
        left, right = int(columns.min()), int(columns.max()) + 1
        inside = np.ascontiguousarray(mask[: rows.max() + 1, left:right])
        return cls(inside, left, int(columns.mean()), float(rows.mean()))

    def free(
        self, inside: npt.NDArray[np.bool_], middle: int
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Count in rows how many cells ``inside`` are left and right of a column, with itself."""
        at = middle - self.left
        if not 0 <= at < inside.shape[1]:
            none = np.zeros(len(inside), np.int64)
            return none, none
        return _first_run(inside[:, at::-1]), _first_run(inside[:, at:])


def _cells(outline: npt.NDArray[np.float64], size: tuple[int, int]) -> _Cells:
    """Find the cells that lie wholly inside an outline."""
    width, height = (side // CELL * CELL for side in size)
    inside = np.zeros((height, width), np.uint8)
    corners = [np.round(outline).astype(np.int32)]
    cv2.fillPoly(inside, corners, (1,))
    cv2.polylines(inside, corners, isClosed=True, color=(0,))
    each = (inside[i::CELL, j::CELL] for i in range(CELL) for j in range(CELL))
    found: npt.NDArray[np.uint8] = functools.reduce(np.bitwise_and, each)
    if not found.any():  # too small a region still has its middle
        x, y = (outline.mean(axis=0) / CELL).astype(int)
        found[min(y, height // CELL - 1), min(x, width // CELL - 1)] = 1
    return _Cells.of(found > 0)


@dataclass(frozen=True, slots=True)
class _Found:
    """Where name, cubes and pawns would stand.

    ``name_out`` is how wide the room for the name is lacking, ``things_out`` that for two cubes and
    a pawn.
    """

    lines: tuple[str, ...]
    places: tuple[Box, ...]
    """Of the lines of the name, then of cubes and pawns."""
    name_out: float
    things_out: float
    heap: Box

    @property
    def out(self) -> tuple[float, float]:
        """How wide the room for name and things is lacking, what matters most first."""
        return self.name_out, self.things_out

    @property
    def largest(self) -> float:
        """How large as many cubes can be as there may be, in one row or in two."""
        (*_, width, height), (*_, wide, high) = self.places[-2], self.heap
        return max(min(height, width / MOST), min(high / 2, wide / IN_ROW))

    def plan(self, corners: tuple[Point, ...]) -> RegionPlan:
        *names, cubes, pawns = self.places
        left = min(x for x, *_ in self.places)
        right = max(x + width for x, _, width, _ in self.places)
        top = names[0][1] if names else cubes[1]
        block = (left, top, right - left, pawns[1] + pawns[3] - top)
        lines = tuple(zip(self.lines, names, strict=True))
        return RegionPlan(corners, lines, cubes, pawns, self.heap, block)


@dataclass(frozen=True, slots=True)
class _Setting:
    """How large things are on one plan."""

    letters: float
    scale: float
    unit: float

    def placed(self, cells: _Cells, lines: tuple[str, ...]) -> _Found:
        """Find room for a name and what lies in a region; in a low one cubes beside pawns."""
        smaller = SMALLER if len(lines) > 1 else SMALLER[:ONE_LINE]
        best = self.below(cells, lines, abreast=False)
        for part in (1, *smaller):
            if best.out == NOTHING_OUT:
                break
            found = replace(self, scale=self.scale * part).below(cells, lines, abreast=True)
            best = min(best, found, key=lambda one: one.out)
        best = replace(best, heap=self._heap(cells, best.heap))
        if best.largest >= LARGE * CUBE * self.scale:
            return best
        for part in (1, LARGE, SMALLER[TWO_ROWS]):
            least = replace(self, scale=self.scale * part)
            higher = least.below(cells, lines, abreast=True, rows=2)
            higher = replace(higher, heap=self._heap(cells, higher.heap))
            if higher.out <= best.out and higher.largest > EASIER * best.largest:
                return higher
        return best

    def _heap(self, cells: _Cells, cubes: Box) -> Box:
        """Find the room below a name where two rows of cubes are largest."""
        left, top, width, _ = cubes
        middle, begin = int((left + width / 2) / CELL), math.ceil(top / CELL)
        end = begin + int(2 * (CUBE * self.scale + GAP) / CELL)
        inside = np.logical_and.accumulate(cells.inside[begin:end], axis=0)
        before, after = cells.free(inside, middle)
        wide, high = (before + after - 1) * CELL, np.arange(1, len(inside) + 1) * CELL
        sides = np.minimum(high / 2, wide / IN_ROW)
        if sides.max(initial=0) <= 0:
            return cubes
        best = int(sides.argmax())
        free = (float(middle + 1 - before[best]) * CELL, float(middle + after[best]) * CELL)
        wanted = min(WIDE * self.scale, free[1] - free[0])
        x, room = _around(left + width / 2, wanted, *free)
        return x, float(begin * CELL), room, float(high[best])

    def below(
        self, cells: _Cells, lines: tuple[str, ...], *, abreast: bool, rows: int = 1
    ) -> _Found:
        """Find room for a name, and below it for cubes, then pawns, or both on one line.

        There may be two ``rows`` of cubes; those of one stand in the middle of that.
        """
        leading = CLOSE if len(lines) > 1 else LEADING
        named, cube, pawn = self.letters * leading, CUBE * self.scale, 2 * PAWN * self.scale
        above, below = (self.letters * (part + (leading - LEADING) / 2) for part in LETTERS)
        # How far down each begins, and from where to where it must be inside.
        parts = [(i * named, i * named + above, i * named + below) for i in range(len(lines))]
        cubes = len(lines) * named + max(0, below - named)
        parts.append((cubes, cubes, cubes + rows * cube))
        pawns, tall = (cubes, rows * cube) if abreast else (cubes + cube + GAP, pawn)
        parts.append((pawns, pawns, pawns + tall))
        wanted = [*map(self._width, lines), WIDE * self.scale, WIDE * self.scale]
        weights = np.array([*(NAME_OUT,) * len(lines), CUBES_OUT, PAWNS_OUT])
        stretches = [
            _free(cells, math.floor(first / CELL), math.ceil(last / CELL))
            for _, first, last in parts
        ]
        free = np.array([right - left for left, right in stretches])
        lacking = np.maximum(0, np.array(wanted)[:, None] - free)
        many = 2 if rows == 1 else IN_ROW
        least = (many * cube + pawn,) * 2 if abreast else (many * cube, pawn)
        things = np.maximum(0, np.array(least)[:, None] - free[-2:]).sum(axis=0)
        rows_down = np.arange(len(cells.inside)) * CELL
        away = abs(rows_down + (pawns + tall) / 2 - cells.height * CELL)
        row = int((weights @ lacking + THINGS_OUT * things + FROM_MIDDLE * away).argmin())
        heights = (*(named,) * len(lines), rows * cube, tall)
        places: list[Box] = []
        for want, (left, right), (begins, *_), high in zip(
            wanted, stretches, parts, heights, strict=True
        ):
            x, wide = _around(cells.middle * CELL, want, float(left[row]), float(right[row]))
            places.append((x, row * CELL + begins, wide, high))
        name_out, heap = float(lacking[: len(lines), row].sum()), places[-2]
        if rows > 1:
            x, y, wide, _ = heap
            places[-2:] = [(x, y + (rows - 1) * cube / 2, wide, cube)] * 2
        return _Found(lines, tuple(places), name_out, float(things[row]), heap)

    def broken(self, cells: _Cells, name: str, whole: _Found) -> _Found:
        """Write a name that is too long over two lines, or else without its end.

        One that leaves room for small cubes alone goes over two lines where these are larger so.
        What lies in a region matters more than the end of its name.
        """
        pairs = sorted(_in_two(name), key=lambda pair: max(map(self._width, pair)))
        over_two = [one for one in (self.placed(cells, pair) for pair in pairs) if not one.name_out]
        for found in over_two:
            larger = not found.things_out and found.largest > EASIER * whole.largest
            roomier = larger or found.things_out < whole.things_out
            if roomier or (whole.name_out and not found.things_out):
                return found
        if not whole.name_out + whole.things_out:
            return whole
        cut: list[_Found] = []
        for line in shortened(name):
            cut.append(self.placed(cells, (line,)))
            if not sum(cut[-1].out):
                return cut[-1]
        written = (one for one in (whole, *over_two, *cut) if not one.name_out)
        return next(written, None) or self.placed(cells, ())

    def _width(self, line: str) -> float:
        return text_width(line, self.letters, self.unit, bold=True) + 2 * ASIDE


@functools.lru_cache(maxsize=STRETCHES_KEPT)
def _free(
    cells: _Cells, begin: int, end: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Find from where to where it is inside on both sides of the middle of a region.

    It is so in all rows of cells from ``begin`` to before ``end``, counted from each row in turn.
    """
    rows = len(cells.inside)
    below = np.zeros((rows + end, cells.inside.shape[1]), bool)
    below[:rows] = cells.inside
    inside: npt.NDArray[np.bool_] = below[begin : begin + rows].copy()
    for i in range(begin + 1, end):
        inside &= below[i : i + rows]
    left, right = cells.free(inside, cells.middle)
    return (cells.middle + 1 - left) * CELL, (cells.middle + right) * CELL


def _first_run(rows: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Count in each row how many cells are marked up to the first one that is not."""
    found = rows.argmin(axis=1)  # 0 where all are marked too
    return np.asarray(np.where(rows[:, 0] & (found == 0), rows.shape[1], found))


def _around(middle: float, wanted: float, left: float, right: float) -> tuple[float, float]:
    """Give left and width of what is to stand in the middle, moved aside no more than it must.

    Where there is not even half the room it stands out on both sides.
    """
    if right - left < wanted / 2:
        return middle - wanted / 4, wanted / 2
    half = min(wanted, right - left) / 2
    centre = min(max(middle, left + half), right - half)
    half = min(centre - left, right - centre)
    return centre - half, 2 * half


def _in_two(name: str) -> Iterator[tuple[str, str]]:
    """Break a name where it may be broken: at a space, a hyphen, or before a syllable."""
    plain = [unicodedata.normalize("NFD", letter)[0].casefold() for letter in name]
    for i in range(1, len(name) - 1):
        if name[i] == " ":
            yield name[:i], name[i + 1 :]
        elif name[i] == "-":
            yield name[: i + 1], name[i + 1 :]
        elif i > 1 and name[i - 1 : i + 2].isalpha() and plain[i + 1] in VOWELS:
            begins = plain[i] == "y" or plain[i] not in VOWELS | {"h"}
            if begins:
                yield f"{name[:i]}-", name[i:]
