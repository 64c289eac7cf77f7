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
REACH: Final = 2.6
"""In radii of a glare: beyond, it adds less than a five-hundredth of what it adds in its middle."""
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
    exposed = cv2.multiply(picture, _light(air, level, pose), dtype=cv2.CV_8U)
    if bare is not None:
        for glare in air.glares:
            _shine(glare, air, pose, bare, exposed)
    return np.asarray(exposed, np.uint8)


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


def _shine(glare: Glare, air: Air, pose: CameraPose, bare: Picture, picture: Picture) -> None:
    """Add a glare that spreads around its middle to an exposed picture."""
    ((x, y),) = pose.project(np.array([[*glare.at_mm, 0.0]]))
    radius = glare.radius_mm * _px_per_mm(pose)
    left, top = (max(0, round(middle - REACH * radius)) for middle in (x, y))
    right, bottom = (max(0, round(middle + REACH * radius)) for middle in (x, y))
    under = picture[top:bottom, left:right]
    if not under.size:
        return
    rows = np.exp(-(((np.arange(top, top + under.shape[0]) - y) / radius) ** 2))
    columns = np.exp(-(((np.arange(left, left + under.shape[1]) - x) / radius) ** 2))
    lobe = (glare.strength * air.gain * np.outer(rows, columns)).astype(np.float32)
    added = lobe * bare[top:bottom, left:right]
    tinted = cv2.merge([added * np.float32(share) for share in air.cast])
    under[:] = cv2.add(under, tinted, dtype=cv2.CV_8U)


def _px_per_mm(pose: CameraPose) -> float:
    return pose.lens.focal_px / pose.eye_mm[2]


def _resized(field: Field, coarse: int) -> Field:
    """Bring a coarse field to the size of a picture that is ``coarse`` times smaller."""
    size = (WIDTH_PX // coarse, HEIGHT_PX // coarse)
    return np.asarray(cv2.resize(field, size, interpolation=cv2.INTER_LINEAR), np.float32)
