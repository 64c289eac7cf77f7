"""A session whose table is laid by the test: pieces stand where it says, and nobody moves them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pygame

from companion.journal.store import Store
from companion.pages.registry import find_page
from companion.session.live_game import LiveGame
from companion.session.look import Look, TaughtTable
from companion.session.presses import Kind, Press
from companion.session.session import PAGE_DELAY, Page, Session
from companion.settings import Settings
from companion.settings.values import Sound
from companion.tracking.config import PATIENCE
from companion.ui.menu import Menu
from companion.ui.pen import Pen
from companion.ui.photos import BesidePhoto
from companion.ui.sheet import draw_screen
from engine.layout import View
from engine.record import Header
from engine.sumeria import SUMERIA
from engine.sumeria.events import Event
from hardware.panel import Button, Light
from seeds.boards import builtin_board_text
from tests.companion.pages.hands import down
from tests.companion.tracking.watching import BOARD, PLAYERS, THREE_PLAY, reading_of, with_change

PICTURE = np.full((240, 320, 3), 90, np.uint8)
"""What the camera shows, which is nothing much: a grey board."""
PLACES = [(x / 2, y / 2) for x, y in (one.at_mm for one in BOARD.locations)]
OUTLINE = [(0, 0), (320, 0), (320, 240), (0, 240)]
LONG = PATIENCE + 2
"""As many looks as it takes until the table is asked."""


class Stage:
    """A game in its first dynasty (``watching.STANDING``); red is to play."""

    def __init__(self, session: Session, game: LiveGame) -> None:
        """Sit down at a game that is being played."""
        self.session = session
        self.game = game
        self._seconds = 0.0

    def show(self, changes: Mapping[str, str | None] | None = None, looks: int = LONG) -> Page:
        """Show the table as the game expects it but for some locations; give the page on top."""
        view = with_change(SUMERIA.expected(self.game.history.state), changes or {})
        return self.show_view(view, looks)

    def show_view(
        self,
        view: View,
        looks: int = LONG,
        *,
        tiles: bool = True,
        colours: Sequence[str] = PLAYERS,
    ) -> Page:
        """Show a whole table for some looks; give the page on top.

        ``tiles`` tells whether those can be seen, ``colours`` are all that were taught.
        """
        reading = reading_of(view, colours=colours, taught=tiles)
        for _ in range(looks):
            self._seconds += 0.25
            self.session.pass_time(self._seconds)
            self.session.take_look(Look(reading, f"{self._seconds}", PICTURE, PLACES, OUTLINE))
        return self.session.page

    def play(self, *events: Event) -> None:
        """Let the players do this, and the camera see it."""
        for event in events:
            after = SUMERIA.apply(self.game.history.state, event).state
            self.show_view(SUMERIA.expected(after))
            assert self.game.history.events[-1] == event

    def press(self, *buttons: Button) -> Page:
        """Press buttons one after the other; give the page on top."""
        for button in buttons:
            self._wait_for_page()
            self.session.press(Press(button, Kind.PRESS, self._seconds))
        return self.session.page

    def choose(self, text: str) -> Page:
        """Go down a list to the row that begins with this, and choose it; give the page on top."""
        for _ in range(60):
            body = self.session.screen.body
            menu = body.body if isinstance(body, BesidePhoto) else getattr(body, "menu", body)
            assert isinstance(menu, Menu)
            if menu.rows[menu.chosen].text.startswith(text):
                return self.press(Button.OK)
            self.press(down(self.session))
        raise AssertionError(f"there is no row {text!r}")

    def light(self) -> Light:
        return self.session.light

    def _wait_for_page(self) -> None:
        """Wait as long as nothing that is pressed would be taken."""
        self._seconds += PAGE_DELAY
        self.session.pass_time(self._seconds)

    @property
    def targets(self) -> Mapping[str, pygame.Rect]:
        """What can be touched on the screen at present."""
        return self._drawn().targets

    @property
    def written(self) -> Sequence[str]:
        """Each line of text on the screen at present."""
        return [text for text, _ in self._drawn().written]

    def _drawn(self) -> Pen:
        return draw_screen(pygame.Surface((800, 480), depth=32), self.session.screen)

    def touch(self, target: str) -> Page:
        """Touch the screen in the middle of something; give the page on top."""
        pen = self._drawn()
        touched = pen.touched(pen.targets[target].center)
        assert touched == target
        self._wait_for_page()
        self.session.tap(touched)
        return self.session.page


@contextmanager
def stage(path: Path, events: Sequence[Event] = ()) -> Iterator[Stage]:
    """Open a session in which a game has come as far as ``watching.THREE_PLAY``, and beyond."""
    store = Store.open(path)
    taught = TaughtTable(BOARD, "dubsar", builtin_board_text("dubsar"), PLAYERS)
    session = Session(taught, Settings(sound=Sound.ON), store, find_page)
    session.go("start")
    stored = store.begin(Header("sumeria", "dubsar", PLAYERS, {}), taught.board_text, {}, None)
    game = session.take_up(store.journal.game(stored))
    for event in (*THREE_PLAY().events, *events):
        game.write(event)
    session.go("play")
    yield Stage(session, game)
    store.close()
