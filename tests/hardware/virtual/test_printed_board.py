"""The printed board is painted from any board file, and never in the merchants' colours."""

import colorsys
import itertools
from collections.abc import Callable
from functools import cache
from typing import get_args

import numpy as np
import pytest

from engine.board import Board
from hardware.virtual.painting import Picture
from hardware.virtual.pieces import PAINTS
from hardware.virtual.printed_board import PX_PER_MM, TINTS, paint_board
from tests.hard_tables.styles import Roads, Spots, Style, StyledPrinter, printer_of
from tests.sampled import few

Styled = Callable[[Style, int], Picture]


@pytest.fixture(scope="module")
def picture(board: Board) -> Picture:
    return paint_board(board, 1)


@pytest.fixture(scope="module")
def bare_styled(bare_board: Board) -> Styled:
    """Paint the bare board in a style and an edition, each once."""
    return cache(
        lambda style, edition: paint_board(bare_board, edition, printer_of(style, edition))
    )


def test_it_is_as_large_as_the_board(board: Board, picture: Picture) -> None:
    width, height = board.size_mm
    assert picture.shape == (round(height * PX_PER_MM), round(width * PX_PER_MM), 3)
    assert picture.dtype == np.uint8


def test_one_edition_is_printed_alike(board: Board, picture: Picture) -> None:
    assert np.array_equal(picture, paint_board(board, 1))


def test_a_board_without_city_states_can_be_painted(bare_board: Board) -> None:
    assert paint_board(bare_board, 1).std() > 5.0


def test_every_spot_is_printed_paler_in_its_middle_than_at_its_ring(
    board: Board, picture: Picture
) -> None:
    for location in board.locations:
        x, y = location.at_mm
        ring = picture[round(y * PX_PER_MM), round((x + location.radius_mm - 0.5) * PX_PER_MM)]
        disc = picture[round(y * PX_PER_MM), round((x + 0.68 * location.radius_mm) * PX_PER_MM)]
        assert disc.mean() > ring.mean() + 40.0, location.id


def test_no_land_has_the_colour_of_a_merchant() -> None:
    for tint, paint in itertools.product(TINTS, PAINTS.values()):
        assert np.abs(np.array(tint) - paint).max() > 40.0


@pytest.mark.parametrize("style", few(2, get_args(Style)))
def test_every_style_prints_every_edition(style: Style, bare_styled: Styled) -> None:
    assert bare_styled(style, 7).std() > 5.0
    assert bare_styled(style, 8).std() > 5.0


@pytest.mark.parametrize("style", few(1, get_args(Style)))
def test_every_style_prints_a_board_with_city_states(style: Style, board: Board) -> None:
    assert paint_board(board, 7, printer_of(style, 7)).std() > 10.0


def test_styles_and_editions_differ(bare_styled: Styled) -> None:
    each = itertools.product(get_args(Style), (7, 8))
    printed = [bare_styled(style, edition).tobytes() for style, edition in each]
    assert len(set(printed)) == len(printed)


def test_dark_boards_have_land_in_the_hues_of_merchants() -> None:
    def hue(bgr: tuple[float, float, float]) -> float:
        return colorsys.rgb_to_hsv(*(value / 255.0 for value in reversed(bgr)))[0]

    for paint in ("red", "blue", "green"):
        nearest = min(abs(hue(tint) - hue(PAINTS[paint])) for tint in printer_of("dark", 3).tints)
        assert nearest < 0.06, paint


def test_all_manners_of_spots_and_roads_are_printed_somewhere() -> None:
    styled = [printer_of("flat", edition) for edition in range(60)]
    printers = [one for one in styled if isinstance(one, StyledPrinter)]
    assert {printer.spots for printer in printers} == set(get_args(Spots))
    assert {printer.roads for printer in printers} == set(get_args(Roads))
