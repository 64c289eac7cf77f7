"""Points of the empty frame, taken from a frame seen under any pose."""

import cv2
import numpy as np
import pytest

from tests.vision import drawn
from vision.camera import ROW, Pose, Sampler
from vision.reading import Image

FRAME = drawn.picture({"a2": "red"}, seed=1)
POINTS = np.random.default_rng(1).uniform((20, 20), (610, 450), (700, 2)).astype(np.float32)


def smooth(frame: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), 4.0), np.uint8)


def test_without_movement_a_point_has_the_colour_that_lies_there() -> None:
    frame = smooth(FRAME)
    taken = Sampler(POINTS).sample(frame, Pose())
    x, y = np.round(POINTS).astype(int).T
    assert taken.shape == (700, 3)
    assert np.abs(taken.astype(int) - frame[y, x]).max() <= 12


def test_points_move_with_the_pose() -> None:
    frame = smooth(FRAME)
    shifted = smooth(drawn.moved(FRAME, by_px=(6.0, -4.0)))
    pose = Pose(np.array([[1.0, 0.0, 6.0], [0.0, 1.0, -4.0], [0.0, 0.0, 1.0]]))
    sampler = Sampler(POINTS)
    before, after = sampler.sample(frame, Pose()), sampler.sample(shifted, pose)
    assert np.abs(before.astype(int) - after).mean() < 2


@pytest.mark.parametrize("count", [1, ROW, ROW + 1, 700])
def test_some_points_are_taken_as_among_all(count: int) -> None:
    sampler = Sampler(POINTS)
    chosen = np.random.default_rng(2).permutation(len(POINTS))[:count]
    taken = sampler.sample(FRAME, Pose(), chosen)
    assert (taken == sampler.sample(FRAME, Pose())[chosen]).all()
    assert taken.shape == (count, 3)


def test_a_point_out_of_view_shows_the_nearest_pixel_in_view() -> None:
    far = Sampler(np.array([[1e6, 1e6]], np.float32))
    away = Pose(np.array([[1.0, 0.0, 2000.0], [0.0, 1.0, 2000.0], [0.0, 0.0, 1.0]]))
    assert (far.sample(FRAME, Pose()) == FRAME[-1, -1]).all()
    assert (Sampler(POINTS).sample(FRAME, away) == FRAME[-1, -1]).all()
