"""The printed art as evidence: through a shadow or a gleam it shows, under a cloth it does not."""

import numpy as np
import pytest

from tests.vision import drawn
from vision.art import DOUBT, Art, gleams
from vision.background import EmptyFrame
from vision.light import Floats, opponent
from vision.plan import ROOM, Plan
from vision.table import load_table
from vision.view import View


@pytest.fixture(scope="module")
def view(drawn_files: drawn.Files) -> View:
    return View(EmptyFrame(drawn.picture(seed=1)), plan_of(drawn_files))


@pytest.fixture(scope="module")
def art(view: View, drawn_files: drawn.Files) -> Art:
    return Art(view, view.on_board & ~view.mask(plan_of(drawn_files).spots(ROOM)))


def plan_of(files: drawn.Files) -> Plan:
    return Plan(load_table(files.table).board, drawn.CORNERS_PX)


def told(art: Art, off: Floats) -> Floats:
    """Tell how much of the art shows, where there is enough of it to say."""
    nothing = np.zeros_like(off)
    tells = art.shown(nothing).ravel() != DOUBT
    assert tells.mean() > 0.3
    return np.asarray(art.shown(off).ravel()[tells], np.float32)


def test_on_the_empty_board_all_the_art_shows(view: View, art: Art) -> None:
    assert np.allclose(told(art, np.zeros_like(view.background.mean)), 1.0)


@pytest.mark.parametrize("shade", [-0.7, -0.3, 0.4])
def test_in_a_shadow_or_a_gleam_all_the_art_shows(view: View, art: Art, shade: float) -> None:
    off = np.zeros_like(view.background.mean)
    off[:, 0] += shade
    assert np.allclose(told(art, off), 1.0, atol=0.01)


def test_under_a_cloth_of_the_board_s_own_mean_colour_none_of_it_shows(
    view: View, art: Art
) -> None:
    bare = view.background.mean
    assert np.allclose(told(art, bare[view.on_board.ravel()].mean(axis=0) - bare), 0.0, atol=0.01)


def test_where_nothing_is_printed_art_tells_nothing(view: View) -> None:
    nowhere = Art(view, np.zeros(view.shape, bool))
    assert (nowhere.shown(-view.background.mean) == DOUBT).all()


def test_a_gleam_adds_as_much_to_every_channel() -> None:
    land = np.array([(60, 140, 120), (30, 60, 90)], np.uint8)
    for added, is_gleam in (((50, 50, 50), True), ((45, 50, 58), True), ((0, 60, 50), False)):
        bare, seen = opponent(land), opponent(land + np.array(added, np.uint8))
        assert ((gleams(bare, seen - bare, np.zeros(2, bool)) > 0) == is_gleam).all()


def test_what_is_darker_is_no_gleam_not_even_beside_a_mirrored_lamp() -> None:
    land = np.array([(60, 140, 120)], np.uint8)
    bare, seen = opponent(land), opponent(land - np.uint8(40))
    assert not gleams(bare, seen - bare, np.ones(1, bool)).any()
