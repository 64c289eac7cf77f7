"""A session with a game that has just been agreed on, in memory, for the examples to press in."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.journal import GameId, Journal
from companion.journal.store import Store
from companion.pages.registry import find_page
from companion.session.look import TaughtTable
from companion.session.session import Session
from companion.settings import Settings
from companion.ui.screen import Screen
from engine.record import Header
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.examples.sitting import Sitting

EVENING: Final = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
"""When all that is shown happens."""


def game_session(sitting: Sitting) -> tuple[Session, GameId]:
    """Open a session and begin a game in its store; people have the names of the sitting."""
    journal = Journal.in_memory(Path("none"), with_games=False)
    store = Store(journal, lambda: EVENING)
    text = builtin_board_text("dubsar")
    table = TaughtTable(sitting.board, "dubsar", text, sitting.colours)
    session = Session(table, Settings(language=sitting.words.code), store, find_page)
    header = Header("sumeria", "dubsar", sitting.colours, {})
    people = {one: sitting.names.player(one) for one in sitting.colours}
    given = {one: name for one, name in people.items() if name != sitting.names.colour(one)}
    return session, store.begin(header, text, given, None)


def pressed(session: Session, *buttons: Button) -> Screen:
    """Press buttons one after the other, each on what is on the screen; give what is then."""
    screen = session.screen
    for button in buttons:
        session.page.press(button)
        screen = session.screen
    return screen
