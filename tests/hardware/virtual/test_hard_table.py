"""A hard table is another for every seed, and tells the truth about all that is hard."""

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from companion.games.sumeria.virtual_table import virtual_table
from engine.board import Board
from engine.record import Undo
from engine.sumeria.events import Correct
from hardware.virtual.conditions import Changes
from hardware.virtual.pieces import PAINTS
from hardware.virtual.table import VirtualTable
from tests.hard_tables.hard_light import random_changes
from tests.hard_tables.hard_table import hard_table
from tools.virtual_table import truth_of, write_game
from vision.table import load_table

# A fault here lets tests fail that use such tables; what it is, the long form tells.
pytestmark = pytest.mark.long


def near(told: object, pixels: npt.NDArray[np.float64], by: float = 0.01) -> bool:
    """Tell whether pixels are where they were told to be."""
    return bool(np.abs(np.array(told, float) - pixels).max() <= by)


def plain(seed: int, *, agreements: bool = True) -> VirtualTable:
    """Lay a table of which no pictures are taken."""
    return hard_table(seed, metered=False, agreements=agreements)


def test_every_seed_lays_another_table() -> None:
    tables = [plain(seed) for seed in range(12)]
    assert len({table.board.name for table in tables}) == 12
    assert {len(table.players) for table in tables} == {3, 4}
    assert {"black", "white"} <= {paint for table in tables for paint in table.players}
    assert len({table.look.printer for table in tables}) > 2
    assert {table.look.shape for table in tables} == {"barrel", "block", "disc"}
    for table in tables:
        assert {*table.players} <= {*PAINTS}
        assert table.board.locations[0].radius_mm > 0


def test_the_same_seed_lays_the_same_table() -> None:
    one, other = plain(3), plain(3)
    for _ in range(25):
        one.advance()
        other.advance()
    assert truth_of(one) == truth_of(other)
    assert np.array_equal(one.picture(), other.picture())


def test_without_agreements_hands_put_right_what_is_illegal() -> None:
    def played(*, agreements: bool) -> list[object]:
        events: list[object] = []
        for seed in (1, 3):
            table = plain(seed, agreements=agreements)
            while table.advance():
                pass
            events += table.record
        return events

    assert any(isinstance(event, Correct) for event in played(agreements=True))
    careful = played(agreements=False)
    assert not any(isinstance(event, Correct) for event in careful)
    assert any(isinstance(event, Undo) for event in careful)


def test_a_camera_lets_hardly_any_of_the_empty_board_become_white() -> None:
    table = hard_table(1)
    assert table.changes.gain < random_changes(table.board, table.look, 1).gain


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hard")
    write_game(path, hard_table(6, players=3, settled=1, agreements=False), 8)
    return path


def test_it_is_written_as_any_other_table(folder: Path) -> None:
    table = load_table(folder / "table.toml")
    lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 8
    truth = [json.loads(line) for line in lines]
    assert {"locations_px", "corners_px", "offset_mm", "lying"} <= {*truth[0]}
    assert len(truth[0]["locations_px"]) == len(table.board.locations)
    assert all("locations_px" in line for line in truth if line["bumped"])
    for line in truth:
        assert {*line["offset_mm"]} == {*line["board"]}
        assert {*line["lying"]} <= {*line["board"]}


def test_corners_and_locations_are_told_where_they_are_seen(board: Board) -> None:
    table = virtual_table(board, ("red", "blue", "white"), "red", 2, changes=Changes.mild(board, 2))
    seen = []
    while table.advance() and table.tick < 650:
        if (
            table.changes.conditions(table.tick).nudge
            != table.changes.conditions(table.tick - 1).nudge
        ):
            seen.append(truth_of(table))
    (bumped,) = seen
    pose = table.renderer.pose_under(table.changes.conditions(649))
    width, height = board.size_mm
    at = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    assert bumped["bumped"] is True
    assert near(bumped["corners_px"], pose.project(at))
    spots = np.array([(*one.at_mm, 0.0) for one in board.locations])
    places = bumped["locations_px"]
    assert isinstance(places, dict)
    assert near([*places.values()], pose.project(spots))
    first = table.pose.project(at)
    assert not near(bumped["corners_px"], first, 5.0)
