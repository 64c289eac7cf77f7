"""How cubes, exchange tiles and markers look, on a virtual table of Siberia and to be printed."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from engine.siberia.board import BLOCKED, Exchange, as_siberia
from engine.siberia.material import ACTIONS, COUNTS, MANAGER, MARKERS, RESOURCES
from engine.siberia.material import CUBES as NUMBERS
from hardware.virtual.painting import Brush, Colour, Picture

Face = Callable[[int], Picture]
"""Paints one thing as so many pixels wide."""
Called = Callable[[str], str]
"""Tells what is written on a marker for an action or a resource."""
WORD: Final = 84.0
"""How wide a word on a marker is at most, of 100."""
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
"""The grounds (BGR) of the exchange sides, in the board file's order."""
PERSONS: Final = ((84, 62, 148), (140, 92, 40), (52, 120, 60), (44, 96, 156), (110, 110, 110))
"""The grounds of the markers of manager, logistics, salesman, worker and investor."""
CUBE_MM: Final = 10.0
"""How long the edges of a paper cube are."""
NET: Final = ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2))
"""The sides of a cube that lies unfolded, by column and row."""
NET_SIZE: Final = (4, 3)
ACTION_MM: Final = 20.0
"""How wide a paper action marker is."""


def table_faces(board: Board) -> dict[str, Picture]:
    """Paint the faces of exchange sides, investment markers and blocking markers, by name."""
    sides = enumerate(as_siberia(board).exchanges)
    faces = {one.id: _side(i, one.name, one.prices) for i, one in sides}
    faces |= {action: _marker(i, action) for i, action in enumerate(ACTIONS)}
    return faces | {BLOCKED: _blocked()}


def needed(board: Board) -> str:
    """Name what a board file must have so that its pieces can be printed; empty if it has it."""
    printed = as_siberia(board)
    if printed.exchange_slots and printed.clock_spaces and printed.investment_slots:
        return ""
    return (
        "[exchanges], [clocks] and [investments], as tiles and markers are printed as large as"
        " their places"
    )


def printed_tiles(board: Board, called: Called = str) -> list[tuple[tuple[float, float], Face]]:
    """List all that is cut out, with its width and height in mm; pawns are not of paper."""
    return [*_printed(board, called)]


def _printed(board: Board, called: Called) -> Iterator[tuple[tuple[float, float], Face]]:
    printed = as_siberia(board)
    _, _, *exchange = printed.exchange_slots[0]
    _, _, *open_slot = printed.investment_slots[0]
    for i, one in enumerate(printed.exchanges):
        wide, high = exchange
        yield (wide, high), partial(_printed_side, i, one, high / wide)
    for i, action in enumerate(ACTIONS):
        wide, high = open_slot
        face = partial(_stretched, high / wide, partial(_marker, i, action, called=called))
        yield from [((wide, high), face)] * COUNTS.of_each_investment
    across = 2 * printed.clock_spaces[0][2]
    yield from [((across, across), _printed_block)] * COUNTS.end.locked
    columns, rows = NET_SIZE
    for resource, number in zip(RESOURCES, NUMBERS, strict=True):
        net = (columns * CUBE_MM, rows * CUBE_MM), partial(_net, CUBES[resource])
        yield from [net] * number
    for kind, number in zip(MARKERS, printed.markers, strict=False):
        yield from [((ACTION_MM, ACTION_MM), partial(_action_marker, kind, called))] * number


def _printed_side(number: int, one: Exchange, height: float, wide_px: int) -> Picture:
    """Paint a side of an exchange tile with whole prices, so many times as high as it is wide."""
    high_px = round(height * wide_px)
    brush = Brush(np.zeros((high_px, wide_px, 3), np.uint8), wide_px / 100)
    low = 100.0 * height
    brush.box(0.0, 0.0, 100.0, low, CREAM)
    brush.box(2.0, 2.0, 98.0, low - 2.0, SIDES[number % len(SIDES)])
    brush.box(8.0, 0.08 * low, 92.0, 0.3 * low, CREAM)
    brush.text(one.name.upper(), (50.0, 0.19 * low), 0.12 * low, DARK)
    bought = [pair for pair in zip(RESOURCES, one.prices, strict=True) if pair[1]]
    for i, (resource, price) in enumerate(bought):
        x = 2.0 + 96.0 * (i + 0.5) / len(bought)
        brush.disc((x, 0.54 * low), 0.12 * low, CREAM)
        brush.disc((x, 0.54 * low), 0.1 * low, CUBES[resource])
        brush.text(f"{price}", (x, 0.82 * low), 5.5, CREAM)
    return brush.picture


def _stretched(height: float, face: Face, wide_px: int) -> Picture:
    """Paint something in a box that is so many times as high as it is wide."""
    picture = face(wide_px)
    size = (wide_px, round(height * wide_px))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def _printed_block(side_px: int) -> Picture:
    """Paint a blocking marker on white: the black around it would only cost ink."""
    brush = Brush(np.full((side_px, side_px, 3), 255, np.uint8), side_px / 100)
    _bar(brush)
    return brush.picture


def _net(colour: Colour, wide_px: int) -> Picture:
    """Paint an unfolded cube: its sides, with lines to fold along."""
    columns, rows = NET_SIZE
    high_px = round(wide_px * rows / columns)
    brush = Brush(np.full((high_px, wide_px, 3), 255, np.uint8), wide_px / columns)
    for column, row in NET:
        brush.box(column, row, column + 1.0, row + 1.0, DARK)
        brush.box(column + 0.03, row + 0.03, column + 0.97, row + 0.97, colour)
    return brush.picture


def _action_marker(kind: str, called: Called, side_px: int) -> Picture:
    """Paint an action marker: a manager, or another person and a resource."""
    resource, _, person = kind.rpartition(".")
    if person == MANAGER:
        return _marker(ACTIONS.index(MANAGER), MANAGER, side_px, called)
    number = ACTIONS.index(person)
    brush = _brush(PERSONS[number], side_px)
    brush.star((32.0, 34.0), 22.0, CREAM, points=3 + number)
    brush.disc((70.0, 42.0), 20.0, DARK)
    brush.disc((70.0, 42.0), 18.0, CUBES[resource])
    brush.box(6.0, 66.0, 94.0, 96.0, CREAM)
    brush.text(called(person).upper(), (50.0, 74.0), 9.0, DARK, most=WORD)
    brush.text(called(resource).upper(), (50.0, 88.0), 9.0, DARK, most=WORD)
    return brush.picture


def _brush(ground: Colour, side_px: int) -> Brush:
    brush = Brush(np.zeros((side_px, side_px, 3), np.uint8), side_px / 100)
    brush.box(0.0, 0.0, 100.0, 100.0, CREAM)
    brush.box(3.0, 3.0, 97.0, 97.0, ground)
    return brush


def _side(number: int, name: str, prices: tuple[int, ...], side_px: int = FACE_PX) -> Picture:
    brush = _brush(SIDES[number % len(SIDES)], side_px)
    brush.box(8.0, 6.0, 92.0, 26.0, CREAM)
    brush.text(name.upper(), (50.0, 16.0), 11.0, DARK)
    bought = [(one, price) for one, price in zip(RESOURCES, prices, strict=True) if price]
    for i, (resource, price) in enumerate(bought):
        x = 100.0 * (i + 0.5) / len(bought)
        brush.disc((x, 84.0), 6.0, CREAM)
        brush.disc((x, 84.0), 4.5, CUBES[resource])
        brush.text(f"{price // 100}", (x, 95.0), 7.0, CREAM)
    return brush.picture


def _marker(number: int, action: str, side_px: int = FACE_PX, called: Called = str) -> Picture:
    persons = len(ACTIONS) - len(RESOURCES)
    if action in RESOURCES:
        brush = _brush((172, 190, 196), side_px)
        brush.disc((50.0, 44.0), 32.0, DARK)
        brush.disc((50.0, 44.0), 29.0, CUBES[action])
    else:
        brush = _brush(PERSONS[number], side_px)
        brush.star((50.0, 44.0), 34.0, CREAM, points=3 + number)
        brush.disc((50.0, 44.0), 9.0, DARK if number % 2 else CREAM)
    brush.box(6.0, 80.0, 94.0, 96.0, CREAM)
    high = 9.0 if number < persons else 10.0
    brush.text(called(action).upper(), (50.0, 88.0), high, DARK, most=WORD)
    return brush.picture


def _blocked() -> Picture:
    """Paint a blocking marker: a barred disc that fills its square."""
    brush = Brush(np.zeros((FACE_PX, FACE_PX, 3), np.uint8), FACE_PX / 100)
    _bar(brush)
    return brush.picture


def _bar(brush: Brush) -> None:
    brush.disc((50.0, 50.0), 50.0, (36, 30, 150))
    brush.disc((50.0, 50.0), 34.0, (150, 150, 236))
    brush.line([(26.0, 26.0), (74.0, 74.0)], (36, 30, 150), 14.0)
