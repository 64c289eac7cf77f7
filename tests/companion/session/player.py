"""Plays evenings at a session until it is killed: what it tells has been stored.

``python -m tests.companion.session.player PATH`` goes on with the game that was cut off, or begins
the next one. Of each event it tells the beginning, and then its number. What merchants do is seen
by the session itself; what the table must tell, it tells.
"""

import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from companion.journal.store import Store
from companion.pages.comparing import GoingOnPage
from companion.pages.phases import resume, score, show_game
from companion.pages.registry import find_page
from companion.session.live_game import LiveGame
from companion.session.look import Look, TaughtTable
from companion.session.session import Session
from companion.settings import Settings
from companion.tracking.config import AGREE, GONE
from engine.record import Header
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Event, Move, Place, Remove, Score
from engine.sumeria.state import State
from hardware.panel import Button
from tests.companion.pages.evening import BOARD, PLAYERS, TEXT
from tests.companion.pages.playing_on import straight_look
from tests.companion.tracking.watching import reading_of
from tests.engine.sumeria.playing import playout

STANDARD_OUTPUT: Final = 1
SCALE: Final = 0.5
"""Pixels a millimetre, in pictures that take little time."""
BEGUN: Final = 0
"""What is told when an event begins."""


@cache
def script(game: int) -> tuple[tuple[Event, State], ...]:
    """Give the events of the game of that number, and the state after each."""
    start = SUMERIA.new_game(BOARD, PLAYERS, {})
    return tuple((event, step.state) for _, event, step in playout(start, game))


def main(path: Path) -> None:
    """Play until killed."""
    session = Session(
        TaughtTable(BOARD, "dubsar", TEXT, PLAYERS), Settings(), Store.open(path), find_page
    )
    session.go("start")
    stored = next(iter(session.store.journal.unfinished()), None)
    if stored is None:
        game = begin(session)
    else:
        resume(session, stored)
        game = session.live
        settle(session, game)
    while True:
        for event, state in script(game.id)[game.history.event :]:
            play(session, game, event, state)
        session.close(session.pages[1])
        game = begin(session)


def begin(session: Session) -> LiveGame:
    """Begin the next game."""
    header = Header("sumeria", "dubsar", PLAYERS, {})
    game = session.begin(header, {}, PLAYERS[0])
    show_game(session)
    return game


def settle(session: Session, game: LiveGame) -> None:
    """Sit down again at a table that, every other time, has come further than the journal."""
    if not isinstance(session.page, GoingOnPage):
        return
    number = game.history.event
    event, state = script(game.id)[number]
    further = number % 2 == 0 and isinstance(event, Place | Add | Move | Remove)
    for _ in range(AGREE):
        session.take_look(look_at(state if further else script(game.id)[number - 1][1], "settling"))
    assert game.history.event == number
    assert isinstance(session.page, GoingOnPage) == further
    if further:
        session.page.press(Button.OK)


def play(session: Session, game: LiveGame, event: Event, state: State) -> None:
    """Let one event happen, and tell before and after."""
    tell(BEGUN)
    number = game.history.event + 1
    look = look_at(state, f"{number}")
    match event:
        case Place() | Add() | Move() | Remove():
            # A piece that is gone may be in a hand out of view.
            for _ in range(GONE * AGREE if isinstance(event, Remove) else AGREE):
                session.take_look(look)
        case Score():
            score(session, game)
        case _:
            game.write(event, look=look)
            session.take_look(look)
    assert game.history.events[number - 1 :] == [event], (number, event)
    tell(number)


def look_at(state: State, name: str) -> Look:
    """See the table as it lies in a state, with a picture."""
    return straight_look(reading_of(SUMERIA.expected(state)), name, SCALE)


def tell(number: int) -> None:
    """Tell one number, at once."""
    os.write(STANDARD_OUTPUT, f"{number}\n".encode())


def lines_of(events: Sequence[tuple[Event, State]]) -> list[dict[str, Any]]:
    """Give the lines that a record should have."""
    return [SUMERIA.format_event(event) for event, _ in events]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
