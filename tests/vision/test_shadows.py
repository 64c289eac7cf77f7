"""Light that comes and goes over the board, the sun's and a window's: its shadows are no hands."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.sighting import sighting
from tests.vision import drawn
from tests.vision.conftest import PIECES, see
from vision.eye import Eye
from vision.illumination import opponent
from vision.picture import load_picture
from vision.reading import Image
from vision.table import load_table


@pytest.mark.parametrize("gain", [1.3, 1.6])
def test_light_from_a_window_is_no_hand(eye: Eye, gain: float) -> None:
    light = np.ones((drawn.HEIGHT_PX, drawn.WIDTH_PX, 1), np.float32)
    light[120:, 180:360] = gain
    hand, there, _ = see(eye, drawn.as_picture(0.6 * drawn.picture(PIECES, seed=3) * light))
    assert not hand
    assert there == PIECES


def camera(light: npt.NDArray[np.floating]) -> Image:
    """Bend levels towards white as cameras do: a curve that flattens from 232 on."""
    over = np.maximum(light - 232, 0)
    return drawn.as_picture(np.minimum(light, 232) + 23 * np.tanh(over / 40))


def test_where_the_empty_board_was_almost_white_its_colour_is_no_hand_s(tmp_path: Path) -> None:
    files = drawn.write(tmp_path)
    lit = np.ones((drawn.HEIGHT_PX, drawn.WIDTH_PX), np.float32)
    lit[60:230, 170:330] = 1.7
    lit = cv2.GaussianBlur(lit, (0, 0), 12)[..., None]
    drawn.save(files.frames / "empty.png", camera(0.8 * lit * drawn.picture(seed=1)))
    eye = Eye(load_table(files.table))
    assert see(eye, camera(0.8 * drawn.picture(PIECES, seed=3)))[:2] == (False, PIECES)


def shaded(frame: Image, left: float) -> Image:
    """Let two window bars cast hard shadows down a frame, the first from this column on."""
    x = np.arange(frame.shape[1], dtype=np.float32)
    edges = (left, left + 40, left + 110, left + 150)
    rising, falling, again, last = (np.tanh(x - edge) / 2 for edge in edges)
    light = 1 - 0.4 * (rising - falling + again - last)
    return drawn.as_picture(frame * light[None, :, None])


def test_a_shadow_of_the_empty_picture_that_wanders_is_no_hand_but_an_arm_is(
    tmp_path: Path,
) -> None:
    files = drawn.write(tmp_path)
    for path in sorted(files.frames.iterdir()):
        drawn.save(path, shaded(load_picture(path), 120.0))
    eye = Eye(load_table(files.table))
    for step in range(12):
        frame = shaded(drawn.picture(PIECES, seed=20 + step), 120.0 + 12 * step)
        assert not eye.read(frame).hand, step
    assert eye.read(drawn.arm(frame, (90, 120, 190))).hand
    assert not eye.read(frame).hand


SHADE = np.array([0.28, 0.42, 0.53])
"""Blue, green and red light that a shadow of the sun takes; the sky is left."""


def sunny(frame: Image, left: float, shade: npt.NDArray[np.float64] = SHADE) -> Image:
    """Shade a frame from this column on: a window bar casts a soft shadow."""
    x = np.arange(frame.shape[1], dtype=np.float32)
    bar = (np.tanh((x - left) / 3) - np.tanh((x - left - 60) / 3)) / 2
    return drawn.as_picture(frame * (1 - bar[:, None] * shade)[None])


@pytest.fixture(scope="module")
def eye_in_the_sun(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    """Give an eye that was taught a table over which such a shadow lies."""
    files = drawn.write(tmp_path_factory.mktemp("sun"))
    for path in sorted(files.frames.iterdir()):
        drawn.save(path, sunny(load_picture(path), 60.0))
    return Eye(load_table(files.table))


def test_a_sun_s_shadow_that_jumps_is_no_hand_though_it_is_bluer_but_an_arm_is(
    eye_in_the_sun: Eye,
) -> None:
    eye = eye_in_the_sun
    assert not eye.read(sunny(drawn.picture(PIECES, seed=3), 60.0)).hand
    frame = sunny(drawn.picture(PIECES, seed=4), 330.0)
    assert not eye.read(frame).hand
    assert eye.read(drawn.arm(frame, (90, 120, 190))).hand
    assert eye.read(drawn.arm(frame, (90, 60, 30))).hand


@pytest.mark.parametrize("left", [180.0, 250.0, 330.0])
def test_what_stands_in_a_sun_s_shadow_and_at_its_edges_is_read(
    eye_in_the_sun: Eye, left: float
) -> None:
    frame = sunny(drawn.picture(PIECES, seed=5), left)
    line = sighting(eye_in_the_sun.read(frame), eye_in_the_sun.table.board, "frame")
    assert (line["board"], line["unsure"]) == (PIECES, [])


def test_the_colour_of_light_that_came_or_went_is_measured_where_the_art_still_shows(
    eye_in_the_sun: Eye,
) -> None:
    def warmth(frame: Image) -> list[float]:
        eye_in_the_sun.read(frame)
        return [*map(float, eye_in_the_sun._sight.light.warmth)]

    _, red, yellow = (
        opponent(np.log(1 - SHADE).astype(np.float32)[None])[0] / np.log(1 - SHADE).mean()
    )
    measured = warmth(sunny(drawn.picture(seed=6), 330.0))
    assert 0.6 * red < measured[0] < 1.1 * red
    assert 0.6 * yellow < measured[1] < 1.1 * yellow
    assert warmth(sunny(drawn.picture(seed=7), 60.0)) == pytest.approx([0, 0], abs=0.1)
    white = sunny(drawn.picture(seed=8), 330.0, np.full(3, 0.4))
    assert warmth(sunny(white, 60.0)) == pytest.approx([0, 0], abs=0.15)
