"""Pieces, tiles and hands as the camera sees them: solid bodies, lit and with a shadow."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.virtual.camera_pose import CameraPose
from hardware.virtual.look import Shape, TableLight, TableLook
from hardware.virtual.painting import Colour, Picture, Points
from hardware.virtual.scene import TILE_THICKNESS_MM, Block, Hand, Piece, Tile, Token
from hardware.virtual.sprite import Canvas

Profile = tuple[tuple[float, float], ...]
PAINTS: Final[dict[str, Colour]] = {
    "red": (42.0, 36.0, 178.0),
    "blue": (164.0, 76.0, 30.0),
    "yellow": (30.0, 182.0, 228.0),
    "green": (58.0, 126.0, 34.0),
    "black": (38.0, 36.0, 36.0),
    "white": (222.0, 228.0, 232.0),
    "purple": (124.0, 46.0, 108.0),
    "orange": (26.0, 112.0, 230.0),
}
CARDBOARD: Final = (120.0, 150.0, 172.0)
SQUARE: Final = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
PROFILES: Final[dict[Shape, Profile]] = {
    "barrel": (
        (0, 0.86),
        (0.06, 0.9),
        (0.28, 0.98),
        (0.5, 1),
        (0.72, 0.98),
        (0.94, 0.9),
        (1, 0.86),
    ),
    "block": ((0, 1), (1, 1)),
    "disc": ((0, 0.96), (0.15, 1), (0.85, 1), (1, 0.95)),
}
"""How wide a piece is along its axis, in parts of its height and of its greatest radius."""
SECTORS: Final[dict[Shape, int]] = {"barrel": 20, "block": 4, "disc": 24}
TOP: Final[dict[Shape, float]] = {"barrel": 0.8, "block": 0.86, "disc": 0.88}
"""How much of its top is within the rounded edge."""
SOFT_PX: Final = 2.2
SHARPEST_PX: Final = 0.7
"""The sun itself casts no sharper shadow of a piece."""
DEPTH: Final = 0.5
TOKEN_PX: Final = (72, 72)
"""The face of a round tile, as fine as a camera sees it."""


def draw_piece(
    piece: Piece, pose: CameraPose, light: TableLight, look: TableLook, colour: Colour | None = None
) -> Canvas:
    """Draw a piece, standing or lying on its side; a block has no side that tells.

    It has a ``colour`` of its own, or that of its paint.
    """
    rings, normals, axis = _body(piece, look)
    points = rings.reshape(-1, 3)
    pixels = pose.project(points).reshape(*rings.shape[:2], 2)
    shadows = [pose.project(light.cast(points, lamp)) for lamp in range(len(light.lamps))]
    canvas = Canvas(np.concatenate([pixels.reshape(-1, 2), *shadows]), margin_px=_margin(light))
    if canvas.empty:
        return canvas
    _cast(canvas, shadows, light)
    finish = look.finish
    paint = finish.paint(colour or PAINTS[piece.paint], piece.turn)
    eye = np.array(pose.eye_mm)
    view = eye - rings.mean(axis=(0, 1))
    view /= np.linalg.norm(view)
    shades = light.brightness(normals)
    shines = finish.shines(light, normals, view)
    seen = ((eye - rings.mean(axis=0)) * normals).sum(axis=1) > -1.0
    sectors = rings.shape[1]
    # Beyond its top one sees the widest part of a barrel, which faces up a little.
    canvas.fill(pixels.reshape(-1, 2), _lit(paint, float(shades.mean()) * 0.86))
    for sector in np.flatnonzero(seen):
        beside = (sector + 1) % sectors
        # A stave is lit alike from its foot to its top.
        stave = pixels[:, [sector, beside]].reshape(-1, 2)
        canvas.fill(stave, _lit(paint, shades[sector] * 0.86, shines[sector]))
    for end, sign in ((-1, 1.0), (0, -1.0)):
        if (eye - rings[end].mean(axis=0)) @ axis * sign > 0.0:
            cap = sign * axis[None]
            shade = float(light.brightness(cap)[0])
            shine = float(finish.shines(light, cap, view)[0])
            middle = pixels[end].mean(axis=0)
            canvas.fill(pixels[end], _lit(paint, shade * 0.92, shine))
            edge = np.array(_lit(paint, shade * 0.96))
            for strip, mirrored in finish.edge(pixels[end], normals, cap[0], light, view):
                canvas.fill(strip, _lit(edge, 1.0, mirrored))
            inner = middle + TOP[look.shape] * (pixels[end] - middle)
            canvas.fill(inner, _lit(paint, shade * 1.04, shine))
    rows, columns = canvas.colour.shape[:2]
    grain = finish.grain((rows, columns), piece.at_mm)
    if grain is not None:
        canvas.colour[:] = cv2.multiply(canvas.colour, grain, dtype=cv2.CV_8U)
    return canvas


BLOCK: Final = TableLook(shape="block", radius_mm=4.0, height_mm=8.0)


def draw_block(block: Block, pose: CameraPose, light: TableLight) -> Canvas:
    """Draw a small wooden block of the box."""
    return draw_piece(Piece("", block.at_mm, block.turn), pose, light, BLOCK, block.colour)


def draw_tile(tile: Tile, face: Picture, pose: CameraPose, light: TableLight) -> Canvas:
    """Draw an oblong tile lying flat with its face up; the square face is stretched."""
    return _flat(tile, SQUARE * np.array(tile.size_mm) / 2, face, pose, light)


def draw_token(token: Token, face: Picture, pose: CameraPose, light: TableLight) -> Canvas:
    """Draw a round tile lying flat with its face up."""
    around = np.linspace(0.0, 2 * np.pi, 32, endpoint=False)
    small = np.asarray(cv2.resize(face, TOKEN_PX, interpolation=cv2.INTER_AREA), np.uint8)
    rim = token.radius_mm * np.stack([np.cos(around), np.sin(around)], axis=1)
    return _flat(token, rim, small, pose, light)


def _body(piece: Piece, look: TableLook) -> tuple[Points, Points, Points]:
    """Build the rings (ring x sector x 3), the outward normal of each sector, and the axis."""
    sectors = SECTORS[look.shape]
    # Corners are farther out than sides.
    radius = look.radius_mm / np.cos(np.pi / sectors) if sectors == len(SQUARE) else look.radius_mm
    around = (np.arange(sectors) + 0.5) * 2 * np.pi / sectors + piece.turn
    x, y = piece.at_mm
    axis, one, other = np.eye(3)[[2, 0, 1]]
    start = np.array([x, y, piece.lift_mm])
    if piece.lying and look.can_lie:
        axis = np.array([np.cos(piece.turn), np.sin(piece.turn), 0.0])
        one = np.array([-axis[1], axis[0], 0.0])
        other = np.array([0.0, 0.0, 1.0])
        start = start + other * look.radius_mm - axis * look.height_mm / 2
    spokes = np.cos(around)[:, None] * one + np.sin(around)[:, None] * other
    rings = [
        start + axis * along * look.height_mm + spokes * wide * radius
        for along, wide in PROFILES[look.shape]
    ]
    between = around + np.pi / sectors
    normals = np.cos(between)[:, None] * one + np.sin(between)[:, None] * other
    return np.array(rings), normals, axis


def _margin(light: TableLight) -> int:
    """Tell how far soft shadows reach beyond their outline, in pixels."""
    return round(4.0 * max(SOFT_PX * light.softness, SOFT_PX))


def _cast(canvas: Canvas, shadows: Sequence[Points], light: TableLight) -> None:
    for lamp, shadow in enumerate(shadows):
        soft = max(SHARPEST_PX, SOFT_PX * light.softness)
        canvas.shadow([shadow], soft, light.depth(DEPTH, lamp))


def _flat(
    piece: Tile | Token, outline: Points, face: Picture, pose: CameraPose, light: TableLight
) -> Canvas:
    """Draw a thin tile of an outline (mm around its centre) with a square face on top."""
    spin = np.array(
        [(np.cos(piece.turn), np.sin(piece.turn)), (-np.sin(piece.turn), np.cos(piece.turn))]
    )

    def placed(points: Points, height: float) -> Points:
        return np.column_stack(
            [points @ spin + np.array(piece.at_mm), np.full(len(points), height)]
        )

    top, bottom = placed(outline, TILE_THICKNESS_MM), placed(outline, 0.0)
    edge = pose.project(np.concatenate([top, bottom]))
    shadows = [
        pose.project(light.cast(np.concatenate([top, bottom]), lamp))
        for lamp in range(len(light.lamps))
    ]
    canvas = Canvas(np.concatenate([edge, *shadows]), margin_px=_margin(light))
    if not canvas.empty:
        corners = placed(SQUARE * np.abs(outline).max(axis=0), TILE_THICKNESS_MM)
        _cast(canvas, shadows, light)
        canvas.fill(edge, CARDBOARD)
        canvas.paste(face, pose.project(corners), pose.project(top))
    return canvas


def _lit(paint: npt.NDArray[np.float64], shade: float, shine: float = 0.0) -> Colour:
    """Light paint: what it scatters in its own colour, and what it mirrors in the lamp's."""
    lit = paint * shade + 6.0 * max(0.0, shade - 0.9) + shine
    blue, green, red = np.clip(lit, 0.0, 255.0).tolist()
    return blue, green, red


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
HAND_SOFT_PX: Final = 7.0
HAND_DEPTH: Final = 0.42
CIRCLE: Final = np.stack(
    [np.cos(np.arange(14) * np.pi / 7), np.sin(np.arange(14) * np.pi / 7)], axis=1
)

WHOLE: Final = (np.ones(1), np.zeros((1, 2)))
"""The outline itself: all of the thickness, in its place."""


def draw_hand(hand: Hand, pose: CameraPose, light: TableLight) -> Canvas:
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
    soft = HAND_SOFT_PX * light.softness
    canvas = Canvas(np.concatenate(everything), 1, round(3.0 * soft))
    if canvas.empty:
        return canvas
    for lamp, parts in enumerate(shadows):
        canvas.shadow(parts, soft, light.depth(HAND_DEPTH, lamp))
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


def _shadow(knobs: Points, pose: CameraPose, light: TableLight, lamp: int) -> list[Points]:
    fallen = light.cast(knobs[:, :3], lamp)
    return _outlines(np.column_stack([fallen, knobs[:, 3:]]), pose, *WHOLE)[0]


def _limb(
    canvas: Canvas, knobs: Points, colour: Colour, pose: CameraPose, light: TableLight
) -> None:
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
