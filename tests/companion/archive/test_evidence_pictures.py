"""Pictures that are kept hold the board and its rim, and nothing of the people around it."""

import cv2
import numpy as np
import pytest

from companion.archive.evidence_pictures import (
    CROPPED_SIDE,
    GREY,
    RIM,
    WHOLE_SIDE,
    evidence_pictures,
)
from vision.reading import Image

OUTLINE = np.array([[300, 200], [900, 210], [940, 650], [260, 640]])
WHITE, RED = (255, 255, 255), (0, 0, 255)


def table(outline: np.ndarray = OUTLINE, size: tuple[int, int] = (800, 1200)) -> Image:
    """Draw a white board on a table that is all red people."""
    frame = np.full((*size, 3), RED, np.uint8)
    cv2.fillConvexPoly(frame, outline.astype(np.int32), WHITE)
    return frame


def decoded(jpeg: bytes) -> Image:
    assert jpeg.startswith(b"\xff\xd8")
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def red_area(picture: Image) -> int:
    blue, red = picture[..., 0].astype(int), picture[..., 2].astype(int)
    return int((red - blue > 100).sum())


def test_the_whole_board_is_in_both_pictures() -> None:
    frame = table()
    area = (frame == WHITE).all(axis=2).sum() / frame[..., 0].size
    cropped, whole = map(decoded, evidence_pictures(frame, OUTLINE))
    for picture, of in ((cropped, frame[..., 0].size), (whole, whole[..., 0].size)):
        white = (picture > 230).all(axis=2).sum() / of
        assert white == pytest.approx(area, rel=0.02)


def test_beyond_the_rim_all_is_grey() -> None:
    cropped, whole = map(decoded, evidence_pictures(table(), OUTLINE))
    for picture in (cropped, whole):
        corner = picture[2, 2].astype(int)
        assert np.abs(corner - GREY).max() < 12
    board = 600 * 440
    assert 0 < red_area(cropped) < ((1 + RIM) ** 2 - 1) * board * 1.3


def test_the_cropped_picture_is_as_large_as_board_and_rim() -> None:
    height, width = decoded(evidence_pictures(table(), OUTLINE)[0]).shape[:2]
    assert width == pytest.approx(680 * (1 + RIM), abs=4)
    assert height == pytest.approx(450 * (1 + RIM), abs=4)


def test_their_sizes_are_bounded_and_their_shape_stays() -> None:
    frame = table(OUTLINE * 4, (3200, 4800))
    cropped, whole = map(decoded, evidence_pictures(frame, OUTLINE * 4))
    assert max(cropped.shape) == CROPPED_SIDE
    assert whole.shape[:2] == (WHOLE_SIDE * 2 // 3, WHOLE_SIDE)


def test_a_board_partly_out_of_view_is_cut_off_where_the_frame_ends() -> None:
    cropped, _ = evidence_pictures(table(OUTLINE - [400, 0]), OUTLINE - [400, 0])
    picture = decoded(cropped)
    assert picture.shape[1] < 680
    assert (picture > 230).all(axis=2).mean() > 0.5


@pytest.mark.parametrize(
    "outline",
    [
        [[0, 0], [1, 1]],
        [[0, 0, 0], [1, 1, 1], [2, 2, 2]],
        [[5, 5], [5, 5], [5, 5], [5, 5]],
        [[0, 0], [float("nan"), 0], [9, 9]],
        [[0, 0], [99, 0], [1e12, 99]],
        OUTLINE + 9_000,
    ],
)
def test_an_outline_that_is_none_or_out_of_view_is_refused(outline: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="expected"):
        evidence_pictures(table(), outline)
