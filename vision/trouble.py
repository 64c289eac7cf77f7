"""Why a frame cannot be read, in terms of a player: too dark, blurred, cut off, covered.

Everything is measured relative to the empty frame that was taught, so that a dark board does not
make a dark frame, nor soft art a blur. A frame that is read well has no trouble.
"""

from typing import Final

import cv2
import numpy as np

from vision.camera import Pose, Sampler
from vision.config import NORMAL_MEDIAN, SURE
from vision.illumination import channel_max, saturated
from vision.reading import Floats, Image, Mask, Reals, Side, Trouble

SIDES: Final[tuple[Side, ...]] = ("top", "left", "right", "bottom")

STRIDE: Final = 8
"""One pixel in so many is used, each way, where only levels are needed."""
DIMMED: Final = 0.5
"""Share of the light of the empty frame from which on a frame is not called dark."""
DARK_LEVEL: Final = 64.0
"""Grey level that the brightest parts of a dark frame stay under."""
BRIGHTEST: Final = 0.95
"""Share of a picture that is darker than its "brightest parts"."""
WASHED_OUT: Final = 0.25
"""Share of a picture that must be clipped, beyond what was in the empty frame."""
FINE_PX: Final = 2
COARSE_PX: Final = 16
"""Widths of the detail that goes first when a picture is blurred, and of what stays longest."""
STRONGEST: Final = 0.998
"""Share of the steps from pixel to pixel that are weaker than the strongest, the edges."""
STRONGEST_NOISE: Final = 3.1
"""How strong that makes the steps of noise alone, in its standard deviations."""
SOFT: Final = 0.4
"""Share of the fine detail that a blurred picture keeps, at most, when its coarse is unchanged."""
FLAT: Final = 0.2
"""Share of the coarse contrast below which a picture shows nothing."""
BLOCKS: Final = 8
BLOCK_POINTS: Final = 12
"""The board is compared with the empty one in so many blocks each way, of so many points."""
SAME: Final = 0.6
"""Correlation from which a block shows what it showed when empty."""
SOME: Final = 0.1
"""Share of the contrast that must be in such blocks for the board to be there and covered."""
MOSTLY: Final = 0.5
"""Share of the locations that must be covered before it is worth a word."""
UNREAD: Final = 0.1
"""Share of the locations in plain view that may stay unsure before a reason is looked for."""


class Diagnosis:
    """Finds what is wrong with a frame, by comparing it with the empty frame."""

    def __init__(self, empty: Image, outline: Floats) -> None:
        self._brightest = brightest(empty)
        self._clipped = _clipped(empty)
        self._fine, self._coarse = detail(empty)
        self._blocks = Sampler(_blocks(outline))
        taught = self._look(empty, Pose())
        self._taught, self._contrast = _normalised(taught), taught.std(axis=1)

    def lost(self, frame: Image, pose: Pose, cut: tuple[Side, ...] = ()) -> tuple[Trouble, ...]:
        """Give the reasons why the board is not found in a frame (BGR), at least one.

        ``pose`` is where it was last found; ``cut`` are the sides of the picture beyond which it
        seems to lie now.
        """
        if troubles := self._picture(frame):
            return troubles
        if cut:
            return tuple(Trouble("cut-off", side) for side in SIDES if side in cut)
        same = (_normalised(self._look(frame, pose)) * self._taught).mean(axis=1) >= SAME
        there = self._contrast[same].sum() >= SOME * self._contrast.sum()
        covered = there or detail(frame)[1] < FLAT * self._coarse
        return (Trouble("covered" if covered else "foreign"),)

    def found(
        self,
        frame: Image,
        places: Floats,
        covered: Mask,
        log_likelihood: Reals,
    ) -> tuple[Trouble, ...]:
        """Give what keeps the locations of a board that was found from being read.

        ``places`` are the locations in the frame (N x 2, pixels), ``covered`` marks those that were
        not observed (N), ``log_likelihood`` is what is seen of the others (N x choices). Costs next
        to nothing when most of them are read.
        """
        cut = _cut_off(places, frame.shape)
        clear = ~covered
        mostly = not cut and np.count_nonzero(covered) > MOSTLY * len(covered)
        best = np.partition(log_likelihood, -2, axis=1)[:, -2:]
        unsure = (best[:, 1] - best[:, 0] < SURE) & clear
        if not mostly and np.count_nonzero(unsure) <= UNREAD * max(1, int(clear.sum())):
            return cut
        troubles = self._picture(frame)
        return (*cut, *(troubles or ((Trouble("covered"),) if mostly else ())))

    def _picture(self, frame: Image) -> tuple[Trouble, ...]:
        """Judge the picture as a whole: at most one trouble, the one that hides the others."""
        if brightest(frame) < min(DARK_LEVEL, DIMMED * self._brightest):
            return (Trouble("dark"),)
        if _clipped(frame) > self._clipped + WASHED_OUT:
            return (Trouble("bright"),)
        fine, coarse = detail(frame)
        soft = fine * self._coarse < SOFT * self._fine * coarse
        if soft and coarse >= FLAT * self._coarse:
            return (Trouble("blurred"),)
        return ()

    def _look(self, frame: Image, pose: Pose) -> Floats:
        seen = self._blocks.sample(frame, pose).mean(axis=1)
        return np.asarray(seen.reshape(-1, BLOCK_POINTS**2), np.float32)


def _cut_off(places: Floats, shape: tuple[int, ...]) -> tuple[Trouble, ...]:
    height, width = shape[:2]
    if places.min() >= 0 and (places < (width, height)).all():
        return ()
    x, y = places.T
    beyond = (y < 0, x < 0, x >= width, y >= height)
    return tuple(
        Trouble("cut-off", side) for side, out in zip(SIDES, beyond, strict=True) if out.any()
    )


def _blocks(outline: Floats) -> Floats:
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_px = cv2.getPerspectiveTransform(unit, outline.astype(np.float32))
    side = BLOCKS * BLOCK_POINTS
    span = (np.arange(side) + 0.5) / side
    grid = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 1, 2)
    points = cv2.perspectiveTransform(grid, to_px).reshape(
        BLOCKS, BLOCK_POINTS, BLOCKS, BLOCK_POINTS, 2
    )
    return np.asarray(points.swapaxes(1, 2).reshape(-1, 2), np.float32)


def _normalised(levels: Floats) -> Floats:
    centred = levels - levels.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(centred.std(axis=1, keepdims=True), 1e-3))


def brightest(frame: Image) -> float:
    """Give the level of the brightest channel in the brightest parts."""
    return float(np.quantile(channel_max(frame[::STRIDE, ::STRIDE]), BRIGHTEST))


def _clipped(frame: Image) -> float:
    return float(saturated(frame[::STRIDE, ::STRIDE]).mean())


def detail(frame: Image) -> tuple[float, float]:
    """Measure the sharpest fine steps and the strongest coarse ones, in grey levels.

    Steps are differences of neighbouring means along rows; what the sensor's noise adds is taken
    off, judged by the detail of single pixels.
    """
    rows = cv2.cvtColor(frame[::STRIDE], cv2.COLOR_BGR2GRAY).astype(np.float32)
    curve = rows[:, 2:] - 2 * rows[:, 1:-1] + rows[:, :-2]
    # A second difference of independent noise has six times its variance.
    noise = float(np.median(np.abs(curve)) / NORMAL_MEDIAN) ** 2 / 6
    strongest = []
    for width in (FINE_PX, COARSE_PX):
        means = cv2.blur(rows, (width, 1))
        steps = np.abs(means[:, width::width] - means[:, :-width:width])
        strength = float(np.quantile(steps, STRONGEST)) ** 2
        strongest.append(max(0.1, strength - STRONGEST_NOISE**2 * 2 * noise / width) ** 0.5)
    return strongest[0], strongest[1]
