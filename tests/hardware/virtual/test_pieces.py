"""Merchants of three shapes, in any light, through any lens."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from engine.board import Board
from hardware.virtual.camera_pose import CameraPose, overhead
from hardware.virtual.conditions import Conditions
from hardware.virtual.look import Lamp, Shape, TableLight, TableLook
from hardware.virtual.pieces import draw_piece
from hardware.virtual.renderer import Renderer
from hardware.virtual.scene import Piece, Scene
from tests.hard_tables.materials import BentLens, BentSheet, WornFinish

AT = (280.0, 200.0)
SIDEWAYS = TableLook(light=TableLight((-1.0, 0.0, 0.7), softness=0.3), noise=0.0)
WIDE = replace(
    SIDEWAYS, lens=BentLens(800.0, -0.1, 0.01), sheet=BentSheet(fold_mm=3.0, curl_mm=2.0)
)


def drawn(merchant: Piece, look: TableLook, pose: CameraPose) -> npt.NDArray[np.float64]:
    """Draw one piece alone: the share of each of its own pixels, and where it begins."""
    canvas = draw_piece(merchant, pose, look.light, look)
    sprite = canvas.sprite()
    whole = np.zeros((960, 1280), np.uint8)
    sprite.of(whole)[:] = sprite.hides
    return whole / 255.0


def pose_for(look: TableLook) -> CameraPose:
    return overhead((560.0, 420.0), 3, look)


def middle(cover: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    rows, columns = np.mgrid[0:960, 0:1280]
    return np.asarray(np.array([(columns * cover).sum(), (rows * cover).sum()]) / cover.sum())


@pytest.mark.parametrize("at", [(30.0, 30.0), (530.0, 40.0), (280.0, 210.0), (40.0, 390.0)])
@pytest.mark.parametrize("look", [SIDEWAYS, WIDE], ids=["pin-hole", "wide"])
def test_a_flat_disc_is_drawn_where_the_camera_projects_it(
    at: tuple[float, float], look: TableLook
) -> None:
    thin = replace(look, shape="disc", radius_mm=8.0, height_mm=0.2)
    pose = pose_for(thin)
    ((x, y),) = pose.project(np.array([[*at, 0.1]]))
    assert middle(drawn(Piece("red", at), thin, pose)) == pytest.approx((x, y), abs=0.15)


def test_each_shape_covers_what_such_a_body_covers() -> None:
    look = replace(SIDEWAYS, lean=(0.0, 0.0), roll=0.0)
    areas: tuple[tuple[Shape, float], ...] = (("disc", np.pi * 36.0), ("block", 144.0))
    for shape, area_mm2 in areas:
        flat = replace(look, shape=shape, radius_mm=6.0, height_mm=0.1)
        pose = pose_for(flat)
        scale = pose.lens.focal_px / pose.eye_mm[2]
        cover = drawn(Piece("red", AT, turn=0.4), flat, pose)
        assert cover.sum() / scale**2 == pytest.approx(area_mm2, rel=0.08)


def test_a_block_that_was_knocked_over_is_a_block() -> None:
    block = replace(SIDEWAYS, shape="block", radius_mm=5.0, height_mm=10.0)
    pose = pose_for(block)
    standing, lying = (drawn(Piece("red", AT, 0.3, lies), block, pose) for lies in (False, True))
    assert (standing == lying).all()


def test_a_disc_on_its_edge_shows_less_of_itself_than_one_that_lies_flat() -> None:
    disc = replace(SIDEWAYS, shape="disc", radius_mm=8.0, height_mm=4.0)
    pose = pose_for(disc)
    flat, edge = (drawn(Piece("red", AT, 0.3, lies), disc, pose) for lies in (False, True))
    assert edge.sum() < 0.7 * flat.sum()


@pytest.fixture(scope="module")
def table(board: Board) -> Renderer:
    look = replace(SIDEWAYS, shape="block", radius_mm=5.0, height_mm=10.0)
    return Renderer(board, pose_for(look), 3, look)


def darker(table: Renderer, conditions: Conditions, at_mm: tuple[float, float]) -> float:
    """Tell how much darker a place gets when a white block stands at AT."""
    calm, standing = Scene(), Scene(aside=(Piece("white", AT),))
    ((x, y),) = table.pose.project(np.array([[*at_mm, 0.0]])).round().astype(int)
    before, after = (
        table.render(scene, 1, conditions)[y, x].astype(float) for scene in (calm, standing)
    )
    return float((before - after).mean() / before.mean())


def test_a_block_s_shadow_falls_on_the_side_away_from_the_lamp(table: Renderer) -> None:
    assert darker(table, Conditions(), (AT[0] + 11.0, AT[1])) > 0.3
    assert darker(table, Conditions(), (AT[0] - 11.0, AT[1])) == pytest.approx(0.0, abs=0.02)


def test_a_second_lamp_casts_a_second_shadow_and_lightens_the_first(table: Renderer) -> None:
    both = Conditions(lamp=Lamp((1.0, 0.0, 0.7), 0.6))
    right, left = (AT[0] + 11.0, AT[1]), (AT[0] - 11.0, AT[1])
    assert darker(table, both, left) > 0.2
    assert 0.2 < darker(table, both, right) < darker(table, Conditions(), right)


def test_the_side_towards_the_lamp_is_the_bright_one() -> None:
    pose = replace(pose_for(SIDEWAYS), eye_mm=(*AT, 700.0))
    canvas = draw_piece(Piece("red", AT, np.pi / 2, lying=True), pose, SIDEWAYS.light, SIDEWAYS)
    red = canvas.colour[..., 2] * (canvas.solid > 0)
    columns = np.flatnonzero(red.any(axis=0))
    left, right = columns[len(columns) // 4], columns[3 * len(columns) // 4]
    assert red[:, left].max() > red[:, right].max()


@pytest.mark.parametrize("shape", ["barrel", "block", "disc"])
def test_polish_makes_black_paint_shine_somewhere_and_nowhere_else(shape: Shape) -> None:
    light = replace(SIDEWAYS.light, towards=(-0.5, 0.0, 1.0))
    dull = replace(SIDEWAYS, shape=shape, light=light)
    shining = replace(dull, finish=WornFinish(polish=1.0))
    pose = pose_for(dull)
    piece = Piece("black", AT, 0.2)
    plain, bright = (
        draw_piece(piece, pose, dull.light, look).colour.max(axis=2) for look in (dull, shining)
    )
    assert plain.max() < 60
    assert bright.max() > plain.max() + 30
    inside = plain > 0
    assert np.median(bright[inside].astype(float) - plain[inside]) < 40


def test_worn_pieces_of_one_player_differ_and_new_ones_do_not() -> None:
    pose = pose_for(SIDEWAYS)

    def tops(wear: float) -> list[float]:
        look = replace(SIDEWAYS, finish=WornFinish(wear=wear))
        pieces = (Piece("green", AT, turn) for turn in np.linspace(0.1, 6.0, 12).tolist())
        drawn = (draw_piece(piece, pose, look.light, look) for piece in pieces)
        return [float(one.colour[one.solid > 0, 1].mean()) for one in drawn]

    assert np.std(tops(0.0)) < 1.5
    assert 3.0 < np.std(tops(1.0)) < 25.0
