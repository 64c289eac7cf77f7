"""What light and tone curve did to a picture is undone, and what is on the board is not."""

import numpy as np
import pytest

from vision.illumination import (
    Illumination,
    Light,
    field_terms,
    logs,
    opponent,
    raised,
    saturated,
)
from vision.reading import Floats, Image

SIZE_MM = (300.0, 200.0)
CHANCE = np.random.default_rng(3)
POINTS = CHANCE.uniform((0, 0), SIZE_MM, (500, 2))
GREY = CHANCE.uniform(3.5, 5.2, (500, 1))
BARE = (GREY + CHANCE.normal(0, 0.1, (500, 3))).astype(np.float32)
TERMS = field_terms(POINTS, SIZE_MM)
ALL = np.ones(500, bool)


def undone(light: Light, seen: Floats) -> Floats:
    """Show logarithms of channels (N x 3) in the taught light."""
    return np.asarray((seen - TERMS @ light.field) / light.slope, np.float32)


def left(seen: Floats, usable: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = ALL) -> float:
    """Fit the light, undo it, and tell how far the median point is off."""
    light = Illumination(TERMS, BARE).fit(seen, usable)
    return float(np.median(np.abs(undone(light, seen) - BARE)))


def test_the_taught_light_is_left_as_it_is() -> None:
    light = Illumination(TERMS, BARE).fit(BARE, ALL)
    assert np.allclose(light.slope, 1, atol=1e-3)
    assert np.abs(undone(light, BARE) - BARE).max() < 1e-3


@pytest.mark.parametrize("gain", [0.3, 0.7, 1.5])
def test_a_brighter_or_darker_room_is_undone(gain: float) -> None:
    assert left(BARE + np.float32(np.log(gain))) < 0.01


def test_a_lamp_beside_the_board_with_a_colour_of_its_own_is_undone() -> None:
    away = np.linalg.norm(POINTS - (-80, 60), axis=1, keepdims=True) / 300
    lamp = (np.array([0.2, 0.5, 0.9]) * np.exp(-(away**2))).astype(np.float32)
    assert left(BARE + lamp) < 0.03


@pytest.mark.parametrize("slope", [0.55, 1.8])
def test_a_camera_s_tone_curve_is_undone(slope: float) -> None:
    assert left((BARE - 4) * np.float32(slope) + 4) < 0.03


@pytest.mark.parametrize("slope", [0.55, 1.8])
def test_it_is_undone_on_a_board_of_many_colours_too(slope: float) -> None:
    bare = np.random.default_rng(5).uniform(3.5, 5.2, (500, 3)).astype(np.float32)
    seen = (bare - 4) * np.float32(slope) + 4
    light = Illumination(TERMS, bare).fit(seen, ALL)
    assert np.abs(undone(light, seen) - bare).max() < 0.03


def levels_of(shares: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Image:
    """Show shares of the brightest light (... x 3) as a camera does."""
    return np.asarray(np.round(255 * shares ** (1 / 2.2)), np.uint8)


@pytest.mark.parametrize("stray", [0.03, 0.17])
def test_light_that_strays_into_the_lens_is_undone_on_what_is_darker_than_the_board(
    stray: float,
) -> None:
    chance = np.random.default_rng(8)
    ink = chance.uniform(0.03, 0.4, (500, 3))
    light = Illumination(TERMS, logs(levels_of(ink))).fit(logs(levels_of(ink + stray)), ALL)
    assert np.allclose(light.stray, stray, rtol=0.1)
    black = np.full((1, 3), 0.01)
    offset = light.offset(TERMS).mean(axis=0)
    seen, taught = light.as_taught(levels_of(black + stray), offset), logs(levels_of(black))
    assert np.abs(seen - opponent(taught)).max() < 0.25


def test_what_a_blur_takes_from_a_board_of_even_levels_is_no_stray_light() -> None:
    pale = 0.5 * np.exp(np.random.default_rng(9).normal(0, 0.06, (500, 3)))
    blurred = pale.mean(axis=0) + 0.8 * (pale - pale.mean(axis=0))
    light = Illumination(TERMS, logs(levels_of(pale))).fit(logs(levels_of(blurred)), ALL)
    assert not light.stray.any()


DARKER = 150
"""How many points lie beside the board, on a darker table."""
EVEN = np.where(
    np.arange(500)[:, None] < 500 - DARKER,
    0.5 * np.exp(np.random.default_rng(9).normal(0, 0.2, (500, 3))),
    0.1 * np.exp(np.random.default_rng(10).normal(0, 0.2, (500, 3))),
)


def beside_a_darker_table(shares: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Light:
    bare, seen = logs(levels_of(EVEN)), logs(levels_of(shares))
    board = Illumination(TERMS[:-DARKER], bare[:-DARKER], Illumination(TERMS, bare))
    return board.fit(seen[:-DARKER], ALL[:-DARKER], (seen, ALL))


@pytest.mark.parametrize("stray", [0.03, 0.17])
def test_a_darker_table_tells_light_that_strays_over_a_board_of_even_levels(stray: float) -> None:
    light = beside_a_darker_table(EVEN + stray)
    assert np.allclose(light.stray, stray, rtol=0.1)


@pytest.mark.parametrize("gamma", [0.55, 0.8])
def test_a_flatter_tone_curve_of_such_a_board_is_no_stray_light(gamma: float) -> None:
    assert not beside_a_darker_table(EVEN**gamma).stray.any()


def test_pieces_that_cover_two_fifths_of_a_board_change_no_tone() -> None:
    # They lie where red is darkest, and show much of it.
    covered = np.argsort(BARE[:, 2])[:200]
    seen = BARE.copy()
    seen[covered] = 5.2
    light = Illumination(TERMS, BARE).fit(seen, ALL)
    assert np.allclose(light.slope, 1, atol=0.02)


def test_a_shadow_that_moved_on_a_pale_board_is_no_tone_curve() -> None:
    # The taught picture shows the bar of a window across the board; it has moved since.
    pale = 4.8 + np.random.default_rng(6).normal(0, 0.03, (500, 3))
    then, now = ((abs(POINTS[:, :1] - at) < 45) * 0.35 for at in (90, 200))
    light = Illumination(TERMS, (pale - then).astype(np.float32)).fit(
        (pale - now).astype(np.float32), ALL
    )
    assert np.allclose(light.slope, 1, atol=0.2)


def test_a_third_of_the_points_under_a_cup_change_nothing() -> None:
    seen = BARE + np.float32(np.log(0.6))
    seen[:160] = 3.0
    assert left(seen) < 0.03


def test_a_channel_that_is_next_to_dark_says_little_of_the_light() -> None:
    # Of red nearly all of a blue board reflects nothing; in a corner stray light doubles that.
    chance = np.random.default_rng(3)
    levels = chance.uniform(60, 200, (500, 3))
    levels[100:, 2] = chance.uniform(4, 12, 400)
    corner = np.asarray((POINTS < (120, 80)).all(axis=1))
    stray = levels + np.where(corner[:, None], (6.0, 6.0, 6.0), 0.0)
    bare, seen = (np.log(one + 8).astype(np.float32) for one in (levels, stray))
    light = Illumination(TERMS, bare).fit(seen, ALL)
    bright = corner & (np.arange(500) < 100)
    assert np.abs(undone(light, seen) - bare)[bright, 2].mean() < 0.05


def test_saturated_points_have_no_say() -> None:
    seen = BARE + 0.4
    usable = ALL.copy()
    usable[:300] = False
    seen[:300] = 5.5
    light = Illumination(TERMS, BARE).fit(seen, usable)
    assert np.abs(undone(light, seen) - BARE)[300:].mean() < 0.02


def test_levels_at_the_end_of_the_range_are_saturated() -> None:
    pixels = np.array([[10, 20, 30], [10, 252, 30], [255, 255, 255]], np.uint8)
    assert saturated(pixels).tolist() == [False, True, True]
    assert (np.diff(logs(np.arange(256, dtype=np.uint8))) > 0).all()


def test_a_channel_at_the_cameras_limit_shows_at_least_what_the_board_has() -> None:
    """In twice the light an orange board's red cannot double; a blue piece's red tells more."""
    board = opponent(np.log(np.array([[60.0, 160.0, 250.0]] * 2, np.float32)))
    seen = opponent(np.log(np.array([[60.0, 160.0, 125.0], [200.0, 90.0, 80.0]], np.float32)))
    limited = np.array([[False, False, True], [True, False, False]])
    found = raised(seen, limited, board)
    np.testing.assert_allclose(found, [board[0], seen[1]], atol=1e-5)
