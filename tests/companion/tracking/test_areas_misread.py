"""Tracking a table with areas: what is misread or in doubt, and the game beside it."""

from dataclasses import replace

import pytest

from engine.layout import Contents, View
from engine.siberia import SIBERIA
from engine.siberia.board import OPEN, REGIONS, SUPPLY
from engine.siberia.events import (
    Correct,
    Discover,
    Done,
    Investor,
    Logistics,
    Mine,
    Move,
    Pass,
    Refill,
    Research,
    Worker,
)
from tests.companion.tracking.area_table import BOARD, OTHERS, WALK, Table, lines, reading
from tests.engine.siberia.playing import START
from vision.reading import Areas, Reading


def test_what_no_event_explains_is_noted_once_after_two_readings() -> None:
    table = Table()
    wrong = SIBERIA.apply(table.state, Correct(cubes=(("yana", ()),))).state
    view = SIBERIA.expected(wrong)
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


def with_diamond(lying: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted((*lying, "diamond")))


FOUND = (Research("red"), Discover("red", "gold", "yana"))


def test_that_a_cube_that_hardly_shows_may_lie_there_too_is_no_doubt_what_was_discovered() -> None:
    table = Table()
    for event in FOUND:
        table.state = SIBERIA.apply(table.state, event).state
    view = SIBERIA.expected(table.state)
    before, there = (
        lying(SIBERIA.expected(table.tracker.history.state), "yana"),
        lying(view, "yana"),
    )
    looks = {there: 0.0, with_diamond(there): -1.7, with_diamond(before): -8.0, before: -12.0}
    seen = with_look(view, "yana", looks)
    assert [table.tracker.see(seen, "1.jpg") for _ in range(5)] == [[]] * 5
    told = [line for line in table.tracker.finish() if "note" not in line]
    assert told == [{**line, "frame": "1.jpg"} for line in lines(FOUND)]


def test_what_was_seen_before_a_last_hand_is_written_in_the_end() -> None:
    table = Table()
    assert table.play(*FOUND) == []
    assert table.look(hand=True) == []
    told = [line for line in table.tracker.finish() if "note" not in line]
    assert told == [{**line, "frame": "1.jpg"} for line in lines(FOUND)]


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
