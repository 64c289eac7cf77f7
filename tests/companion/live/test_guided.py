"""Somebody who reads only the screen plays a guided game to its end, by presses and drags."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.games.siberia.play_screen import SiberiaPlay
from companion.games.siberia.virtual_table import SiberiaTable
from companion.guided import READING
from companion.live.watcher import look_through
from companion.session.look import Look
from companion.ui.texts import Message
from engine.games import parse_board
from engine.record import Undo
from engine.siberia.board import EXCHANGES, REGIONS
from engine.siberia.events import Mine, Pass, Salesman
from engine.sumeria.board_file import INFLUENCE, RANKING
from engine.sumeria.events import Add, Move, Remove
from hardware.panel import Button
from hardware.virtual.people import HELD_MM
from hardware.virtual.played_table import Mouse, PlayedTable
from hardware.virtual.scene import Token
from seeds.boards import builtin_board_text
from tests.companion.live.household import SECONDS_A_LOOK, Home, Household, Taker
from vision.memory import remembered_eye
from vision.table import load_table

MOST = 3000
"""Looks that five minutes have, and more."""
COLOURS = ("red", "blue", "yellow", "green")
FAR = (40.0, 40.0)
"""Pixels of the camera's picture where no location is."""


class Others:
    """The hands of the others, at a table that goes on in this thread."""

    def __init__(self, table: PlayedTable) -> None:
        self._table = table

    @property
    def busy(self) -> bool:
        return self._table.busy

    @property
    def occupied(self) -> str | None:
        return self._table.occupied

    def do(self, deed: Callable[[Any], None]) -> None:
        deed(self._table)


class Hand:
    """Moves things with the mouse."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._mouse = Mouse(home.table)
        self.drags = 0

    def pixel(self, at_mm: tuple[float, float]) -> tuple[float, float]:
        table = self._home.table
        pose = table.renderer.pose_under(table.conditions)
        x, y = pose.project(np.array([(*at_mm, HELD_MM)]))[0]
        return float(x), float(y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.drags += 1
        for what, at in (("down", start), ("move", end), ("up", end)):
            self._mouse.point(what, self.pixel(at))
            self._home.look()


class Learner(Hand):
    """Does what the screen says of Sumeria, and nothing else."""

    def __init__(self, house: Household) -> None:
        super().__init__(house)
        self.house = house

    def move(self) -> None:
        """Carry out what the guide asks, by the rings on the screen alone."""
        house, top = self.house, self.house.table.top
        rings = list(house.session.screen.body.touched)  # type: ignore[attr-defined]
        pieces = top.scene().pieces
        occupied = [one for one in rings if one in pieces]
        free = [one for one in rings if one not in pieces]
        aside = top.seats["red"].supply(0)
        start = top.where(occupied[0]) if occupied else aside
        end = top.where(free[0]) if free else aside
        self.drag(start, end)

    def turn(self) -> Add | Move | Remove:
        """Do it, and wait until it has been seen."""
        before = self.house.game.history.event
        self.move()
        self.house.until(lambda: self.house.game.history.event > before)
        event = self.house.game.history.events[before]
        assert isinstance(event, Add | Move | Remove)
        return event

    def swap(self, sentence: str) -> None:
        """Drag one of the two tiles that are named onto the other."""
        top = self.house.table.top
        names = {one.id: one.name for one in top.board.regions}
        row = zip(top.ats(RANKING), top.singles(RANKING), strict=True)
        one, other = (top.middle(at) for at, tile in row if tile and names[tile] in sentence)
        self.drag(one, other)


def test_it_is_played_to_its_end_by_what_the_screen_says(tmp_path: Path) -> None:
    house = Household(tmp_path, COLOURS, 1)
    house.session.hands = Others(house.table)
    house.choose("Learn by playing")
    learner = Learner(house)
    mine = []
    for _ in range(MOST):
        house.look()
        if house.page.name == "result":
            break
        text = getattr(house.session.screen.body, "reminder", "")
        labels = house.session.screen.labels
        if house.page.name == "lesson":
            house.press(Button.OK)
        elif text.startswith("Your turn"):
            mine.append(learner.turn())
        elif "Drag one tile" in text:
            learner.swap(text)
            house.look(6)
        elif "press SCORE" in text:
            house.press(Button.SCORE)
        elif house.page.name in ("claim", "settling") and labels.ok != "Continue":
            house.press(Button.OK)
    assert house.page.name == "result"
    assert house.game.state["phase"] == "over"
    assert house.game.state["winners"]
    assert [one.player for one in mine] == ["red"] * 3
    assert learner.drags >= 4
    house.look(60)
    assert house.session.guide is None
    # What is chosen on the screen happens at the table: all tiles of this dynasty are handed out,
    # to those that were won before.
    assert house.table.top.singles(INFLUENCE) == list(house.game.state["influence"])
    piles = house.table.top.won
    for player, tiles in house.game.state["tiles"].items():
        lying = Counter(one.face for one in piles[player] if isinstance(one, Token))
        assert lying == Counter(tiles)


def begun(folder: Path) -> tuple[Household, Learner]:
    """Begin a guided game, and read on until it is the learner's turn."""
    house = Household(folder, COLOURS, 1)
    house.session.hands = Others(house.table)
    house.choose("Learn by playing")
    house.press(Button.OK, Button.OK, Button.OK)
    house.until(lambda: asked(house).startswith("Your turn"))
    return house, Learner(house)


def asked(home: Home) -> str:
    return str(getattr(home.session.screen.body, "reminder", ""))


def test_it_begins_with_who_one_is_how_one_wins_and_what_signs_mean(tmp_path: Path) -> None:
    house = Household(tmp_path, COLOURS, 1)
    house.session.hands = Others(house.table)
    house.choose("Learn by playing")
    number = house.game.history.event
    for words in ("Most points win", "add, move or take back one", "the mouse"):
        house.look(40)  # nobody plays on while it is read
        body = house.session.screen.body
        assert isinstance(body, Message)
        assert words in body.text
        assert (house.session.screen.title, house.session.screen.player) == ("You are Red", "red")
        kinds = [word for _, word in body.signs]
        assert kinds == (["economy", "military", "politics", "religion"] if "win" in words else [])
        house.press(Button.OK)
    assert house.game.history.event == number


def test_what_anybody_does_can_be_read_before_the_game_goes_on(tmp_path: Path) -> None:
    house, learner = begun(tmp_path)
    learner.turn()
    shown: dict[str, set[float]] = {}
    for _ in range(MOST):
        house.look()
        shown.setdefault(asked(house), set()).add(house.seconds)
        if "Drag one tile" in asked(house):
            learner.swap(asked(house))
        if asked(house).startswith("Your turn"):
            break
    others = house.game.history.events[-2:]
    for number, event in enumerate(others, house.game.history.event - 1):
        told = house.game.names.event_of(house.game.history, number)
        assert not isinstance(event, Undo)
        assert event.player != "red"
        assert max(shown[told]) - min(shown[told]) >= READING - SECONDS_A_LOOK


def assert_pointed_out_on_the_table(house: Household, learner: Learner) -> None:
    guide = house.session.guide
    assert guide is not None
    for mark, place in zip(guide.marks, guide.places, strict=True):
        ring = np.array(house.table.outline(mark))
        x, y = learner.pixel(house.table.top.where(place))
        (left, top), (right, bottom) = ring.min(axis=0), ring.max(axis=0)
        assert left < x < right
        assert top < y < bottom
    supply = np.array(house.table.outline("red"))
    beside = learner.pixel(house.table.top.seats["red"].supply(0))
    assert np.abs(supply.mean(axis=0) - beside).max() < 30


def test_what_is_to_be_moved_is_pointed_out_and_what_was_moved_wrongly_put_back_by_one_press(
    tmp_path: Path,
) -> None:
    house, learner = begun(tmp_path)
    assert_pointed_out_on_the_table(house, learner)
    top, event = house.table.top, house.game.history.event
    before = {at: one.paint for at, one in top.scene().pieces.items()}
    won = {player: len(tiles) for player, tiles in top.won.items()}
    other = next(at for at, paint in before.items() if paint == "blue")
    learner.drag(top.where(other), top.seats["blue"].supply(0))
    house.until(lambda: house.page.name == "wrong")
    house.choose("Put everything back for me")
    house.until(lambda: house.page.name == "play")
    assert {at: one.paint for at, one in top.scene().pieces.items()} == before
    assert {player: len(tiles) for player, tiles in top.won.items()} == won
    assert house.game.history.event == event
    assert_begins_at_a_table_that_was_tidied(house)


def assert_begins_at_a_table_that_was_tidied(house: Household) -> None:
    """Leave the game and begin another guided one."""
    top = house.table.top
    before = {player: len(won) for player, won in top.won.items()}
    assert before["red"] == sum(house.game.state["tiles"]["red"].values())
    top.win(top.ats(INFLUENCE)[0], "red")
    house.session.page.leave()
    house.session.go_home()
    house.choose("Learn by playing")
    house.look(2)
    assert {player: len(won) for player, won in top.won.items()} == before


def test_another_move_than_was_asked_for_is_told_and_led_on_from(tmp_path: Path) -> None:
    house, learner = begun(tmp_path)
    top = house.table.top
    mine = [at for at, one in top.scene().pieces.items() if one.paint == "red"]
    other = next(at for at in mine if at not in house.session.guide.places)  # type: ignore[union-attr]
    learner.drag(top.where(other), top.seats["red"].supply(0))
    house.until(lambda: house.page.name == "lesson")
    number = house.game.history.event
    assert isinstance(house.game.history.events[-1], Remove)
    body = house.session.screen.body
    assert isinstance(body, Message)
    assert "Red takes back the merchant" in body.text
    assert "not what was asked, but it is allowed" in body.text
    house.look(20)
    assert house.game.history.event == number
    house.press(Button.OK)
    house.until(lambda: house.game.history.event > number and "Your turn" in asked(house))


def test_a_game_of_ones_own_after_it_begins_at_a_table_laid_afresh(tmp_path: Path) -> None:
    house, _ = begun(tmp_path)
    assert house.table.top.scene().pieces
    house.session.page.leave()
    house.session.go_home()
    house.session.game = None
    for row in ("New game", "Who starts?", "Red"):
        house.choose(row)
    house.look(2)
    assert house.page.name == "setup"
    assert not house.table.top.scene().pieces


class Seller(Hand):
    """Does what the screen says of Siberia, and nothing else."""

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self.home = home
        self.top = home.table.top

    @property
    def shown(self) -> SiberiaPlay:
        body = self.home.session.screen.body
        assert isinstance(body, SiberiaPlay)
        return body

    def read(self) -> str:
        body = self.home.session.screen.body
        return body.text if isinstance(body, SiberiaPlay) and body.marked else ""

    def bring(self) -> None:
        """Drag a pawn from beside the board to the exchange that is outlined."""
        (side,) = self.shown.exchanges.touched
        self.send([*self.shown.exchanges.sides].index(side))

    def send(self, slot: int) -> None:
        """Drag a pawn from beside the board to the exchange in a slot, counted from 0."""
        self.drag(self.top.supply("red")[0].at_mm, self.at_slot(slot))

    def at_slot(self, slot: int) -> tuple[float, float]:
        return self.top.middle((EXCHANGES, self.top.groups[EXCHANGES].places[slot].id))

    def mine(self, sentence: str) -> None:
        """Drag the cubes that are named from the regions that are outlined off the board."""
        names = self.home.session.names
        named = next(cube for cube in self.top.blocks if f"({names.place(cube)})" in sentence)
        for region in [*self.shown.regions.touched]:
            self.drag(self.top.point_of((REGIONS, region), named), self.top.seats["red"].supply(9))


def learning(folder: Path, *, pictures: bool = False) -> Home:
    """Begin a guided game of Siberia; with ``pictures`` the program's own eye follows it."""
    board = parse_board(builtin_board_text("taiga"), "taiga.toml")
    table = SiberiaTable(board, COLOURS, 1)
    take: Taker | None = None
    if pictures:
        eye = remembered_eye(load_table(table.teach(folder)))

        def take() -> Look:
            return look_through(eye, table.picture(), f"{table.tick}")

    home = Home(table, "taiga", folder, take=take)
    home.session.hands = Others(home.table)
    home.choose("Learn by playing")
    return home


def test_another_deed_than_was_asked_for_is_not_praised(tmp_path: Path) -> None:
    home = learning(tmp_path)
    seller = Seller(home)
    home.press(Button.OK, Button.OK, Button.OK)
    home.until(lambda: "the ringed pawn" in seller.read())
    (asked,) = seller.shown.exchanges.touched
    other = ([*seller.shown.exchanges.sides].index(asked) + 1) % 6
    seller.send(other)
    home.until(lambda: isinstance(home.game.history.events[-1], Salesman))
    home.look()
    assert home.page.name == "lesson"
    assert "not what was asked, but it is allowed" in home.page.body().text  # type: ignore[attr-defined]
    home.press(Button.OK)
    home.look()
    assert "put it back" in seller.read()
    seller.drag(seller.at_slot(other), home.table.top.seats["red"].supply(0))
    home.until(lambda: "the ringed pawn" in seller.read())
    assert isinstance(home.game.history.events[-1], Undo)
    seller.bring()
    home.until(lambda: "Well done" in seller.read())


@pytest.mark.parametrize("pictures", [False, pytest.param(True, marks=pytest.mark.long)])
def test_siberia_is_played_to_its_end_by_what_the_screen_says(
    tmp_path: Path, *, pictures: bool
) -> None:
    home = learning(tmp_path, pictures=pictures)
    seller = Seller(home)
    begun, asked_for, watched = home.game.history.event, list[str](), set[str]()
    for _ in range(MOST):
        home.look()
        if home.page.name == "result":
            break
        text = seller.read()
        watched.add(text)
        if home.page.name == "lesson":
            home.press(Button.OK)
        elif "the ringed pawn" in text:
            seller.bring()
            home.look(6)
        elif "off the board" in text:
            asked_for.append(text)
            seller.mine(text)
            home.look(6)
        elif "Passed" in text:
            home.press(Button.SCORE)
            home.until(lambda: home.page.name == "turn")
            home.choose("Passed")
        elif "press" in text:  # the headline does not call somebody else yet
            assert home.session.screen.title.startswith("Red to play")
            assert home.session.screen.player == "red"
            home.press(Button.SCORE)
    assert home.page.name == "result"
    assert home.game.state["phase"] == "over"
    after = home.game.history.events[begun:]
    mine = [type(one) for one in after if getattr(one, "player", "") == "red"]
    assert mine == [Salesman, Mine, Mine, Pass]
    assert ["cubes" in text for text in asked_for] == [True, False]  # two of gas, one of coal
    assert "Baikal is empty and is locked now; the worker there goes home." in watched
    assert home.game.state["winners"] == ["red"]
    assert home.session.guide is None
