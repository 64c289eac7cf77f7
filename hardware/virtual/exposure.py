"""What the air does to a picture: light that comes and goes, shadows that pass, glare."""

from typing import Final

import cv2
import numpy as np

from hardware.virtual.conditions import Air, Glare, Patch, Shadow
from hardware.virtual.pose import HEIGHT_PX, WIDTH_PX, CameraPose, Points
from hardware.virtual.texture import Field, Picture

COARSE: Final = 4
"""Light is worked out on a picture this many times smaller: no edge of it is sharper."""
AROUND: Final = np.linspace(0.0, 2 * np.pi, 48, endpoint=False)
SHARPEST: Final = 0.4
"""The least blur of an edge of light, in coarse pixels."""
BLURRED: Final = 5.0
"""What is blurred by more coarse pixels than these is worked out coarser still..."""
COARSEST: Final = 32
"""...but not coarser than this many pixels."""


def expose(
    picture: Picture, air: Air, level: float, pose: CameraPose, bare: Picture | None
) -> Picture:
    """Expose a scene (BGR): multiply by all light, add glare, clip at white.

    ``level`` is how bright the lamps make it; ``bare`` (0 to 255) is how much of the board's glare
    reaches the camera past what stands and lies there, None when there is no glare.
    """
    field = _light(air, level, pose)
    if bare is None:
        return np.asarray(cv2.multiply(picture, field, dtype=cv2.CV_8U), np.uint8)
    lit = cv2.multiply(picture, field, dtype=cv2.CV_32F)
    glare = _resized(np.sum([_glare(one, pose) for one in air.glares], axis=0), 1)
    glare *= bare
    tint = np.array(air.cast, np.float32) * np.float32(air.gain)
    return np.asarray(cv2.add(lit, glare[..., None] * tint, dtype=cv2.CV_8U), np.uint8)


def is_plain(air: Air, level: float) -> bool:
    """Tell whether the air leaves every picture as it is."""
    steady = air.gain * level == 1.0 and air.cast == (1.0, 1.0, 1.0)
    return steady and not (air.shadows or air.patches or air.glares)


def _light(air: Air, level: float, pose: CameraPose) -> Field:
    """Work out by what each pixel is multiplied: 960 x 1280 x 3, BGR."""
    field = np.ones((HEIGHT_PX // COARSE, WIDTH_PX // COARSE), np.float32)
    for shadow in air.shadows:
        outline = _oval(shadow)
        field *= 1.0 - shadow.depth * _soft(outline, shadow.soft_mm, pose)
    for patch in air.patches:
        field *= 1.0 + (patch.gain - 1.0) * _soft(_flat(patch), patch.soft_mm, pose)
    tint = np.array(air.cast, np.float32) * np.float32(air.gain * level)
    return _resized(field[..., None] * tint, 1)


def _oval(shadow: Shadow) -> Points:
    along = np.array([np.cos(shadow.turn), np.sin(shadow.turn)])
    across = np.array([-along[1], along[0]])
    one, other = shadow.radii_mm
    rim = np.cos(AROUND)[:, None] * along * one + np.sin(AROUND)[:, None] * across * other
    return np.column_stack([rim + shadow.at_mm, np.zeros(len(rim))])


def _flat(patch: Patch) -> Points:
    return np.column_stack([np.array(patch.outline_mm, float), np.zeros(len(patch.outline_mm))])


def _soft(outline: Points, soft_mm: float, pose: CameraPose) -> Field:
    """Fill a convex outline (n x 3, mm) with soft edges: coarse, 0 to 1."""
    soft_px = soft_mm * _px_per_mm(pose)
    coarse = COARSE
    while soft_px / coarse > BLURRED and coarse < COARSEST:
        coarse *= 2
    pixels = _shrunk(pose.project(outline), coarse)
    mask = np.zeros((HEIGHT_PX // coarse, WIDTH_PX // coarse), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(pixels * 16).astype(np.int32), (255,), cv2.LINE_AA, 4)
    sigma = max(SHARPEST, soft_px / coarse)
    blurred = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), sigma) / np.float32(255.0)
    return _resized(blurred, COARSE)


def _shrunk(pixels: Points, coarse: int) -> Points:
    """Find pixels in a picture ``coarse`` times smaller, whose pixels cover that many."""
    return np.asarray((pixels + 0.5) / coarse - 0.5)


def _glare(glare: Glare, pose: CameraPose) -> Field:
    """Spread a glare around its middle: coarse, parts of white (a 255th for a pixel of 1)."""
    ((x, y),) = _shrunk(pose.project(np.array([[*glare.at_mm, 0.0]])), COARSE)
    radius = glare.radius_mm * _px_per_mm(pose) / COARSE
    rows, columns = np.ogrid[0 : HEIGHT_PX // COARSE, 0 : WIDTH_PX // COARSE]
    lobe = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / radius**2)
    return np.asarray(glare.strength * lobe, np.float32)


def _px_per_mm(pose: CameraPose) -> float:
    return pose.lens.focal_px / pose.eye_mm[2]


def _resized(field: Field, coarse: int) -> Field:
    """Bring a coarse field to the size of a picture that is ``coarse`` times smaller."""
    size = (WIDTH_PX // coarse, HEIGHT_PX // coarse)
    return np.asarray(cv2.resize(field, size, interpolation=cv2.INTER_LINEAR), np.float32)
