"""The button that ends a turn, at a table where a turn may show nothing."""

import pytest

from companion.journal.store import Store
from companion.language import Language
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.tracking.config import AGREE, LASTING, PATIENCE
from engine.games import format_board
from engine.record import Header
from engine.siberia import SIBERIA
from engine.siberia.board import REGIONS
from engine.siberia.events import (
    Discover,
    Done,
    Event,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Ready,
    Refill,
    Research,
    Salesman,
    Worker,
)
from tests.companion.tracking.area_table import BOARD, reading
from tests.engine.siberia.playing import PLAYERS, laid_out

LOOKS = 3


class Evening:
    """A game of which the table shows what was ``done``."""

    def __init__(self) -> None:
        store = Store.in_memory()
        header = Header("siberia", "plain", PLAYERS[:3], {})
        stored = store.begin(header, format_board(BOARD), {}, "red")
        kept = store.journal.game(stored)
        self.live = LiveGame(store, kept, BOARD, Language())
        self.live.write(laid_out("untold"))
        self.live.write(Ready())
        self.state = self.live.history.state

    def do(self, *events: Event) -> None:
        for event in events:
            self.state = SIBERIA.apply(self.state, event).state

    def look(self, times: int = LOOKS, *, hand: bool = False) -> None:
        for _ in range(times):
            shown = reading(SIBERIA.expected(self.state), hand=hand)
            self.live.follow(Look(shown, "frame"))

    def asks(self) -> bool:
        return self.live.turns.unseen


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_an_exchange_is_called_as_the_side_that_lies_there(evening: Evening) -> None:
    assert evening.live.names.place("slot-2") == "Tokyo"


def test_a_turn_that_was_seen_is_ended_without_a_word(evening: Evening) -> None:
    evening.do(Salesman("red", "depot", "tokyo"))
    evening.look()
    evening.live.turns.end_turn()
    evening.look()
    assert evening.live.history.state == evening.state
    assert not evening.asks()


def test_what_is_seen_only_after_the_button_belongs_to_the_turn(evening: Evening) -> None:
    evening.live.turns.end_turn()
    evening.do(Salesman("red", "depot", "tokyo"))
    evening.look()
    assert evening.live.history.state == evening.state
    assert not evening.asks()


def test_steps_that_are_left_end_with_the_button(evening: Evening) -> None:
    evening.do(Logistics("red"), Move("red", "vladivostok", "yana"))
    evening.live.turns.end_turn()
    evening.look()
    evening.do(Done("red"))
    assert evening.live.history.state == evening.state


def test_a_turn_of_which_nothing_was_seen_is_asked_about_until_it_is_told(
    evening: Evening,
) -> None:
    evening.live.turns.end_turn()
    evening.look()
    assert evening.asks()
    evening.live.write(Pass("red"))
    assert not evening.asks()
    evening.live.turns.end_turn()
    evening.look()
    assert evening.asks()


def test_a_turn_of_which_nothing_was_seen_is_not_inferred_but_asked_about(
    evening: Evening,
) -> None:
    evening.live.turns.end_turn()
    both = Pass("red"), Salesman("blue", "depot", "tokyo")
    evening.do(Manager("red", None), both[1])
    evening.look()
    assert not evening.asks()  # something was seen
    evening.look(PATIENCE)
    assert evening.live.wrong is not None
    assert evening.live.turns.is_over
    assert evening.live.tracker.alternatives[0] == both
    evening.live.write(Manager("red", None))
    evening.look()
    assert evening.live.history.state == evening.state
    assert evening.live.wrong is None


def test_a_second_press_before_the_turn_has_settled_does_not_count(evening: Evening) -> None:
    assert evening.live.turns.end_turn()
    evening.look(1)
    assert not evening.live.turns.end_turn()
    evening.do(Salesman("red", "depot", "tokyo"))
    evening.look()
    assert evening.live.history.state == evening.state
    assert not evening.asks()
    assert evening.live.turns.end_turn()
    evening.look()
    assert evening.asks()


def test_nor_does_one_as_soon_as_the_turn_is_seen(evening: Evening) -> None:
    evening.live.turns.end_turn()
    evening.do(Salesman("red", "depot", "tokyo"))
    evening.look(AGREE)
    assert evening.live.history.state == evening.state
    assert not evening.live.turns.end_turn()
    evening.look()
    assert evening.live.turns.end_turn()


def test_nor_does_one_that_follows_a_turn_already_seen(evening: Evening) -> None:
    evening.do(Salesman("red", "depot", "tokyo"))
    evening.look()
    assert evening.live.turns.end_turn()
    assert not evening.live.turns.end_turn()
    evening.look()
    assert not evening.asks()


def test_under_a_hand_nothing_settles(evening: Evening) -> None:
    evening.look(hand=True)
    evening.live.turns.end_turn()
    evening.look(hand=True)
    assert not evening.live.turns.end_turn()
    assert not evening.asks()
    evening.do(Salesman("red", "depot", "tokyo"))
    evening.look()
    assert evening.live.history.state == evening.state
    assert not evening.asks()


def test_a_hand_that_comes_after_the_press_is_the_next_player_s(evening: Evening) -> None:
    evening.look()
    evening.live.turns.end_turn()
    evening.look(1)
    evening.look(hand=True)
    assert evening.asks()
    evening.do(Pass("red"), Investor("blue", "gas"))
    evening.look()
    evening.live.write(Pass("red"))
    evening.look()
    assert evening.live.history.state == evening.state


def test_what_shows_before_a_pass_is_told_was_the_next_player_s(evening: Evening) -> None:
    """Whoever told it saw that the board had changed, and was asked whether it was that turn."""
    evening.look()
    evening.live.turns.end_turn()
    evening.look()
    evening.do(Pass("red"), Investor("blue", "gas"))
    evening.look()
    assert evening.live.tracker.differs
    evening.live.write(Pass("red"))
    evening.look(PATIENCE)
    assert evening.live.history.state == evening.state
    assert evening.live.wrong is None


def test_cubes_laid_just_after_a_press_has_ended_research_are_the_next_player_s(
    evening: Evening,
) -> None:
    evening.do(Research("red"), Discover("red", "gold", "yana"))
    evening.look()
    evening.live.turns.end_turn()
    evening.look(hand=True)
    assert evening.live.history.events[-1] == Done("red")
    evening.do(Done("red"), Research("blue"), Discover("blue", "coal", "ob"))
    evening.look(PATIENCE)
    assert evening.live.history.state == evening.state
    assert evening.live.wrong is None


def test_a_press_ends_only_the_first_of_the_turns_seen_after_it(evening: Evening) -> None:
    evening.live.turns.end_turn()
    evening.do(Salesman("red", "depot", "tokyo"), Worker("blue", "depot"))
    evening.look()
    assert not evening.live.turns.is_over
    assert evening.live.turns.end_turn()
    evening.look()
    assert evening.live.history.state == evening.state
    assert not evening.asks()


def test_where_the_camera_was_mistaken_the_turn_is_still_to_be_told(evening: Evening) -> None:
    evening.live.answer(
        [
            Salesman("red", "depot", "tokyo"),
            Pass("blue"),
            Pass("green"),
            Logistics("red"),
            Move("red", "vladivostok", "yana"),
            Done("red"),
        ]
    )
    before = evening.live.history.state
    evening.live.turns.end_turn()
    evening.look()
    evening.live.turns.end_turn()
    evening.state = before
    evening.do(Mine("red", "gas", "tokyo"))
    evening.look()
    assert evening.live.wrong is not None
    evening.state = before
    evening.live.answer([])
    evening.look()
    assert evening.asks()


def test_beside_a_hand_that_rests_it_is_asked_only_after_long(evening: Evening) -> None:
    evening.look(LASTING * AGREE, hand=True)
    evening.live.turns.end_turn()
    evening.look(hand=True)
    assert not evening.asks()
    evening.look(LASTING * AGREE, hand=True)
    assert evening.asks()


def test_a_press_after_a_pass_and_an_action_ends_the_action(evening: Evening) -> None:
    evening.look()
    evening.do(Pass("red"), Salesman("blue", "depot", "tokyo"))
    evening.look(1)
    evening.live.turns.end_turn()
    evening.look(PATIENCE)
    assert evening.live.wrong is not None
    evening.live.answer(evening.live.tracker.alternatives[0])
    evening.look()
    assert evening.live.turns.is_over
    evening.live.turns.end_turn()
    evening.look()
    assert evening.asks()


def test_a_press_before_an_action_was_seen_does_not_end_the_turn_before(evening: Evening) -> None:
    evening.do(Salesman("red", "depot", "tokyo"))
    evening.look()
    evening.do(Salesman("blue", "depot", "tokyo"))
    evening.look(1)
    evening.live.turns.end_turn()
    evening.look(2 * LOOKS)
    assert evening.live.turns.is_over
    evening.live.turns.end_turn()
    evening.look()
    assert evening.asks()


def test_a_press_while_a_marker_is_still_to_be_dealt_is_of_the_next_turn(evening: Evening) -> None:
    evening.do(Investor("red", "gas"))
    evening.look()
    evening.live.turns.end_turn()
    evening.look()
    evening.live.turns.end_turn()
    evening.do(Refill("coal"))
    evening.look()
    evening.look()
    assert evening.asks()


@pytest.mark.parametrize("ended", [False, True])
def test_a_turn_that_was_taken_back_is_over_only_if_it_was(
    evening: Evening, *, ended: bool
) -> None:
    before = evening.state
    evening.do(Salesman("red", "depot", "tokyo"))
    evening.look()
    if ended:
        evening.live.turns.end_turn()
        evening.look()
    evening.state = before
    evening.do(Salesman("red", "depot", "zurich"))
    evening.look()
    assert evening.live.history.state == evening.state
    assert evening.live.turns.is_over == ended


def test_no_turn_is_over_while_the_board_differs_and_nothing_explains_it(evening: Evening) -> None:
    evening.do(Logistics("red"), Move("red", "vladivostok", "yana"))
    evening.look()
    before, written = evening.state, evening.live.history.event
    assert evening.live.turns.end_turn()
    view = SIBERIA.expected(before)
    bare = tuple(() for _ in view[REGIONS])
    shown = reading(view.holding(REGIONS, bare))
    for _ in range(2 * PATIENCE):
        evening.live.follow(Look(shown, "frame"))
        evening.live.follow(Look(reading(view, hand=True), "frame"))
    assert evening.live.history.event == written
    evening.look()
    assert evening.live.history.events[-1] == Done("red")
