"""Squares of sample points: how far round each place, and which way pieces lean there."""

import numpy as np
import pytest

from tests.vision import drawn
from vision.background import EmptyFrame
from vision.squares import FARTHEST_MM, LARGEST_MM, REACH, Places, Squares

EMPTY = EmptyFrame(drawn.picture(seed=1))
CENTRES = np.array([*drawn.PLACES.values()])
RADII = np.full(len(CENTRES), drawn.RADIUS_MM)


def to_px(
    points_mm: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.array([drawn.to_px((x, y)) for x, y in points_mm], np.float32)


def row_of(*along_mm: float, radius_mm: float = 5.0) -> Places:
    """Set places out in a row."""
    centres = np.array([[x, 0.0] for x in along_mm])
    return Places(centres, np.full(len(along_mm), radius_mm))


def test_where_places_are_far_apart_a_piece_may_stand_so_many_mm_off() -> None:
    assert row_of(0.0, 60.0).reach_mm.tolist() == [FARTHEST_MM, FARTHEST_MM]


def test_where_they_are_near_it_may_stand_off_by_a_share_of_that() -> None:
    assert row_of(0.0, 12.0, 26.0).reach_mm == pytest.approx(REACH * np.array([12, 12, 14]))


def test_a_lone_place_has_room_but_not_without_end() -> None:
    (reach,) = row_of(0.0, radius_mm=2.0).reach_mm
    assert reach == pytest.approx(REACH * 16)


def test_no_piece_is_sought_that_would_lie_on_two_places() -> None:
    assert row_of(0.0, 12.0).largest_mm == 6.0
    assert row_of(0.0, 60.0).largest_mm == LARGEST_MM
    assert row_of(0.0, 60.0, radius_mm=12.0).largest_mm == 12.0


@pytest.mark.parametrize("lean", [(0.0, 0.0), (3.0, -2.0)])
def test_a_square_lies_where_the_middle_of_a_leaning_piece_appears(
    lean: tuple[float, float],
) -> None:
    places = Places(CENTRES, RADII, np.tile(lean, (len(CENTRES), 1)))
    squares = Squares(places, 10.0, 5, to_px, EMPTY)
    middles = squares.sampler.points.reshape(len(CENTRES), 25, 2)[:, 12]
    assert np.allclose(middles, to_px(CENTRES + lean), atol=1e-3)
    assert squares.distance_mm[12] == 0.0


def test_each_place_has_its_own_points_of_all() -> None:
    squares = Squares(Places(CENTRES, RADII), 10.0, 5, to_px, EMPTY)
    for i, at in enumerate(CENTRES):
        own = squares.of(squares.sampler.points, i)
        corner = to_px(np.array([at - 10.0]))
        assert own.shape == (25, 2)
        assert np.allclose(own[0], corner[0], atol=1e-3)
