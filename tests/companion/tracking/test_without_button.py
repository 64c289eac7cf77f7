"""Whole games with areas of which nobody tells anything: the frames alone say what was done."""

from typing import Any

import pytest

from companion.games import part_of
from companion.tracking.tracker import Options
from companion.tracking.tracker_of import tracker_of
from engine.games import parse_board
from engine.history import History
from engine.siberia import SIBERIA
from hardware.virtual.table import VirtualTable
from seeds.boards import builtin_board_text
from tests.hard_tables.perfect_eye import PerfectEye

VISIBLE = ("discover", "move", "salesman", "worker", "investor", "refill", "mine")
"""What a camera can see (spec, Siberia)."""
EVENTS = 40
"""How many events of a game are played."""
LONG = pytest.mark.long


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


@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=LONG) for seed in (1, 5, 6))])
def test_what_can_be_seen_is_written_in_the_order_in_which_it_happened(seed: int) -> None:
    table = table_of(seed)
    lines = follow(table, EVENTS)
    written = [
        {key: value for key, value in line.items() if key != "frame"}
        for line in lines
        if line.get("type") in VISIBLE
    ]
    happened = [SIBERIA.format_event(event) for event in table.record[1:]]
    assert written == [line for line in happened if line["type"] in VISIBLE][: len(written)]
    assert len(written) >= 20
    assert any(line["type"] in ("pass", "manager") for line in happened), "turns that show nothing"
