"""Boards with areas where nobody presses a button: what follows says who has acted."""

from typing import Any, Final

import pytest

from companion.games import part_of
from companion.tracking.tracker import Options
from companion.tracking.tracker_of import tracker_of
from engine.games import parse_board
from engine.history import History
from engine.siberia import SIBERIA
from engine.siberia.events import (
    Correct,
    Discover,
    Done,
    Event,
    Investor,
    Manager,
    Pass,
    Ready,
    Refill,
    Research,
    Salesman,
    Worker,
)
from engine.siberia.material import RESOURCES
from hardware.virtual.table import VirtualTable
from seeds.boards import builtin_board_text
from tests.companion.tracking.area_table import OTHERS, WALK, Table, lines
from tests.hard_tables.perfect_eye import PerfectEye


def test_who_passed_unseen_is_noted_before_the_pass() -> None:
    table = Table()
    assert table.play(Pass("red"), Worker("blue", "depot")) == []
    assert table.tracker.finish() == framed(
        {"note": "turn-unseen", "player": "red"},
        *lines([Pass("red"), Worker("blue", "depot")]),
    )


def framed(*written: dict[str, Any]) -> list[dict[str, Any]]:
    """Name the frame of lines as the tracker does."""
    return [{**line, "frame": "1.jpg"} for line in written]


def test_who_acts_again_in_the_same_round_had_not_passed() -> None:
    table = Table()
    written: list[Event] = [Manager("red", None), *OTHERS, Worker("red", "depot")]
    assert [table.play(*events) for events in (written[:2], written[2:3])] == [[], []]
    assert table.play(written[3]) == [{"note": "turn-unseen", "player": "red"}, *lines(written)]


FIRST_CUBES: Final = (
    Research("red"),
    Discover("red", "gold", "yana"),
    Done("red"),
    Research("blue"),
    Discover("blue", "coal", "ob"),
    Done("blue"),
)


def test_whose_cubes_they_are_depends_on_who_acts_next() -> None:
    table = Table()
    then = (Salesman("green", "depot", "tokyo"), Salesman("red", "depot", "tokyo"))
    told = [table.play(*FIRST_CUBES[:2]), table.play(*FIRST_CUBES[2:5])]
    told += [table.play(FIRST_CUBES[5], then[0]), table.play(then[1])]
    told.append(table.play(Salesman("blue", "depot", "tokyo")))
    written = [line for each in told for line in each if "type" in line]
    assert written == lines([*FIRST_CUBES, *then, Salesman("blue", "depot", "tokyo")])


def test_whose_cubes_they_are_that_nothing_tells_is_noted() -> None:
    table = Table()
    cubes = (*FIRST_CUBES[:4], Discover("blue", "coal", "ob"), Discover("blue", "gas", "lena"))
    after = (Done("blue"), Salesman("green", "depot", "tokyo"))
    told = [table.play(*cubes[:2]), table.play(*cubes[2:5]), table.play(cubes[5])]
    told += [table.play(*after), table.tracker.finish()]
    written = [line for each in told for line in each]
    assert [line["note"] for line in written if "note" in line] == ["order-unseen"]
    assert SIBERIA.expected(table.tracker.history.state) == SIBERIA.expected(table.state)


def test_the_note_speaks_of_all_events_that_others_may_have_done() -> None:
    """Each of two players may have researched both cubes, while the other did what never shows."""
    table = Table()
    cubes = (Research("blue"), Discover("blue", "gold", "yana"), Discover("blue", "coal", "ob"))
    told = [table.play(Manager("red", None), *cubes[:2]), table.play(cubes[2])]
    told += [table.play(Done("blue"), Worker("green", "depot")), table.tracker.finish()]
    note, *written = [line for each in told for line in each]
    assert note["note"] == "order-unseen"
    in_doubt = [line["type"] for line in written[: note["events"]]]
    assert in_doubt == ["research", "discover", "done"] * 2
    assert [line["type"] for line in written[note["events"] :]] == ["worker"]


def test_who_began_stays_in_doubt_while_turn_after_turn_shows_nothing() -> None:
    """Red showed nothing, blue took the marker; red may as well have taken it and blue passed."""
    table = Table()
    told = [
        table.play(Manager("red", None), Investor("blue", "worker")),
        table.play(Refill("coal")),
    ]
    told.append(table.play(Pass("green"), Salesman("red", "depot", "tokyo")))
    told.append(table.play(Pass("blue"), Salesman("red", "tokyo", "mumbai")))
    next_round = (Ready(), Research("blue"), Discover("blue", "gold", "yana"))
    told += [table.play(Pass("red"), *next_round), table.tracker.finish()]
    lines = [line for each in told for line in each]
    first = [line.get("type", line.get("note")) for line in lines[:2]]
    assert first == ["order-unseen", "investor"]


def test_what_is_in_doubt_is_not_asked_where_turns_will_tell() -> None:
    table = Table()
    table.play(*FIRST_CUBES[:2])
    assert [table.look() for _ in range(5)] == [[]] * 5
    assert not table.tracker.asking
    told = [line.get("type", line.get("note")) for line in table.tracker.finish()]
    assert told == ["order-unseen", "research", "discover"], "it may have been blue's"


def test_what_is_taken_back_before_it_was_written_is_never_written() -> None:
    table = Table()
    before = table.state
    table.play(*FIRST_CUBES[:2])
    table.state = before
    assert table.look() == []
    assert table.play(Worker("red", "depot")) == lines([Worker("red", "depot")])


def test_what_was_done_is_not_guessed_when_the_frames_end() -> None:
    table = Table(*WALK, Done("red"), Pass("blue"), Pass("green"))
    table.play(Worker("red", "lena"))
    assert table.tracker.finish() == []


def test_an_event_that_must_be_seen_twice_is_written_when_it_is_while_others_follow() -> None:
    table = Table(agree=2)
    events = (*OTHERS, Worker("red", "depot"))
    told = [table.play(event) for event in (Salesman("red", "depot", "tokyo"), *events)]
    assert told[0] == []
    assert told[1:] == [lines([one]) for one in (Salesman("red", "depot", "tokyo"), *events[:-1])]


def test_a_supply_that_what_is_in_doubt_has_emptied_is_no_difference() -> None:
    table = Table(Correct(supply=(("gold", 1),)))
    assert table.play(*FIRST_CUBES[:2]) == []
    assert not table.state.supply[RESOURCES.index("gold")]


def test_a_marker_of_the_kind_that_was_taken_is_no_marker_put_back() -> None:
    table = Table()
    deal = (Investor("red", "worker"), Refill("worker"))
    then = (Investor("blue", "gas"), Refill("coal"), Worker("green", "depot"))
    told = [table.play(event) for event in (*deal, *then)]
    assert [line for each in told for line in each if "type" in line] == lines([*deal, *then])


VISIBLE: Final = ("discover", "move", "salesman", "worker", "investor", "refill", "mine")
"""What a camera can see (spec, Siberia)."""


def table_of(seed: int) -> VirtualTable:
    board = parse_board(builtin_board_text("taiga"), "taiga.toml")
    players = ("red", "blue", "green")
    laid: VirtualTable = part_of("siberia", "virtual_table").virtual_table(
        board, players, players[seed % 3], seed
    )
    return laid


def follow(table: VirtualTable, events: int) -> list[dict[str, Any]]:
    """Show the tracker the table whenever hands have left it; return its lines."""
    start = SIBERIA.new_game(table.board, table.players, {})
    history: History[Any, Any, Any] = History(SIBERIA, start)
    history.append(table.record[0])
    tracker, eye = tracker_of(history, table.board, Options()), PerfectEye(table)
    lines, was_still = [], False
    while table.advance() and len(table.record) < events:
        if table.still and not was_still:
            lines += tracker.see(eye.read(), f"{table.tick}")
        was_still = table.still
    return lines + tracker.finish()


# In a shorter form `tests/tools/test_long_run.py` has such a game followed.
@pytest.mark.long
@pytest.mark.parametrize(
    ("seed", "events", "least"), [(12, 26, 13), *((seed, 40, 20) for seed in (1, 3, 5, 6))]
)
def test_what_can_be_seen_is_written_in_the_order_in_which_it_happened(
    seed: int, events: int, least: int
) -> None:
    """Of so many ``events`` of a game the ``least`` that can be seen are written."""
    table = table_of(seed)
    lines = follow(table, events)
    written = [
        {key: value for key, value in line.items() if key != "frame"}
        for line in lines
        if line.get("type") in VISIBLE
    ]
    happened = [SIBERIA.format_event(event) for event in table.record[1:]]
    assert written == [line for line in happened if line["type"] in VISIBLE][: len(written)]
    assert len(written) >= least
    assert any(line["type"] in ("pass", "manager") for line in happened), "turns that show nothing"
