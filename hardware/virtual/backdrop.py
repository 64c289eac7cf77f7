"""What never moves: a wooden table and the printed board lying on it, seen through the camera."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from engine.board import Board
from hardware.virtual.artwork import PX_PER_MM, paint_board
from hardware.virtual.light import Light
from hardware.virtual.pose import HEIGHT_PX, WIDTH_PX, CameraPose, Points
from hardware.virtual.texture import Field, Picture, wood

# Copies of one edition of a board are printed alike, whatever table they lie on.
EDITION: Final = 1
WOOD_PX_PER_MM: Final = 1.3
MARGIN_MM: Final = 420.0
THICKNESS_MM: Final = 3.0
SHADOW: Final = 0.55
SOFT_PX: Final = 4.0
SIDE: Final = (70.0, 92.0, 110.0)


def paint_backdrop(board: Board, pose: CameraPose, light: Light, seed: int) -> Field:
    """Paint table and board: BGR, 960 x 1280 x 3, before the lens; ``seed`` chooses the wood."""
    width, height = board.size_mm
    rows, columns = (round((side + 2 * MARGIN_MM) * WOOD_PX_PER_MM) for side in (height, width))
    planks = wood(np.random.default_rng(seed), rows, columns, WOOD_PX_PER_MM)
    on_table = pose.homography(-THICKNESS_MM)
    table = _seen(planks, on_table, WOOD_PX_PER_MM, MARGIN_MM)
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    below = np.array([0.0, 0.0, THICKNESS_MM])
    shadow = _filled(pose.project(light.cast(corners + below) - below))
    shade = 1.0 - SHADOW * cv2.GaussianBlur(shadow, (0, 0), SOFT_PX)
    picture = table * shade[..., None]
    printed = cv2.GaussianBlur(paint_board(board, EDITION), (0, 0), 0.3 * PX_PER_MM)
    layers: list[tuple[Points, npt.NDArray[np.float32]]] = [
        (corners - below, np.array(SIDE, np.float32)),
        (corners, _seen(np.asarray(printed, np.uint8), pose.homography(), PX_PER_MM, 0.0)),
    ]
    for outline, colour in layers:
        share = _filled(pose.project(outline))[..., None]
        picture = picture * (1.0 - share) + colour * share
    return np.asarray(picture, np.float32)


def _seen(picture: Picture, homography: Points, px_per_mm: float, margin_mm: float) -> Field:
    """See a flat picture that begins ``margin_mm`` outside the board, in a plane's homography."""
    to_mm = np.array(
        [[1 / px_per_mm, 0.0, -margin_mm], [0.0, 1 / px_per_mm, -margin_mm], [0.0, 0.0, 1.0]]
    )
    # At its edge the board goes on a little, lest black shine through the soft outline.
    seen = cv2.warpPerspective(
        picture, homography @ to_mm, (WIDTH_PX, HEIGHT_PX), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.float32)


def _filled(outline: Points) -> Field:
    """Fill an outline in pixels: 1 inside, 0 outside, in between along the edge."""
    mask = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(outline * 16).astype(np.int32), (255,), cv2.LINE_AA, 4)
    return mask.astype(np.float32) / np.float32(255.0)
