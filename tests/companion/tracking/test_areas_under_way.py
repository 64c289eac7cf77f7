"""Tracking a table with areas: an action that is under way, of which only a part is seen."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from engine.layout import View
from engine.siberia import SIBERIA
from engine.siberia.board import REGIONS
from engine.siberia.events import Done, Event, Logistics, Mine, Move, Pass, Salesman, Worker
from tests.companion.tracking.area_table import BOARD, Table, lines

AT_GAS: Final[tuple[Event, ...]] = (
    *(Worker(player, "depot") for player in ("red", "blue", "green")),
    Logistics("red"),
    *(Move("red", "vladivostok", "yana"),) * 2,
    Done("red"),
    Salesman("blue", "depot", "tokyo"),
    Pass("green"),
    Salesman("red", "depot", "frankfurt"),
    Pass("blue"),
    Logistics("red"),
    Move("red", "yana", "lena"),
    Move("red", "lena", "ob"),
    Done("red"),
)
"""Brings workers of red to yana and to ob, with gas in both, and lets the others pass."""
LONG: Final = 40
"""Readings: far more than anything is waited for."""


def without(table: Table, *pieces: tuple[str, str]) -> View:
    """Give the table as it would look without some pieces, named by region and class."""
    view = SIBERIA.expected(table.state)
    places = [place.id for place in BOARD.areas[0].places]
    contents = [[*lying] for lying in view[REGIONS]]
    for region, piece in pieces:
        contents[places.index(region)].remove(piece)
    return view.holding(REGIONS, tuple(tuple(lying) for lying in contents))


def watched(table: Table, view: View) -> Sequence[dict[str, Any]]:
    return [line for _ in range(LONG) for line in table.look(view)]


@pytest.mark.parametrize("first", ["yana", "ob"])
def test_cubes_of_one_sale_may_be_taken_off_one_after_the_other(first: str) -> None:
    table = Table(*AT_GAS, live=True)
    assert watched(table, without(table, (first, "gas"))) == []
    sale = Mine("red", "gas", "frankfurt")
    assert table.play(sale) == lines([sale])


def test_a_pawn_may_be_held_as_long_as_a_player_thinks() -> None:
    table = Table(*AT_GAS, live=True)
    table.tracker.last_ended = table.tracker.history.event
    assert watched(table, without(table, ("ob", "red"))) == []
    sells = Salesman("red", "ob", "tokyo")
    assert table.play(sells) == lines([sells])


def test_what_is_left_undone_is_asked_once_the_turn_is_ended() -> None:
    table = Table(*AT_GAS, live=True)
    seen = without(table, ("ob", "gas"))
    assert watched(table, seen) == []
    table.tracker.ended = True
    (line,) = table.look(seen)
    assert (line["note"], line["differences"]) == (
        "unexplained",
        {"ob": [["diamond", "gas", "red"], ["diamond", "red"]]},
    )


@pytest.mark.parametrize(
    "pieces",
    [[("lena", "coal")], [("ob", "gas"), ("ob", "diamond")], [("ob", "gas"), ("yana", "oil")]],
)
def test_what_is_a_part_of_no_event_is_asked(pieces: Sequence[tuple[str, str]]) -> None:
    table = Table(*AT_GAS, live=True)
    (line,) = watched(table, without(table, *pieces))
    assert line["differences"].keys() == {region for region, _ in pieces}


def test_nobody_begins_a_sale_while_it_is_not_his_turn() -> None:
    table = Table(*AT_GAS[:6], live=True)
    (line,) = watched(table, without(table, ("yana", "gas")))
    assert [*line["differences"]] == ["yana"]
