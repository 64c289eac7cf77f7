"""Going some way into an evening, for the tests of what comes later."""

from typing import Final

import numpy as np

from companion.pages.phases import show_game
from companion.session.live_game import LiveGame
from companion.session.look import Look
from engine.record import Header
from engine.sumeria.events import Setup
from tests.companion.pages.evening import BOARD, PLAYERS, Evening
from tests.companion.tracking.watching import DEAL, ROW, reading_of
from vision.reading import Reading

SCALE: Final = 2.0
"""Pixels a millimetre."""
CORNER: Final = 60.0
"""Pixels around the board."""


def begun_game(one: Evening) -> LiveGame:
    """Begin a game, its setup known, and show it."""
    session = one.session
    header = Header("sumeria", "dubsar", PLAYERS, {})
    live = session.begin(header, {}, PLAYERS[0], [Setup(PLAYERS[0], ROW, DEAL)])
    show_game(session)
    return live


def played_to(one: Evening, phase: str) -> None:
    """Play what is legal until the game is in that phase; the table is seen to lie so."""
    game = begun_game(one)
    while game.state["phase"] != phase:
        one.session.pass_time(one.session.now + 2.0)
        game.write(game.history.game.legal_events(game.history.state)[0])
    see(one, "as it stands")


def see(one: Evening, name: str) -> None:
    """Let the table be seen to lie as the game stands."""
    game = one.session.live
    view = game.history.game.expected(game.history.state)
    one.session.take_look(
        Look(
            reading_of(view, ranking=view.singles("ranking"), influence=view.singles("influence")),
            name,
        )
    )


def picture_look(one: Evening, name: str) -> Look:
    """Give a look at the table as it was last seen, with a picture."""
    look = one.session.look
    assert look is not None
    return straight_look(look.reading, name)


def straight_look(reading: Reading, name: str, scale: float = SCALE) -> Look:
    """Give a look with a picture of a board that lies straight in it, grey all over."""
    width, height = (scale * side for side in BOARD.size_mm)
    right, bottom = CORNER + width, CORNER + height
    shape = (round(bottom + CORNER), round(right + CORNER), 3)
    middles = (location.at_mm for location in BOARD.locations)
    places = [[CORNER + scale * x, CORNER + scale * y] for x, y in middles]
    outline = [[CORNER, CORNER], [right, CORNER], [right, bottom], [CORNER, bottom]]
    return Look(reading, name, np.full(shape, 90, np.uint8), places, outline)
