"""Merchants and tiles as the camera sees them: solid bodies, lit and with a shadow."""

from functools import cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.virtual.light import Light
from hardware.virtual.pose import CameraPose, Points
from hardware.virtual.scene import (
    MERCHANT_HEIGHT_MM,
    MERCHANT_RADIUS_MM,
    TILE_THICKNESS_MM,
    Merchant,
    Tile,
    Token,
)
from hardware.virtual.sprite import Canvas, Colour
from hardware.virtual.texture import Picture
from hardware.virtual.tile_faces import influence_face

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
SECTORS: Final = 20
# How wide a barrel is along its axis, in parts of its height and of its greatest radius.
STAVES: Final = (
    (0.0, 0.86),
    (0.06, 0.9),
    (0.28, 0.98),
    (0.5, 1.0),
    (0.72, 0.98),
    (0.94, 0.9),
    (1.0, 0.86),
)
SOFT_PX: Final = 2.2
DEPTH: Final = 0.5


def draw_merchant(merchant: Merchant, pose: CameraPose, light: Light) -> Canvas:
    """Draw a barrel, standing or lying on its side."""
    rings, normals, axis = _barrel(merchant)
    pixels = pose.project(rings.reshape(-1, 3)).reshape(*rings.shape[:2], 2)
    shadow = pose.project(light.cast(rings.reshape(-1, 3)))
    canvas = Canvas(np.concatenate([pixels.reshape(-1, 2), shadow]))
    if canvas.empty:
        return canvas
    canvas.shadow([shadow], SOFT_PX, DEPTH)
    paint = np.array(PAINTS[merchant.paint])
    eye = np.array(pose.eye_mm)
    shades = light.brightness(normals)
    seen = ((eye - rings.mean(axis=0)) * normals).sum(axis=1) > -1.0
    for sector in np.flatnonzero(seen):
        beside = (sector + 1) % SECTORS
        for ring in range(len(rings) - 1):
            quad = pixels[[ring, ring, ring + 1, ring + 1], [sector, beside, beside, sector]]
            canvas.fill(quad, _lit(paint, shades[sector] * 0.86))
    for end, sign in ((-1, 1.0), (0, -1.0)):
        if (eye - rings[end].mean(axis=0)) @ axis * sign > 0.0:
            shade = float(light.brightness(sign * axis[None])[0])
            middle = pixels[end].mean(axis=0)
            canvas.fill(pixels[end], _lit(paint, shade * 0.92))
            canvas.fill(middle + 0.8 * (pixels[end] - middle), _lit(paint, shade * 1.04))
    return canvas


def draw_tile(tile: Tile, face: Picture, pose: CameraPose, light: Light) -> Canvas:
    """Draw a square tile lying flat with its face up."""
    return _flat(tile, SQUARE * (tile.side_mm / 2), face, pose, light)


def draw_token(token: Token, pose: CameraPose, light: Light) -> Canvas:
    """Draw a round influence tile lying flat with its face up."""
    around = np.linspace(0.0, 2 * np.pi, 32, endpoint=False)
    rim = token.radius_mm * np.stack([np.cos(around), np.sin(around)], axis=1)
    return _flat(token, rim, _small_influence_face(token.kind), pose, light)


def _barrel(merchant: Merchant) -> tuple[Points, Points, Points]:
    """Build the rings (ring x sector x 3), the outward normal of each sector, and the axis."""
    around = (np.arange(SECTORS) + 0.5) * 2 * np.pi / SECTORS + merchant.turn
    x, y = merchant.at_mm
    axis, one, other = np.eye(3)[[2, 0, 1]]
    start = np.array([x, y, merchant.lift_mm])
    if merchant.lying:
        axis = np.array([np.cos(merchant.turn), np.sin(merchant.turn), 0.0])
        one = np.array([-axis[1], axis[0], 0.0])
        other = np.array([0.0, 0.0, 1.0])
        start = start + other * MERCHANT_RADIUS_MM - axis * MERCHANT_HEIGHT_MM / 2
    spokes = np.cos(around)[:, None] * one + np.sin(around)[:, None] * other
    rings = [
        start + axis * along * MERCHANT_HEIGHT_MM + spokes * wide * MERCHANT_RADIUS_MM
        for along, wide in STAVES
    ]
    between = around + np.pi / SECTORS
    normals = np.cos(between)[:, None] * one + np.sin(between)[:, None] * other
    return np.array(rings), normals, axis


def _flat(
    piece: Tile | Token, outline: Points, face: Picture, pose: CameraPose, light: Light
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
    shadow = pose.project(light.cast(np.concatenate([top, bottom])))
    canvas = Canvas(np.concatenate([edge, shadow]))
    if not canvas.empty:
        corners = placed(SQUARE * np.abs(outline).max(), TILE_THICKNESS_MM)
        canvas.shadow([shadow], SOFT_PX, DEPTH)
        canvas.fill(edge, CARDBOARD)
        canvas.paste(face, pose.project(corners), pose.project(top))
    return canvas


@cache
def _small_influence_face(kind: str) -> Picture:
    face = cv2.resize(influence_face(kind), (72, 72), interpolation=cv2.INTER_AREA)
    return np.asarray(face, np.uint8)


def _lit(paint: npt.NDArray[np.float64], shade: float) -> Colour:
    blue, green, red = np.clip(paint * shade + 6.0 * max(0.0, shade - 0.9), 0.0, 255.0).tolist()
    return blue, green, red
