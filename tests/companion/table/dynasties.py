"""A session at the end of a dynasty whose tiles the test lays and takes itself."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pygame

from companion.presses import Kind, Press
from companion.screens.sheet import draw_screen
from companion.settings import Settings
from companion.table.game import LiveGame
from companion.table.look import Look
from companion.table.page import Page
from companion.table.play_page import PlayPage
from companion.table.session import Session, TaughtTable
from companion.table.start_page import StartPage
from companion.table.store import Store
from engine.board import Board
from engine.game import View
from engine.record import Header
from engine.sumeria import SUMERIA
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.companion.watching import BOARD, PLAYERS
from vision.reading import Reading

ENOUGH = 3
"""Looks after which what is seen is written."""


class Sitting:
    """A session on its play page; the table looks as the game expects unless a test lays it so."""

    def __init__(self, session: Session, live: LiveGame) -> None:
        """Sit down."""
        self.session = session
        self.live = live
        self.seconds = 0.0

    @property
    def body(self) -> Any:  # noqa: ANN401 - whatever is shown
        """What is on the screen."""
        return self.session.screen.body

    @property
    def phase(self) -> str:
        """Where the game stands."""
        return self.live.state["phase"]

    def see(self, influence: Sequence[str | None] | None = None, **otherwise: Any) -> Page:  # noqa: ANN401
        """Show these influence tiles, and the table as expected, for some looks."""
        for _ in range(otherwise.pop("looks", ENOUGH)):
            self.wait(0.25)
            view = SUMERIA.expected_view(self.live.history.state)
            self.session.see(Look(reading(self.live, view, influence, **otherwise), "look"))
        return self.session.page

    def show(self, event: Any) -> Page:  # noqa: ANN401
        """Let somebody play this, and the camera see it."""
        after = SUMERIA.expected_view(SUMERIA.apply(self.live.history.state, event).state)
        for _ in range(ENOUGH):
            self.wait(0.25)
            self.session.see(Look(reading(self.live, after, None), "look"))
        return self.session.page

    def wait(self, seconds: float) -> Page:
        """Let time pass while nothing is seen."""
        self.seconds += seconds
        self.session.pass_time(self.seconds)
        return self.session.page

    def press(self, *buttons: Button) -> Page:
        """Press buttons one after the other."""
        for button in buttons:
            self.session.press(Press(button, Kind.PRESS, self.seconds))
        return self.session.page

    def touch(self, target: str) -> Page:
        """Touch the screen in the middle of something."""
        pen = draw_screen(pygame.Surface((800, 480), depth=32), self.session.screen)
        touched = pen.touched(pen.targets[target].center)
        assert touched == target
        self.session.tap(touched)
        return self.session.page


def reading(
    live: LiveGame,
    view: View,
    influence: Sequence[str | None] | None,
    *,
    hand: bool = False,
    taught: bool = True,
) -> Reading:
    """Read a table as it is, but for the influence tiles."""
    choices = (None, *live.players)
    rows = [[0.0 if there == one else -12.0 for one in choices] for there in view.board]
    nothing = np.zeros(len(rows), bool)
    return Reading(
        registered=True,
        hand=hand,
        choices=choices,
        log_likelihood=np.array(rows),
        covered=nothing,
        near_hand=nothing,
        ranking=tuple(view.ranking),
        influence=tuple(influence or view.influence) if taught else None,
        untold_spaces=frozenset(range(6) if hand else ()),
    )


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
        taught = TaughtTable(board, "dubsar", text, players, influence=influence)
        session = Session(taught, Settings(), store)
        session.open(StartPage(session))
        stored = store.begin(Header("sumeria", "dubsar", players, {}), text, {}, None)
        live = LiveGame(store, store.journal.game(stored), board, session.names)
        for event in events:
            live.write(event)
        session.game = live
        session.open(PlayPage(session))
        yield Sitting(session, live)
