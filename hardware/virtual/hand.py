"""A hand that reaches in over the table: fingers, palm, forearm and sleeve."""

from typing import Final

import numpy as np
import numpy.typing as npt

from hardware.virtual.camera_pose import CameraPose, Points
from hardware.virtual.light import Light
from hardware.virtual.scene import Hand
from hardware.virtual.sprite import Canvas, Colour

Knob = tuple[float, float, float, float]
# Knobs of a gripping right hand: mm back from the fingertips, to the right, height, radius.
LITTLE: Final[tuple[Knob, ...]] = ((82, 33, 54, 10), (56, 38, 46, 8.5), (42, 31, 28, 7))
RING: Final[tuple[Knob, ...]] = ((75, 17, 58, 10.5), (43, 22, 52, 9), (27, 17, 30, 7.5))
MIDDLE: Final[tuple[Knob, ...]] = (
    (70, -1, 60, 11),
    (33, 3, 57, 9.5),
    (13, 6, 36, 8),
    (1, 5, 17, 6.5),
)
INDEX: Final[tuple[Knob, ...]] = (
    (73, -20, 58, 11),
    (39, -22, 54, 9.5),
    (17, -12, 34, 8),
    (3, -5, 16, 6.5),
)
THUMB: Final[tuple[Knob, ...]] = (
    (142, -8, 56, 22),
    (112, -30, 50, 15),
    (74, -43, 42, 10.5),
    (40, -33, 28, 9),
    (10, -9, 15, 7.5),
)
PALM: Final[tuple[Knob, ...]] = ((88, 7, 58, 35), (118, 0, 60, 35), (150, 2, 62, 28))
WRIST: Final[tuple[Knob, ...]] = ((146, 2, 62, 27), (196, 2, 66, 29))
SLEEVE: Final[tuple[Knob, ...]] = ((182, 2, 68, 38), (290, 4, 72, 46), (760, 10, 80, 62))
CUFF: Final[tuple[Knob, ...]] = ((180, 2, 68, 39), (192, 2, 68, 39))
PALE: Final = np.array([150.0, 176.0, 222.0])
DARK: Final = np.array([44.0, 68.0, 112.0])
LEVELS: Final = 9
SOFT_PX: Final = 7.0
DEPTH: Final = 0.42
CIRCLE: Final = np.stack(
    [np.cos(np.arange(14) * np.pi / 7), np.sin(np.arange(14) * np.pi / 7)], axis=1
)

WHOLE: Final = (np.ones(1), np.zeros((1, 2)))
"""The outline itself: all of the thickness, in its place."""


def draw_hand(hand: Hand, pose: CameraPose, light: Light) -> Canvas:
    """Draw the hand as rounded limbs, each lighter towards the lamp."""
    skin = _colour(PALE + (DARK - PALE) * hand.skin)
    cloth = _colour(np.array(hand.sleeve, float))
    limbs = (
        (WRIST, skin),
        (SLEEVE, cloth),
        (CUFF, cloth),
        (THUMB, skin),
        (PALM, skin),
        (LITTLE, skin),
        (RING, skin),
        (INDEX, skin),
        (MIDDLE, skin),
    )
    placed = [(_place(knobs, hand), colour) for knobs, colour in limbs]
    outlines = [_outlines(knobs, pose, *WHOLE)[0] for knobs, _ in placed]
    shadows = [
        [part for knobs, _ in placed for part in _shadow(knobs, pose, light, lamp)]
        for lamp in range(len(light.lamps))
    ]
    everything = [part for limb in outlines + shadows for part in limb]
    soft = SOFT_PX * light.softness
    canvas = Canvas(np.concatenate(everything), 1, round(3.0 * soft))
    if canvas.empty:
        return canvas
    for lamp, parts in enumerate(shadows):
        canvas.shadow(parts, soft, light.depth(DEPTH, lamp))
    for knobs, colour in placed:
        _limb(canvas, knobs, colour, pose, light)
    return canvas


def _place(knobs: tuple[Knob, ...], hand: Hand) -> Points:
    """Put knobs of the hand on the table: n x 4, (x, y, height, radius)."""
    tip = np.array(hand.tip_mm)
    back = np.array(hand.from_mm) - tip
    back = back / np.linalg.norm(back)
    right = np.array([-back[1], back[0]]) * -1.0
    return np.array(
        [(*(tip + back * along + right * side), height, r) for along, side, height, r in knobs]
    )


def _outlines(
    knobs: Points, pose: CameraPose, shares: Points, shifts: Points
) -> list[list[Points]]:
    """Project a limb as convex pieces, one between each two knobs that follow each other.

    Once for each of ``shares`` (m), the part of its thickness that is left, and ``shifts``
    (m x 2), where that lies, in radii.
    """
    around = CIRCLE * shares[:, None, None, None] + shifts[:, None, None, :]
    flat = around * knobs[:, 3, None, None] + knobs[:, None, :2]
    height = np.broadcast_to(knobs[:, 2, None, None], (*flat.shape[:3], 1))
    points = np.concatenate([flat, height], axis=3)
    rounds = pose.project(points.reshape(-1, 3)).reshape(*flat.shape[:3], 2)
    return [[level[i : i + 2].reshape(-1, 2) for i in range(len(level) - 1)] for level in rounds]


def _shadow(knobs: Points, pose: CameraPose, light: Light, lamp: int) -> list[Points]:
    fallen = light.cast(knobs[:, :3], lamp)
    return _outlines(np.column_stack([fallen, knobs[:, 3:]]), pose, *WHOLE)[0]


def _limb(canvas: Canvas, knobs: Points, colour: Colour, pose: CameraPose, light: Light) -> None:
    """Fill from the dark rim to the lit ridge."""
    base = np.array(colour)
    lamp = light.lamps[0][0]
    parts = np.linspace(0.0, 1.0, LEVELS)
    shifts = 0.35 * parts[:, None] * lamp[:2]
    levels = _outlines(knobs, pose, 1.0 - 0.86 * parts, shifts)
    for part, pieces in zip(parts, levels, strict=True):
        lit = _colour(base * (0.55 + 0.55 * np.sqrt(part)))
        for piece in pieces:
            canvas.fill(piece, lit)


def _colour(bgr: npt.NDArray[np.float64]) -> Colour:
    blue, green, red = bgr.clip(0.0, 255.0).tolist()
    return blue, green, red
