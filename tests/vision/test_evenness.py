"""A piece makes a place uneven: it has sides, and hides what is printed; lamps do not."""

import numpy as np
import pytest

from tests.vision import drawn
from tests.vision.test_squares import EMPTY, RADII, to_px
from vision.evenness import Evenness
from vision.light import Floats
from vision.squares import Places, Squares

CENTRES = np.array([*drawn.PLACES.values()])
PLACE = np.array([4])
RADIUS_MM = 6.0


@pytest.fixture(scope="module")
def squares() -> Squares:
    return Squares(Places(CENTRES, RADII), 10.0, 16, to_px, EMPTY)


@pytest.fixture
def evenness(squares: Squares) -> Evenness:
    """Know the board as it looks from a pixel aside."""
    known = Evenness(squares, RADIUS_MM)
    mean = squares.background.mean
    aside = np.roll(mean.reshape(-1, 16, 16, 3), 1, axis=2).reshape(-1, 3)
    known.learn(mean, [aside])
    return known


def bare(squares: Squares) -> Floats:
    """Look at one place as on the empty board."""
    return squares.of(squares.background.mean, int(PLACE[0])).copy()


def test_what_looks_as_the_bare_board_does_tells_of_no_piece(
    evenness: Evenness, squares: Squares
) -> None:
    assert evenness.told(bare(squares), 1.0, PLACE) == [0]


def test_a_lamp_makes_it_brighter_on_one_side_not_uneven(
    evenness: Evenness, squares: Squares
) -> None:
    lit = bare(squares)
    lit[:, 0] += 0.2 + 0.05 * squares.offsets_mm[:, 0]
    assert evenness.told(lit, 1.0, PLACE) == [0]


def test_the_shaded_side_of_a_piece_tells_of_it_though_its_top_is_as_light_as_the_board(
    evenness: Evenness, squares: Squares
) -> None:
    seen = bare(squares)
    seen[squares.offsets_mm[:, 0] > RADIUS_MM / 2, 0] -= 0.5
    assert evenness.told(seen, 1.0, PLACE) == [1]


def test_the_noisier_the_frame_the_less_is_told(evenness: Evenness, squares: Squares) -> None:
    seen = bare(squares)
    seen[squares.offsets_mm[:, 0] > RADIUS_MM / 2, 0] -= 0.5
    clear, noisy = (evenness.told(seen, noise, PLACE)[0] for noise in (1.0, 10.0))
    assert noisy < clear


def test_where_the_next_piece_may_reach_in_nothing_is_told(squares: Squares) -> None:
    seen = bare(squares)
    seen[squares.offsets_mm[:, 0] > 0, 0] -= 0.5
    radii = RADIUS_MM, float(squares.places.spacing_mm.min()) / 2
    assert [Evenness(squares, radius).told(seen, 1.0, PLACE)[0] for radius in radii] == [1, 0]


def test_a_place_of_which_the_bare_look_is_but_guessed_tells_nothing(squares: Squares) -> None:
    known = Evenness(squares, RADIUS_MM)
    known.learn(squares.background.mean, [squares.background.mean], guessed=PLACE.tolist())
    seen = bare(squares)
    assert not known.usual(seen, 1.0, PLACE)[0]
    seen[squares.offsets_mm[:, 0] > RADIUS_MM / 2, 0] -= 0.5
    assert known.told(seen, 1.0, PLACE) == [0]


def test_what_is_as_even_as_the_bare_board_may_be_that(
    evenness: Evenness, squares: Squares
) -> None:
    assert evenness.usual(bare(squares), 1.0, PLACE)[0]
