"""The mouse at a virtual table: pieces go where they are put, and none is ever lost."""

from collections import Counter

import numpy as np
import pytest

from companion.games.sumeria.virtual_table import SumeriaTable
from engine.games import parse_board
from engine.sumeria.board_file import INFLUENCE, RANKING
from hardware.virtual.painting import Point
from hardware.virtual.people import HELD_MM
from hardware.virtual.played_table import Mouse
from hardware.virtual.scene import Piece, Token
from seeds.boards import builtin_board_text

BOARD = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
PLAYERS = ("red", "blue", "yellow")


@pytest.fixture
def table() -> SumeriaTable:
    laid = SumeriaTable(BOARD, PLAYERS, 3)
    laid.advance()
    return laid


def pixel(table: SumeriaTable, at: Point) -> tuple[float, float]:
    x, y = table.pose.project(np.array([[*at, HELD_MM]]))[0].tolist()
    return x, y


def drag(table: SumeriaTable, start: Point, end: Point) -> None:
    mouse = Mouse(table)
    mouse.point("down", pixel(table, start))
    mouse.point("move", pixel(table, end))
    table.advance()
    mouse.point("up", pixel(table, end))
    table.advance()


def supply(table: SumeriaTable, paint: str) -> list[Piece]:
    aside = (one for one in table.scene.aside if isinstance(one, Piece))
    return [one for one in aside if one.paint == paint]


def pieces(table: SumeriaTable) -> Counter[str]:
    kinds = (getattr(one, "paint", getattr(one, "kind", "")) for one in table.scene.items())
    return Counter(kinds)


def test_a_merchant_goes_from_the_supply_to_a_spot_to_another_and_back(table: SumeriaTable) -> None:
    before = pieces(table)
    first, second = BOARD.locations[0], BOARD.locations[9]
    drag(table, supply(table, "blue")[-1].at_mm, first.at_mm)
    assert table.scene.pieces[first.id].paint == "blue"
    drag(table, first.at_mm, second.at_mm)
    assert list(table.scene.pieces) == [second.id]
    drag(table, second.at_mm, table.top.seats["blue"].supply(0))
    assert not table.scene.pieces
    assert pieces(table) == before


def test_a_hand_is_over_the_table_while_something_is_held(table: SumeriaTable) -> None:
    mouse = Mouse(table)
    at = supply(table, "red")[-1].at_mm
    mouse.point("down", pixel(table, at))
    table.advance()
    assert table.scene.hand is not None
    assert table.scene.hand.holding is not None
    mouse.point("up", pixel(table, at))
    table.advance()
    assert table.scene.hand is None


def test_no_merchant_is_put_where_another_stands(table: SumeriaTable) -> None:
    first, second = BOARD.locations[0], BOARD.locations[9]
    drag(table, supply(table, "red")[-1].at_mm, first.at_mm)
    drag(table, supply(table, "blue")[-1].at_mm, second.at_mm)
    drag(table, first.at_mm, second.at_mm)
    there = {place: one.paint for place, one in table.scene.pieces.items()}
    assert there == {first.id: "red", second.id: "blue"}


def test_it_is_known_where_a_merchant_went_back_from_until_the_next_is_picked_up(
    table: SumeriaTable,
) -> None:
    first = BOARD.locations[0]
    drag(table, supply(table, "red")[-1].at_mm, first.at_mm)
    known = [table.occupied]
    drag(table, supply(table, "blue")[-1].at_mm, first.at_mm)
    known.append(table.occupied)
    Mouse(table).point("down", pixel(table, supply(table, "blue")[-1].at_mm))
    assert [*known, table.occupied] == [None, first.id, None]


def test_two_city_state_tiles_change_places(table: SumeriaTable) -> None:
    top, group = table.top, table.top.groups[RANKING]
    row, slots = table.scene.faces(group), top.ats(RANKING)
    drag(table, top.middle(slots[2]), top.middle(slots[5]))
    row[2], row[5] = row[5], row[2]
    assert table.scene.faces(group) == row


def test_an_influence_tile_goes_to_whoever_sits_nearest(table: SumeriaTable) -> None:
    kind, at = table.top.singles(INFLUENCE)[4], table.top.ats(INFLUENCE)[4]
    drag(table, table.top.middle(at), table.top.seats["yellow"].won(0))
    assert at not in table.scene.lying
    assert [one.face for one in table.scene.aside if isinstance(one, Token)] == [kind]
