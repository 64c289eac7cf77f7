"""Fitting a pose to points found, some of them wrongly."""

import cv2
import numpy as np
import pytest

from vision.fitting import fit, homography, plausible
from vision.lens import Lens
from vision.pose import Matrix, Points

OUTLINE = np.array([[60.0, 60.0], [580.0, 60.0], [580.0, 420.0], [60.0, 420.0]], np.float32)
GRID = np.stack(np.meshgrid(np.linspace(80, 560, 11), np.linspace(80, 400, 8)), axis=-1)
POINTS = GRID.reshape(-1, 2).astype(np.float32)
EVERYWHERE = np.stack(np.meshgrid(np.linspace(60, 580, 40), np.linspace(60, 420, 30)), -1)


def turned(degrees: float, dx: float = 0.0) -> Matrix:
    turn = cv2.getRotationMatrix2D((320, 240), degrees, 0.9)
    turn[0, 2] += dx
    return np.asarray(np.vstack([turn, [0, 0, 1]]))


def seen(points: Points, matrix: Matrix, lens: Lens) -> Points:
    """Move points as a board that moves before a camera whose lens bends lines."""
    straight = cv2.perspectiveTransform(lens.straighten(points)[:, None], matrix)[:, 0]
    return np.asarray(lens.distort(straight), np.float32)


@pytest.mark.parametrize("bend", [-0.15, 0.0, 0.05])
@pytest.mark.parametrize("matrix", [turned(5, 40), turned(90), turned(180, 20)])
def test_a_board_that_moved_before_a_bent_lens_is_met_everywhere(
    matrix: Matrix, bend: float
) -> None:
    lens = Lens(640, 480, bend)
    pose = fit(POINTS, seen(POINTS, matrix, lens), OUTLINE)
    assert pose is not None
    where = EVERYWHERE.reshape(-1, 2).astype(np.float32)
    off = np.linalg.norm(pose.apply(where) - seen(where, matrix, lens), axis=1)
    assert off.mean() < 0.3
    assert off.max() < 2.5


def test_a_third_of_the_points_found_wrongly_bend_nothing() -> None:
    chance = np.random.default_rng(1)
    lens, matrix = Lens(640, 480, -0.05), turned(5, 40)
    found = seen(POINTS, matrix, lens) + chance.normal(0, 0.2, POINTS.shape).astype(np.float32)
    under_a_hand = POINTS[:, 0] > 400
    found[under_a_hand] += chance.uniform(-6, 6, (int(under_a_hand.sum()), 2))
    pose = fit(POINTS, found.astype(np.float32), OUTLINE)
    assert pose is not None
    where = EVERYWHERE.reshape(-1, 2).astype(np.float32)
    off = np.linalg.norm(pose.apply(where) - seen(where, matrix, lens), axis=1)
    assert off[where[:, 0] < 400].max() < 0.5
    assert off.max() < 2.5


def test_too_few_points_fit_nothing() -> None:
    assert homography(POINTS[:8], POINTS[:8]) is None
    scattered = np.random.default_rng(2).uniform(0, 640, POINTS.shape).astype(np.float32)
    assert fit(POINTS, scattered, OUTLINE) is None


def test_no_camera_sees_a_mirrored_or_drawn_out_board() -> None:
    assert plausible(turned(30), OUTLINE)
    assert not plausible(np.diag([-1.0, 1.0, 1.0]), OUTLINE)
    assert not plausible(np.diag([4.0, 1.0, 1.0]), OUTLINE)
    assert not plausible(np.diag([0.2, 0.2, 1.0]), OUTLINE)
