"""Where the board lies: homographies, and what bends."""

import numpy as np

from vision.pose import Bend, Marks, Pose

POINTS = np.array([[100.0, 50.0], [320.0, 240.0], [600.0, 400.0]])
MIDDLE = np.array([320.0, 240.0], np.float32)


def test_a_pose_of_nothing_leaves_points_where_they_are() -> None:
    assert np.allclose(Pose().apply(POINTS), POINTS)


def test_no_points_are_no_trouble() -> None:
    assert Pose().apply(np.zeros((0, 2))).shape == (0, 2)


def test_a_bend_without_terms_bends_nothing() -> None:
    assert not Bend(MIDDLE, 300.0).at(POINTS).any()


def test_the_bend_comes_before_the_homography() -> None:
    terms = np.zeros((10, 2))
    terms[0] = (3.0, -2.0)
    double = Pose(np.diag([2.0, 2.0, 1.0]), Bend(MIDDLE, 300.0, terms))
    assert np.allclose(double.apply(POINTS), 2 * (POINTS + np.array([3.0, -2.0])))


def test_a_bend_is_worth_its_terms_at_the_reach_of_the_board() -> None:
    terms = np.zeros((10, 2))
    terms[6] = (4.0, 0.0)  # across, cubed
    bend = Bend(MIDDLE, 300.0, terms)
    edges = np.array([[20.0, 240.0], [320.0, 100.0], [470.0, 240.0], [620.0, 240.0]])
    assert np.allclose(bend.at(edges)[:, 0], [-4.0, 0.0, 0.5, 4.0])


def test_far_beyond_the_board_a_bend_grows_no_more() -> None:
    bend = Bend(MIDDLE, 300.0, np.ones((10, 2)))
    far = np.array([[5000.0, 4000.0], [50000.0, 40000.0]])
    assert np.abs(np.diff(bend.at(far), axis=0)).max() < 1e-9


def test_marks_are_found_anew_under_each_pose() -> None:
    marks = Marks(POINTS.astype(np.float32))
    there, still = Pose(np.diag([2.0, 2.0, 1.0])), Pose()
    for pose in (there, there, still):
        assert np.allclose(marks.under(pose), pose.apply(POINTS))


def test_a_bend_moves_points_by_the_terms_it_was_fitted_with() -> None:
    bend = Bend(MIDDLE, 300.0, np.random.default_rng(1).normal(0, 3, (10, 2)))
    assert np.allclose(bend.at(POINTS), bend.basis(POINTS) @ bend.terms)


def test_what_surrounds_a_point_is_where_it_would_be_found_by_itself() -> None:
    terms = np.random.default_rng(2).normal(0, 2, (10, 2))
    seen = Pose(np.array([[1.1, 0.2, 9.0], [-0.1, 0.9, 4.0], [1e-4, 5e-5, 1.0]]))
    bent = Pose(seen.matrix, Bend(MIDDLE, 300.0, terms))
    points, offsets = POINTS.astype(np.float32), np.array([[-8, 8], [0, 0], [8, 3]], np.float32)
    alone = bent.apply((points[:, None] + offsets).reshape(-1, 2)).reshape(3, 3, 2)
    assert np.abs(bent.around(points, offsets) - alone).max() < 0.05
