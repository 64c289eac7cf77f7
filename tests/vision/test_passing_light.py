"""Light that passes over the board is told from what lies on it, on plain land too."""

import numpy as np
import numpy.typing as npt
import pytest

from tests.vision import drawn
from vision.art import DOUBT, Art
from vision.background import EmptyFrame, Mask
from vision.gleams import FAINT
from vision.light import Floats, levels, opponent
from vision.passing_light import PassingLight
from vision.plan import ROOM, Plan
from vision.table import load_table
from vision.view import Lit, View

CLOTH = (60, 70, 200)


@pytest.fixture(scope="module")
def plan(drawn_files: drawn.Files) -> Plan:
    return Plan(load_table(drawn_files.table).board, drawn.CORNERS_PX)


@pytest.fixture(scope="module")
def view(plan: Plan) -> View:
    return View(EmptyFrame(drawn.picture(seed=1)), plan)


@pytest.fixture(scope="module")
def free(view: View, plan: Plan) -> Mask:
    return np.asarray(view.on_board & ~view.mask(plan.spots(ROOM)))


def lit(view: View, seen: Floats) -> Lit:
    """Show a view (N x 3, levels) in the light of the empty frame."""
    off = opponent(np.clip(np.round(seen), 0, 255).astype(np.uint8)) - view.background.mean
    nowhere = np.zeros(len(off), bool)
    return Lit(off, np.zeros_like(off), 1.0, ~nowhere, nowhere)


def light(view: View, free: Mask, seen: Floats, changed: Mask, art: Mask | None = None) -> Mask:
    """Mark those of the changed cells that are held to be lit; ``art`` is where any is known."""
    shown = Art(view, free).shown(lit(view, seen).off).ravel()
    if art is not None:
        shown[~art] = DOUBT
    return PassingLight(view, free).find(lit(view, seen), shown, changed)


def box(view: View, left: float, right: float) -> Mask:
    """Mark the middle rows of the board between two shares of its width."""
    across, down = places(view)
    return np.asarray((across > left) & (across < right) & (down > 0.25) & (down < 0.75))


def places(view: View) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Tell where the cells are, as shares of the view's width and height."""
    down, across = np.mgrid[: view.shape[0], : view.shape[1]]
    return (across / view.shape[1]).ravel(), (down / view.shape[0]).ravel()


def test_light_from_a_window_is_light_on_plain_land_too(view: View, free: Mask) -> None:
    changed = box(view, 0.2, 0.7)
    seen = levels(view.background.mean)
    seen[changed] *= 1.2
    plain = changed & box(view, 0.45, 0.6)
    assert light(view, free, seen, changed, ~plain)[plain].mean() > 0.9


def test_a_cloth_on_plain_land_is_not_lit_like_what_is_around_it(view: View, free: Mask) -> None:
    changed = box(view, 0.45, 0.6)
    seen = levels(view.background.mean)
    seen[changed] = CLOTH
    assert not light(view, free, seen, changed, ~box(view, 0.4, 0.65)).any()


def test_a_cloth_that_hides_art_is_no_light(view: View, free: Mask) -> None:
    changed = box(view, 0.2, 0.7)
    seen = levels(view.background.mean)
    seen[changed] = seen[changed].mean(axis=0) * 1.3
    assert light(view, free, seen, changed)[box(view, 0.3, 0.6)].mean() < 0.1


def glow(view: View, sharpness: float) -> tuple[Floats, Mask]:
    """Add light around the middle of the board: a bell, or with more sharpness a disc."""
    across, down = places(view)
    away = np.hypot((across - 0.5) * view.shape[1], (down - 0.5) * view.shape[0]) * view.step_mm
    added = 90 * np.exp(-((away / 40) ** sharpness))
    seen = levels(view.background.mean) + added[:, None]
    return np.asarray(seen, np.float32), np.asarray(added > FAINT)


def test_on_plain_land_a_mirrored_lamp_has_no_edge_and_a_plate_has_one(
    view: View, free: Mask
) -> None:
    nowhere = np.zeros(len(free.ravel()), bool)
    bell, lamp = glow(view, 2)
    disc, plate = glow(view, 40)
    assert light(view, free, bell, lamp, nowhere)[lamp].mean() > 0.9
    assert not light(view, free, disc, plate, nowhere).any()
