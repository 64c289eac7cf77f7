"""The tiles of a box, to be printed beside a board: city-states, then influence tiles."""

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from companion.games.sumeria.tile_faces import city_state_face, influence_face
from companion.picture import Image
from engine.board import Board
from seeds.sumeria import counts

Face = Callable[[int], Image]
"""Paints one tile as so many pixels wide."""


def printed_tiles(board: Board) -> list[tuple[float, Face]]:
    """List each tile with how wide it is in mm."""
    slot, space = board.row_boxes[0], board.tile_circles[0]
    states: list[tuple[float, Face]] = [
        (slot[2], partial(_of_city_state, number, state.name))
        for number, state in enumerate(board.regions)
    ]
    each = range(counts().of_each)
    return states + [(2 * space[2], partial(_of_kind, one)) for one in counts().kinds for _ in each]


def _of_city_state(number: int, name: str, side_px: int) -> Image:
    return city_state_face(number, name, side_px=side_px)


def _of_kind(kind: str, side_px: int) -> Image:
    """Paint a round tile on white: the black around it would only cost ink."""
    disc = influence_face(kind, side_px)
    side = disc.shape[0]
    inside = np.zeros((side, side), np.uint8)
    cv2.circle(inside, (side // 2, side // 2), side // 2, 255, -1, cv2.LINE_AA)
    share = inside[..., None] / 255.0
    return np.asarray(disc * share + 255.0 * (1.0 - share), np.uint8)
