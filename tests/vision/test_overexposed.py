"""Pictures too bright in part: what is left of them is judged, and the rest is left open."""

import cv2
import numpy as np
import pytest

from tests.vision import drawn
from vision.eye import Eye
from vision.reading import Image, Reading
from vision.table import load_table

NAMES = [*drawn.PLACES]
PALE = dict.fromkeys(("a2", "b1", "b4"), (205, 218, 226))
"""Spots printed so pale that they are the first to be clipped."""
THERE = {"a2": "red", "c3": "blue", "b4": "yellow", "a3": "red"}
UNSURE = 2.2


@pytest.fixture(scope="module")
def eye(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    files = drawn.write(tmp_path_factory.mktemp("pale"), printed=PALE)
    return Eye(load_table(files.table))


def claims(reading: Reading) -> dict[str, str | None]:
    """Tell what is claimed of the locations of which anything is."""
    ranked = np.sort(reading.log_likelihood, axis=1)
    sure = ranked[:, -1] - ranked[:, -2] > UNSURE
    best = reading.log_likelihood.argmax(axis=1)
    return {
        at: reading.choices[k] for at, k, is_sure in zip(NAMES, best, sure, strict=True) if is_sure
    }


def brighter(frame: Image, gain: float) -> Image:
    return drawn.as_picture(frame * np.float32(gain))


@pytest.mark.parametrize("gain", [1.2, 1.5, 2.0])
def test_spots_that_would_be_clipped_when_bare_and_are_are_bare(eye: Eye, gain: float) -> None:
    reading = eye.read(brighter(drawn.picture(printed=PALE, seed=3), gain))
    assert not reading.hand
    assert claims(reading) == dict.fromkeys(NAMES)


@pytest.mark.parametrize("gain", [1.2, 1.5])
def test_pieces_keep_their_colours(eye: Eye, gain: float) -> None:
    reading = eye.read(brighter(drawn.picture(THERE, printed=PALE, seed=3), gain))
    assert claims(reading) == {at: THERE.get(at) for at in NAMES}


def test_where_all_colours_end_nothing_wrong_is_claimed(eye: Eye) -> None:
    reading = eye.read(brighter(drawn.picture(THERE, printed=PALE, seed=3), 3.0))
    assert all(THERE.get(at) == claim for at, claim in claims(reading).items())


def test_a_lamp_mirrored_on_a_dark_spot_puts_no_piece_there(eye: Eye) -> None:
    frame = drawn.picture(printed=PALE, seed=3)
    x, y = (round(value) for value in drawn.to_px(drawn.PLACES["c2"]))
    cv2.circle(frame, (x, y), 13, (255, 255, 255), -1, cv2.LINE_AA)
    assert claims(eye.read(frame)).get("c2") is None
