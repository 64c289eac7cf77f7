"""How what lies on a virtual table of Siberia looks: cubes, exchange tiles, markers."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from engine.board import Board
from engine.siberia.board import BLOCKED, as_siberia
from engine.siberia.material import ACTIONS, RESOURCES
from hardware.virtual.painting import Brush, Colour, Picture

FACE_PX: Final = 144
CREAM: Final = (212, 232, 240)
DARK: Final = (36, 40, 48)
CUBES: Final[Mapping[str, Colour]] = dict(
    zip(
        RESOURCES,
        (
            (206.0, 168.0, 60.0),
            (40.0, 38.0, 38.0),
            (116.0, 44.0, 112.0),
            (24.0, 112.0, 226.0),
            (226.0, 230.0, 232.0),
        ),
        strict=True,
    )
)
"""The colour (BGR) of each resource's cubes: sky blue, black, purple, orange, white."""
SIDES: Final = (
    (96, 132, 68),
    (150, 96, 52),
    (70, 92, 160),
    (120, 84, 132),
    (60, 132, 168),
    (148, 140, 62),
    (88, 88, 96),
    (52, 60, 140),
    (164, 120, 120),
    (40, 96, 120),
    (120, 160, 110),
)
PERSONS: Final = ((84, 62, 148), (140, 92, 40), (52, 120, 60), (44, 96, 156), (110, 110, 110))
"""The grounds of the markers of manager, logistics, salesman, worker and investor."""


def table_faces(board: Board) -> dict[str, Picture]:
    """Paint the faces of exchange sides, investment markers and blocking markers, by name."""
    sides = enumerate(as_siberia(board).exchanges)
    faces = {one.id: _side(i, one.name, one.prices) for i, one in sides}
    faces |= {action: _marker(i, action) for i, action in enumerate(ACTIONS)}
    return faces | {BLOCKED: _blocked()}


def _brush(ground: Colour) -> Brush:
    brush = Brush(np.zeros((FACE_PX, FACE_PX, 3), np.uint8), FACE_PX / 100)
    brush.box(0.0, 0.0, 100.0, 100.0, CREAM)
    brush.box(3.0, 3.0, 97.0, 97.0, ground)
    return brush


def _side(number: int, name: str, prices: tuple[int, ...]) -> Picture:
    brush = _brush(SIDES[number % len(SIDES)])
    brush.box(8.0, 6.0, 92.0, 26.0, CREAM)
    brush.text(name.upper(), (50.0, 16.0), 11.0, DARK)
    bought = [(one, price) for one, price in zip(RESOURCES, prices, strict=True) if price]
    for i, (resource, price) in enumerate(bought):
        x = 100.0 * (i + 0.5) / len(bought)
        brush.disc((x, 84.0), 6.0, CREAM)
        brush.disc((x, 84.0), 4.5, CUBES[resource])
        brush.text(f"{price // 100}", (x, 95.0), 7.0, CREAM)
    return brush.picture


def _marker(number: int, action: str) -> Picture:
    persons = len(ACTIONS) - len(RESOURCES)
    if action in RESOURCES:
        brush = _brush((172, 190, 196))
        brush.disc((50.0, 44.0), 32.0, DARK)
        brush.disc((50.0, 44.0), 29.0, CUBES[action])
    else:
        brush = _brush(PERSONS[number])
        brush.star((50.0, 44.0), 34.0, CREAM, points=3 + number)
        brush.disc((50.0, 44.0), 9.0, DARK if number % 2 else CREAM)
    brush.box(6.0, 80.0, 94.0, 96.0, CREAM)
    brush.text(action.upper(), (50.0, 88.0), 9.0 if number < persons else 10.0, DARK)
    return brush.picture


def _blocked() -> Picture:
    """Paint a blocking marker: a barred disc that fills its square."""
    brush = Brush(np.zeros((FACE_PX, FACE_PX, 3), np.uint8), FACE_PX / 100)
    brush.disc((50.0, 50.0), 50.0, (36, 30, 150))
    brush.disc((50.0, 50.0), 34.0, (150, 150, 236))
    brush.line([(26.0, 26.0), (74.0, 74.0)], (36, 30, 150), 14.0)
    return brush.picture
