"""What changes from picture to picture: exposure, passing shadows, noise."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Protocol, runtime_checkable

import cv2
import numpy as np

from hardware.virtual.camera_pose import HEIGHT_PX, WIDTH_PX, CameraPose, Points
from hardware.virtual.look import UNMOVED, Lamp, Nudge
from hardware.virtual.painting import Field, Picture, Point, clipped

COARSE: Final = 4
"""Light is worked out on a picture this many times smaller: no edge of it is sharper."""
AROUND: Final = np.linspace(0.0, 2 * np.pi, 48, endpoint=False)
SHARPEST: Final = 0.4
"""The least blur of an edge of light, in coarse pixels."""
BLURRED: Final = 5.0
"""What is blurred by more coarse pixels than these is worked out coarser still..."""
COARSEST: Final = 32
"""...but not coarser than this many pixels."""
SLACK_PX: Final = 96
DARK_CORNERS: Final = 0.22


@runtime_checkable
class Shade(Protocol):
    """Something that lies on the light over the table and moves: a shadow, say."""

    def moved(self, to_mm: Point) -> "Shade":
        """Give the same elsewhere."""

    def factor(self, pose: CameraPose) -> Field:
        """Tell by what it multiplies the light, a value for each ``COARSE`` pixels."""


class Glare(Protocol):
    """A lamp mirrored by the printed board."""

    def moved(self, to_mm: Point) -> "Glare":
        """Give the same elsewhere."""

    def shine(
        self, picture: Picture, bare: Picture, pose: CameraPose, conditions: "Conditions"
    ) -> None:
        """Add it to an exposed picture where the board is ``bare`` (0 to 255)."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """An oval shadow of somebody out of view: radii along and across ``turn`` (radians)."""

    at_mm: Point
    radii_mm: Point
    turn: float = 0.0
    depth: float = 0.4
    soft_mm: float = 40.0

    def moved(self, to_mm: Point) -> "Shadow":
        """Give the same elsewhere."""
        return replace(self, at_mm=to_mm)

    def factor(self, pose: CameraPose) -> Field:
        """Tell how much of the light is left."""
        along = np.array([np.cos(self.turn), np.sin(self.turn)])
        across = np.array([-along[1], along[0]])
        one, other = self.radii_mm
        rim = np.cos(AROUND)[:, None] * along * one + np.sin(AROUND)[:, None] * across * other
        outline = np.column_stack([rim + self.at_mm, np.zeros(len(rim))])
        return np.asarray(1.0 - self.depth * soft_shape(outline, self.soft_mm, pose))


@dataclass(frozen=True, slots=True)
class Conditions:
    """What changes from picture to picture.

    ``gain`` is the exposure and ``cast`` the colour of the light (BGR factors); ``lamp`` is a
    second one, on or off; ``defocus_px`` adds to the lens's blur. A picture's brightness is
    clipped after all of this. After a new ``lamp`` or ``nudge`` everything is drawn afresh, which
    takes as long as thirty pictures: let sagging go in steps.
    """

    gain: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    lamp: Lamp | None = None
    shades: tuple[Shade, ...] = ()
    glares: tuple[Glare, ...] = ()
    nudge: Nudge = UNMOVED
    defocus_px: float = 0.0

    def calm(self) -> "Conditions":
        """Give the same camera and lamps without passing shades and glare."""
        return replace(self, shades=(), glares=(), defocus_px=0.0)


def expose(
    picture: Picture, conditions: Conditions, level: float, pose: CameraPose, bare: Picture | None
) -> Picture:
    """Expose a scene (BGR): multiply by all light, add glare, clip at white.

    ``level`` is how bright the lamps make it; ``bare`` (0 to 255) is how much of the board's glare
    reaches the camera past what stands and lies there, None when there is no glare.
    """
    field = np.ones((HEIGHT_PX // COARSE, WIDTH_PX // COARSE), np.float32)
    for shade in conditions.shades:
        field *= shade.factor(pose)
    tint = np.array(conditions.cast, np.float32) * np.float32(conditions.gain * level)
    lit = _resized(field[..., None] * tint, 1)
    exposed = np.asarray(cv2.multiply(picture, lit, dtype=cv2.CV_8U), np.uint8)
    if bare is not None:
        for glare in conditions.glares:
            glare.shine(exposed, bare, pose, conditions)
    return exposed


def is_plain(conditions: Conditions, level: float) -> bool:
    """Tell whether the conditions leave every picture as it is."""
    steady = conditions.gain * level == 1.0 and conditions.cast == (1.0, 1.0, 1.0)
    return steady and not (conditions.shades or conditions.glares)


def soft_shape(outline: Points, soft_mm: float, pose: CameraPose) -> Field:
    """Fill a convex outline (n x 3, mm) with soft edges: coarse, 0 to 1."""
    soft_px = soft_mm * px_per_mm(pose)
    coarse = COARSE
    while soft_px / coarse > BLURRED and coarse < COARSEST:
        coarse *= 2
    pixels = (pose.project(outline) + 0.5) / coarse - 0.5  # each covers that many
    mask = np.zeros((HEIGHT_PX // coarse, WIDTH_PX // coarse), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(pixels * 16).astype(np.int32), (255,), cv2.LINE_AA, 4)
    sigma = max(SHARPEST, soft_px / coarse)
    blurred = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), sigma) / np.float32(255.0)
    return _resized(blurred, COARSE)


def px_per_mm(pose: CameraPose) -> float:
    """Tell the scale of the picture on the board, about."""
    return pose.lens.focal_px / pose.eye_mm[2]


@cache
def vignette() -> Field:
    """Tell how much light reaches each pixel: 1 in the middle, less towards the corners."""
    y, x = np.mgrid[0:HEIGHT_PX, 0:WIDTH_PX].astype(np.float32)
    away = (x / WIDTH_PX - 0.5) ** 2 + (y / HEIGHT_PX - 0.5) ** 2
    return np.asarray(1.0 - DARK_CORNERS * 2.0 * away, np.float32)


def sensor_noise(seed: int, deviation: float) -> tuple[Picture, Picture]:
    """Make a sheet of noise (``deviation`` in grey levels), as what brightens and what darkens.

    It is ``SLACK_PX`` larger than a picture either way, so that each can take another window.
    """
    rng = np.random.default_rng(seed)
    shape = (HEIGHT_PX + SLACK_PX, WIDTH_PX + SLACK_PX, 3)
    sheet = np.float32(deviation) * rng.standard_normal(shape, np.float32)
    return clipped(np.maximum(sheet, 0.0)), clipped(np.maximum(-sheet, 0.0))


def _resized(field: Field, coarse: int) -> Field:
    """Bring a coarse field to the size of a picture that is ``coarse`` times smaller."""
    size = (WIDTH_PX // coarse, HEIGHT_PX // coarse)
    return np.asarray(cv2.resize(field, size, interpolation=cv2.INTER_LINEAR), np.float32)
