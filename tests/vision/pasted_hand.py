"""A hand with its sleeve pasted over a photograph of a table, and the shadow it casts."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Image

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.uint8]

# Parts of a hand that points inward, in mm: back from its middle finger's tip and to the right.
Limb = tuple[tuple[float, float], tuple[float, float], float]
FINGERS: Final[tuple[Limb, ...]] = (
    ((95, -24), (16, -30), 17),
    ((90, -8), (0, -8), 18),
    ((90, 10), (8, 12), 17),
    ((95, 27), (28, 33), 15),
    ((130, -30), (72, -62), 20),
)
"""Where each finger begins and ends, and how thick it is."""
PALM: Final[Limb] = ((150, 0), (115, 0), 84)
WRIST: Final[Limb] = ((235, 0), (150, 0), 58)
SLEEVE: Final[Limb] = ((2000, 0), (225, 0), 92)
SHADOW_MM: Final = (14.0, 18.0)
"""How far to the right and down the shadow falls, of a hand held a few centimetres high."""
SHADOW_SOFT_MM: Final = 6.0
SHADOW: Final = 0.55
"""The share of light left in it."""
RIM: Final = 0.5
"""The brightness of a limb at its rim, beside its ridge."""
GRAIN: Final = 3.0
"""Noise of the sensor and of skin, in grey levels."""
PALE: Final = (165.0, 188.0, 232.0)
DARK: Final = (48.0, 72.0, 122.0)
"""Skins (blue, green, red) between which a hand's lies."""
ASLANT: Final = 0.35
"""The most by which an arm leans from straight across the edge, as a tangent."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Where a hand is and what it looks like.

    ``tip_px`` is where its middle finger ends, ``towards`` the direction of that finger (a unit
    vector of the picture), ``px_per_mm`` its size; colours are BGR.
    """

    tip_px: tuple[float, float]
    towards: tuple[float, float]
    px_per_mm: float
    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]
    seed: int


def reaching(
    frame: Image, corners_px: npt.NDArray[np.float64], px_per_mm: float, reach: float, seed: int
) -> tuple[Image, npt.NDArray[np.bool_]]:
    """Let a hand reach in over the board from a random side, as far as a share of the board.

    Gives the new frame, and the pixels that it hides.
    """
    chance = np.random.default_rng(seed)
    side, along, lean = chance.integers(4), chance.uniform(0.15, 0.85), chance.uniform(-1, 1)
    near, next_one, far, last = np.roll(corners_px, -side, axis=0)
    start, end = near + (next_one - near) * along, last + (far - last) * along
    towards = end - start
    towards = towards + ASLANT * lean * np.array([-towards[1], towards[0]])
    towards /= np.linalg.norm(towards)
    dark = chance.uniform(0, 1)
    skin = np.array(PALE) * (1 - dark) + np.array(DARK) * dark
    hand = Hand(
        tip_px=tuple((start + (end - start) * reach).tolist()),
        towards=tuple(towards.tolist()),
        px_per_mm=px_per_mm,
        skin=tuple(skin.tolist()),
        sleeve=tuple(chance.uniform(20, 220, 3).tolist()),
        seed=seed,
    )
    return pasted(frame, hand)


def pasted(frame: Image, hand: Hand) -> tuple[Image, npt.NDArray[np.bool_]]:
    """Show the hand over a frame (BGR): the new frame, and the pixels that it hides.

    Its shadow hides nothing.
    """
    skin = _shape(frame.shape, (*FINGERS, PALM, WRIST), hand)
    sleeve = _shape(frame.shape, (SLEEVE,), hand)
    whole = cv2.bitwise_or(skin, sleeve)
    picture = frame * _light_left(whole, hand.px_per_mm)[..., None]
    grain = np.random.default_rng(hand.seed).normal(0, GRAIN, (*whole.shape, 1))
    for shape, colour in ((skin, hand.skin), (sleeve, hand.sleeve)):
        lit = _rounded(shape)[..., None] * np.array(colour, np.float32) + grain
        edge = cv2.GaussianBlur(shape, (0, 0), 0.8)[..., None] / np.float32(255)
        picture = picture * (1 - edge) + lit * edge
    return np.clip(np.round(picture), 0, 255).astype(np.uint8), np.asarray(whole > 0)


def _shape(size: tuple[int, ...], limbs: tuple[Limb, ...], hand: Hand) -> Mask:
    """Draw limbs: 255 where they are, 0 elsewhere (height x width)."""
    drawn = np.zeros(size[:2], np.uint8)
    x, y = hand.towards
    axes = np.array([[-x, -y], [-y, x]]) * hand.px_per_mm  # back, and to the right, in pixels
    for start, end, thick in limbs:
        ends = np.array(hand.tip_px) + np.array([start, end]) @ axes
        one, other = (tuple(point) for point in np.round(ends).astype(int).tolist())
        cv2.line(drawn, one, other, (255,), max(1, round(thick * hand.px_per_mm)), cv2.LINE_8)
    return drawn


def _light_left(whole: Mask, px_per_mm: float) -> Floats:
    """Tell the share of light that the shadow leaves (height x width)."""
    across, down = (mm * px_per_mm for mm in SHADOW_MM)
    fall = np.array([[1, 0, across], [0, 1, down]])
    fallen = cv2.warpAffine(whole, fall, whole.shape[::-1])
    soft = cv2.GaussianBlur(fallen, (0, 0), SHADOW_SOFT_MM * px_per_mm).astype(np.float32)
    return np.asarray(1 - (1 - SHADOW) * soft / 255, np.float32)


def _rounded(shape: Mask) -> Floats:
    """Light a shape as a rounded body: brightest along its ridge (height x width, RIM to 1)."""
    depth = cv2.distanceTransform(shape, cv2.DIST_L2, 3)
    most = max(1.0, float(depth.max()))
    return np.asarray(RIM + (1 - RIM) * np.sqrt(depth / most), np.float32)
