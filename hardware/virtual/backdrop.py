"""What never moves: a table and the printed board lying on it, seen through the camera."""

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from hardware.virtual.camera_pose import HEIGHT_PX, WIDTH_PX, CameraPose, Points, nodes, spread
from hardware.virtual.light import USUAL_SHARE, Light
from hardware.virtual.look import Look
from hardware.virtual.painting import Field, Picture, clipped, surface
from hardware.virtual.printed_board import PX_PER_MM, Printer, paint_board

TABLE_PX_PER_MM: Final = 1.3
MARGIN_MM: Final = 420.0
"""How much of the table around the board is painted."""
THICKNESS_MM: Final = 3.0
SHADOW: Final = 0.55
SOFT_PX: Final = 4.0
SIDE: Final = (70.0, 92.0, 110.0)
MIRRORED: Final = 190.0
"""Grey levels that a varnished board adds where it mirrors a usual lamp."""
LOBE: Final = 0.10
"""Radians around a usual lamp's mirror image within which varnish still shines."""
EDGE: Final = np.linspace(0.0, 1.0, 24, endpoint=False)[:, None]


class Backdrop:
    """The table top and the printed board, painted once and seen from any pose in any light."""

    def __init__(self, board: Board, look: Look, seed: int) -> None:
        """Paint both; ``seed`` chooses the table, the look's edition the board."""
        self._size = board.size_mm
        self._gloss = look.gloss
        width, height = board.size_mm
        rows, columns = (
            round((side + 2 * MARGIN_MM) * TABLE_PX_PER_MM) for side in (height, width)
        )
        rng = np.random.default_rng(seed)
        self._table = surface(look.table, rng, rows, columns, TABLE_PX_PER_MM)
        self._printed = _print(board, look.edition, look.printer)

    def seen(self, pose: CameraPose, light: Light, shading: Field) -> Picture:
        """See it: BGR, 960 x 1280 x 3, each pixel ``shading`` (960 x 1280) times as bright."""
        width, height = self._size
        corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
        outline = np.concatenate(
            [a + (b - a) * EDGE for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
        )
        below = np.array([0.0, 0.0, THICKNESS_MM])
        pixels = nodes()
        on_board = pose.on_board(pixels)
        on_table = pose.on_table(pixels, -THICKNESS_MM)
        face = _filled(pose.project(outline))
        edge = _filled(pose.project(outline - below)) * (1.0 - face)
        table = 1.0 - face - edge
        for lamp in range(len(light.lamps)):
            shadow = _filled(pose.project(light.cast(outline + below, lamp) - below))
            soft = cv2.GaussianBlur(shadow, (0, 0), SOFT_PX * light.softness)
            table *= 1.0 - light.depth(SHADOW, lamp) * soft
        face *= shading
        lit = face * spread(light.brightness(_normals(pose, on_board)))
        picture = _times(
            _looked_up(self._table, (on_table + MARGIN_MM) * TABLE_PX_PER_MM), table * shading
        )
        picture += _times(_looked_up(self._printed, on_board * PX_PER_MM), lit)
        edge *= shading
        mirrored = spread(self._mirrored(pose, light, on_board)) * face if self._gloss else None
        for channel, side in enumerate(SIDE):
            plane = picture[..., channel]
            plane += side * edge
            if mirrored is not None:
                plane += mirrored
        return clipped(picture)

    def _mirrored(self, pose: CameraPose, light: Light, at_mm: Points) -> Points:
        """Tell what varnish adds at places of the board (n x 2, mm)."""
        view = np.array(pose.eye_mm) - np.column_stack([at_mm, np.zeros(len(at_mm))])
        view /= np.linalg.norm(view, axis=1, keepdims=True)
        normals = _normals(pose, at_mm)
        back = 2.0 * (view * normals).sum(axis=1, keepdims=True) * normals - view
        total = np.zeros(len(at_mm))
        wide = 0.5 + 0.5 * light.softness
        for towards, share in light.lamps:
            angle = np.arccos(np.clip(back @ towards, -1.0, 1.0))
            # The wider a lamp, the less bright it is itself for the same light on the table.
            total += share / USUAL_SHARE / wide * np.exp(-((angle / (LOBE * wide)) ** 2))
        return np.asarray(self._gloss * MIRRORED * total)


@lru_cache(maxsize=2)
def _print(board: Board, edition: int, printer: Printer) -> Picture:
    """Print a board, as sharp as a press prints."""
    printed = cv2.GaussianBlur(paint_board(board, edition, printer), (0, 0), 0.3 * PX_PER_MM)
    return np.asarray(printed, np.uint8)


def _normals(pose: CameraPose, at_mm: Points) -> Points:
    """Stand upright on the bent board at places (n x 2, mm): n x 3 unit vectors."""
    steps = np.array([(1.0, 0.0), (0.0, 1.0)])
    slopes = [(pose.sheet.lift(at_mm + s) - pose.sheet.lift(at_mm - s)) / 2.0 for s in steps]
    normals = np.column_stack([-slopes[0], -slopes[1], np.ones(len(at_mm))])
    return np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True))


def _looked_up(picture: Picture, places: Points) -> Picture:
    """Look pixels up in a flat picture at ``places`` of the coarse grid (n x 2, its pixels)."""
    # At its edge the board goes on a little, lest black shine through the soft outline.
    seen = cv2.remap(
        picture, spread(places), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.uint8)


def _times(picture: Picture, share: Field) -> Field:
    """Multiply all channels of a picture."""
    return np.asarray(cv2.multiply(picture, cv2.merge([share] * 3), dtype=cv2.CV_32F), np.float32)


def _filled(outline: Points) -> Field:
    """Fill an outline in pixels: 1 inside, 0 outside, in between along the edge."""
    mask = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    fixed = np.rint(outline * 16).astype(np.int32)
    cv2.fillPoly(mask, [fixed], (255,), cv2.LINE_AA, 4)
    return mask.astype(np.float32) / np.float32(255.0)
