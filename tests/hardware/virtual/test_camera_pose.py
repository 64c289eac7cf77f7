"""The camera above the table: perspective as a pin-hole makes it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.virtual.camera_pose import HEIGHT_PX, WIDTH_PX, CameraPose, overhead

BOARD_MM = (560.0, 420.0)
on_board = st.tuples(st.floats(0.0, BOARD_MM[0]), st.floats(0.0, BOARD_MM[1]))


def pixel(pose: CameraPose, x: float, y: float, height: float) -> tuple[float, float]:
    (seen,) = pose.project(np.array([[x, y, height]])).tolist()
    return seen[0], seen[1]


def test_the_point_aimed_at_is_in_the_middle_of_the_picture() -> None:
    pose = CameraPose((200.0, 300.0, 700.0), (250.0, 180.0), roll=0.1)
    assert pixel(pose, 250.0, 180.0, 0.0) == pytest.approx((WIDTH_PX / 2, HEIGHT_PX / 2))


def test_the_picture_is_not_mirrored() -> None:
    pose = overhead(BOARD_MM, 1)
    left, right = pixel(pose, 10.0, 200.0, 0.0), pixel(pose, 500.0, 200.0, 0.0)
    far, near = pixel(pose, 280.0, 10.0, 0.0), pixel(pose, 280.0, 400.0, 0.0)
    assert left[0] < right[0]
    assert far[1] < near[1]


@given(st.integers(0, 1000))
def test_from_overhead_the_whole_board_is_in_view_and_fills_most_of_it(seed: int) -> None:
    pose = overhead(BOARD_MM, seed)
    width, height = BOARD_MM
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    seen = pose.project(corners)
    assert (seen > 20.0).all()
    assert (seen < (WIDTH_PX - 20.0, HEIGHT_PX - 20.0)).all()
    assert np.ptp(seen[:, 0]) > 0.6 * WIDTH_PX


@given(on_board, st.floats(-3.0, 80.0), st.integers(0, 20))
def test_a_plane_is_seen_through_its_homography(
    at: tuple[float, float], height: float, seed: int
) -> None:
    pose = overhead(BOARD_MM, seed)
    x, y, scale = pose.homography(height) @ (*at, 1.0)
    assert (x / scale, y / scale) == pytest.approx(pixel(pose, *at, height))


@given(on_board, st.floats(1.0, 80.0), st.integers(0, 20))
def test_what_is_raised_moves_away_from_the_point_below_the_camera(
    at: tuple[float, float], height: float, seed: int
) -> None:
    pose = overhead(BOARD_MM, seed)
    foot = np.array(pixel(pose, pose.eye_mm[0], pose.eye_mm[1], 0.0))
    low, high = np.array(pixel(pose, *at, 0.0)), np.array(pixel(pose, *at, height))
    assert np.linalg.norm(high - foot) >= np.linalg.norm(low - foot) - 1e-6
