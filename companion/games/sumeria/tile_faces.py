"""The faces of the tiles, for a virtual table and to be printed: city-states, influence."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from hardware.virtual.painting import Brush, Colour, Picture
from hardware.virtual.printed_board import EDITION, TINTS
from seeds.sumeria import counts

Emblem = Callable[[Brush], None]
Face = Callable[[int], Picture]
"""Paints one tile as so many pixels wide."""
FACE_PX: Final = 144
CREAM: Final = (212, 232, 240)
DARK: Final = (36, 40, 48)
GROUNDS: Final = (
    (48, 44, 168),
    (156, 92, 40),
    (44, 164, 214),
    (78, 120, 44),
    (140, 66, 112),
    (52, 118, 222),
    (158, 150, 52),
    (72, 84, 104),
)

VIVID: Final = 2.5
"""By how much more colourful than its region a tile of our own edition is."""
DARKER: Final = 0.75
"""Of how light that is, so that tiles stand out from the board."""
NAME_BAND: Final = (3.0, 68.0, 97.0, 97.0)
"""Where the name is written on such a tile, to be read in a small picture of the whole table."""
NAME_HEIGHT: Final = 21.0
LETTER_HEIGHT: Final = 52.0
LIGHT: Final = 360.0
"""The sum of its parts from which a colour is so light that a letter on it is dark."""
ALIKE: Final = 0.25
"""How often an edition prints all city-state tiles on the same colour."""
DARKEST: Final = 0.5


def table_faces(board: Board, edition: int = EDITION) -> dict[str, Picture]:
    """Give the faces of all tiles, by city-state and by kind; they are not to be changed."""
    faces = _painted(tuple(state.name for state in board.regions), edition)
    return dict(zip((*(state.id for state in board.regions), *INFLUENCE), faces, strict=True))


@lru_cache(maxsize=4)
def _painted(names: tuple[str, ...], edition: int) -> Sequence[Picture]:
    """Paint the tiles of city-states, then those of each kind; one table after another has them."""
    states = [city_state_face(number, name, edition) for number, name in enumerate(names)]
    return (*states, *(influence_face(kind, edition) for kind in INFLUENCE))


def city_state_face(
    number: int, name: str, edition: int = EDITION, side_px: int = FACE_PX
) -> Picture:
    """Paint the square tile of the ``number``-th city-state of a board, BGR, ``side_px`` a side."""
    ground, emblem = _drawn(edition)[number % len(GROUNDS)]
    brush = Brush(np.zeros((side_px, side_px, 3), np.uint8), side_px / 100)
    brush.box(0.0, 0.0, 100.0, 100.0, CREAM)
    brush.box(3.0, 3.0, 97.0, 97.0, ground)
    brush.disc((50.0, 42.0), 34.0, DARK)
    brush.disc((50.0, 42.0), 31.0, CREAM)
    emblem(brush)
    if edition == EDITION:
        left, top, right, bottom = NAME_BAND
        middle = (left + right) / 2, (top + bottom) / 2
        brush.box(*NAME_BAND, CREAM)
        brush.text(name.upper(), middle, NAME_HEIGHT, DARK, most=right - left - 4.0)
    else:
        brush.box(8.0, 78.0, 92.0, 94.0, CREAM)
        brush.text(name.upper(), (50.0, 86.0), 10.0, DARK)
    return brush.picture


@cache
def _drawn(edition: int) -> tuple[tuple[Colour, Emblem], ...]:
    """Give each tile of an edition its colour and its emblem; some editions have one colour.

    Our own has the colours of the regions that are printed on its board.
    """
    if edition == EDITION:
        return tuple(zip(map(_vivid, TINTS), EMBLEMS, strict=True))
    rng = np.random.default_rng([edition, 8])
    grounds = np.array(GROUNDS, float)[rng.permutation(len(GROUNDS))]
    if rng.random() < ALIKE:
        grounds[:] = grounds[0]
    grounds *= rng.uniform(DARKEST, 1.0)
    emblems = (EMBLEMS[i] for i in rng.permutation(len(EMBLEMS)))
    colours = ((blue, green, red) for blue, green, red in grounds.tolist())
    return tuple(zip(colours, emblems, strict=True))


def _vivid(tint: Colour) -> Colour:
    mean = sum(tint) / len(tint)
    blue, green, red = (DARKER * (mean + VIVID * (one - mean)) for one in tint)
    return max(0.0, blue), max(0.0, green), max(0.0, red)


def influence_face(kind: str, edition: int = EDITION, side_px: int = FACE_PX) -> Picture:
    """Paint the round tile of a kind of influence, BGR; the disc fills the square picture.

    On our own edition it has the letter by which screens call the kind, on others an emblem.
    """
    ground, emblem, letter = INFLUENCE[kind]
    brush = Brush(np.zeros((side_px, side_px, 3), np.uint8), side_px / 100)
    brush.disc((50.0, 50.0), 50.0, DARK)
    brush.disc((50.0, 50.0), 48.0, ground)
    brush.disc((50.0, 50.0), 41.0, CREAM)
    brush.disc((50.0, 50.0), 38.0, ground)
    if edition == EDITION:
        brush.text(letter, (50.0, 50.0), LETTER_HEIGHT, DARK if sum(ground) > LIGHT else CREAM)
    else:
        emblem(brush)
    return brush.picture


def needed(board: Board) -> str:
    """Name what a board file must have so that its tiles can be printed; empty if it has it."""
    if board.row_boxes and board.tile_circles:
        return ""
    return "[ranking] and [influence], as tiles are printed as large as their places"


def printed_tiles(
    board: Board, _: Callable[[str], str] = str
) -> list[tuple[tuple[float, float], Face]]:
    """List each tile with its width and height in mm; no word stands on any."""
    slot, space = board.row_boxes[0], board.tile_circles[0]
    states: list[tuple[tuple[float, float], Face]] = [
        ((slot[2], slot[2]), partial(city_state_face, number, state.name, EDITION))
        for number, state in enumerate(board.regions)
    ]
    each = range(counts().of_each)
    across = (2 * space[2], 2 * space[2])
    return states + [(across, partial(_of_kind, one)) for one in counts().kinds for _ in each]


def _of_kind(kind: str, side_px: int) -> Picture:
    """Paint a round tile on white: the black around it would only cost ink."""
    disc = influence_face(kind, side_px=side_px)
    side = disc.shape[0]
    inside = np.zeros((side, side), np.uint8)
    cv2.circle(inside, (side // 2, side // 2), side // 2, 255, -1, cv2.LINE_AA)
    share = inside[..., None] / 255.0
    return np.asarray(disc * share + 255.0 * (1.0 - share), np.uint8)


def _star(brush: Brush) -> None:
    brush.star((50.0, 42.0), 27.0, DARK)
    brush.disc((50.0, 42.0), 5.0, CREAM)


def _ziggurat(brush: Brush) -> None:
    for step in range(4):
        half, low = 24.0 - 5.5 * step, 60.0 - 9.5 * step
        brush.box(50.0 - half, low - 8.0, 50.0 + half, low, DARK)
    brush.box(46.0, 52.0, 54.0, 60.0, CREAM)


def _crescent(brush: Brush) -> None:
    brush.disc((50.0, 42.0), 24.0, DARK)
    brush.disc((58.0, 36.0), 20.0, CREAM)


def _fish(brush: Brush) -> None:
    brush.shape([(22, 42), (36, 30), (54, 30), (66, 42), (54, 54), (36, 54)], DARK)
    brush.shape([(62, 42), (78, 28), (74, 42), (78, 56)], DARK)
    brush.disc((34.0, 39.0), 3.0, CREAM)


def _barley(brush: Brush) -> None:
    brush.line([(50, 68), (50, 18)], DARK, 3.0)
    for y in (26, 36, 46, 56):
        for side in (-1, 1):
            tip = (50 + 17 * side, y - 11)
            brush.shape([(50, y + 4), (50 + 13 * side, y - 1), tip, (50 + 5 * side, y - 7)], DARK)


def _bull(brush: Brush) -> None:
    brush.shape([(36, 34), (64, 34), (60, 54), (55, 66), (45, 66), (40, 54)], DARK)
    for side in (-1, 1):
        brush.line([(50 + 12 * side, 37), (50 + 23 * side, 32), (50 + 22 * side, 17)], DARK, 6.0)
        brush.disc((50.0 + 7 * side, 44.0), 2.6, CREAM)


def _jar(brush: Brush) -> None:
    brush.box(41.0, 16.0, 59.0, 22.0, DARK)
    brush.box(44.0, 20.0, 56.0, 30.0, DARK)
    brush.shape(
        [(44, 28), (56, 28), (69, 42), (66, 58), (56, 68), (44, 68), (34, 58), (31, 42)], DARK
    )
    brush.line([(33, 44), (67, 44)], CREAM, 3.0)
    brush.line([(35, 52), (65, 52)], CREAM, 3.0)


def _boat(brush: Brush) -> None:
    brush.shape([(20, 46), (34, 54), (66, 54), (80, 46), (70, 64), (30, 64)], DARK)
    brush.line([(50, 54), (50, 18)], DARK, 3.0)
    brush.shape([(53, 20), (72, 46), (53, 46)], DARK)


def _coins(brush: Brush) -> None:
    for x, y in ((38, 58), (62, 58), (50, 36)):
        brush.disc((x, y), 13.5, DARK)
        brush.disc((x, y), 9.0, CREAM)


def _shield(brush: Brush) -> None:
    brush.shape([(28, 28), (72, 28), (70, 54), (50, 78), (30, 54)], CREAM)
    brush.line([(50, 44), (50, 68)], DARK, 4.0)
    brush.shape([(43, 48), (50, 31), (57, 48)], DARK)


def _crown(brush: Brush) -> None:
    brush.shape([(26, 34), (38, 48), (50, 26), (62, 48), (74, 34), (70, 70), (30, 70)], CREAM)
    brush.line([(32, 62), (68, 62)], DARK, 4.0)


def _temple(brush: Brush) -> None:
    brush.shape([(24, 42), (50, 24), (76, 42)], CREAM)
    for x in (30.0, 45.0, 60.0):
        brush.box(x, 46.0, x + 10.0, 66.0, CREAM)
    brush.box(25.0, 68.0, 75.0, 75.0, CREAM)


EMBLEMS: Final[tuple[Emblem, ...]] = (
    _star,
    _ziggurat,
    _crescent,
    _fish,
    _barley,
    _bull,
    _jar,
    _boat,
)
INFLUENCE: Final[dict[str, tuple[Colour, Emblem, str]]] = {
    "economy": ((50, 200, 236), _coins, "E"),
    "military": ((40, 108, 232), _shield, "M"),
    "politics": ((176, 98, 36), _crown, "P"),
    "religion": ((82, 140, 44), _temple, "R"),
}
