"""The button that ends a turn, at a table where a turn may show nothing."""

import pytest

from companion.journal.store import Store
from companion.language import Language
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.words.names import names_of
from engine.games import format_board
from engine.record import Header
from engine.siberia import SIBERIA
from engine.siberia.events import Done, Event, Investor, Logistics, Move, Pass, Ready, Salesman
from tests.companion.tracking.test_areas import BOARD, reading
from tests.engine.siberia.playing import PLAYERS, laid_out

LOOKS = 3


class Evening:
    """A game of which the table shows what was ``done``."""

    def __init__(self) -> None:
        store = Store.in_memory()
        header = Header("siberia", "plain", PLAYERS[:3], {})
        stored = store.begin(header, format_board(BOARD), {}, "red")
        kept = store.journal.game(stored)
        self.live = LiveGame(store, kept, BOARD, names_of(Language(), BOARD))
        self.live.write(laid_out("untold"))
        self.live.write(Ready())
        self.state = self.live.history.state

    def do(self, *events: Event) -> None:
        for event in events:
            self.state = SIBERIA.apply(self.state, event).state

    def look(self, times: int = LOOKS) -> None:
        for _ in range(times):
            self.live.follow(Look(reading(SIBERIA.expected(self.state)), "frame"))

    def asks(self) -> bool:
        return self.live.unseen_turn


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_turn_that_was_seen_is_ended_without_a_word(evening: Evening) -> None:
    evening.do(Salesman("red", "depot", "tokyo"))
    evening.look()
    evening.live.end_turn()
    evening.look()
    assert evening.live.history.state == evening.state
    assert not evening.asks()


def test_what_is_seen_only_after_the_button_belongs_to_the_turn(evening: Evening) -> None:
    evening.live.end_turn()
    evening.do(Salesman("red", "depot", "tokyo"))
    evening.look()
    assert evening.live.history.state == evening.state
    assert not evening.asks()


def test_steps_that_are_left_end_with_the_button(evening: Evening) -> None:
    evening.do(Logistics("red"), Move("red", "vladivostok", "yana"))
    evening.live.end_turn()
    evening.look()
    evening.do(Done("red"))
    assert evening.live.history.state == evening.state


def test_a_turn_of_which_nothing_was_seen_is_asked_about_until_it_is_told(
    evening: Evening,
) -> None:
    evening.live.end_turn()
    evening.look()
    assert evening.asks()
    evening.live.write(Pass("red"))
    assert not evening.asks()
    evening.live.end_turn()
    evening.look()
    assert evening.asks()


def test_two_turns_that_end_before_anything_is_seen_are_both_told(evening: Evening) -> None:
    evening.live.end_turn()
    evening.look(LOOKS - 1)
    evening.live.end_turn()
    assert evening.asks()
    evening.live.write(Pass("red"))
    evening.look()
    assert evening.asks()
    evening.do(Pass("red"), Pass("blue"), Investor("green", "gas"))
    evening.look()
    evening.live.write(Pass("blue"))
    evening.look()
    assert evening.live.history.state == evening.state
    assert not evening.asks()
