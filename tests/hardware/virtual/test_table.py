"""The virtual table as a whole: what it teaches, and what it knows to be true."""

from pathlib import Path

import numpy as np
import pytest

from companion.games.sumeria.virtual_table import virtual_table
from engine.board import Board
from engine.games import format_board, parse_board
from engine.sumeria.events import Place, Setup
from hardware.virtual.table import VirtualTable
from tests.hardware.virtual.conftest import seated
from tools.virtual_table import truth_of
from vision.picture import load_picture
from vision.table import Table, load_table


@pytest.fixture(scope="module")
def taught(board: Board, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Teach a table like the other tests' one, which is left as it was."""
    return load_table(seated(board).teach(tmp_path_factory.mktemp("taught")))


def test_what_it_teaches_is_a_table_file(table: VirtualTable, taught: Table) -> None:
    assert taught.board == table.board
    assert taught.colours == table.players
    assert [len(sample.at) for sample in taught.samples] == [2, 2, 2]
    assert taught.row is not None
    assert taught.tiles is not None
    assert {*taught.tiles.names} == {"economy", "military", "politics", "religion"}


def test_the_pictures_it_teaches_by_are_taken_as_the_games_are(
    table: VirtualTable, taught: Table
) -> None:
    assert len(taught.frames) == 3
    for path in taught.frames:
        assert load_picture(path).shape == (960, 1280, 3)
    # Frame by frame only pieces change: the river is the same in all, but for noise.
    table.advance()
    game, empty = (one.astype(float) for one in (table.picture(), load_picture(taught.empty)))
    assert np.abs(game - empty)[400:410].mean() < 6.0


def test_the_corners_it_teaches_are_tapped_not_measured(table: VirtualTable, taught: Table) -> None:
    width, height = table.board.size_mm
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    off = np.linalg.norm(np.array(taught.corners_px) - table.pose.project(corners), axis=1)
    assert 0.1 < off.max() <= 2.1


def test_sampled_merchants_differ_from_the_empty_board_at_their_spots(
    table: VirtualTable, taught: Table
) -> None:
    empty = load_picture(taught.empty).astype(float)
    for sample in taught.samples:
        change = np.abs(load_picture(sample.frame).astype(float) - empty).max(axis=2)
        for at in sample.at:
            place = table.board.locations[table.board.index[at]].at_mm
            ((x, y),) = table.pose.project(np.array([(*place, 7.0)])).round().astype(int)
            assert change[y - 4 : y + 5, x - 4 : x + 5].mean() > 40.0


@pytest.mark.long
def test_teaching_takes_no_part_in_the_game(board: Board, tmp_path: Path) -> None:
    one, other = (virtual_table(board, ("red", "blue", "yellow"), "red", 8) for _ in range(2))
    one.teach(tmp_path)
    for _ in range(30):
        one.advance()
        other.advance()
    assert np.array_equal(one.picture(), other.picture())


def test_the_record_begins_with_the_setup_that_lies_there(table: VirtualTable) -> None:
    (setup,) = table.record
    assert isinstance(setup, Setup)
    assert setup.first == "blue"
    table.advance()
    truth = truth_of(table)
    assert truth["ranking"] == [*setup.ranking]
    assert truth["influence"] == [*setup.influence]
    assert (truth["board"], truth["hand"], truth["event"]) == ({}, False, 1)


def test_a_location_counts_as_occluded_where_the_hand_hides_it(table: VirtualTable) -> None:
    while not (table.advance() and table.moment.what == "hold" and truth_of(table)["occluded"]):
        pass
    occluded = truth_of(table)["occluded"]
    assert isinstance(occluded, list)
    with_hand = table.picture().astype(float)
    while table.advance() and truth_of(table)["hand"]:
        pass
    change = np.abs(table.picture().astype(float) - with_hand).max(axis=2)
    rim = [(dx, dy) for dx in (-6.0, 0.0, 6.0) for dy in (-6.0, 0.0, 6.0)]
    for ident in occluded:
        middle = table.board.locations[table.board.index[ident]].at_mm
        spot = np.array([(middle[0] + dx, middle[1] + dy, 0.0) for dx, dy in rim])
        x, y = table.pose.project(spot).round().astype(int).T
        assert (change[y, x] > 25.0).mean() > 0.2, ident


def test_events_are_recorded_when_they_have_happened_not_before(table: VirtualTable) -> None:
    while len(table.record) == 1:
        table.advance()
    truth = truth_of(table)
    assert (truth["what"], truth["event"]) == ("release", 2)
    (event,) = table.record[1:]
    assert isinstance(event, Place)
    assert truth["board"] == {event.at: event.player}


def test_a_colour_without_paint_is_refused(board: Board) -> None:
    with pytest.raises(ValueError, match="no paint 'mauve'"):
        virtual_table(board, ("red", "blue", "mauve"), "red", 1)


def test_a_board_that_does_not_say_where_tiles_lie_is_refused(board: Board) -> None:
    text = format_board(board)
    bare = parse_board(text[: text.index("[ranking]")], "bare.toml")
    with pytest.raises(ValueError, match=r"\[ranking\]"):
        virtual_table(bare, ("red", "blue", "yellow"), "red", 1)


def test_before_the_first_moment_there_is_nothing_to_see(table: VirtualTable) -> None:
    with pytest.raises(ValueError, match="advance first"):
        table.picture()
