"""What does not belong to a game: cups, dice, and heads that lean in under the camera."""

from dataclasses import dataclass
from typing import ClassVar, Final

import cv2
import numpy as np

from hardware.virtual.camera_pose import CameraPose
from hardware.virtual.look import TableLight
from hardware.virtual.painting import Colour, Points
from hardware.virtual.sprite import Canvas

ROUND: Final = np.stack(
    [np.cos(np.arange(36) * np.pi / 18), np.sin(np.arange(36) * np.pi / 18)], axis=1
)
FACING: Final = np.column_stack([ROUND, np.zeros(len(ROUND))])
WALL_MM: Final = 3.5
FOOT: Final = 0.78
"""How wide a cup's foot is, in parts of its rim."""
FULL: Final = 0.72
"""How high a cup is filled, in parts of its height."""
EAR_MM: Final = 17.0
SOFTER_PX: Final = 0.11
"""By how many pixels a shadow is softer for each mm of height of what casts it."""
DEPTH: Final = 0.5
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (1, 0)),
}
INK: Final = (30.0, 26.0, 28.0)
LEVELS: Final = 14
NEAREST: Final = 0.6
"""In parts of the camera's height: who leans in stoops below a camera that hangs low."""


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup with something to drink, or empty where ``drink`` is None; colours are BGR."""

    at_mm: tuple[float, float]
    radius_mm: float = 38.0
    height_mm: float = 85.0
    colour: tuple[int, int, int] = (226, 230, 232)
    drink: tuple[int, int, int] | None = (22, 34, 58)
    hovers: ClassVar[bool] = False

    def draw(self, pose: CameraPose, light: TableLight) -> Canvas:
        """Draw a cup: its wall, its ear, its rim and what is in it."""
        foot = _ring(self, FOOT * self.radius_mm, 0.0)
        rim, mouth = (
            _ring(self, self.radius_mm, self.height_mm),
            _ring(self, self.radius_mm - WALL_MM, self.height_mm),
        )
        ear = _ear(self)
        canvas = _canvas([np.concatenate([foot, rim]), ear], self.height_mm, pose, light)
        if canvas.empty:
            return canvas
        colour = np.array(self.colour, float)
        canvas.fill(pose.project(ear), _shaded(colour, 0.8))
        low, high = pose.project(foot), pose.project(rim)
        shades = light.brightness(FACING)
        inward = light.brightness(-FACING)
        outline = np.concatenate([low, high])
        canvas.fill(outline, _shaded(colour, 0.8))
        eye = np.array(pose.eye_mm)
        for i in np.flatnonzero(((eye - rim) * FACING).sum(axis=1) > 0.0):
            beside = (i + 1) % len(rim)
            canvas.fill(
                np.stack([low[i], low[beside], high[beside], high[i]]),
                _shaded(colour, shades[i] * 0.85),
            )
        canvas.fill(high, _shaded(colour, 1.06))
        opening = pose.project(mouth)
        canvas.fill(opening, _shaded(colour, 0.55))
        deep = _ring(self, (self.radius_mm - WALL_MM) * (FOOT + (1.0 - FOOT) * FULL), 0.0)
        level = FULL * self.height_mm if self.drink else WALL_MM
        deep[:, 2] = level
        bottom = pose.project(deep)
        for part in range(len(mouth)):
            after = (part + 1) % len(mouth)
            wall = np.stack([opening[part], opening[after], bottom[after], bottom[part]])
            _within(canvas, wall, opening, _shaded(colour, 0.3 + 0.45 * inward[part]))
        _within(canvas, bottom, opening, _shaded(np.array(self.drink or self.colour, float), 0.8))
        if self.drink:
            middle = bottom.mean(axis=0)
            tea = _shaded(np.array(self.drink, float), 1.15)
            _within(canvas, middle + 0.8 * (bottom - middle), opening, tea)
        return canvas


@dataclass(frozen=True, slots=True)
class Die:
    """A die with pips; ``side_mm`` long, turned by ``turn`` (radians), ``pips`` up."""

    at_mm: tuple[float, float]
    pips: int = 5
    turn: float = 0.0
    side_mm: float = 15.0
    colour: tuple[int, int, int] = (228, 232, 234)
    hovers: ClassVar[bool] = False

    def draw(self, pose: CameraPose, light: TableLight) -> Canvas:
        """Draw a die: the sides that are seen, then the top with its pips."""
        half = self.side_mm / 2
        spin = np.array(
            [(np.cos(self.turn), np.sin(self.turn)), (-np.sin(self.turn), np.cos(self.turn))]
        )
        square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) @ spin
        low = np.column_stack([square + self.at_mm, np.zeros(4)])
        high = low + np.array([0.0, 0.0, self.side_mm])
        canvas = _canvas([np.concatenate([low, high])], self.side_mm, pose, light)
        if canvas.empty:
            return canvas
        colour = np.array(self.colour, float)
        normals = np.column_stack(
            [np.array([(0, -1), (1, 0), (0, 1), (-1, 0)]) @ spin, np.zeros(4)]
        )
        shades = light.brightness(normals)
        foot, top = pose.project(low), pose.project(high)
        for side in range(4):
            beside = (side + 1) % 4
            if (np.array(pose.eye_mm) - low[side]) @ normals[side] > 0.0:
                face = np.stack([foot[side], foot[beside], top[beside], top[side]])
                canvas.fill(face, _shaded(colour, shades[side] * 0.85))
        canvas.fill(top, _shaded(colour, 1.0))
        for x, y in PIPS[self.pips]:
            middle = np.array([x, y]) * 0.5 * half @ spin + self.at_mm
            pip = np.column_stack([ROUND * 0.2 * half + middle, np.full(len(ROUND), self.side_mm)])
            canvas.fill(pose.project(pip), INK)
        return canvas


Clutter = Cup | Die


@dataclass(frozen=True, slots=True)
class Head:
    """A head that leans in under the camera: what is straight below it, and its hair (BGR).

    It is so near the camera that one over the board's edge is out of view, but for its shadow.
    """

    at_mm: tuple[float, float]
    radius_mm: float = 85.0
    height_mm: float = 330.0
    hair: tuple[int, int, int] = (28, 36, 48)
    hovers: ClassVar[bool] = True

    def draw(self, pose: CameraPose, light: TableLight) -> Canvas:
        """Draw a head of hair from above, lighter on top; its shadow is wide, soft and far off."""
        x, y = self.at_mm
        height = min(self.height_mm, NEAREST * pose.eye_mm[2])
        reach = np.column_stack([ROUND * self.radius_mm + (x, y), np.full(len(ROUND), height)])
        canvas = _canvas([reach], height, pose, light, fine=1)
        if canvas.empty:
            return canvas
        hair = np.array(self.hair, float)
        towards = light.lamps[0][0]
        for level in range(LEVELS):
            part = level / (LEVELS - 1)
            radius = self.radius_mm * np.cos(part * np.pi / 2)
            up = height + 0.8 * self.radius_mm * np.sin(part * np.pi / 2)
            lean = 0.25 * part * self.radius_mm * towards[:2]
            ring = np.column_stack([ROUND * radius + (x, y) + lean, np.full(len(ROUND), up)])
            canvas.fill(pose.project(ring), _shaded(hair, 0.6 + 0.8 * part))
        return canvas


def _canvas(
    outlines: list[Points], height_mm: float, pose: CameraPose, light: TableLight, fine: int = 2
) -> Canvas:
    """Make a canvas with the shadow of convex parts (each n x 3) that reach up to a height."""
    soft = max(1.0, SOFTER_PX * height_mm * light.softness)
    shadows = [
        [pose.project(light.cast(outline, lamp)) for outline in outlines]
        for lamp in range(len(light.lamps))
    ]
    everything = [pose.project(outline) for outline in outlines]
    everything += [part for parts in shadows for part in parts]
    canvas = Canvas(np.concatenate(everything), fine, round(3.0 * soft))
    if not canvas.empty:
        for lamp, parts in enumerate(shadows):
            canvas.shadow(parts, soft, light.depth(DEPTH, lamp))
    return canvas


def _ring(cup: Cup, radius: float, height: float) -> Points:
    return np.column_stack([ROUND * radius + cup.at_mm, np.full(len(ROUND), height)])


def _ear(cup: Cup) -> Points:
    """Give the handle as a slab that stands out to the right and down of the cup."""
    out = np.array([np.cos(0.6), np.sin(0.6)])
    aside = np.array([-out[1], out[0]]) * 5.0
    near, far = (out * reach + cup.at_mm for reach in (cup.radius_mm * 0.8, cup.radius_mm + EAR_MM))
    flat = np.array([near - aside, far - aside, far + aside, near + aside])
    heights = (0.3 * cup.height_mm, 0.85 * cup.height_mm)
    return np.concatenate([np.column_stack([flat, np.full(4, height)]) for height in heights])


def _within(canvas: Canvas, shape: Points, opening: Points, colour: Colour) -> None:
    """Fill as much of a convex shape as is seen through a convex opening."""
    hulls = (cv2.convexHull(part.astype(np.float32)) for part in (shape, opening))
    area, common = cv2.intersectConvexConvex(*hulls)
    if area > 0.0:
        canvas.fill(common.reshape(-1, 2).astype(float), colour)


def _shaded(colour: Points, shade: float) -> Colour:
    blue, green, red = np.clip(colour * shade, 0.0, 255.0).tolist()
    return blue, green, red
