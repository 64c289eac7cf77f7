"""The table and the printed board through the lens."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from engine.board import Board
from hardware.virtual import renderer as backdrop_module
from hardware.virtual.camera_pose import CameraPose, overhead
from hardware.virtual.look import TableLight, TableLook
from hardware.virtual.renderer import Backdrop, Renderer
from hardware.virtual.scene import Scene
from tests.hard_tables.materials import BentLens, BentSheet

# How a table is drawn; that it can be read is tested in every run.
pytestmark = pytest.mark.long

WIDE = TableLook(
    lens=BentLens(780.0, -0.12, 0.02), sheet=BentSheet(fold_mm=3.0, curl_mm=2.0), noise=0.0
)
EVEN = np.ones((960, 1280), np.float32)
CROSSES = [(x, y) for x in (60.0, 200.0, 340.0, 500.0) for y in (50.0, 210.0, 370.0)]


def test_print_is_seen_where_the_camera_projects_it(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    dotted = np.zeros((1008, 1344, 3), np.uint8)
    for x, y in CROSSES:
        dotted[round(y * 2.4) - 2 : round(y * 2.4) + 3, round(x * 2.4) - 2 : round(x * 2.4) + 3] = (
            255
        )
    monkeypatch.setattr(backdrop_module, "_print", lambda *_: dotted)
    pose = overhead(board.size_mm, 4, WIDE)
    seen = Backdrop(board, WIDE, 4).seen(pose, WIDE.light, EVEN)[..., 1].astype(float)
    for at in CROSSES:
        ((x, y),) = pose.project(np.array([[*at, 0.0]]))
        left, top = int(x) - 6, int(y) - 6
        patch = seen[top : top + 13, left : left + 13]
        rows, columns = np.mgrid[0:13, 0:13]
        found = np.array([(columns * patch).sum(), (rows * patch).sum()]) / patch.sum()
        assert found + np.array([left, top]) == pytest.approx((x, y), abs=0.3), at


def seen(board: Board, look: TableLook, pose: CameraPose) -> npt.NDArray[np.float64]:
    return Backdrop(board, look, 3).seen(pose, look.light, EVEN).astype(float)


def test_a_glossy_board_shines_where_it_mirrors_the_lamp_and_nowhere_else(board: Board) -> None:
    pose = overhead(board.size_mm, 3, TableLook(lean=(0.0, 0.0), roll=0.0))
    glossy = replace(pose, sheet=BentSheet(board.size_mm, gloss=1.0))
    above = TableLook(light=TableLight((0.0, 0.0, 1.0), softness=0.4))
    shine = seen(board, above, glossy) - seen(board, above, pose)
    ((x, y),) = pose.project(np.array([[*pose.eye_mm[:2], 0.0]])).round().astype(int)
    assert shine[y, x].min() > 80.0
    assert shine[y, x + 300].max() < 5.0
    assert shine.min() >= 0.0


def test_a_ridge_is_brighter_on_the_lamp_s_side(board: Board) -> None:
    low = TableLook(light=TableLight((-1.0, 0.0, 0.5)))
    pose = overhead(board.size_mm, 3, low)
    folded = replace(pose, sheet=BentSheet(board.size_mm, fold_mm=3.0))
    light = low.light
    painted = Backdrop(board, low, 3)
    bent, flat = (painted.seen(one, light, EVEN).mean(axis=2) for one in (folded, pose))
    assert np.median((bent / flat)[400:600, 400:550]) > 1.01
    assert np.median((bent / flat)[400:600, 750:900]) < 0.99


def test_blur_and_noise_are_the_look_s(bare_board: Board) -> None:
    def grain(look: TableLook) -> float:
        renderer = Renderer(bare_board, overhead(bare_board.size_mm, 3), 3, look)
        one, other = (renderer.render(Scene(), tick).astype(float) for tick in (1, 2))
        return float((one - other)[300:600, 400:800].std() / np.sqrt(2.0))

    assert grain(TableLook(noise=0.0)) == 0.0
    assert grain(TableLook(noise=5.0)) == pytest.approx(5.0, rel=0.1)
    sharp, soft = (
        Renderer(bare_board, overhead(bare_board.size_mm, 3), 3, TableLook(noise=0.0, blur_px=blur))
        .render(Scene(), 1)
        .astype(float)
        for blur in (0.0, 1.5)
    )
    assert np.abs(np.diff(soft, axis=1)).mean() < 0.8 * np.abs(np.diff(sharp, axis=1)).mean()
