"""The mouse at a virtual table with areas: things go where they are put, heaps go down."""

from collections import Counter

import numpy as np
import pytest

from companion.games.siberia.virtual_table import SiberiaTable
from engine.games import parse_board
from engine.siberia.board import CLOCKS, EXCHANGES, OPEN, REGIONS, SUPPLY
from engine.siberia.material import CUBES, RESOURCES
from hardware.virtual.painting import Point
from hardware.virtual.people import HELD_MM
from hardware.virtual.played_table import Mouse
from hardware.virtual.scene import Piece
from seeds.boards import builtin_board_text

BOARD = parse_board(builtin_board_text("taiga"), "taiga.toml")
OUTSIDE = (-30.0, 100.0)


@pytest.fixture(scope="module")
def shared() -> SiberiaTable:
    return SiberiaTable(BOARD, ("red", "blue", "yellow"), 3)


@pytest.fixture
def table(shared: SiberiaTable) -> SiberiaTable:
    for at in (*shared.top.lying,):
        for one in (*shared.top.lying[at],):
            if isinstance(one.thing, Piece):
                shared.top.remove(at, one.name)
                shared.top.keep(one.name)
    return shared


def drag(table: SiberiaTable, start: Point, end: Point) -> None:
    mouse = Mouse(table)
    points = np.array([[*start, HELD_MM], [*end, HELD_MM]])
    (one, other) = table.pose.project(points).tolist()
    mouse.point("down", (one[0], one[1]))
    mouse.point("move", (other[0], other[1]))
    table.advance()
    assert table.scene.hand is not None
    mouse.point("up", (other[0], other[1]))
    table.advance()
    assert table.scene.hand is None


def names(table: SiberiaTable, group: str, place: str) -> Counter[str]:
    return Counter(one.name for one in table.top.on((group, place)))


def test_a_pawn_goes_from_the_depot_to_a_region_to_an_exchange_and_home(
    table: SiberiaTable,
) -> None:
    top = table.top
    before = len(top.supply("red"))
    drag(table, top.supply("red")[-1].at_mm, top.middle((REGIONS, "vladivostok")))
    assert names(table, REGIONS, "vladivostok") == {"red": 1}
    there = top.lying[REGIONS, "vladivostok"][0].thing.at_mm
    drag(table, there, top.middle((EXCHANGES, "slot-2")))
    assert names(table, EXCHANGES, "slot-2") == {"red": 1}
    drag(table, top.lying[EXCHANGES, "slot-2"][0].thing.at_mm, OUTSIDE)
    assert len(top.supply("red")) == before


def test_a_cube_goes_from_its_heap_to_a_region_and_out_of_the_game(table: SiberiaTable) -> None:
    top = table.top
    laid = sum(names(table, *at)["gas"] for at in top.lying if at[0] == REGIONS)
    cube = top.lying[SUPPLY, "gas"][0].thing.at_mm
    drag(table, cube, top.middle((REGIONS, "vladivostok")))
    assert names(table, REGIONS, "vladivostok") == {"gas": 1}
    drag(table, top.lying[REGIONS, "vladivostok"][0].thing.at_mm, OUTSIDE)
    assert not names(table, REGIONS, "vladivostok")
    left = CUBES[RESOURCES.index("gas")] - laid - 1
    for _ in range(left):
        drag(table, top.lying[SUPPLY, "gas"][0].thing.at_mm, OUTSIDE)
    assert not names(table, SUPPLY, "gas")


def test_a_blocking_marker_goes_from_its_clock_to_a_region(table: SiberiaTable) -> None:
    top = table.top
    drag(table, top.lying[CLOCKS, "clock-1"][0].thing.at_mm, top.middle((REGIONS, "vladivostok")))
    assert names(table, REGIONS, "vladivostok")["blocked"] == 1
    assert not names(table, CLOCKS, "clock-1")


def test_an_open_marker_is_taken_and_another_dealt(table: SiberiaTable) -> None:
    top = table.top
    drag(table, top.lying[OPEN, "open-2"][0].thing.at_mm, OUTSIDE)
    assert not names(table, OPEN, "open-2")
    table.at_once["deal"]()
    assert names(table, OPEN, "open-2").total() == 1
