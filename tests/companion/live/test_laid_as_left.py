"""A game on the virtual table goes on with its pieces where they lay."""

from typing import cast

from companion.games.sumeria.virtual_table import SumeriaTable
from companion.journal.store import Store
from companion.live.program import _lay_as_left
from engine.games import format_board
from engine.record import Header
from engine.sumeria.events import Event
from tests.engine.sumeria.golden import board_named, replayed

GAME = replayed("three-players")
PLAYERS = GAME.state.setting.players
BOARD = board_named("dubsar")
EVENTS = 40
"""So many of its events are played: it is in the midst of its second dynasty."""


def table_after(events: int, *, finished: bool = False) -> SumeriaTable:
    table = SumeriaTable(BOARD, PLAYERS, 1)
    with Store.in_memory() as store:
        header = Header("sumeria", "dubsar", PLAYERS, {})
        number = store.begin(header, format_board(BOARD), {}, None)
        for at, event in enumerate(GAME.events[:events], 1):
            store.append(number, at, GAME.game.format_event(cast("Event", event)), "camera", ())
        if finished:
            store.finish(number)
        _lay_as_left(table, store)
    return table


def test_everything_lies_as_the_last_game_left_it() -> None:
    table = table_after(EVENTS)
    state = GAME.game.to_json(GAME.at(EVENTS))
    pieces = table.top.scene().pieces
    assert {at: one.paint for at, one in pieces.items()} == state["board"]
    assert table.top.singles("ranking") == state["ranking"]
    assert table.top.singles("influence") == state["influence"]


def test_for_another_game_the_table_is_laid_afresh() -> None:
    table = table_after(EVENTS)
    table.lay_afresh()
    assert table.top.scene().pieces == {}
    assert not any(table.top.won.values())
    new = SumeriaTable(BOARD, PLAYERS, 1)
    for player in PLAYERS:
        assert len(table.top.supply(player)) == len(new.top.supply(player))
    assert {*table.top.singles("ranking")} == {one.id for one in BOARD.regions}
    assert None not in table.top.singles("influence")


def test_where_the_last_game_is_over_the_table_is_laid_anew() -> None:
    assert table_after(EVENTS, finished=True).top.scene().pieces == {}
