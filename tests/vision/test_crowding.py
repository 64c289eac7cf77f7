"""Pieces close beside each other: where one stands no other can be."""

import numpy as np
import pytest

from tests.vision import drawn
from vision.background import EmptyFrame
from vision.crowding import OVERLAP, SIDES, SURE, Crowding
from vision.sampling import Indices
from vision.scores import SIDE
from vision.squares import Places, Squares

RADIUS_MM = 10.0
SPACING_MM = 20.0
HALF_MM = 13.0
EMPTY = EmptyFrame(drawn.picture(seed=1))
ALL = np.arange(2)
SURELY, PERHAPS, HARDLY = 3 * SURE, 0.0, -2 * SURE


def squares(spacing_mm: float = SPACING_MM) -> Squares:
    """Lay squares around two places, the second to the right of the first."""
    centres = np.array([[0.0, 0.0], [spacing_mm, 0.0]])
    places = Places(centres, np.full(2, 8.0))
    return Squares(places, HALF_MM, SIDE, lambda at: at.astype(np.float32), EMPTY)


def middles(*off_mm: float) -> Indices:
    """Give the points of squares that lie so far to the right of their middles."""
    offsets = squares().offsets_mm
    return np.array([np.hypot(offsets[:, 0] - off, offsets[:, 1]).argmin() for off in off_mm])


def rows(*surely: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Give log likelihoods of a piece, rather than none, on each place."""
    return np.array([[0.0, one] for one in surely])


def test_a_piece_that_seems_to_stand_in_a_surer_one_can_only_stand_beside_it() -> None:
    crowd = Crowding(squares(), RADIUS_MM).found(rows(PERHAPS, SURELY), middles(5.0, 0.0), ALL)
    assert crowd is not None
    assert crowd.places.tolist() == [0]
    room = SPACING_MM - 2 * RADIUS_MM * (1 - OVERLAP)
    right = squares().offsets_mm[:, 0]
    assert crowd.barred[0, middles(5.0)].all()
    assert not crowd.barred[0, right < room - squares().step_mm].any()


def test_what_shows_the_other_piece_is_not_its_own() -> None:
    crowd = Crowding(squares(), RADIUS_MM).found(rows(PERHAPS, SURELY), middles(5.0, 0.0), ALL)
    assert crowd is not None
    right = squares().offsets_mm[:, 0]
    theirs = right[crowd.theirs[0]]
    assert len(theirs)
    assert (theirs > SPACING_MM - SIDES * RADIUS_MM - squares().step_mm).all()


def test_a_piece_that_is_seen_away_from_its_neighbour_is_still_held_to_be_on_its_place() -> None:
    crowd = Crowding(squares(), RADIUS_MM).found(rows(PERHAPS, SURELY), middles(5.0, 5.0), ALL)
    assert crowd is not None
    assert crowd.places.tolist() == [0]


@pytest.mark.parametrize(
    ("surely", "off_mm"),
    [
        pytest.param((PERHAPS, SURELY), (0.0, 0.0), id="it stands beside the other"),
        pytest.param((PERHAPS, PERHAPS + 1), (5.0, 0.0), id="the other is not sure either"),
        pytest.param((HARDLY, SURELY), (5.0, 0.0), id="there is none in any case"),
    ],
)
def test_else_it_may_stand_where_it_seems_to(
    surely: tuple[float, float], off_mm: tuple[float, float]
) -> None:
    crowding = Crowding(squares(), RADIUS_MM)
    assert crowding.found(rows(*surely), middles(*off_mm), ALL) is None


def test_of_two_that_are_sure_the_less_sure_one_gives_way() -> None:
    crowding = Crowding(squares(), RADIUS_MM)
    crowd = crowding.found(rows(SURELY + 1, SURELY), middles(5.0, -5.0), ALL)
    assert crowd is not None
    assert crowd.places.tolist() == [1]


def test_pieces_far_apart_are_never_in_each_others_way() -> None:
    crowding = Crowding(squares(3 * SPACING_MM), RADIUS_MM)
    assert crowding.found(rows(PERHAPS, SURELY), middles(5.0, -5.0), ALL) is None


def test_only_places_that_are_asked_about_are_found() -> None:
    crowding = Crowding(squares(), RADIUS_MM)
    assert crowding.found(rows(PERHAPS, SURELY), middles(5.0, 0.0), np.array([1])) is None
