"""The photograph of now: cut to the board, the marks where the locations are."""

import numpy as np
import pytest

from companion.pages.board_photos import marked
from companion.session.look import Look
from engine.sumeria import SUMERIA
from tests.companion.tracking.watching import BOARD, LOCATIONS, THREE_PLAY, reading_of

READING = reading_of(SUMERIA.expected(THREE_PLAY().state))
OUTLINE = [(100.0, 50.0), (300.0, 50.0), (300.0, 250.0), (100.0, 250.0)]


def look(outline: list[tuple[float, float]], *, picture: bool = True) -> Look:
    """Show a picture in which each location is a pixel of its own number."""
    frame = np.zeros((300, 400, 3), np.uint8)
    places = [(110.0 + 3 * i, 60.0 + 3 * i) for i in range(len(LOCATIONS))]
    for i, (x, y) in enumerate(places):
        frame[int(y), int(x)] = i + 1
    return Look(READING, "7", frame if picture else None, places, outline)


def test_marks_are_where_the_locations_are_in_the_cut_picture() -> None:
    photo = marked(look(OUTLINE), BOARD, [LOCATIONS[3]], [LOCATIONS[9]])
    assert photo is not None
    assert photo.image.shape == (212, 212, 3)  # the board and a little around it
    (x, y), (allowed_x, allowed_y) = *photo.differing, *photo.allowed
    assert photo.image[int(y), int(x), 0] == 4
    assert photo.image[int(allowed_y), int(allowed_x), 0] == 10


def test_a_board_partly_out_of_view_is_shown_as_far_as_it_goes() -> None:
    outline = [(x + 150, y) for x, y in OUTLINE]
    photo = marked(look(outline), BOARD, [LOCATIONS[0]])
    assert photo is not None
    assert photo.image.shape == (212, 156, 3)


def test_from_near_no_more_is_shown_than_is_needed() -> None:
    corner, middle = LOCATIONS[0], LOCATIONS[25]
    for odd in ([corner], [middle], [corner, middle]):
        photo = marked(look(OUTLINE), BOARD, odd, around=odd)
        assert photo is not None
        size = photo.image.shape[0]
        assert size == pytest.approx(106 if len(odd) == 1 else 75 + 0.24 * 212, abs=1)
        for name, (x, y) in zip(odd, photo.differing, strict=True):
            assert photo.image[int(y), int(x), 0] == LOCATIONS.index(name) + 1
        assert photo.around is not None
        assert photo.around.shape == (212, 212, 3)  # there is more of the board, if it has room
        left, top = photo.corner
        assert np.array_equal(photo.around[top : top + 9, left : left + 9], photo.image[:9, :9])
    whole = marked(look(OUTLINE), BOARD, around=[corner, LOCATIONS[55]])
    assert whole is not None
    assert whole.image.shape == (212, 212, 3)


@pytest.mark.parametrize(
    "outline",
    [
        [],
        [(x + 4000, y) for x, y in OUTLINE],
        [(x - 4000, y) for x, y in OUTLINE],
        [(float("nan"), y) for _, y in OUTLINE],
    ],
    ids=["none", "right", "left", "nowhere"],
)
def test_without_a_board_in_it_there_is_no_photograph(outline: list[tuple[float, float]]) -> None:
    assert marked(look(outline), BOARD, [LOCATIONS[0]]) is None


def test_without_a_camera_there_is_none() -> None:
    assert marked(look(OUTLINE, picture=False), BOARD, [LOCATIONS[0]]) is None
    assert marked(None, BOARD, [LOCATIONS[0]]) is None
