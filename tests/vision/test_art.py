"""The printed art as evidence: through a shadow or a gleam it shows, under a cloth it does not."""

import numpy as np
import pytest

from tests.vision import drawn
from vision.art import DOUBT, Art
from vision.background import EmptyFrame
from vision.light import Floats
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


def test_art_shows_where_a_shadow_or_a_gleam_begins(view: View, art: Art) -> None:
    across = np.linspace(-1.5, 1.5, view.shape[1], dtype=np.float32)
    off = np.zeros_like(view.background.mean)
    off[:, 0] += np.tile(across, view.shape[0])
    assert np.percentile(told(art, off), 1) > 0.8


def test_under_a_cloth_of_the_board_s_own_mean_colour_none_of_it_shows(
    view: View, art: Art
) -> None:
    bare = view.background.mean
    assert np.allclose(told(art, bare[view.on_board.ravel()].mean(axis=0) - bare), 0.0, atol=0.01)


def test_where_nothing_is_printed_art_tells_nothing(view: View) -> None:
    nowhere = Art(view, np.zeros(view.shape, bool))
    assert (nowhere.shown(-view.background.mean) == DOUBT).all()
