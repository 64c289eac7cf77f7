"""A table session over a virtual table that is seen as it is: no pictures, no screen, no clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.journal import Journal
from companion.journal.store import Store
from companion.pages.registry import find_page
from companion.session.look import Look, TaughtTable
from companion.session.presses import Kind, Press
from companion.session.session import PAGE_DELAY, Session
from companion.settings import Settings
from engine.games import parse_board
from hardware.panel import Button
from hardware.virtual.table import VirtualTable
from seeds.boards import builtin_board_text
from tests.hard_tables.hard_table import mild_table
from tests.hard_tables.perfect_eye import PerfectEye

TEXT = builtin_board_text("dubsar")
BOARD = parse_board(TEXT, "dubsar.toml")
PLAYERS = ("red", "blue", "yellow")


class Evening:
    """A session, and a table whose players are in no hurry; one moment is a quarter of a second."""

    def __init__(self, session: Session, table: VirtualTable) -> None:
        self.session = session
        self.table = table
        self._eye = PerfectEye(table)
        self.seconds = 0.0

    def look(self) -> bool:
        """Let one moment pass at the table and show it; tells whether the game goes on there."""
        goes_on = self.table.advance()
        self.seconds += 0.25
        self.session.pass_time(self.seconds)
        self.session.take_look(Look(self._eye.read(), f"{self.table.tick}"))
        return goes_on

    def press(self, *buttons: Button) -> None:
        """Press buttons one after the other."""
        for button in buttons:
            self.seconds += PAGE_DELAY  # what came by itself takes nothing at once
            self.session.pass_time(self.seconds)
            self.session.press(Press(button, Kind.PRESS, self.seconds))


@contextmanager
def evening(path: Path, seed: int = 1, players: tuple[str, ...] = PLAYERS) -> Iterator[Evening]:
    """Open a session at its first page, in front of a table where a game is about to begin."""
    with Journal.open(path) as journal:
        taught = TaughtTable(BOARD, "dubsar", TEXT, players)
        session = Session(taught, Settings(), Store(journal), find_page)
        session.go("start")
        yield Evening(session, mild_table(BOARD, players, players[0], seed))
