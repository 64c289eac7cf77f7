"""A board is recognised by its artwork, wherever it lies; another one is not."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.virtual.printed_board import paint_board
from tests.hard_tables.random_board import random_board
from tests.hard_tables.styles import printer_of
from tests.sampled import few
from vision.picture import load_picture, shrunk
from vision.proposing.flat import flatten
from vision.reading import Image
from vision.registration import recognise
from vision.table import load_table

CORNERS = np.array([[195, 113], [758, 128], [810, 548], [143, 525]], np.float64)


@pytest.fixture(scope="module")
def boards() -> dict[str, Image]:
    """Paint three boards, half as fine as they are printed: that is as fine as they are seen."""
    painted = {
        "pale": paint_board(random_board(1), 1),
        "flat": paint_board(random_board(2), 1, printer_of("flat", 1)),
        "dark": paint_board(random_board(3), 2, printer_of("dark", 2)),
    }
    return {name: shrunk(picture, 2) for name, picture in painted.items()}


def photographed(board: Image, gain: float = 1.0) -> Image:
    """Lay a board on a brown table."""
    height, width = board.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(whole, CORNERS.astype(np.float32))
    seen = cv2.warpPerspective(
        board, matrix, (960, 720), flags=cv2.INTER_AREA, borderValue=(60, 90, 130)
    )
    return np.asarray(cv2.convertScaleAbs(seen, alpha=gain), np.uint8)


# In a shorter form a board is found upside down.
@pytest.mark.long
@pytest.mark.parametrize("name", ["pale", "dark"])
def test_it_is_found_with_its_corners(name: str, boards: dict[str, Image]) -> None:
    found = recognise(photographed(boards[name], 0.7), boards)
    assert found is not None
    assert found.name == name
    assert np.abs(found.corners - CORNERS).max() < 3.0


def test_a_board_that_is_not_known_is_none(boards: dict[str, Image]) -> None:
    unknown = photographed(boards["dark"])
    assert recognise(unknown, {"flat": boards["flat"]}) is None


def test_it_is_found_upside_down(boards: dict[str, Image]) -> None:
    turned = np.asarray(cv2.rotate(photographed(boards["flat"]), cv2.ROTATE_180), np.uint8)
    found = recognise(turned, boards)
    assert found is not None
    assert found.name == "flat"
    assert np.abs(found.corners - ([959, 719] - CORNERS)).max() < 3.0


@pytest.mark.long
def test_an_empty_table_is_none(boards: dict[str, Image]) -> None:
    assert recognise(np.full((720, 960, 3), 90, np.uint8), boards) is None


@pytest.mark.parametrize("played", few(1, [[20], [40]]))
def test_last_weeks_board_is_found_in_real_pictures_of_a_game(
    tables: Path, played: Sequence[int]
) -> None:
    table = load_table(tables / "table-a" / "table.toml")
    empty = load_picture(table.empty)
    corners = np.array(table.corners_px)
    reference = flatten(empty, corners, table.board.size_mm).picture
    frames = sorted(table.empty.parent.glob("*.jpg"))
    for frame in (table.empty, *(frames[number] for number in played)):
        found = recognise(load_picture(frame), {"a": reference})
        assert found is not None, frame
        if frame == table.empty:
            assert np.abs(found.corners - corners).max() < 6.0
