"""Where the board lies: homographies between pictures of one lens."""

import numpy as np

from vision.camera import Lens, Pose, Surroundings

POINTS = np.array([[100.0, 50.0], [320.0, 240.0], [600.0, 400.0]])
BARREL = Lens(640, 480, -0.1)


def test_a_pose_of_nothing_leaves_points_where_they_are() -> None:
    assert np.allclose(Pose().apply(POINTS), POINTS)
    assert np.allclose(Pose(np.eye(3), BARREL).apply(POINTS), POINTS, atol=1e-3)


def test_no_points_are_no_trouble() -> None:
    assert Pose().apply(np.zeros((0, 2))).shape == (0, 2)
    assert Pose(np.eye(3), BARREL).apply(np.zeros((0, 2))).shape == (0, 2)


def test_the_homography_is_between_what_a_straight_lens_would_show() -> None:
    matrix = np.array([[0.8, 0.1, 20.0], [-0.1, 0.9, 30.0], [0.0, 0.0, 1.0]])
    seen = Pose(matrix, BARREL).apply(BARREL.distort(POINTS))
    straight = POINTS @ matrix[:2, :2].T + matrix[:2, 2]
    assert np.allclose(seen, BARREL.distort(straight), atol=0.01)


def test_what_surrounds_a_point_is_where_it_would_be_found_by_itself() -> None:
    bent = Pose(np.array([[1.1, 0.2, 9.0], [-0.1, 0.9, 4.0], [1e-4, 5e-5, 1.0]]), BARREL)
    points, offsets = POINTS.astype(np.float32), np.array([[-8, 8], [0, 0], [8, 3]], np.float32)
    alone = bent.apply((points[:, None] + offsets).reshape(-1, 2)).reshape(3, 3, 2)
    around = Surroundings(points, offsets, BARREL).find(bent, slice(None))
    assert np.abs(np.moveaxis(around, 0, 2) - alone).max() < 0.1
