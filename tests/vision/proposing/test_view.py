"""What is wrong with a view, as whoever hangs the camera is told."""

import cv2
import numpy as np

from tests.vision.proposing import printed
from vision.proposing.view import judge_view
from vision.reading import Image


def test_nothing_is_wrong_with_a_good_view(board_picture: Image) -> None:
    assert judge_view(board_picture) == []


def test_too_little_light_is_told_alone(board_picture: Image) -> None:
    assert judge_view((board_picture * 0.2).astype(np.uint8)) == ["dark"]


def test_a_picture_out_of_focus_is_told(board_picture: Image) -> None:
    assert "blurred" in judge_view(
        np.asarray(cv2.GaussianBlur(board_picture, (0, 0), 4.0), np.uint8)
    )


def test_a_board_that_is_cut_off_is_told(board_picture: Image) -> None:
    assert "cut-off" in judge_view(np.ascontiguousarray(board_picture[:, :800]))


def test_a_camera_at_the_side_is_told() -> None:
    assert judge_view(printed.photograph(printed.SLANTED_PX)) == ["low"]


def test_a_mirrored_lamp_is_told(board_picture: Image) -> None:
    y, x = np.indices(board_picture.shape[:2])
    lamp = 320.0 * np.exp(-(((x - 700) ** 2 + (y - 400) ** 2) / 60.0**2))
    dim = 0.55 * board_picture + lamp[..., None]
    assert judge_view(np.clip(dim, 0, 255).astype(np.uint8)) == ["glare"]


def test_white_print_is_no_lamp(board_picture: Image) -> None:
    dim = (0.55 * board_picture).astype(np.uint8)
    dim[300:420, 500:700] = 250
    assert "glare" not in judge_view(dim)
