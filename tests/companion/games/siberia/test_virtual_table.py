"""Robots who play Siberia at a virtual table: what lies there is what the rules say."""

import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from companion.games import part_of
from companion.games.siberia.virtual_table import SiberiaTable, virtual_table
from engine.games import parse_board
from engine.siberia import SIBERIA
from engine.siberia.board import SUPPLY, as_siberia
from engine.siberia.events import Logistics, Move
from hardware.virtual.table import VirtualTable
from seeds.boards import builtin_board_text
from vision.area_eye import eye_of
from vision.table import load_table

BOARD = parse_board(builtin_board_text("taiga"), "taiga.toml")
PLAYERS = ("red", "blue", "yellow", "green")
CLAIMED: Final = 0.9


def lying(table: VirtualTable | SiberiaTable) -> dict[tuple[str, str], tuple[str, ...]]:
    """Tell what lies on each place, a heap as one thing."""
    top = table.top
    found = {at: tuple(sorted(one.name for one in top.on(at))) for at in top.place}
    return {at: names[:1] if at[0] == SUPPLY else names for at, names in found.items()}


def expected(table: VirtualTable) -> dict[tuple[str, str], tuple[str, ...]]:
    groups = {group.id: group for group in BOARD.layout}
    return {
        (ident, place.id): names
        for ident, contents in SIBERIA.expected(table.state).groups
        for place, names in zip(groups[ident].places, contents, strict=True)
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_leaves_on_the_table_what_the_rules_say(seed: int) -> None:
    table = virtual_table(BOARD, PLAYERS[: 2 + seed], "red", seed, settled=0)
    while table.advance():
        if table.moment.what == "button":
            there, should = lying(table), expected(table)
            opened = Counter(names for at, names in there.items() if at[0] == "open")
            assert opened == Counter(names for at, names in should.items() if at[0] == "open")
            assert {at: one for at, one in there.items() if at[0] != "open"} == {
                at: one for at, one in should.items() if at[0] != "open"
            }
    assert table.state.phase == "over"
    assert table.state.round < 20


def test_nobody_walks_twice_where_a_camera_would_see_once_or_nothing() -> None:
    table = virtual_table(BOARD, PLAYERS, "red", 1, settled=0)
    left: set[str] = set()
    reached: set[str] = set()
    walks, number = 0, 0
    while table.advance():
        for event in table.record[number:]:
            if isinstance(event, Logistics):
                left.clear()
                reached.clear()
            elif isinstance(event, Move):
                assert event.origin not in reached
                left.add(event.origin)
                assert event.to not in left
                reached.add(event.to)
                walks += 1
        number = len(table.record)
    assert walks > 10


@pytest.mark.long
def test_teaching_shows_every_class_of_each_group(tmp_path: Path) -> None:
    table = virtual_table(BOARD, PLAYERS[:3], "red", 1)
    path = table.teach(tmp_path)
    taught = load_table(path)
    assert taught.colours == PLAYERS[:3]
    shown = Counter(name for one in taught.groups for name in one.names)
    open_kinds = {name for one in taught.groups if one.group == "open" for name in one.names}
    assert len(open_kinds) == 10
    assert shown["blocked"] == 8
    sides = tomllib.loads(path.read_text())["exchange_tiles"]["sides"]
    assert set(sides) == {table.state.setting.places[one] for one in table.state.exchanges}
    assert {name for one in taught.groups if one.group == "sides" for name in one.names} == {
        one.id for one in as_siberia(BOARD).exchanges
    }


@pytest.mark.long
@pytest.mark.parametrize("taught", [2, 1], ids=["both sides taught", "one side taught"])
def test_of_the_next_game_s_tiles_nothing_is_claimed_that_is_not_there(
    tmp_path: Path, taught: int
) -> None:
    """Their other sides are read, or nothing is: their print would be pawns on another tile."""
    played_table = part_of("siberia", "virtual_table").played_table
    first, second = (played_table(BOARD, PLAYERS, seed) for seed in (1, 2))
    table = load_table(first.teach(tmp_path))
    both = [one for one in table.groups if one.group == "sides"]
    eye = eye_of(replace(table, groups=tuple(g for g in table.groups if g not in both[taught:])))
    second.renderer = first.renderer
    for one in (first, first, second, second):
        one.advance()
    eye.read(first.picture())
    reading = eye.read(second.picture())
    places = tuple(second.top.singles("sides"))
    assert places == ("zurich", "london", "toronto", "mumbai", "frankfurt", "seoul")
    exchanges = reading.areas["exchanges"]
    claims = [lying if share > CLAIMED else None for lying, share in exchanges.likeliest()]
    if taught == len(both):
        assert reading.groups["sides"].likeliest() == places
        assert claims == [()] * 6
    else:
        unknown = (exchanges.log_likelihood[places.index(one)] for one in ("london", "mumbai"))
        assert [len({*each.values()}) for each in unknown] == [1, 1]  # all is as likely


def test_a_table_is_laid_as_a_game_left_it() -> None:
    played = virtual_table(BOARD, PLAYERS[:3], "red", 2, settled=0)
    while played.advance() and not (played.state.locked and played.moment.what == "button"):
        pass
    table = SiberiaTable(BOARD, PLAYERS, 3)
    table.lay_as(SIBERIA, played.state)
    there, should = lying(table), expected(played)
    opened = {at for at in there if at[0] == "open"}
    assert {at: one for at, one in there.items() if at not in opened} == {
        at: one for at, one in should.items() if at not in opened
    }
    assert Counter(there[at] for at in opened) == Counter(should[at] for at in opened)
    depot = SIBERIA.to_json(played.state)["depot"]
    assert {player: len(table.top.supply(player)) for player in PLAYERS[:3]} == depot


def test_for_another_game_the_table_is_laid_afresh() -> None:
    played = virtual_table(BOARD, PLAYERS[:3], "red", 2, settled=0)
    while played.advance() and not played.state.locked:
        pass
    table = SiberiaTable(BOARD, PLAYERS, 3)
    new = {player: len(table.top.supply(player)) for player in PLAYERS}
    table.lay_as(SIBERIA, played.state)
    assert {player: len(table.top.supply(player)) for player in PLAYERS} != new
    table.lay_afresh()
    assert {player: len(table.top.supply(player)) for player in PLAYERS} == new
    assert not {*PLAYERS} & {name for there in lying(table).values() for name in there}
