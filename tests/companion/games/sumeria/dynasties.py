"""A session at the end of a dynasty whose tiles the test lays and takes itself."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.journal.store import Store
from companion.pages.registry import find_page
from companion.session.look import Look, TaughtTable
from companion.session.session import Page, Session
from companion.settings import Settings
from engine.board import Board
from engine.record import Header
from engine.sumeria import SUMERIA
from engine.sumeria.events import Event
from seeds.boards import builtin_board_text
from tests.companion.pages.stage import Stage
from tests.companion.tracking.test_tiles import LAST, before_the_last_turn
from tests.companion.tracking.watching import BOARD, PLAYERS, reading_of

ENOUGH = 3
"""Looks after which what is seen is written."""
PLAYED = (*before_the_last_turn().events, LAST)
"""Red holds Kish before blue, blue Nippur before yellow; in Umma each has one merchant."""


class Sitting(Stage):
    """A session on its play page; the table looks as the game expects unless a test lays it so."""

    @property
    def body(self) -> Any:  # noqa: ANN401 - whatever is shown
        return self.session.screen.body

    @property
    def phase(self) -> str:
        return str(self.game.state["phase"])

    def see(
        self,
        influence: Sequence[str | None] | None = None,
        looks: int = ENOUGH,
        *,
        hand: bool = False,
        taught: bool = True,
    ) -> Page:
        """Show these influence tiles, and the table as expected; a hand hides all of them."""
        for _ in range(looks):
            self.wait(0.25)
            reading = reading_of(
                SUMERIA.expected(self.game.history.state),
                colours=self.game.players,
                hand=hand,
                influence=influence,
                untold_spaces=range(6) if hand else (),
                taught=taught,
            )
            self.session.take_look(Look(reading, f"{self._seconds}"))
        return self.session.page

    def see_played(self, event: Event) -> Page:
        """Let somebody play this, and the camera see it; give the page on top."""
        self.play(event)
        return self.session.page

    def wait(self, seconds: float) -> Page:
        """Let time pass while nothing is seen."""
        self._seconds += seconds
        self.session.pass_time(self._seconds)
        return self.session.page


@contextmanager
def sitting_at(
    path: Path,
    events: Sequence[Any],
    players: tuple[str, ...] = PLAYERS,
    *,
    board: Board = BOARD,
    influence: bool = True,
) -> Iterator[Sitting]:
    """Open a session in which a game has come as far as these events."""
    text = builtin_board_text("dubsar")
    with Store.open(path) as store:
        taught = TaughtTable(board, "dubsar", text, players, tiles=influence)
        session = Session(taught, Settings(), store, find_page)
        session.go("start")
        stored = store.begin(Header("sumeria", "dubsar", players, {}), text, {}, None)
        game = session.take_up(store.journal.game(stored))
        for event in events:
            game.write(event)
        session.go("play")
        yield Sitting(session, game)
