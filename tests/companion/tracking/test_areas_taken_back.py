"""Tracking a table with areas: what is taken back, done otherwise, and put right again."""

from typing import Any, Final

import pytest

from engine.record import Undo
from engine.siberia import SIBERIA
from engine.siberia.board import EXCHANGES
from engine.siberia.events import (
    Discover,
    Done,
    Event,
    Logistics,
    Mine,
    Move,
    Pass,
    Ready,
    Research,
    Salesman,
    Worker,
)
from engine.siberia.state import State
from tests.companion.tracking.area_table import OTHERS, WALK, Table, lines


def taken_back(table: Table, event: Event) -> list[dict[str, Any]]:
    """Have an event written, and show the table as it was before."""
    before = table.state
    assert table.play(event) == lines([event])
    table.state = before
    return table.look()


def test_what_is_taken_back_is_undone() -> None:
    table = Table()
    assert taken_back(table, Worker("red", "depot")) == [{"type": "undo", "to": 3}]
    assert table.tracker.history.state == table.state


def test_so_is_what_is_done_otherwise_after_all() -> None:
    table = Table(live=True)
    before = table.state
    table.play(Salesman("red", "depot", "tokyo"))
    table.state = before
    other = Salesman("red", "depot", "zurich")
    assert table.play(other) == [{"type": "undo", "to": 3}, *lines([other])]
    assert table.tracker.history.state == table.state


def test_a_worker_who_is_put_elsewhere_has_walked_from_where_he_stood_first() -> None:
    table = Table(live=True)
    table.play(Logistics("red"), Move("red", "vladivostok", "ob"))
    table.state = new_state(table, Logistics("red"), Move("red", "vladivostok", "yana"))
    assert table.look()[-1] == lines([Move("red", "vladivostok", "yana")])[0]
    assert table.tracker.history.state.left == 2


def new_state(table: Table, *events: Event) -> State:
    """Give where the game would stand had these been its first actions."""
    state: State = table.tracker.history.at(2)
    for event in events:
        state = SIBERIA.apply(state, event).state
    return state


SOLD: Final = (Salesman("red", "depot", "tokyo"), Salesman("blue", "depot", "zurich"))


def gone_back() -> Table:
    """Go back by the table to before two turns, while the board still shows them."""
    table = Table(live=True)
    assert table.play(*SOLD) == lines(SOLD)
    table.tracker.write(Undo(3))
    return table


def test_what_the_table_took_back_is_to_be_put_right_and_is_not_written_again() -> None:
    table = gone_back()
    assert [table.look() for _ in range(20)] == [[]] * 20
    question = table.tracker.question
    assert question is not None
    assert question["differences"] == {"slot-2": [[], ["red"]], "slot-5": [[], ["blue"]]}
    assert table.tracker.alternatives == ()
    assert table.tracker.differs


def test_once_a_part_of_it_is_put_right_the_rest_is_asked_for() -> None:
    table = gone_back()
    table.look()
    view = SIBERIA.expected(table.state)
    there = (() if lying == ("red",) else lying for lying in view[EXCHANGES])
    assert table.look(view.holding(EXCHANGES, tuple(there))) == []
    question = table.tracker.question
    assert question is not None
    assert question["differences"] == {"slot-5": [[], ["blue"]]}


def test_once_all_is_put_right_the_game_goes_on() -> None:
    table = gone_back()
    table.look()
    table.state = new_state(table)
    assert table.look() == []
    assert table.tracker.question is None
    assert not table.tracker.differs
    assert table.play(*SOLD) == lines(SOLD)


def test_it_may_have_been_the_camera_that_erred() -> None:
    table = gone_back()
    table.look()
    table.tracker.answer(())
    assert [table.look() for _ in range(20)] == [[]] * 20
    assert table.tracker.question is None


def test_a_hand_that_rests_meanwhile_lets_nothing_be_written() -> None:
    table = gone_back()
    assert [table.look(hand=True) for _ in range(20)] == [[]] * 20


ORDERS: Final = (
    ("blue", "green", "red"),
    ("blue", "green", "red"),
    ("green", "red", "blue"),
)
"""Who passes, round by round, until red is first again."""


def test_a_cube_that_lies_there_again_may_have_been_put_back_or_discovered() -> None:
    walk = Logistics("red"), Move("red", "vladivostok", "yana"), Done("red")
    table = Table(*walk, *OTHERS)
    mined = Mine("red", "gas", "frankfurt")
    assert taken_back(table, mined)[0]["type"] == "undo"

    rounds: list[Event] = []
    for order in ORDERS:
        rounds += [*(Pass(each) for each in order), Ready()]
    table = Table(*walk, *rounds)
    assert taken_back(table, mined) == []
    assert [line["note"] for line in table.look()] == ["unexplained"]
    offered = table.tracker.alternatives
    assert (Research("blue"), Discover("blue", "gas", "yana")) in offered
    assert any(isinstance(first, Undo) for first, *_ in offered)


def with_worker_back() -> tuple[Table, State]:
    """Have red asked how his worker came back to the start; give how it was before that, too."""
    table = Table(*WALK, Done("red"), Pass("blue"), Pass("green"), live=True)
    before = table.state
    table.play(Worker("red", "lena"))
    table.look()
    assert table.tracker.asking
    return table, before


@pytest.mark.parametrize("ended", [False, True])
def test_who_puts_right_what_he_is_asked_about_has_not_acted_twice(*, ended: bool) -> None:
    table, before = with_worker_back()
    table.state = before
    table.tracker.answer([Worker("red", "lena")])
    if ended:  # the press came before the question
        table.tracker.last_ended = table.tracker.history.event
    instead = Salesman("red", "lena", "tokyo")
    assert table.play(instead) == [{"type": "undo", "to": 8}, *lines([instead])]


def test_once_the_table_has_shown_a_turn_that_was_ended_its_player_acts_again() -> None:
    table, _ = with_worker_back()
    table.tracker.answer([Worker("red", "lena")])
    table.tracker.last_ended = table.tracker.history.event
    assert table.look() == []
    again = Salesman("red", "vladivostok", "tokyo")
    table.state = table.tracker.history.state
    assert table.play(again) == lines([again])
