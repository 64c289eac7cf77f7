"""The eye on a drawn table: what stands where, whatever light, lens and nudges do."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import cv2
import numpy as np
import pytest

from companion.sighting import sighting
from engine.board import LOCATIONS
from engine.errors import InputError
from tests.sampled import few
from tests.vision import drawn
from tests.vision.conftest import PIECES
from vision.eye import Eye
from vision.reading import Image


def see(eye: Eye, frame: Image) -> dict[str, Any]:
    """Read a frame as `dubsar read` would say it."""
    return sighting(eye.read(frame), eye.table.board, "frame")


def board(eye: Eye, frame: Image) -> Mapping[str, str]:
    """Tell who stands where; nothing may be unsure or hidden."""
    line = see(eye, frame)
    assert line["registered"]
    assert (line["hand"], line["unsure"], line["occluded"]) == (False, [], [])
    seen: Mapping[str, str] = line["board"]
    return seen


def test_an_empty_board_is_empty(eye: Eye) -> None:
    assert board(eye, drawn.picture(seed=9)) == {}


def test_every_location_shows_every_colour(eye: Eye) -> None:
    colours = [*drawn.COLOURS]
    for shift in range(len(colours)):
        stands = {at: colours[(i + shift) % 3] for i, at in enumerate(drawn.PLACES)}
        assert board(eye, drawn.picture(stands, seed=shift)) == stands


def test_likelihoods_have_a_row_a_location_and_a_column_a_choice(eye: Eye) -> None:
    reading = eye.read(drawn.picture(PIECES))
    assert reading.groups[LOCATIONS].classes == (None, "red", "blue", "yellow")
    assert reading.groups[LOCATIONS].log_likelihood.shape == (12, 4)
    assert np.isfinite(reading.groups[LOCATIONS].log_likelihood).all()
    assert [*reading.groups] == [LOCATIONS]


@pytest.mark.parametrize("off", [(4.0, 0.0), (0.0, -4.0), (-2.8, 2.8), (2.8, 2.8)])
def test_a_merchant_may_stand_off_its_spot(eye: Eye, off: tuple[float, float]) -> None:
    frame = drawn.picture(PIECES, off_mm=dict.fromkeys(PIECES, off), seed=3)
    assert board(eye, frame) == PIECES


# Light.


@pytest.mark.parametrize("gain", [0.45, 0.7, 1.2])
def test_a_darker_or_brighter_lamp_changes_nothing(eye: Eye, gain: float) -> None:
    assert board(eye, drawn.as_picture(drawn.picture(PIECES) * gain)) == PIECES


@pytest.mark.parametrize("cast", [(1.15, 1.0, 0.8), (0.75, 1.0, 1.1), (0.9, 1.1, 0.9)])
def test_a_cast_changes_nothing(eye: Eye, cast: tuple[float, float, float]) -> None:
    assert board(eye, drawn.as_picture(drawn.picture(PIECES) * np.array(cast))) == PIECES


def test_light_that_falls_off_across_the_board_changes_nothing(eye: Eye) -> None:
    across = np.linspace(1.1, 0.6, drawn.WIDTH_PX)[None, :, None]
    assert board(eye, drawn.as_picture(drawn.picture(PIECES) * across)) == PIECES


def test_a_shadow_is_no_merchant(eye: Eye) -> None:
    shade = np.ones((drawn.HEIGHT_PX, drawn.WIDTH_PX), np.float32)
    cv2.ellipse(shade, (330, 220), (150, 90), 20, 0, 360, (0.6,), -1)
    shade = cv2.GaussianBlur(shade, (0, 0), 8.0)
    assert board(eye, drawn.as_picture(drawn.picture(PIECES) * shade[..., None])) == PIECES


def test_noise_changes_nothing(eye: Eye) -> None:
    for seed in range(3):
        assert board(eye, drawn.picture(PIECES, noise=9.0, seed=seed)) == PIECES


def test_a_picture_somewhat_out_of_focus_changes_nothing(eye: Eye) -> None:
    assert board(eye, cv2.GaussianBlur(drawn.picture(PIECES), (0, 0), 1.2)) == PIECES


def test_the_light_of_one_frame_does_not_linger_in_the_next(unused_eye: Eye) -> None:
    eye = deepcopy(unused_eye)  # one that has yet to look at all of a frame
    frame = drawn.picture(PIECES, seed=4)
    before = eye.read(frame).groups[LOCATIONS].log_likelihood
    eye.read(drawn.as_picture(frame * 0.5))
    assert np.allclose(eye.read(frame).groups[LOCATIONS].log_likelihood, before)


# The motion gate.


def test_of_a_still_table_the_very_same_reading_is_given(unused_eye: Eye) -> None:
    eye = deepcopy(unused_eye)
    first, second, *rest = [eye.read(drawn.picture(PIECES, seed=seed)) for seed in range(8)]
    assert second is not first  # what has just changed is looked at once more
    assert all(reading is second for reading in rest)


def test_a_still_table_is_looked_at_again_once_something_happens(eye: Eye) -> None:
    for there in (PIECES, {**PIECES, "c1": "blue"}, PIECES):  # one is set down, and taken away
        assert board(eye, drawn.picture(there, seed=1)) == there
        assert board(eye, drawn.picture(there, seed=2)) == there


def test_a_still_table_is_looked_at_again_once_the_camera_is_bumped(eye: Eye) -> None:
    eye.read(drawn.picture(PIECES, seed=1))
    before = eye.places()
    eye.read(drawn.moved(drawn.picture(PIECES, seed=2), by_px=(3.0, 0.0)))
    assert np.allclose(eye.places() - before, (3.0, 0.0), atol=0.5)


def test_a_hand_that_comes_and_goes_is_noticed_and_missed_at_once(eye: Eye) -> None:
    for hand in ((), REACHING["from below"], ()):
        assert see(eye, drawn.picture(PIECES, hand=hand))["hand"] is bool(hand)


# Bumps.


@pytest.mark.parametrize(
    ("by_px", "degrees"),
    few(2, [((14.0, -9.0), 1.5), ((0.0, 0.0), 180.0), ((2.0, 1.0), 0.0), ((-40.0, 25.0), 12.0)]),
)
def test_a_camera_that_was_bumped_finds_the_board_again(
    eye: Eye, by_px: tuple[float, float], degrees: float
) -> None:
    bumped = drawn.moved(drawn.picture(PIECES), by_px=by_px, degrees=degrees)
    assert board(eye, bumped) == PIECES
    assert board(eye, drawn.picture(PIECES)) == PIECES


def test_the_pose_tells_where_the_board_has_gone(eye: Eye) -> None:
    eye.read(drawn.moved(drawn.picture(PIECES), by_px=(14.0, -9.0)))
    for at, (x, y) in zip(drawn.PLACES.values(), eye.places(), strict=True):
        before = drawn.to_px(at)
        assert np.hypot(x - before[0] - 14.0, y - before[1] + 9.0) < 1.0


def bent(frame: Image, by_px: float) -> Image:
    """Let the board lie in waves, as one does that was folded for years."""
    down, across = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX].astype(np.float32)
    wave = by_px * np.sin(across / drawn.WIDTH_PX * 2 * np.pi).astype(np.float32)
    border = cv2.BORDER_REFLECT
    return np.asarray(cv2.remap(frame, across, down + wave, cv2.INTER_LINEAR, borderMode=border))


def test_a_board_that_no_longer_lies_flat_is_read_where_it_lies(eye: Eye) -> None:
    assert board(eye, bent(drawn.picture(PIECES), 5.0)) == PIECES
    for (x, y), at in zip(eye.places(), drawn.PLACES.values(), strict=True):
        before = drawn.to_px(at)
        lower = -5.0 * np.sin(x / drawn.WIDTH_PX * 2 * np.pi)
        assert np.hypot(x - before[0], y - before[1] - lower) < 2.0


def test_another_picture_is_not_taken_for_the_board(eye: Eye) -> None:
    rough = np.random.default_rng(1).uniform(0, 255, (60, 80, 3)).astype(np.float32)
    foreign = cv2.resize(rough, (drawn.WIDTH_PX, drawn.HEIGHT_PX), interpolation=cv2.INTER_CUBIC)
    for frame in (drawn.as_picture(foreign), np.zeros_like(drawn.picture())):
        line = see(eye, frame)
        assert line == {
            "frame": "frame",
            "registered": False,
            "hand": None,
            "occluded": [],
            "board": {},
            "unsure": [],
            "confidence": 0,
            "ranking": None,
            "influence": None,
        }
    assert board(eye, drawn.picture(PIECES)) == PIECES


def test_a_frame_of_another_size_is_refused_by_name(eye: Eye) -> None:
    with pytest.raises(InputError) as refused:
        eye.read(drawn.picture()[:, :600], "0031.jpg")
    assert refused.value.file == "0031.jpg"
    assert "600" in refused.value.expected
    assert "640" in refused.value.expected


# Hands.

REACHING = {
    "from the right": ((420.0, 105.0), (215.0, 105.0)),
    "from below": ((115.0, 300.0), (115.0, 120.0)),
    "from the left": ((-90.0, 40.0), (60.0, 40.0)),
    "across": ((420.0, 170.0), (-90.0, 20.0)),
}


@pytest.mark.parametrize("way", REACHING.values(), ids=REACHING.keys())
def test_a_hand_is_noticed(eye: Eye, way: tuple[drawn.Point, ...]) -> None:
    assert see(eye, drawn.picture(PIECES, hand=way))["hand"]


def test_a_hand_hides_the_locations_under_it_and_no_others(eye: Eye) -> None:
    line = see(eye, drawn.picture(PIECES, hand=REACHING["from the right"]))
    assert {"b4"} <= set(line["occluded"]) <= {"b3", "b4"}
    assert not set(line["occluded"]) & {*line["board"], *line["unsure"]}
    clear = {at: colour for at, colour in PIECES.items() if at not in ("b3", "b4")}
    assert line["board"] == clear


def test_what_lies_beside_the_board_is_no_hand(eye: Eye) -> None:
    beside = ((420.0, -60.0), (330.0, -40.0))
    assert board(eye, drawn.picture(PIECES, hand=beside)) == PIECES


def test_merchants_alone_are_no_hand(eye: Eye) -> None:
    stands = dict.fromkeys(drawn.PLACES, "yellow")
    assert not see(eye, drawn.picture(stands))["hand"]


def test_a_merchant_fallen_over_between_spots_is_no_hand(eye: Eye) -> None:
    frame = drawn.picture({**PIECES, "a2": "red"}, off_mm={"a2": (30.0, 30.0)})
    assert not see(eye, frame)["hand"]


def test_locations_near_a_hand_are_told(eye: Eye) -> None:
    reading = eye.read(drawn.picture(PIECES, hand=REACHING["from the right"]))
    near = {
        at
        for at, is_near in zip(drawn.PLACES, reading.groups[LOCATIONS].near, strict=True)
        if is_near
    }
    assert {"b3", "b4"} <= near
    assert "a1" not in near
    assert not (~reading.groups[LOCATIONS].observed & ~reading.groups[LOCATIONS].near).any()
