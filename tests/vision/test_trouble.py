"""Why a frame is not read: told as a player would see it, and only where it matters."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.vision import drawn
from vision.camera import Pose
from vision.reading import Floats, Image, Trouble
from vision.trouble import Diagnosis

HEIGHT, WIDTH = drawn.HEIGHT_PX, drawn.WIDTH_PX
PIECES = {"a2": "red", "b1": "blue", "c3": "yellow"}
PLACES = np.array([drawn.to_px(at) for at in drawn.PLACES.values()], np.float32)
SURE = np.tile([0.0, -20.0, -20.0], (len(PLACES), 1))
UNSURE = np.zeros_like(SURE)
NONE = np.zeros(len(PLACES), bool)


def kinds(troubles: tuple[Trouble, ...]) -> list[str]:
    return [trouble.kind for trouble in troubles]


def lit(frame: Image, gain: float) -> Image:
    """Change the light and add the sensor's noise, which does not change with it."""
    rough = np.random.default_rng(5).normal(0, 1.5, frame.shape)
    return drawn.as_picture(frame.astype(np.float64) * gain + rough)


def blurred(frame: Image, sigma: float) -> Image:
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), sigma), np.uint8)


def another_board() -> Image:
    """Draw something just as colourful and as sharp, though with less in it."""
    chance = np.random.default_rng(3)
    frame = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    for _ in range(60):
        x, y = (int(chance.integers(0, most)) for most in (WIDTH, HEIGHT))
        ink = tuple(int(level) for level in chance.integers(40, 220, 3))
        cv2.rectangle(frame, (x, y), (x + 50, y + 30), ink, -1)
    return lit(frame, 1.0)


def under(cloth: tuple[int, int, int], rows: int) -> Image:
    """Draw the table with a cloth over all but its first rows."""
    frame = drawn.picture(PIECES)
    frame[rows:] = cloth
    return lit(frame, 1.0)


@pytest.fixture(scope="module")
def diagnosis() -> Diagnosis:
    return Diagnosis(drawn.picture(seed=1), np.array(drawn.CORNERS_PX, np.float32))


@pytest.mark.parametrize(
    ("drawn_frame", "kind"),
    [
        (lambda: lit(drawn.picture(PIECES), 0.06), "dark"),
        (lambda: np.zeros_like(drawn.picture()), "dark"),
        (lambda: lit(drawn.picture(PIECES), 5.0), "bright"),
        (lambda: np.full_like(drawn.picture(), 255), "bright"),
        (lambda: blurred(drawn.picture(PIECES), 6.0), "blurred"),
        (lambda: lit(blurred(drawn.picture(PIECES), 9.0), 0.6), "blurred"),
        (lambda: under((90, 120, 150), HEIGHT // 3), "covered"),
        (lambda: under((90, 120, 150), 0), "covered"),
        (another_board, "foreign"),
        (lambda: lit(another_board(), 0.6), "foreign"),
    ],
)
def test_a_lost_board_has_one_reason(
    diagnosis: Diagnosis, drawn_frame: Callable[[], Image], kind: str
) -> None:
    assert kinds(diagnosis.lost(drawn_frame(), Pose())) == [kind]


@pytest.mark.parametrize("seed", range(5))
def test_a_lost_board_always_has_a_reason(diagnosis: Diagnosis, seed: int) -> None:
    chance = np.random.default_rng(seed)
    rough = chance.uniform(0, 255, (HEIGHT // 4, WIDTH // 4, 3)).astype(np.uint8)
    frame = cv2.resize(rough, (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST)
    turned = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), float(chance.uniform(0, 360)), 0.5)
    assert (
        len(diagnosis.lost(np.asarray(frame, np.uint8), Pose(np.vstack([turned, [0, 0, 1]])))) == 1
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda frame: frame,
        lambda frame: lit(frame, 0.1),
        lambda frame: lit(frame, 4.0),
        lambda frame: blurred(frame, 8.0),
    ],
)
def test_a_frame_that_is_read_is_not_in_trouble(
    diagnosis: Diagnosis, change: Callable[[Image], Image]
) -> None:
    assert diagnosis.found(change(drawn.picture(PIECES)), PLACES, NONE, SURE) == ()


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda frame: lit(frame, 0.1), ["dark"]),
        (lambda frame: lit(frame, 4.0), ["bright"]),
        (lambda frame: blurred(frame, 8.0), ["blurred"]),
        (lambda frame: frame, []),
    ],
)
def test_a_frame_that_is_hardly_read_has_its_reason(
    diagnosis: Diagnosis, change: Callable[[Image], Image], kind: list[str]
) -> None:
    assert kinds(diagnosis.found(change(drawn.picture(PIECES)), PLACES, NONE, UNSURE)) == kind


def test_a_dark_board_is_no_dark_frame() -> None:
    dark = drawn.as_picture(drawn.picture(seed=1) * 0.2)
    diagnosis = Diagnosis(dark, np.array(drawn.CORNERS_PX, np.float32))
    frame = drawn.as_picture(drawn.picture(PIECES) * 0.2)
    assert diagnosis.found(frame, PLACES, NONE, UNSURE) == ()
    assert kinds(diagnosis.lost(drawn.as_picture(another_board() * 0.2), Pose())) == ["foreign"]


def test_soft_art_is_no_blur() -> None:
    diagnosis = Diagnosis(
        blurred(drawn.picture(seed=1), 4.0), np.array(drawn.CORNERS_PX, np.float32)
    )
    frame = blurred(drawn.picture(PIECES), 4.0)
    assert diagnosis.found(frame, PLACES, NONE, UNSURE) == ()


@pytest.mark.parametrize(
    ("by", "sides"),
    [
        ((0.0, -200.0), ["top"]),
        ((-150.0, 0.0), ["left"]),
        ((150.0, 0.0), ["right"]),
        ((0.0, 200.0), ["bottom"]),
        ((-150.0, -200.0), ["top", "left"]),
    ],
)
def test_the_side_at_which_the_board_is_cut_off_is_told(
    diagnosis: Diagnosis, by: drawn.Point, sides: list[str]
) -> None:
    places: Floats = PLACES + np.array(by, np.float32)
    beyond = np.asarray(((places < 0) | (places >= (WIDTH, HEIGHT))).any(axis=1))
    assert beyond.any()
    troubles = diagnosis.found(drawn.picture(PIECES), places, beyond, SURE)
    assert kinds(troubles) == ["cut-off"] * len(sides)
    assert [trouble.side for trouble in troubles] == sides


def test_a_board_that_is_lost_as_too_little_of_it_is_in_view_is_cut_off(
    diagnosis: Diagnosis,
) -> None:
    away = np.roll(drawn.picture(PIECES), -300, axis=0)
    away[-300:] = (48, 70, 96)
    assert diagnosis.lost(away, Pose(), ("left", "top")) == (
        Trouble("cut-off", "top"),
        Trouble("cut-off", "left"),
    )
    assert kinds(diagnosis.lost(lit(away, 0.06), Pose(), ("top",))) == ["dark"]


def test_a_board_mostly_under_hands_is_covered(diagnosis: Diagnosis) -> None:
    half = np.arange(len(PLACES)) % 2 == 0
    assert diagnosis.found(drawn.picture(PIECES), PLACES, half, SURE) == ()
    most = np.arange(len(PLACES)) % 4 > 0
    assert kinds(diagnosis.found(drawn.picture(PIECES), PLACES, most, SURE)) == ["covered"]
    assert kinds(diagnosis.found(lit(drawn.picture(PIECES), 4.0), PLACES, most, SURE)) == ["bright"]
