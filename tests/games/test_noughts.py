"""A third game goes the whole way: taught, followed through a camera, judged, shown and scored."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from companion import games as companion_games
from companion.journal.store import Store
from companion.live.program import taught_table
from companion.pages.registry import find_page
from companion.session.look import Look
from companion.session.session import Session
from companion.settings import Settings
from companion.ui.sheet import draw_screen
from engine import games
from engine.board import Board, Location
from engine.record import Undo
from hardware.panel import Button
from hardware.virtual.look import TableLook
from hardware.virtual.played_table import PlayedTable
from hardware.virtual.tabletop import Tabletop
from tests.companion.pages.hands import choose_by_buttons, press
from tests.companion.ui.legible import assert_legible
from tests.games.noughts.engine import LINES, SQUARES, Put
from vision.eye import Eye
from vision.table import load_table

PLAYERS = ("red", "blue")
PATIENCE = 16
"""Looks after which the table is asked."""
TICKS = 2
"""Ticks of the table from look to look."""
BOARD = Board(
    "Noughts and crosses",
    "noughts",
    (420.0, 320.0),
    locations=tuple(
        Location(
            at, "square", None, (90.0 + 120 * "abc".index(at[0]), 100.0 * int(at[1]) - 40), 12.0
        )
        for at in SQUARES
    ),
    routes=LINES[:6],
)


def laid() -> PlayedTable:
    """Lay the table, the same each time."""
    look, rng = TableLook(), np.random.default_rng(3)
    return PlayedTable(Tabletop(BOARD, PLAYERS, 5, rng, look), 3)


class Table:
    """A printed grid under a camera, with two people at it, and the program that follows them."""

    def __init__(self, eye: Eye, store: Store) -> None:
        """Lay the table that the eye was taught, and open the program at its first page."""
        self.played, self.eye = laid(), eye
        self.session = Session(taught_table(self.eye.table), Settings(), store, find_page)
        self.session.go("start")

    def look(self, times: int = 1) -> None:
        """Take some pictures of the table, and let the program see them."""
        for _ in range(times):
            for _ in range(TICKS):
                self.played.advance()
            name, picture = f"{self.played.tick}", self.played.picture()
            reading = self.eye.read(picture, name)
            places, outline = self.eye.places().tolist(), self.eye.outline().tolist()
            self.session.pass_time(self.played.tick / 4)
            self.session.take_look(Look(reading, name, picture, places, outline))

    def put(self, player: str, at: str) -> None:
        """Let a player put a piece down."""
        self.played.put(player, at)
        self.look()
        while self.played.busy:
            self.look()

    def take(self, player: str, at: str) -> None:
        """Let a player take a piece back."""
        self.played.take(player, at)
        self.look()
        while self.played.busy:
            self.look()

    def choose(self, *texts: str) -> None:
        for text in texts:
            choose_by_buttons(self.session, text)

    def written(self) -> str:
        """Give all that is written on the screen, which must be legible."""
        pen = draw_screen(pygame.Surface((800, 480), depth=32), self.session.screen)
        assert_legible(pen)
        return " ".join(text for text, _ in pen.written)


@pytest.fixture(scope="module")
def unused_eye(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Eye]:
    """Let the game be known; give an eye that was taught its table, to be copied."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(games.RULES, "noughts", "tests.games.noughts.engine")
        patch.setitem(companion_games.FOLDERS, "noughts", "tests.games.noughts.companion")
        yield Eye(load_table(laid().teach(tmp_path_factory.mktemp("noughts"))))


@pytest.fixture
def table(unused_eye: Eye, tmp_path: Path) -> Iterator[Table]:
    store = Store.open(tmp_path / "journal.sqlite")
    yield Table(deepcopy(unused_eye), store)
    store.close()


def test_it_is_played_through_the_camera_to_its_end(table: Table) -> None:
    session = table.session
    table.choose("New game", "Who starts?", "Blue")
    assert session.page.name == "play"
    assert session.live.players == ("blue", "red"), "the seats are counted from whoever begins"
    assert "Blue to play" in table.written()
    for player, at in (("blue", "b2"), ("red", "a1"), ("blue", "c1")):
        table.put(player, at)
        assert session.live.history.events[-1] == Put(player, at)
    assert "Blue puts a piece on c1." in table.written()

    session.change(replace(session.settings, hints=True))
    press(session, Button.OK)  # where could I go?
    table.choose("A2")
    session.pass_time(session.now)
    press(session, Button.BACK, Button.BACK)
    session.change(replace(session.settings, hints=False))

    press(session, Button.SCORE)  # asks how it stands
    assert "1 piece" in table.written()
    press(session, Button.BACK)

    table.put("blue", "a3")  # out of turn, though it would have won
    table.look(PATIENCE)
    assert session.page.name == "wrong"
    assert "Red is to play, not Blue." in table.written()
    press(session, *[Button.WHY] * 6)  # opens the reasons, to their end
    assert "Turns – rules that everybody knows" in table.written()
    assert "The two players take turns." in table.written()
    press(session, Button.BACK)
    table.take("blue", "a3")
    assert session.page.name == "play"

    table.put("red", "c3")
    table.put("blue", "a3")
    assert session.page.name == "result"
    assert "Blue has won." in table.written()
    press(session, Button.OK)
    assert "Blue: 1 point 3 pieces" in table.written()

    press(session, Button.WHY)
    assert "1. Blue puts a piece on b2." in table.written()
    press(session, Button.OK)
    assert session.page.name == "moment"
    table.choose("The reasons")
    assert "Blue has three in a row: a3, b2 and c1." in table.written()
    assert "(N-3)" not in table.written()
    press(session, Button.OK)  # details
    assert "Blue has three in a row: a3, b2 and c1. (N-3)" in table.written()
    press(session, *[Button.WHY] * 4)
    assert "N-3 Three in a row – rules that everybody knows" in table.written()

    press(session, Button.BACK, Button.BACK, Button.BACK)
    table.choose("3. Blue puts a piece on c1.", "Go back to this moment")
    press(session, *[Button.WHY] * 4)
    assert "A3 is empty. C3 is empty." in table.written()


def test_it_is_taken_up_again_and_a_piece_taken_back(table: Table) -> None:
    session = table.session
    table.choose("New game", "Who starts?", "Draw at random")
    first, second = session.live.players
    one, other = first.capitalize(), second.capitalize()
    assert f"{one} starts (drawn at random)." in table.written()
    press(session, Button.OK)
    table.put(first, "b2")
    session.go_home()
    session.game = None
    assert f"{other} is to play. {one}: 0 points, {other}: 0 points." in table.written()
    table.played.take(first, "b2")
    table.choose("Continue the last game")
    table.look(8)
    assert session.page.name == "going-on"
    assert f"The camera sees nobody on b2, where {one} should be." in table.written()
    press(session, Button.OK)
    table.look(PATIENCE)
    assert session.page.name == "play", "it was taken back"
    assert session.live.history.events[-1] == Undo(1)
    assert f"{one} to play" in table.written()
