"""What light does to single cells of the bare board, and what it cannot do."""

import numpy as np
import pytest

from vision.gleams import gleams, kept_in_light, nothing_but_gleam
from vision.light import Floats, opponent

LAND = np.array([(60, 140, 120), (30, 60, 90), (120, 120, 120)], np.uint8)


def kept(seen: Floats) -> Floats:
    """Tell what contrast the land keeps where it is seen so (N x 3, levels)."""
    bare = opponent(LAND)
    return kept_in_light(bare, opponent(np.round(seen).astype(np.uint8)) - bare)


def test_a_gleam_adds_as_much_to_every_channel() -> None:
    for added, is_gleam in (((50, 50, 50), True), ((45, 50, 58), True), ((0, 60, 50), False)):
        bare, seen = opponent(LAND), opponent(LAND + np.array(added, np.uint8))
        assert ((gleams(bare, seen - bare, np.zeros(3, bool)) > 0) == is_gleam).all()


def test_what_is_darker_is_no_gleam_not_even_beside_a_mirrored_lamp() -> None:
    bare, seen = opponent(LAND[:1]), opponent(LAND[:1] - np.uint8(40))
    assert not gleams(bare, seen - bare, np.ones(1, bool)).any()


def test_on_most_of_a_place_a_gleam_adds_much_the_same_to_every_channel() -> None:
    added = np.array(
        [(60, 58, 66), (90, 50, 70), (9, 1, 2), (90, 10, 60), (-12, 8, 8), (-3, 4, 2)], np.float32
    )
    places = np.concatenate([np.repeat(added[:, None], 3, axis=1), added[::-1, None, :]], axis=1)
    gleam = [True, True, True, False, False, True]
    assert nothing_but_gleam(places, None).tolist() == gleam
    over = np.zeros((6, 4), np.uint8)
    over[3, :3] = over[4, :2] = 7
    gleam[3] = True
    assert nothing_but_gleam(places, over).tolist() == gleam


@pytest.mark.parametrize("gain", [0.5, 0.8, 1.2, 1.7])
def test_light_that_multiplies_leaves_all_contrast(gain: float) -> None:
    assert np.allclose(kept(gain * LAND), 1.0, atol=0.02)


@pytest.mark.parametrize("gain", [0.6, 1.0])
def test_light_that_is_added_leaves_less_of_it(gain: float) -> None:
    coloured = kept(gain * LAND + 50.0)[:2]
    left = gain * LAND.mean(axis=1)[:2]
    assert np.allclose(coloured, left / (left + 50.0), atol=0.08)


def test_no_light_gives_the_board_another_hue() -> None:
    assert np.isinf(kept(np.full((3, 3), (90.0, 130.0, 200.0)))[[0, 2]]).all()


def test_no_shadow_is_as_deep_as_a_black_sleeve() -> None:
    assert np.isinf(kept(0.15 * LAND)[:2]).all()
