"""Each disturbance of the camera does what it says."""

import cv2
import numpy as np
import pytest

from tools.disturb import camera
from vision.reading import Image


def dotted(x: int = 70, y: int = 40) -> Image:
    """Give a black frame with one bright dot."""
    frame = np.zeros((80, 100, 3), np.uint8)
    frame[y - 2 : y + 3, x - 2 : x + 3] = 250
    return frame


def brightest(frame: Image) -> tuple[float, float]:
    """Tell the middle of what is bright: x and y."""
    rows, columns = np.nonzero(frame[..., 0] > 120)
    return float(columns.mean()), float(rows.mean())


def test_out_of_focus_an_edge_is_as_wide_as_the_blur() -> None:
    frame = np.zeros((20, 60, 3), np.uint8)
    frame[:, 30:] = 200
    row = camera.blurred(frame, 3.0)[10, :, 0].astype(float)
    # The slope of a blurred edge at its middle is its height over sqrt(2 pi) spreads.
    assert np.diff(row).max() == pytest.approx(200 / (np.sqrt(2 * np.pi) * 3.0), rel=0.1)


def test_noise_has_the_spread_asked_for_and_is_the_same_in_every_run() -> None:
    frame = np.full((200, 200, 3), 128, np.uint8)
    noisy = camera.noisy(frame, 10.0, seed=3)
    assert (noisy.astype(float) - 128).std() == pytest.approx(10, rel=0.03)
    assert abs((noisy.astype(float) - 128).mean()) < 0.2
    assert (camera.noisy(frame, 10.0, seed=3) == noisy).all()
    assert (camera.noisy(frame, 10.0, seed=4) != noisy).any()


def test_the_lower_its_quality_the_more_jpeg_loses() -> None:
    frame = np.random.default_rng(1).integers(0, 256, (64, 64, 3)).astype(np.uint8)
    frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), 1.0), np.uint8)
    lost = [np.abs(camera.compressed(frame, q).astype(int) - frame).mean() for q in (95, 60, 20)]
    assert 0 < lost[0] < lost[1] < lost[2]


def test_a_quarter_turn_brings_what_is_right_to_the_top() -> None:
    turned = camera.moved(dotted(), camera.turn(dotted(), 90.0))
    assert brightest(turned) == pytest.approx((50, 20), abs=0.6)


def test_a_half_turn_brings_it_to_the_left() -> None:
    turned = camera.moved(dotted(), camera.turn(dotted(), 180.0))
    assert brightest(turned) == pytest.approx((30, 40), abs=0.6)


def test_a_shift_goes_right_and_down() -> None:
    shifted = camera.moved(dotted(), camera.shift((10.0, 15.0)))
    assert brightest(shifted) == pytest.approx((80, 55), abs=0.1)


def test_coming_nearer_moves_everything_away_from_the_middle() -> None:
    nearer = camera.moved(dotted(), camera.scale(dotted(), 1.5))
    assert brightest(nearer) == pytest.approx((80, 40), abs=0.6)


def test_beyond_the_old_edge_its_outermost_pixels_go_on() -> None:
    frame = np.full((20, 20, 3), 90, np.uint8)
    assert (camera.moved(frame, camera.shift((15.0, 0.0))) == 90).all()
