"""Where the camera hangs, and how far what stands on the board leans away from it."""

import numpy as np
import pytest

from engine.board import parse_board
from tests.vision import drawn
from vision.camera import camera_place
from vision.lens import Lens
from vision.plan import Plan
from vision.pose import Matrix

WIDTH, HEIGHT = drawn.WIDTH_PX, drawn.HEIGHT_PX
POINTS = np.array([[20.0, 20.0], [280.0, 20.0], [150.0, 105.0], [20.0, 190.0], [280.0, 190.0]])


def camera(field_deg: float, eye: tuple[float, float, float], tilt_deg: float) -> Matrix:
    """Build a camera's 3 x 4 projection from x, y, height above the board in mm.

    It looks down, tilted about the board's horizontal by so much.
    """
    focal = WIDTH / 2 / np.tan(np.radians(field_deg) / 2)
    lens = np.array([[focal, 0, (WIDTH - 1) / 2], [0, focal, (HEIGHT - 1) / 2], [0, 0, 1]])
    sin, cos = np.sin(np.radians(tilt_deg)), np.cos(np.radians(tilt_deg))
    tilt = np.array([[1, 0, 0], [0, cos, sin], [0, -sin, cos]])
    down = np.diag([1.0, 1.0, -1.0])  # what is higher is nearer
    return np.asarray(lens @ tilt @ np.column_stack([down, -down @ np.array(eye)]))


def seen(projection: Matrix, points_mm: Matrix, height_mm: float) -> Matrix:
    ones = np.ones(len(points_mm))
    at = np.column_stack([points_mm, ones * height_mm, ones]) @ projection.T
    return np.asarray(at[:, :2] / at[:, 2:])


def plane(projection: Matrix) -> Matrix:
    """Give the homography of the board itself."""
    return np.asarray(projection[:, [0, 1, 3]])


def test_an_ordinary_camera_is_found_where_it_hangs() -> None:
    eye = (140.0, 130.0, 380.0)
    for tilt in (-8.0, 0.5, 12.0):
        found = camera_place(plane(camera(62.0, eye, tilt)), WIDTH, HEIGHT)
        assert np.allclose(found, eye, atol=5.0)


def test_a_tilted_camera_betrays_an_unusual_lens() -> None:
    eye = (150.0, 300.0, 380.0)
    for field in (50.0, 75.0):
        found = camera_place(plane(camera(field, eye, 30.0)), WIDTH, HEIGHT)
        assert np.allclose(found, eye, atol=15.0)


@pytest.mark.parametrize("field", [55.0, 62.0, 75.0])
@pytest.mark.parametrize("tilt", [-6.0, 0.0, 10.0])
def test_the_top_of_a_merchant_appears_where_it_leans(field: float, tilt: float) -> None:
    projection = camera(field, (140.0, 125.0, 380.0), tilt)
    corners = np.array([[0, 0], [300, 0], [300, 210], [0, 210]], float)
    board = parse_board(drawn.board_text(), "drawn.toml")
    plan = Plan(board, seen(projection, corners, 0.0).tolist(), Lens(WIDTH, HEIGHT))
    there = seen(projection, POINTS, 14.0)
    found = plan.pixels(plan.lean(POINTS, 14.0))
    flat = np.linalg.norm(seen(projection, POINTS, 0.0) - there, axis=1)
    off = np.linalg.norm(found - there, axis=1)
    assert flat.max() > 5.0
    assert off.max() < 0.25 * flat.max()


def test_nothing_leans_where_the_camera_is_unknown() -> None:
    plan = Plan(parse_board(drawn.board_text(), "drawn.toml"), drawn.CORNERS_PX)
    assert np.array_equal(plan.lean(POINTS, 14.0), POINTS)
