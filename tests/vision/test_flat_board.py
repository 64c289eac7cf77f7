"""The board sampled flat: its light is judged right though much of it is covered."""

import cv2
import numpy as np
import pytest

from tests.sampled import few
from tests.vision import drawn
from tools.disturb import light
from vision.eye import Eye
from vision.reading import Image

PIECES = {"a2": "red", "b1": "blue"}
SKIN, SLEEVE = (96, 122, 170), (60, 96, 44)


def under_arms(frame: Image) -> Image:
    """Let three arms lie across most of the board."""
    covered = frame.copy()
    for left, right, ink in ((50, 120, SKIN), (190, 270, SLEEVE), (330, 400, SKIN)):
        covered[left:right, 40:600] = ink
    return np.asarray(cv2.GaussianBlur(covered, (0, 0), 2.0), np.uint8)


@pytest.mark.parametrize("gain", few(1, [0.6, 1.0]))
def test_arms_over_most_of_the_board_are_no_other_light(eye: Eye, gain: float) -> None:
    frame = light.brightened(drawn.picture(PIECES, seed=3), gain)
    eye.read(frame)
    assert eye.read(under_arms(frame)).hand
    assert not eye.read(frame).hand


def test_the_bare_board_shows_its_own_means_even_at_borders_of_strong_colours(eye: Eye) -> None:
    eye.read(drawn.picture(seed=1))
    sight = eye._sight
    board = sight.flat_board
    off = board.lit(sight.flat, sight.light) - board.soft
    inside = board.board & board.free
    assert np.percentile(np.abs(off[inside]), 99.9) < 0.1
