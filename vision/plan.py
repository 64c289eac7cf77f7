"""Where the things printed on a board lie in its empty frame, from four roughly tapped corners.

The printed spots show it: in a ring, a disc or a square most of the art depends on the distance
from the middle alone, and the point for which that holds best is the middle. The homography and the
lens are fitted so that most spots lie where they are seen, starting with the lens that the board's
edges suggest. Without visible spots, the taps and the edges are used.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cache, cached_property
from hashlib import blake2b
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from engine.board import Board
from engine.layout import Box, Spot
from vision.camera import STRAIGHT, Lens, Matrix, Points
from vision.config import PlanConfig
from vision.proposing.flat import board_to_px, find_lens
from vision.reading import Floats, Image, Reals

CONFIG: Final = PlanConfig()


_ANGLES: Final = np.linspace(0, 2 * np.pi, CONFIG.circle_corners, endpoint=False)
_UNIT: Final = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])


def circle_mm(at_mm: npt.ArrayLike, radius_mm: float) -> Reals:
    """Outline a round place by a polygon (corners x 2, mm)."""
    return np.asarray(np.array(at_mm) + radius_mm * _UNIT)


ToPixels = Callable[[Reals], Floats]
"""From points of the board (N x 2, mm) to pixels of the empty frame (N x 2)."""


def nearest_mm(centres_mm: Reals) -> Reals:
    """Give how far each place (N x 2, mm) is from the one nearest to it; inf for a lone one."""
    apart = np.linalg.norm(centres_mm[:, None] - centres_mm[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return np.asarray(apart.min(axis=1))


def usual_spacing_mm(centres_mm: Reals, radii_mm: Reals) -> float:
    """Give the usual distance of round places (N x 2, mm) from their nearest neighbours."""
    return float(np.median(np.minimum(nearest_mm(centres_mm), CONFIG.farthest_radii * radii_mm)))


class Plan:
    """A board as seen from one place: it maps board millimetres to pixels of the empty frame.

    ``corners`` are the printed board's in pixels (4 x 2), ``to_px`` is the homography (3 x 3) to
    where a perfect lens would show points, ``lens`` the real one. ``centres_mm`` and ``radii_mm``
    are those of the locations in board order.
    """

    def __init__(
        self, board: Board, corners_px: Sequence[Sequence[float]], lens: Lens = STRAIGHT
    ) -> None:
        """Take the corners as the table file has them: from top-left clockwise."""
        self.lens = lens
        self.size_mm = board.size_mm
        width, height = board.size_mm
        self.corners = np.array(corners_px, np.float32)
        self.to_px: Matrix = board_to_px(self.corners, board.size_mm, lens)
        self.centres_mm = np.array([location.at_mm for location in board.locations]).reshape(-1, 2)
        self.radii_mm = np.array([location.radius_mm for location in board.locations])
        self._board = board
        middle = np.array([[width / 2, height / 2], [width / 2 + 1, height / 2 + 1]])
        one, other = self.pixels(middle)
        self.px_per_mm = float(np.linalg.norm(one - other)) / np.sqrt(2)

    @cached_property
    def spacing_mm(self) -> float:
        """The usual distance between neighbouring locations; without any, how far a nudge moves."""
        if not len(self.centres_mm):
            return CONFIG.nudge * min(self.size_mm)
        return usual_spacing_mm(self.centres_mm, self.radii_mm)

    def pixels(self, points_mm: Reals) -> Floats:
        """Map board points (N x 2, mm) to the empty frame (N x 2, pixels)."""
        return np.asarray(self.lens.distort(self.straight(points_mm)), np.float32)

    def straight(self, points_mm: Reals) -> Reals:
        """Map board points (N x 2, mm) to where a lens without distortion would show them."""
        at = points_mm[:, None].astype(np.float64)
        return np.asarray(cv2.perspectiveTransform(at, self.to_px)[:, 0])

    def millimetres(self, points_px: npt.NDArray[np.floating]) -> Reals:
        """Map pixels of the empty frame (N x 2) to the board (N x 2, mm)."""
        return self.unstraight(self.lens.straighten(points_px))

    def unstraight(self, straight: Reals) -> Reals:
        """Map what ``straight`` gives back to the board (N x 2, mm)."""
        to_mm = np.linalg.inv(self.to_px)
        return np.asarray(cv2.perspectiveTransform(straight[:, None], to_mm)[:, 0])

    def spots(self, radii: float) -> list[Floats]:
        each = zip(self.centres_mm, self.radii_mm * radii, strict=True)
        return [self.pixels(circle_mm(centre, radius)) for centre, radius in each]

    def tiles(self) -> list[Floats]:
        return [self.pixels(outline) for outline in self.tiles_mm()]

    def tiles_mm(self, rim_share: float = CONFIG.tile_rim) -> list[Reals]:
        """Outline where tiles and the turn marker may lie, in mm.

        ``rim_share`` is how far beyond its place a tile may lie, as a share of its size.
        """
        outlines = []
        for x, y, width, height in _boxes(self._board):
            rim = rim_share * min(width, height)
            left, top, right, low = x - rim, y - rim, x + width + rim, y + height + rim
            outlines.append(np.array([[left, top], [right, top], [right, low], [left, low]]))
        for spaces in (self._board.tile_circles, self._board.marker_circles, _rounds(self._board)):
            for x, y, radius in spaces:
                outlines.append(circle_mm((x, y), (1 + 2 * rim_share) * radius))
        return outlines


def _boxes(board: Board) -> tuple[tuple[float, ...], ...]:
    """List the boxes in which tiles or heaps may lie, each once (x, y, width, height, mm)."""
    if not board.areas:
        return board.row_boxes
    boxes = (place for group in board.layout for place in group.places if isinstance(place, Box))
    return tuple(dict.fromkeys(box.box_mm for box in boxes))


def _rounds(board: Board) -> tuple[tuple[float, ...], ...]:
    """List the round places of a board with areas (x, y, radius, mm)."""
    if not board.areas:
        return ()
    spots = (place for group in board.layout for place in group.places if isinstance(place, Spot))
    return tuple((*spot.at_mm, spot.radius_mm) for spot in spots)


def _middles(
    picture: Image, places_mm: Reals, to_px: ToPixels, reach_px: float
) -> tuple[Points, Floats]:
    """Search for the middles of spots (N x 3: x, y, radius in mm) near where they should be.

    Gives how far off they are (N x 2, mm) and how round each is (N): the share of the art, 0 to 1,
    that depends on the distance from the middle alone. ``reach_px`` is how far is searched, in
    pixels.
    """
    step_mm = places_mm[:, 2] / CONFIG.points_across
    ends = places_mm[:, None, :2] + np.array([[0, 0], [1, 0]]) * step_mm[:, None, None]
    one, other = to_px(ends.reshape(-1, 2)).reshape(-1, 2, 2).transpose(1, 0, 2)
    step_px = float(np.median(np.linalg.norm(other - one, axis=1)))
    reach = max(2, int(np.ceil(reach_px / step_px)))
    span = np.arange(-(CONFIG.points_beyond + reach), CONFIG.points_beyond + reach + 1)
    grid = np.stack(np.meshgrid(span, span), axis=-1).reshape(1, -1, 2)
    where = places_mm[:, None, :2] + grid * step_mm[:, None, None]
    at = to_px(where.reshape(-1, 2)).astype(np.float32).reshape(-1, len(span), 2)
    smooth = cv2.GaussianBlur(picture, (0, 0), max(0.5, step_px / 2))
    seen = cv2.remap(smooth, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rounds = _roundness(seen.reshape(-1, len(span), len(span), 3))
    middles = np.array([_summit(each) for each in rounds], np.float32) - reach
    return middles * step_mm[:, None].astype(np.float32), rounds.max(axis=(1, 2))


def _roundness(seen: Image) -> Floats:
    """Give how round the surroundings are of the points of square pictures (N x side x side, BGR).

    Only those points (N x rows x columns) that have all of their surroundings in the picture.
    """
    levels = seen.astype(np.float32) - seen.mean(dtype=np.float32)
    rings = _rings()
    count, around = rings.sum(axis=0), 2 * CONFIG.points_beyond + 1
    share, disc = count / count.sum(), rings.sum(axis=1) / count.sum()
    channels = np.ascontiguousarray(levels.transpose(0, 3, 1, 2))
    found = []
    for windows in sliding_window_view(channels, (around, around), axis=(2, 3)):
        shape = windows.shape[:3]
        points = windows.reshape(-1, around * around)  # of one picture: it is a large copy
        means = points @ (rings / count)
        square = np.square(means @ share)
        of_rings = (np.square(means) @ share - square).reshape(shape).sum(axis=0)
        whole = (np.square(points) @ disc - square).reshape(shape).sum(axis=0)
        found.append(of_rings / (whole + np.float32(3 * CONFIG.noise_levels**2)))
    return np.asarray(np.clip(found, 0, 1), np.float32)


@cache
def _rings() -> Floats:
    """Give the points of a square that lie in each ring about its middle (points x rings)."""
    span = np.arange(-CONFIG.points_beyond, CONFIG.points_beyond + 1)
    far = np.round(np.hypot(*np.meshgrid(span, span))).astype(int).ravel()
    return np.asarray(far[:, None] == np.arange(CONFIG.points_beyond + 1), np.float32)


def _summit(heights: Floats) -> tuple[float, float]:
    """Give the maximum (x, y) between samples, by parabolas through it and its neighbours."""
    row, column = divmod(int(heights.argmax()), heights.shape[1])
    across, down = heights[row], heights[:, column]
    return column + _peak(across, column), row + _peak(down, row)


def _peak(line: Floats, at: int) -> float:
    if not 0 < at < len(line) - 1:
        return 0.0
    left, middle, right = (float(line[at + k]) for k in (-1, 0, 1))
    bend = left - 2 * middle + right
    return 0.5 * (left - right) / bend if bend < 0 else 0.0


KEPT: Final = 8
"""Plans that are remembered; each is small, without its frame."""
_AIMED: Final[dict[Hashable, Plan]] = {}


def aim(board: Board, corners_px: Sequence[Sequence[float]], empty: Image) -> Plan:
    """Fit a plan to the empty frame (BGR), from roughly tapped corners (4 x 2).

    The last plans are remembered: while a table is taught, each of its steps asks for the same.
    """
    corners = tuple(tuple(map(float, corner)) for corner in corners_px)
    key = board, corners, empty.shape, blake2b(empty.tobytes()).digest()
    plan = _AIMED.get(key)
    if plan is None:
        plan = _AIMED[key] = _aimed(board, corners, empty)
        for oldest in [*_AIMED][:-KEPT]:
            _AIMED.pop(oldest, None)
    return plan


def _aimed(board: Board, corners_px: Sequence[Sequence[float]], empty: Image) -> Plan:
    height, width = empty.shape[:2]
    straight = Lens(width, height)
    found, strength = find_lens(empty, np.array(corners_px), board.size_mm)
    lens = found if strength > CONFIG.straighter else straight
    if board.locations:
        least = max(CONFIG.least_witnesses, CONFIG.least_share * len(board.locations))
        for start in dict.fromkeys((lens, straight)):
            witnesses, plan = _aim(board, corners_px, start, empty)
            if witnesses >= least:
                return plan
    return Plan(board, corners_px, lens)


def _aim(
    board: Board, corners_px: Sequence[Sequence[float]], lens: Lens, empty: Image
) -> tuple[int, Plan]:
    """Fit corners and lens to the spots that are seen near where these put them.

    Gives how many spots are seen where the plan has them, and the plan.
    """
    plan = start = Plan(board, corners_px, lens)
    places = np.column_stack([start.centres_mm, start.radii_mm])
    most = CONFIG.most_reach * start.spacing_mm * start.px_per_mm
    reaches = [min(reach, most) for reach in CONFIG.reaches_px]
    for reach in reaches:
        off_mm, roundness = _middles(empty, places, plan.pixels, reach)
        seen = plan.pixels(plan.centres_mm + off_mm).astype(np.float64)
        plan = _fit(board, start, lens, seen, np.maximum(roundness - CONFIG.chance, 0.0))
    off_mm, _ = _middles(empty, places, plan.pixels, reaches[0])
    agree_mm = np.maximum(CONFIG.agree_px / plan.px_per_mm, CONFIG.agree_radii * plan.radii_mm)
    return int((np.linalg.norm(off_mm, axis=1) < agree_mm).sum()), plan


def _fit(board: Board, start: Plan, lens: Lens, seen: Reals, weights: Reals) -> Plan:
    """Fit corners and lens robustly to spots seen (N x 2, pixels).

    They are kept near those of the plan ``start`` and the ``lens``.
    """
    centres_mm = start.centres_mm[:, None].astype(np.float64)

    def moved(terms: Reals) -> tuple[Points, Lens]:
        corners = start.corners + terms[:8].reshape(4, 2) * CONFIG.tap_px
        bend = lens.bend + float(terms[8]) * CONFIG.bend
        return corners.astype(np.float32), replace(lens, bend=bend)

    def predict(terms: Reals) -> Floats:
        corners, bent = moved(terms)
        to_px = board_to_px(corners, board.size_mm, bent)
        straight = cv2.perspectiveTransform(centres_mm, to_px)[:, 0]
        return np.asarray(bent.distort(straight), np.float32)

    terms = np.zeros(9)
    for reach in CONFIG.narrowing_px:
        predicted = predict(terms).astype(np.float64)
        slopes = np.stack(
            [(predict(terms + step) - predicted).ravel() / 0.1 for step in 0.1 * np.eye(9)],
            axis=1,
        )
        off = seen - predicted
        share = weights / (1 + (off * off).sum(axis=1) / reach**2) ** 2 / CONFIG.spot_px**2
        weighted = slopes * np.repeat(share, 2)[:, None]
        square = weighted.T @ slopes + np.eye(9)
        terms += np.linalg.solve(square, weighted.T @ off.ravel() - terms)
    corners, bent = moved(terms)
    return Plan(board, corners.tolist(), bent)
