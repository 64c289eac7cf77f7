"""From four roughly tapped corners to where everything printed lies in the empty frame.

The printed spots themselves say it, seen by their roundness: the board's homography and the
lens's bend are the ones under which most spots lie where they are seen. Where none are to be
seen the taps hold, straight lines and all.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.board import Board
from vision.lens import Lens
from vision.plan import Plan
from vision.reading import Image
from vision.rings import Rings

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
