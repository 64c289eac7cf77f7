"""Tracking a table with areas: what is written, noted and asked of readings that see all."""

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pytest

from companion.tracking.areas import AreaTracker
from companion.tracking.tracker import Options
from engine.layout import Contents, View
from engine.record import Undo
from engine.siberia import SIBERIA
from engine.siberia.board import EXCHANGES, OPEN, REGIONS, SUPPLY
from engine.siberia.events import (
    Correct,
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
from tests.engine.siberia.playing import ROW, START, board_with
from vision.reading import Areas, Reading

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


def mined_from(table: Table) -> State:
    state: State = table.tracker.history.state
    return state


def test_nothing_is_written_under_a_hand() -> None:
    table = Table()
    table.state = SIBERIA.apply(table.state, Worker("red", "depot")).state
    assert table.look(hand=True) == []
    assert table.look() == lines([Worker("red", "depot")])


def test_what_no_event_explains_is_noted_once_after_two_readings() -> None:
    table = Table()
    odd = SIBERIA.apply(table.state, Correct(cubes=(("yana", ()),))).state
    view = SIBERIA.expected(odd)
    assert table.look(view) == []
    (note,) = table.look(view)
    assert (note["note"], [*note["differences"]]) == ("unexplained", ["yana"])
    assert table.look(view) == []
    assert table.look() == []
    assert not table.tracker.asking


def without_cubes(table: Table, region: str) -> View:
    """Give the table as it would look without the cubes of a region."""
    return SIBERIA.expected(SIBERIA.apply(table.state, Correct(cubes=((region, ()),))).state)


def test_what_looks_again_as_it_was_asked_about_is_that_question_again() -> None:
    table = Table()
    first, second = (without_cubes(table, region) for region in ("yana", "ob"))
    table.look(first)
    (note,) = table.look(first)
    table.look(second)
    assert [*table.look(second)[0]["differences"]] == ["ob"]
    assert [table.look(first), table.look(first)] == [[], []]
    assert table.tracker.question == note


def test_a_tile_that_lies_there_wrongly_is_named_wherever_it_lies() -> None:
    table = Table()
    view = without_cubes(table, "yana")
    first, *others, last = view[OPEN]
    seen = view.holding(OPEN, (*others, first, ("gold",)))
    table.look(seen)
    (note,) = table.look(seen)
    assert [[*last], ["gold"]] in note["differences"].values()
    assert len(note["differences"]) == len({"yana", "a tile"})


def test_beside_what_nothing_explains_the_game_is_followed_once_that_is_noted() -> None:
    table = Table()
    assert table.look(without_cubes(table, "yana")) == []
    (note,) = table.look(without_cubes(table, "yana"))
    assert note["note"] == "unexplained"
    table.state = SIBERIA.apply(table.state, Worker("red", "depot")).state
    assert table.look(without_cubes(table, "yana")) == lines([Worker("red", "depot")])
    table.state = SIBERIA.apply(table.state, Worker("blue", "depot")).state
    assert table.look() == lines([Worker("blue", "depot")]), "yana is as it should be again"


def test_beside_a_tile_that_was_misread_the_others_are_followed() -> None:
    table = Table(live=True)
    view = without_cubes(table, "yana")
    taken, *others, _ = view[OPEN]
    seen = view.holding(OPEN, (taken, *others, ("gold",)))
    table.look(seen)
    assert [line["note"] for line in table.look(seen)] == ["unexplained"]
    table.tracker.answer([])
    assert table.look(seen) == []
    replaced = seen.holding(OPEN, (("manager",), *others, ("gold",)))
    assert table.look(replaced) == lines([Investor("red", *taken), Refill("manager")])


def test_what_was_denied_and_then_agreed_on_is_no_difference_any_more() -> None:
    table = Table()
    seen = without_cubes(table, "yana")
    assert [len(table.look(seen)) for _ in range(2)] == [0, 1]
    table.tracker.answer([])
    assert table.look(seen) == []
    table.tracker.write(Correct(cubes=(("yana", ()),)))
    assert [table.look(seen) for _ in range(3)] == [[], [], []]


def test_a_supply_that_is_empty_too_early_is_noted_once() -> None:
    table = Table()
    view = SIBERIA.expected(table.state)
    heaps = tuple(() if lying == ("gold",) else lying for lying in view[SUPPLY])
    empty = View(tuple((one, heaps if one == SUPPLY else lying) for one, lying in view.groups))
    assert table.look(empty) == [{"note": "supply", "expected": [], "seen": ["gold"]}]
    assert table.look(empty) == []


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


def with_look(view: View, at: str, looks: dict[tuple[str, ...], float]) -> Reading:
    """Read a table that looks like a view, but for a region of which less is known."""
    clear = reading(view)
    areas, number = clear.areas[REGIONS], [region.id for region in BOARD.regions].index(at)
    each = [*areas.log_likelihood]
    each[number] = looks
    regions = Areas(tuple(each), areas.observed, areas.near)
    return replace(clear, areas={**clear.areas, REGIONS: regions})


def lying(view: View, at: str) -> tuple[str, ...]:
    return view[REGIONS][[region.id for region in BOARD.regions].index(at)]


def test_a_walk_is_written_though_something_is_hardly_misread_where_it_leads() -> None:
    table = Table()
    for event in WALK:
        table.state = SIBERIA.apply(table.state, event).state
    view = SIBERIA.expected(table.state)
    there = lying(view, "lena")
    more = tuple(sorted((*there, "gold")))  # a second one, which nobody can have discovered
    seen = with_look(view, "lena", {more: 0.0, there: -3.0})
    wrote = table.tracker.see(seen, "1.jpg")
    assert [line["type"] for line in wrote] == ["logistics", "move"]
    assert not table.tracker.differs
    assert table.tracker.see(seen, "2.jpg") == []


@pytest.mark.parametrize("misread", [1, 2])
def test_what_happens_beside_one_region_that_is_misread_is_known_afterwards(misread: int) -> None:
    table = Table()
    walked = Logistics("red"), Move("red", START, "lena"), Move("red", "lena", "yana")
    for event in walked[:2]:
        table.state = SIBERIA.apply(table.state, event).state
    view = SIBERIA.expected(table.state)
    for region in ("tobol", "irtysh")[:misread]:
        view = view.holding(REGIONS, misread_at(view, region))
    assert table.look(view) == []
    table.state = SIBERIA.apply(table.state, walked[2]).state
    wrote = [line for line in table.look() if line["type"] == "move"]
    assert (wrote == lines(walked[1:])) == (misread == 1)


def misread_at(view: View, at: str) -> Contents:
    """Give what lies in regions, with three cubes more in one of them."""
    number = [region.id for region in BOARD.regions].index(at)
    contents = view[REGIONS]
    more = tuple(sorted((*contents[number], *["gold"] * 3)))
    return (*contents[:number], more, *contents[number + 1 :])


@pytest.mark.parametrize("ended", [False, True])
def test_what_is_hardly_seen_is_believed_of_who_has_ended_his_turn(*, ended: bool) -> None:
    walk = (Logistics("red"), Move("red", START, "yana"), Done("red"))
    table = Table(*walk, *OTHERS, live=True)
    mined = Mine("red", "gas", "frankfurt")
    there = lying(SIBERIA.expected(table.state), "yana")
    view = SIBERIA.expected(SIBERIA.apply(table.state, mined).state)
    seen = with_look(view, "yana", {lying(view, "yana"): 0.0, there: -4.5})
    table.tracker.ended = ended
    assert len(table.tracker.see(seen, "1.jpg")) == ended


def test_of_a_region_where_all_is_as_likely_nothing_is_known() -> None:
    table = Table()
    view = SIBERIA.expected(table.state)
    seen = with_look(view, "lena", {(): 0.0, ("red",): 0.0, ("gas",): 0.0})
    assert [table.tracker.see(seen, "1.jpg") for _ in range(3)] == [[], [], []]
    assert not table.tracker.asking


def test_what_is_never_explained_is_asked_though_hands_come_and_go() -> None:
    table = Table()
    view = SIBERIA.expected(table.state)
    there = lying(view, "lena")
    seen = with_look(view, "lena", {tuple(sorted((*there, *there))): 0.0, there: -9.0})
    for _ in range(20):
        table.tracker.see(seen, "1.jpg")
        table.tracker.see(reading(view, hand=True), "2.jpg")
    assert table.tracker.asking


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


def test_a_second_marker_of_an_action_is_no_pass_and_nobody_s_of_the_next_round() -> None:
    first = (Investor("green", "gas"), Refill("coal"))
    table = Table(Pass("red"), Pass("blue"), *first, live=True)
    table.tracker.last_ended = table.tracker.history.event
    view = SIBERIA.expected(table.state)
    opened = [lying for lying in view[OPEN] if lying != ("gas",)]
    seen = view.holding(OPEN, (*opened, ("oil",)))  # green has one of gas already
    looks = [table.look(seen) for _ in range(4)]
    (note,) = [line for lines in looks for line in lines]
    assert note["note"] == "unexplained"
    assert table.tracker.alternatives == ()
