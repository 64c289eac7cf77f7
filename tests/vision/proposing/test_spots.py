"""What is proposed as a location, and what is not."""

import numpy as np
import pytest

from tests.vision.proposing import printed
from vision.proposing.flat import flatten
from vision.proposing.spots import Spot, spots_on
from vision.reading import Image


def seen(picture: Image) -> list[Spot]:
    return spots_on(flatten(picture, np.array(printed.CORNERS_PX), printed.SIZE_MM))


@pytest.fixture(scope="module")
def proposed() -> list[Spot]:
    """Propose spots of two kinds, as there are cities too."""
    return seen(printed.photograph(cities=True))


def away_mm(spots: list[Spot]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    at_mm = np.array([spot.at_mm for spot in spots])
    off = at_mm[:, None] - printed.places()[None]
    return np.asarray(np.hypot(off[..., 0], off[..., 1]), np.float64)


def test_every_spot_is_proposed_where_it_is(proposed: list[Spot]) -> None:
    assert away_mm(proposed).min(axis=0).max() < 1.0


def test_nothing_else_is_proposed_such_as_a_turn_track_that_no_line_joins(
    proposed: list[Spot],
) -> None:
    assert away_mm(proposed).min(axis=1).max() < 1.0


def test_the_radius_is_that_of_the_print(proposed: list[Spot]) -> None:
    radii = np.array([spot.radius_mm for spot in proposed])
    assert np.median(radii) == pytest.approx(printed.RADIUS_MM, abs=1.5)


def test_the_likeliest_come_first(proposed: list[Spot]) -> None:
    scores = [spot.score for spot in proposed]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.long
def test_without_printed_lines_spots_are_proposed_all_the_same() -> None:
    spots = seen(printed.photograph(lines=False, cities=True))
    assert away_mm(spots).min(axis=0).max() < 2.0


@pytest.mark.long
def test_spots_are_found_in_light_and_shade(board_picture: Image) -> None:
    shade = np.linspace(1.0, 0.25, board_picture.shape[1])[:, None]
    away = away_mm(seen((board_picture * shade).astype(np.uint8)))
    assert (away.min(axis=0) < 2.0).mean() > 0.9
    assert (away.min(axis=1) > 2.0).sum() <= 2


@pytest.mark.long
def test_bare_paper_has_no_spots() -> None:
    blank: Image = np.full((960, 1280, 3), 180, np.uint8)
    assert seen(blank) == []
