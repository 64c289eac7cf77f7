"""The painted ground of a board: a tint for each city-state's land, and a river between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from engine.board import Board
from hardware.virtual.grounds import ground
from hardware.virtual.manners import Colour, Manner
from hardware.virtual.texture import Field, Picture, Rng, clipped, fractal

RIVER_MM: Final = 11.0
WANDER_MM: Final = 5.0
RIPPLE_MM: Final = 12.5
BANK: Final = 0.35
BORDER: Final = 0.30


@dataclass(frozen=True, slots=True)
class Land:
    """The ground as a picture; where the river flows (0 to 1 a pixel); each city-state's tint."""

    picture: Picture
    water: Field
    tints: Mapping[str | None, Colour]


def paint_land(board: Board, rng: Rng, px_per_mm: float, manner: Manner) -> Land:
    """Tint all ground as the nearest location's city-state; borders and banks wander a little."""
    width, height = (round(side * px_per_mm) for side in board.size_mm)
    states = list(dict.fromkeys(location.city_state for location in board.locations))
    tints = {state: manner.tints[i % len(manner.tints)] for i, state in enumerate(states)}
    distance = _distances(board, states, rng)
    share = np.exp((distance.min(axis=0) - distance) / 0.8)
    share /= share.sum(axis=0)
    land = np.tensordot(share, np.array(list(tints.values()), np.float32), axes=(0, 0))
    border = 1.0 - BORDER * np.clip(2.0 * (1.0 - share.max(axis=0)), 0.0, 1.0)
    flow = _river(board, states, distance)
    bank = 1.0 - BANK * np.exp(-(((flow - 0.12) / 0.10) ** 2))
    colour, shade, water = (
        cv2.resize(part.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
        for part in (land, border * bank, np.clip(3.0 * flow, 0.0, 1.0))
    )
    ground(manner.style, rng, colour, px_per_mm)
    ripple = 1.0 + 0.05 * np.sin(9.0 * fractal(rng, height, width, RIPPLE_MM * px_per_mm))
    colour += (np.array(manner.water, np.float32) * ripple[..., None] - colour) * water[..., None]
    return Land(clipped(colour * shade[..., None]), np.asarray(water, np.float32), tints)


def _distances(board: Board, states: Sequence[str | None], rng: Rng) -> npt.NDArray[np.float32]:
    """Measure, a pixel a mm, how far each city-state's nearest location is."""
    rows, columns = (round(side) for side in board.size_mm[::-1])
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    x += WANDER_MM * fractal(rng, rows, columns, 40.0)
    y += WANDER_MM * fractal(rng, rows, columns, 40.0)
    distance = np.full((len(states), rows, columns), np.inf, np.float32)
    for location in board.locations:
        at = states.index(location.city_state)
        away = np.hypot(x - location.at_mm[0], y - location.at_mm[1])
        distance[at] = np.minimum(distance[at], away)
    return distance


def _river(board: Board, states: Sequence[str | None], distance: Field) -> Field:
    """Part the northern half of the city-states from the southern half: 1 in mid-stream."""
    middle = [
        float(np.mean([one.at_mm[1] for one in board.locations if one.city_state == state]))
        for state in states
    ]
    order = np.argsort(middle, kind="stable")
    north, south = order[: len(order) // 2], order[len(order) // 2 :]
    if not len(north):
        return np.zeros(distance.shape[1:], np.float32)
    gap = np.abs(distance[north].min(axis=0) - distance[south].min(axis=0))
    return np.asarray(np.clip(1.0 - gap / RIVER_MM, 0.0, 1.0), np.float32)
