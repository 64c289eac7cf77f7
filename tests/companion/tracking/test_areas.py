"""Tracking a table with areas: which events are written of readings that see all."""

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pytest

from companion.tracking.areas import AreaTracker
from companion.tracking.config import AREA_LONGER
from companion.tracking.tracker import Options
from engine.history import History
from engine.layout import View
from engine.siberia import SIBERIA
from engine.siberia.board import REGIONS
from engine.siberia.events import (
    Discover,
    Done,
    Event,
    Investor,
    Logistics,
    Mine,
    Move,
    Pass,
    Ready,
    Refill,
    Research,
    Salesman,
    Worker,
)
from engine.siberia.state import State
from tests.companion.tracking import area_table
from tests.companion.tracking.area_table import BOARD, OTHERS, WALK, Table, lines, reading
from tests.engine.siberia.playing import ROW, START, board_with, laid_out, new_game

FOLLOWED: Final[dict[str, tuple[Event, ...]]] = {
    "a walk of two steps": WALK,
    "a cube of a research": (Research("red"), Discover("red", "gold", "yana")),
    "a salesman from the depot": (Salesman("red", "depot", "tokyo"),),
    "a worker who becomes a salesman": (Salesman("red", "vladivostok", "zurich"),),
    "a salesman who changes places": (Salesman("red", "frankfurt", "mumbai"),),
    "a worker from the depot": (Worker("red", "depot"),),
    "an investment that is taken": (Investor("red", "worker"),),
    "one that is replaced already": (Investor("red", "worker"), Refill("manager")),
    "two turns": (Salesman("red", "depot", "tokyo"), Worker("blue", "depot")),
}


@pytest.mark.parametrize("events", FOLLOWED.values(), ids=FOLLOWED)
def test_what_only_one_action_explains_is_written(events: tuple[Event, ...]) -> None:
    table = Table(live=True)
    assert table.play(*events) == lines(events)
    assert table.tracker.history.state == table.state
    assert table.look() == []


def test_cubes_of_a_research_are_written_one_by_one_and_its_end_with_the_next_turn() -> None:
    table = Table(live=True)
    first = (Research("red"), Discover("red", "gold", "yana"))
    assert table.play(*first) == lines(first)
    second = Discover("red", "coal", "ob")
    assert table.play(second) == lines([second])
    then = (Done("red"), Worker("blue", "depot"))
    assert table.play(*then) == lines(then)


def test_a_refill_is_written_when_it_is_seen() -> None:
    table = Table(live=True)
    table.play(Investor("red", "gas"))
    assert table.play(Refill("coal")) == lines([Refill("coal")])


def test_a_game_goes_on_where_what_is_dealt_was_not_taught() -> None:
    table = Table()
    for events in (WALK, (Done("red"), Worker("blue", "depot"))):
        for event in events:
            table.state = SIBERIA.apply(table.state, event).state
        whole = reading(SIBERIA.expected(table.state))
        taught = {name: one for name, one in whole.groups.items() if name != "open"}
        written = table.tracker.see(replace(whole, groups=taught), "2.jpg")
        assert written == [{**line, "frame": "2.jpg"} for line in lines(events)]


def test_a_pawn_back_at_the_start_is_asked_and_never_guessed() -> None:
    table = Table(*WALK, Done("red"), Pass("blue"), Pass("green"))
    assert table.play(Worker("red", "lena")) == []
    (note,) = table.look()
    assert note["note"] == "unexplained"
    assert note["differences"] == {
        "lena": [["coal", "gold", "red"], ["coal", "gold"]],
        "vladivostok": [["blue", "green"], ["blue", "green", "red"]],
    }
    offered = [lines(events) for events in table.tracker.alternatives]
    assert lines([Worker("red", "lena")]) in offered
    assert lines([Logistics("red"), Move("red", "lena", "vladivostok")]) in offered
    assert table.look() == []
    assert table.tracker.answer([Worker("red", "lena")]) == lines([Worker("red", "lena")])
    assert table.look() == []
    assert not table.tracker.asking


def mining(*more: Event) -> Table:
    """Bring a worker of red to yana, beside gas and oil, and let others pass."""
    walk = (Logistics("red"), Move("red", "vladivostok", "yana"), Done("red"))
    return Table(*walk, Salesman("blue", "depot", "tokyo"), Pass("green"), *more)


def test_what_is_mined_is_written_and_sold_where_his_only_salesman_stands() -> None:
    table = mining()
    assert table.play(Mine("red", "gas", "frankfurt")) == lines([Mine("red", "gas", "frankfurt")])


def test_of_several_exchanges_the_best_is_written_and_the_choice_is_noted() -> None:
    table = mining(Salesman("red", "depot", "tokyo"), Worker("blue", "depot"))
    written = table.play(Mine("red", "gas", "frankfurt"))
    assert written == [
        {"note": "choice-unseen", "among": ["tokyo", "frankfurt"]},
        *lines([Mine("red", "gas", "tokyo")]),
    ]


def test_a_region_that_is_still_to_be_blocked_is_no_event() -> None:
    table = mining(Mine("red", "gas", "frankfurt"), Worker("blue", "depot"))
    before = SIBERIA.expected(table.state)
    emptied = Mine("red", "oil", "frankfurt")
    table.state = SIBERIA.apply(table.state, emptied).state
    first, *_, last = SIBERIA.tidying(mined_from(table), emptied)
    assert before != first != last
    assert table.look(first) == lines([emptied])
    assert table.look(first) == []
    assert table.look() == []
    assert table.tracker.history.state == table.state


@pytest.mark.parametrize("is_answer", [False, True])
def test_a_region_that_was_emptied_by_what_people_tell_is_still_to_be_blocked(
    *, is_answer: bool
) -> None:
    table = mining(Mine("red", "gas", "frankfurt"), Worker("blue", "depot"))
    emptied = Mine("red", "oil", "frankfurt")
    untidied = SIBERIA.tidying(mined_from(table), emptied)
    if is_answer:
        table.tracker.answer([emptied])
    else:
        table.tracker.write(emptied)
    for view in untidied:
        assert table.look(view) == []
        assert not table.tracker.differs
    table.state = mined_from(table)
    assert table.look() == []
    assert not table.tracker.differs
    assert table.look(untidied[0]) != [], "once it is blocked it stays so"


@pytest.mark.parametrize("has_begun", [False, True])
def test_pawns_are_still_to_be_put_down_when_the_program_starts_again(*, has_begun: bool) -> None:
    """I-07: until the first round has begun; then they stand."""
    history: History[Any, Any, Any] = History(SIBERIA, new_game(3, BOARD))
    for event in (laid_out("untold"), Ready())[: 1 + has_begun]:
        history.append(event)
    bare = SIBERIA.expected(history.state._replace(pawns=((), (), ())))
    tracker = AreaTracker(history, BOARD, Options(1, live=True, answered=True))
    for _ in range(AREA_LONGER):
        tracker.see(reading(bare), "1.jpg")
    assert (tracker.differs, tracker.asking) == (has_begun, has_begun)


def test_what_a_region_lacks_when_the_program_starts_again_is_still_to_be_done() -> None:
    table = mining(Mine("red", "gas", "frankfurt"), Worker("blue", "depot"))
    emptied = Mine("red", "oil", "frankfurt")
    untidied = SIBERIA.tidying(mined_from(table), emptied)
    table.tracker.write(emptied)
    history = table.tracker.history
    for view in untidied:
        table.tracker = AreaTracker(history, BOARD, Options(1, live=True, answered=True))
        assert "yana" in table.tracker.unfinished
        for _ in range(20):
            assert table.look(view) == []
        assert not table.tracker.differs
        assert table.tracker.question is None
    table.state = mined_from(table)
    assert table.look() == []
    assert not table.tracker.unfinished
    assert table.look(untidied[0]) != [], "once it is blocked it stays so"


def mined_from(table: Table) -> State:
    state: State = table.tracker.history.state
    return state


def test_nothing_is_written_under_a_hand() -> None:
    table = Table()
    table.state = SIBERIA.apply(table.state, Worker("red", "depot")).state
    assert table.look(hand=True) == []
    assert table.look() == lines([Worker("red", "depot")])


def test_where_somebody_answers_the_exchange_of_a_sale_is_asked_at_once() -> None:
    table = Table(Salesman("red", "depot", "tokyo"), Worker("blue", "depot"), Pass("green"))
    history = table.tracker.history
    for event in (Logistics("red"), Move("red", "vladivostok", "yana"), Done("red"), Pass("blue")):
        history.append(event)
    tracker = AreaTracker(history, BOARD, Options(patience=99, answered=True))
    sales = [Mine("red", "gas", at) for at in ("tokyo", "frankfurt")]
    seen = SIBERIA.expected(SIBERIA.apply(history.state, sales[0]).state)
    (line,) = tracker.see(reading(seen), "1.jpg")
    assert line["note"] == "unexplained"
    assert tracker.alternatives == tuple((one,) for one in sales)
    tracker.answer([sales[1]])
    assert tracker.question is None
    assert history.events[-1] == sales[1]


def resting(
    table: Table, view: View, *near: str, hidden: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Show a view four times, while a hand rests near some regions, of which some are hidden."""
    seen = reading(view, hand=True)
    places = [place.id for place in BOARD.areas[0].places]
    beside = np.array([one in near or one in hidden for one in places])
    covered = np.array([one not in hidden for one in places])
    regions = replace(seen.areas[REGIONS], near=beside, observed=covered)
    shown = replace(seen, areas={**seen.areas, REGIONS: regions})
    return [line for _ in range(4) for line in table.tracker.see(shown, "1.jpg")]


@pytest.mark.parametrize("near", [("ob",), ("lena",), ("vladivostok",)])
def test_beside_a_hand_that_rests_only_what_is_seen_as_a_whole_is_written(
    near: tuple[str, ...],
) -> None:
    table = Table(live=True)
    table.state = SIBERIA.apply(SIBERIA.apply(table.state, WALK[0]).state, WALK[1]).state
    view = SIBERIA.expected(table.state)
    written = [line for line in resting(table, view, *near) if "type" in line]
    assert [line["type"] for line in written] == (["logistics", "move"] if near == ("ob",) else [])
    assert written or table.look() == lines(WALK)


def test_what_the_next_player_may_have_done_is_nobody_s_while_a_hand_hides_regions() -> None:
    table = Table(live=True)
    walk = (*WALK, Done("red"))
    for event in (*walk, Investor("blue", "worker")):
        table.state = SIBERIA.apply(table.state, event).state
    assert resting(table, SIBERIA.expected(table.state), hidden=[START, "lena"]) == []
    assert table.look() == lines([*walk, Investor("blue", "worker")])


def test_nor_while_a_turn_was_ended_of_which_nothing_was_seen() -> None:
    table = Table(live=True)
    table.tracker.pressed = True
    table.state = SIBERIA.apply(table.state, Investor("red", "worker")).state
    assert resting(table, SIBERIA.expected(table.state), "ob") == []
    table.tracker.pressed = False
    assert table.look() == lines([Investor("red", "worker")])


def test_a_marker_that_was_dealt_and_is_gone_was_taken() -> None:
    table = Table(live=True)
    table.play(Investor("red", "gas"), Refill("gold"))
    assert table.play(Investor("blue", "gold")) == lines([Investor("blue", "gold")])


def test_who_of_two_took_which_marker_is_asked() -> None:
    table = Table()
    assert table.play(Investor("red", "worker"), Refill("oil"), Investor("blue", "gas")) == []
    assert [line["note"] for line in table.look()] == ["unexplained"]
    assert len(table.tracker.alternatives) > 1


def test_two_workers_who_walk_to_one_region_are_followed() -> None:
    table = Table(Worker("red", "depot"), *OTHERS)
    step = Move("red", START, "yana")
    assert table.play(Logistics("red"), step, step) == lines([Logistics("red"), step, step])


def test_of_two_ways_to_walk_the_one_of_fewer_steps_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ring = [(START, "yana"), (START, "lena"), ("yana", "ob"), ("lena", "ob"), ("yana", "lena")]
    ring += [*pairwise(ROW[2:])]
    monkeypatch.setattr(area_table, "BOARD", replace(BOARD, borders=board_with(ring).borders))
    walk = Logistics("red"), Move("red", START, "yana"), Done("red")
    table = Table(Worker("red", "depot"), *OTHERS, *walk, Pass("blue"), Pass("green"), live=True)
    table.play(Logistics("red"), Move("red", START, "ob"), Move("red", "yana", "lena"))
    assert table.state.phase == "action"
    followed = table.tracker.history.state
    assert (followed.phase, followed.left) == ("logistics", 1)
