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
from engine.board import Board
from engine.record import Header
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.examples.sitting import Sitting

EVENING: Final = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
"""When all that is shown happens."""


def session_of(sitting: Sitting, board: Board, name: str, *more: str) -> Session:
    """Open a session in memory, without any camera; ``more`` colours than the sitting's."""
    store = Store(Journal.in_memory(Path("none"), with_games=False), lambda: EVENING)
    table = TaughtTable(board, name, builtin_board_text(name), (*sitting.colours, *more))
    return Session(table, Settings(language=sitting.words.code), store, find_page)


def begun(session: Session, sitting: Sitting, first: str | None = None) -> GameId:
    """Begin a game in a session's store; people have the names of the sitting."""
    table, names = session.table, sitting.names
    people = {one: names.player(one) for one in sitting.colours}
    given = {one: name for one, name in people.items() if name != names.colour(one)}
    header = Header(table.board.game, table.board_id, sitting.colours, {})
    return session.store.begin(header, table.board_text, given, first)


def game_session(sitting: Sitting) -> tuple[Session, GameId]:
    """Open a session and begin a game of Sumeria."""
    session = session_of(sitting, sitting.board, "dubsar")
    return session, begun(session, sitting)


def pressed(session: Session, *buttons: Button) -> Screen:
    """Press buttons one after the other, each on what is on the screen; give what is then."""
    screen = session.screen
    for button in buttons:
        session.page.press(button)
        screen = session.screen
    return screen
