"""A table that was taught by the wizard alone: whole games are followed exactly at it."""

import math
from pathlib import Path

import pytest

from companion.games.sumeria.virtual_table import virtual_table
from companion.tracking.spots import SpotTracker
from companion.tracking.tracker import Options
from engine.history import History
from engine.sumeria import SUMERIA
from engine.sumeria.movement import Network
from tests.companion.calibration.host import COLOURS, Host
from tests.companion.calibration.photographs import GAME, Photographs
from tests.companion.calibration.player import Player
from tests.companion.test_track_command import events, record, track
from tests.hard_tables.random_board import random_board
from vision.eye import Eye
from vision.table import load_table

pytestmark = pytest.mark.long

NEAR_MM = 1.5
PAUSE = 4
"""Of the pictures in which somebody moves something, one in so many is looked at."""
MOST_TOUCHES = 240
"""With a touch in two seconds, and the pieces to be laid: ten minutes."""
NAMING = ("NamesPage", "NamePage")
"""Where city-states are named, which may be left."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep boards in a folder of the test's own."""
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path / "home"))


def teach(host: Host) -> None:
    """Go through all steps, and compare the board that is written with the real one."""
    host.named = True
    host.show_board()
    host.wait(2)
    host.tell_furniture()
    host.show_pieces()
    assert host.page.over
    board, truth = load_table(host.file).board, host.truth
    assert board.size_mm == truth.size_mm
    for one in board.locations:
        real = truth.locations[truth.index[one.id]]
        assert (one.kind, one.region) == (real.kind, real.region)
        assert math.dist(one.at_mm, real.at_mm) <= NEAR_MM
    assert {*map(frozenset, board.stretches())} == {*map(frozenset, truth.stretches())}
    onward = [
        {
            (one.locations[start].id, one.locations[via].id): {one.locations[i].id for i in others}
            for (start, via), others in Network(one, branch_anywhere=False).onward.items()
        }
        for one in (board, truth)
    ]
    assert onward[0] == onward[1]
    assert sum(host.touches[page] for page in host.touches if page not in NAMING) <= MOST_TOUCHES


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_on_a_board_never_seen_is_followed_exactly(tmp_path: Path, seed: int) -> None:
    player = Player(tmp_path, random_board(seed), seed)
    teach(player)
    eye = Eye(load_table(player.file))
    first = COLOURS[seed % len(COLOURS)]
    table = virtual_table(player.truth, COLOURS, first, seed)
    history = History(SUMERIA, SUMERIA.new_game(eye.table.board, COLOURS, {}))
    history.append(table.record[0])
    tracker = SpotTracker(history, eye.table.board, Options(agree=2, live=True))
    while table.advance():
        if table.still or table.tick % PAUSE == 0:
            tracker.see(eye.read(table.picture()), f"{table.tick}")
    assert list(history.events) == list(table.record)
    assert history.state.phase == "over"


def test_the_rendered_game_is_followed_exactly_at_a_table_from_the_wizard(
    tmp_path: Path, tables: Path
) -> None:
    folder = tables / "table-a"
    host = Photographs(tmp_path, folder)
    teach(host)
    status, lines, errors = track(host.file, folder / "start.jsonl", host.frames[GAME:])
    assert (status, errors) == (0, [])
    assert events(lines) == record(folder / "record.jsonl")[2:]
