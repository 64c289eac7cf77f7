"""What the camera sees of barrels, tiles and hands."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from companion.games.sumeria.tile_faces import table_faces
from engine.board import Board
from hardware.virtual.camera_pose import CameraPose, overhead
from hardware.virtual.pieces import PAINTS
from hardware.virtual.renderer import Renderer
from hardware.virtual.scene import Hand, Piece, Scene, Tile, Token

SLEEVE = (110, 60, 40)


@pytest.fixture(scope="module")
def pose(board: Board) -> CameraPose:
    return overhead(board.size_mm, 3)


@pytest.fixture(scope="module")
def renderer(board: Board, pose: CameraPose) -> Renderer:
    return Renderer(board, pose, 3, faces=table_faces(board))


def changed(
    renderer: Renderer, scene: Scene, before: Scene | None = None
) -> npt.NDArray[np.float64]:
    """Say how much each pixel changes from one scene (the bare table) to another."""
    then = renderer.render(before or Scene(), 1).astype(float)
    return np.asarray(np.abs(renderer.render(scene, 1).astype(float) - then).max(axis=2))


def body(renderer: Renderer, white: Piece) -> npt.NDArray[np.bool_]:
    """Say where a merchant itself is seen: its shadow does not depend on its paint."""
    black = replace(white, paint="black")
    return changed(renderer, Scene(aside=(white,)), Scene(aside=(black,))) > 40.0


def test_a_picture_is_1280_by_960_in_colour(renderer: Renderer) -> None:
    picture = renderer.render(Scene(), 0)
    assert picture.shape == (960, 1280, 3)
    assert picture.dtype == np.uint8


def test_the_same_scene_gives_the_same_picture_but_for_noise(renderer: Renderer) -> None:
    first, same, later = (renderer.render(Scene(), tick).astype(float) for tick in (7, 7, 8))
    assert np.array_equal(first, same)
    assert 0.5 < np.abs(first - later).mean() < 5.0


@pytest.mark.parametrize("at_mm", [(42.0, 42.0), (528.0, 74.0), (46.0, 298.0), (526.0, 284.0)])
def test_the_top_of_a_merchant_leans_away_from_the_point_below_the_camera(
    renderer: Renderer, pose: CameraPose, at_mm: tuple[float, float]
) -> None:
    rows, columns = np.nonzero(body(renderer, Piece("white", at_mm)))
    seen = np.array([columns.mean(), rows.mean()])
    ground = np.array([(*pose.eye_mm[:2], 0.0), (*at_mm, 0.0)])
    below, foot = pose.project(ground)
    outward = (foot - below) / np.linalg.norm(foot - below)
    assert (seen - foot) @ outward > 1.5


def test_the_paint_shows(renderer: Renderer, pose: CameraPose) -> None:
    for name, paint in PAINTS.items():
        at = (280.0, 210.0)
        picture = renderer.render(Scene(aside=(Piece(name, at),)), 1)
        ((x, y),) = pose.project(np.array([(*at, 14.0)])).round().astype(int)
        top = picture[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).mean(axis=0)
        nearest = min(PAINTS, key=lambda other: float(np.abs(top - PAINTS[other]).sum()))
        assert nearest == name, (top, paint)


def test_a_merchant_on_its_side_covers_more_than_one_that_stands_below_the_camera(
    renderer: Renderer, pose: CameraPose
) -> None:
    at = (pose.eye_mm[0], pose.eye_mm[1])
    standing, lying = (
        int(body(renderer, Piece("white", at, lying=lies)).sum()) for lies in (False, True)
    )
    assert lying > 1.15 * standing


def test_a_nearer_merchant_hides_what_is_behind_it(renderer: Renderer, pose: CameraPose) -> None:
    x, y = pose.eye_mm[0] - 220.0, pose.eye_mm[1]
    near, far = Piece("white", (x, y)), Piece("black", (x - 12.5, y))
    both = Scene(aside=(near, far))
    alone = Scene(aside=(near,))
    ((u, v),) = pose.project(np.array([(x - 4.0, y, 14.0)])).round().astype(int)
    assert changed(renderer, both, alone)[v, u] == 0.0
    assert changed(renderer, both, alone).max() > 60.0


def test_tiles_lie_where_they_were_laid(renderer: Renderer, pose: CameraPose) -> None:
    tile = Scene(aside=(Tile("ur", (45.0, 383.0), (46.0, 46.0), 0.05),))
    token = Scene(aside=(Token("military", (24.0, 344.0), 8.1),))
    for scene, centre, reach in ((tile, (45.0, 383.0), 40.0), (token, (24.0, 344.0), 14.0)):
        rows, columns = np.nonzero(changed(renderer, scene) > 50.0)
        ((x, y),) = pose.project(np.array([(*centre, 2.0)]))
        assert (columns.mean(), rows.mean()) == pytest.approx((x, y), abs=4.0)
        assert np.ptp(columns) > reach


def test_a_hand_changes_what_it_covers_and_leaves_the_far_side_as_it_was(
    renderer: Renderer,
) -> None:
    hand = Hand((280.0, 300.0), (260.0, 850.0), SLEEVE, 0.3)
    hidden = renderer.hidden(Scene(hand=hand)) > 127
    change = changed(renderer, Scene(hand=hand))
    assert hidden[-1].any(), "the arm comes in over the edge of the picture"
    assert change[hidden].mean() > 30.0
    assert change[:200].max() == 0.0


def test_a_hand_casts_a_shadow_beyond_itself(renderer: Renderer) -> None:
    hand = Hand((280.0, 300.0), (260.0, 850.0), SLEEVE, 0.3)
    bare = renderer.render(Scene(), 1).astype(float)
    change = renderer.render(Scene(hand=hand), 1).astype(float) - bare
    outside = renderer.hidden(Scene(hand=hand)) == 0
    assert (change[outside] <= 1.0).all()
    assert (change[outside] < -20.0).sum() > 2000


def test_a_merchant_in_the_hand_is_seen(renderer: Renderer) -> None:
    empty = Hand((280.0, 250.0), (280.0, 850.0), SLEEVE, 0.3)
    holding = Hand(
        empty.tip_mm, empty.from_mm, SLEEVE, 0.3, Piece("blue", empty.tip_mm, lift_mm=9.0)
    )
    assert (changed(renderer, Scene(hand=holding), Scene(hand=empty)) > 50.0).sum() > 40


def test_what_lies_out_of_view_changes_nothing(renderer: Renderer) -> None:
    assert changed(renderer, Scene(aside=(Piece("red", (-900.0, 0.0)),))).max() == 0.0
