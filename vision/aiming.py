"""From four roughly tapped corners to where everything printed lies in the empty frame.

The printed spots themselves say it: whatever is printed there, ring, disc or square, most of its
art depends on the distance from the middle alone, and the point round which that is most so is
the middle. The board's homography and the lens are the ones under which most spots lie where they
are seen. Where none are to be seen the taps hold, straight lines and all.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from engine.board import Board
from vision.camera import Lens, Points
from vision.plan import Plan, ToPixels
from vision.reading import Image

ACROSS: Final = 8
"""Points looked at along a spot's radius."""
BEYOND: Final = 10
"""As many along the whole distance that is looked at from a supposed middle."""
FEW_LEVELS: Final = 2.0
"""Standard deviation, in grey levels, of a place where nothing but noise is to be seen."""

Round = npt.NDArray[np.float32]


class Rings:
    """The surroundings of the spots in one picture."""

    def __init__(self, picture: Image) -> None:
        """Take a picture (BGR)."""
        self._picture = picture

    def find(
        self, places_mm: npt.NDArray[np.float64], to_px: ToPixels, reach_px: float
    ) -> tuple[Points, Round]:
        """Look for the middles of spots (N x 3: x, y, radius in mm) near where they should be.

        Gives where they are (N x 2, mm from there) and how round each is (N): the share of the
        art, 0 to 1, that depends on the distance from the middle alone. ``reach_px`` is how far
        they are looked for, in pixels.
        """
        step_mm = places_mm[:, 2] / ACROSS
        ends = places_mm[:, None, :2] + np.array([[0, 0], [1, 0]]) * step_mm[:, None, None]
        one, other = to_px(ends.reshape(-1, 2)).reshape(-1, 2, 2).transpose(1, 0, 2)
        step_px = float(np.median(np.linalg.norm(other - one, axis=1)))
        reach = max(2, int(np.ceil(reach_px / step_px)))
        span = np.arange(-(BEYOND + reach), BEYOND + reach + 1)
        grid = np.stack(np.meshgrid(span, span), axis=-1).reshape(1, -1, 2)
        where = places_mm[:, None, :2] + grid * step_mm[:, None, None]
        at = to_px(where.reshape(-1, 2)).astype(np.float32).reshape(-1, len(span), 2)
        smooth = cv2.GaussianBlur(self._picture, (0, 0), max(0.5, step_px / 2))
        seen = cv2.remap(smooth, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        inner = slice(BEYOND, -BEYOND)
        rounds = _roundness(seen).reshape(-1, len(span), len(span))[:, inner, inner]
        middles = np.array([_summit(each) for each in rounds], np.float32) - reach
        return middles * step_mm[:, None].astype(np.float32), rounds.max(axis=(1, 2))


def _roundness(seen: Image) -> Round:
    """Tell for each point of a picture (BGR) how round what surrounds it is."""
    span = np.arange(-BEYOND, BEYOND + 1)
    far = np.round(np.hypot(*np.meshgrid(span, span))).astype(int)
    levels = seen.astype(np.float32) - seen.mean(dtype=np.float32)
    disc = (far <= BEYOND).astype(np.float32)
    count = float(disc.sum())
    mean = cv2.filter2D(levels, -1, disc / count)
    whole = cv2.filter2D(levels * levels, -1, disc / count) - mean * mean
    rings = -mean * mean
    for distance in range(BEYOND + 1):
        ring = (far == distance).astype(np.float32)
        share = float(ring.sum()) / count
        around = cv2.filter2D(levels, -1, ring / ring.sum())
        rings += share * around * around
    whole_sum = whole.sum(axis=2) + 3 * FEW_LEVELS**2
    return np.asarray(np.clip(rings.sum(axis=2) / whole_sum, 0, 1), np.float32)


def _summit(heights: Round) -> tuple[float, float]:
    """Place the maximum between samples, by parabolas through it and its neighbours: x, y."""
    row, column = divmod(int(heights.argmax()), heights.shape[1])
    across, down = heights[row], heights[:, column]
    return column + _peak(across, column), row + _peak(down, row)


def _peak(line: Round, at: int) -> float:
    if not 0 < at < len(line) - 1:
        return 0.0
    left, middle, right = (float(line[at + k]) for k in (-1, 0, 1))
    bend = left - 2 * middle + right
    return 0.5 * (left - right) / bend if bend < 0 else 0.0


REACHES: Final = (8.0, 4.0, 3.0)
"""How far, in pixels, a spot may lie from where it is looked for: taps are up to 5 off, and lenses
bend; from one round to the next."""
MOST_REACH: Final = 0.35
"""The most that is, as a share of the spots' spacing, lest the next spot be taken for it."""
CHANCE: Final = 0.1
"""Share of its art that is round about any place, if it is the best of many."""
TAP: Final = 2.5
"""Standard deviation of a tapped corner, in pixels."""
BEND: Final = 0.06
"""Standard deviation of the bend of lenses, as a share of the picture's half diagonal."""
SPOT: Final = 0.5
"""Standard deviation, in pixels, of the seen middle of a spot that is nothing but round."""
NARROWING: Final = (6.0, 3.0, 1.5, 1.5, 1.5)
"""Distance in pixels at which a spot counts a quarter, from one step of fitting to the next."""
AGREE: Final = 1.5
AGREE_RADII: Final = 0.08
"""How far, in pixels and in radii, a spot may be seen from where it should be and bear witness."""
LEAST: Final = 6
LEAST_SHARE: Final = 0.35
"""How many spots, and which share of all, must bear witness: far more than would by chance."""

Reals = npt.NDArray[np.float64]


def aim(board: Board, corners_px: Sequence[Sequence[float]], empty: Image) -> Plan:
    """Plan a board as the empty frame (BGR) shows it, from corners tapped roughly (4 x 2)."""
    height, width = empty.shape[:2]
    tapped = Plan(board, corners_px, Lens(width, height))
    places = np.column_stack([tapped.centres_mm, tapped.radii_mm])
    most = MOST_REACH * tapped.spacing_mm * tapped.px_per_mm
    reaches = [min(reach, most) for reach in REACHES]
    rings = Rings(empty)
    plan = tapped
    for reach in reaches:
        off_mm, roundness = rings.find(places, plan.pixels, reach)
        seen = plan.pixels(plan.centres_mm + off_mm).astype(np.float64)
        plan = _fit(board, tapped, (width, height), seen, np.maximum(roundness - CHANCE, 0.0))
    off_mm, _ = rings.find(places, plan.pixels, reaches[0])
    agree_mm = np.maximum(AGREE / plan.px_per_mm, AGREE_RADII * plan.radii_mm)
    witnesses = int((np.linalg.norm(off_mm, axis=1) < agree_mm).sum())
    return plan if witnesses >= max(LEAST, LEAST_SHARE * len(places)) else tapped


def _fit(board: Board, tapped: Plan, size: tuple[int, int], seen: Reals, weights: Reals) -> Plan:
    """Fit corners and lens to spots seen (N x 2, pixels), mistrusting those that stand alone.

    ``size`` is the picture's width and height.
    """

    def plan(terms: Reals) -> Plan:
        corners = tapped.corners + terms[:8].reshape(4, 2) * TAP
        return Plan(board, corners.tolist(), Lens(*size, float(terms[8]) * BEND))

    terms = np.zeros(9)
    for reach in NARROWING:
        predicted = plan(terms).pixels(tapped.centres_mm).astype(np.float64)
        slopes = np.stack(
            [
                (plan(terms + step).pixels(tapped.centres_mm) - predicted).ravel() / 0.1
                for step in 0.1 * np.eye(9)
            ],
            axis=1,
        )
        off = seen - predicted
        share = weights / (1 + (off * off).sum(axis=1) / reach**2) ** 2 / SPOT**2
        weighted = slopes * np.repeat(share, 2)[:, None]
        square = weighted.T @ slopes + np.eye(9)
        terms += np.linalg.solve(square, weighted.T @ off.ravel() - terms)
    return plan(terms)
