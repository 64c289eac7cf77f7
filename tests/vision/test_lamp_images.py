"""The images of lamps on the board: none is a hand, and no hand is one."""

from copy import deepcopy
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.hard_tables.hard_table import hard_table
from tests.sampled import few
from tests.vision import drawn
from tests.vision.conftest import PIECES, see
from vision.eye import Eye
from vision.illumination import from_linear, linear, logs, opponent
from vision.lamp_images import added_light, lamp_images, with_halos
from vision.picture import load_picture
from vision.reading import Image
from vision.table import load_table


def glowing(frame: Image, at_px: drawn.Point, level: float, spread: float) -> Image:
    """Let a frame mirror a lamp: so many grey levels on top, falling off over so many pixels."""
    glow = np.zeros(frame.shape[:2], np.float32)
    x, y = (round(value) for value in at_px)
    glow[y, x] = 1.0
    glow = cv2.GaussianBlur(glow, (0, 0), spread)
    return drawn.as_picture(frame + (level / glow.max() * glow)[..., None])


def lamp(at_mm: drawn.Point, level: float, spread: float) -> Image:
    """Let the drawn board mirror a lamp."""
    return glowing(drawn.picture(PIECES, seed=3), drawn.to_px(at_mm), level, spread)


@pytest.mark.parametrize(("level", "spread"), [(50.0, 30.0), (110.0, 15.0), (150.0, 22.0)])
def test_a_gleam_on_the_board_is_no_hand(eye: Eye, level: float, spread: float) -> None:
    assert see(eye, lamp((80.0, 140.0), level, spread)) == (False, PIECES, [])


def test_a_wide_gleam_on_a_board_of_strong_colours_is_no_hand(eye: Eye) -> None:
    for at in ((60.0, 75.0), (150.0, 100.0), (225.0, 150.0)):
        for level, spread in ((90.0, 40.0), (130.0, 30.0), (170.0, 30.0)):
            assert not see(eye, lamp(at, level, spread))[0]


def test_no_light_is_added_where_nothing_is_brighter() -> None:
    lit = opponent(logs(np.full((4, 5, 3), 100, np.uint8)))
    assert not added_light(lit, linear(lit), linear(lit), np.zeros(lit.shape, bool)).any()


def test_on_ground_of_a_strong_colour_white_light_is_told_by_the_channel_that_shows_it() -> None:
    """On yellow the camera tells no more red and green; what hides the yellow adds no white."""
    three = [[0.02, 0.7, 0.9], [0.32, 1.0, 1.0], [0.3, 0.55, 0.7]]
    shares = np.array(three, np.float32)[:, None]
    yellow, lamp, skin = from_linear(shares)[:, None]
    known = np.repeat(shares[:1], 4, axis=1)
    for seen, at, white in ((lamp, 1, 0.3), (skin, 2, 0.0), (yellow, 0, 0.0)):
        there = np.repeat(shares[at : at + 1], 4, axis=1)
        look = np.repeat(seen, 4, axis=1).reshape(there.shape)
        added = added_light(look, there, known, there >= 0.99)
        assert added == pytest.approx(np.full(added.shape, white), abs=0.01)


def test_the_image_of_a_lamp_has_a_halo_that_fades() -> None:
    """Another faint light, which touches no image of a lamp, may be anything."""
    y, x = np.mgrid[:80, :120]
    away2 = ((x - 40.0) ** 2 + (y - 40.0) ** 2) / 10**2
    light = 0.5 * np.exp(-away2) + 0.04 * np.exp(-away2 / 3**2)
    apart = 0.03 * np.exp(-((x - 105) ** 2 + (y - 40) ** 2) / 6**2)
    added = np.where(light > 0.005, light, np.where(apart > 0.005, apart, 0)).astype(np.float32)
    images = lamp_images(added)
    whole = with_halos(images, added, np.zeros((80, 120, 3), np.float32))
    assert not images[40, 60]
    assert whole[40, 20:60].all()
    assert not whole[:, 95:].any()


def test_a_halo_on_dark_ground_is_as_noisy_as_its_levels() -> None:
    y, x = np.mgrid[:80, :120]
    away2 = ((x - 40.0) ** 2 + (y - 40.0) ** 2) / 10**2
    light, dark = 0.5 * np.exp(-away2) + 0.04 * np.exp(-away2 / 3**2), 0.01
    noise = np.random.default_rng(5).normal(0, 1, light.shape)
    levels = np.round(255 * (dark + light) ** (1 / 2.2) + noise)
    shares = np.repeat((levels / 255) ** 2.2, 3).reshape(80, 120, 3).astype(np.float32)
    added = np.maximum(shares[..., 0] - np.float32(dark), 0)
    images = lamp_images(added)
    halo = (light > 0.008) & ~images
    assert halo.sum() > 500
    assert with_halos(images, added, shares)[halo].all()


def test_a_lamp_mirrored_by_a_tile_beside_the_board_is_no_hand(eye_a: Eye, frames_a: Path) -> None:
    frame = load_picture(frames_a / "0020.jpg")
    assert not eye_a.read(glowing(frame, (957.0, 781.0), 400.0, 20.0)).hand


def test_where_the_board_mirrors_a_lamp_nothing_wrong_is_claimed(eye: Eye) -> None:
    for at in drawn.PLACES.values():
        _, there, unknown = see(eye, lamp(at, 400.0, 18.0))
        assert there.items() <= PIECES.items()
        assert {*there, *unknown} >= {*PIECES}


def lit(
    frame: Image,
    added: npt.NDArray[np.floating],
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0),
) -> Image:
    """Add light (rows x columns, as shares of the brightest) to what a frame shows."""
    shares = (frame / 255) ** 2.2 + added[..., None] * np.array(colour)
    return drawn.as_picture(255 * shares.clip(0, 1) ** (1 / 2.2))


@pytest.fixture(scope="module")
def unused_eye_at_half_light(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    """Give an eye that was taught a table in half the light; to be copied."""
    files = drawn.write(tmp_path_factory.mktemp("half"))
    drawn.save(files.frames / "empty.png", drawn.as_picture(0.5 * drawn.picture(seed=1)))
    return Eye(load_table(files.table))


@pytest.fixture
def at_half_light(unused_eye_at_half_light: Eye) -> tuple[Eye, Image]:
    """Give such an eye, and a frame with pieces."""
    frame = drawn.as_picture(0.5 * drawn.picture(PIECES, seed=3))
    return deepcopy(unused_eye_at_half_light), frame


def test_a_lamp_s_image_that_a_fold_cuts_off_is_no_hand_but_white_paper_is(
    at_half_light: tuple[Eye, Image],
) -> None:
    eye, frame = at_half_light
    y, x = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]
    image = 0.5 * np.exp(-(((x - 300) / 60) ** 2) - ((y - 240) / 130) ** 2)
    assert see(eye, lit(frame, np.where(x > 300, 0, image)))[0] is False
    paper = (abs(x - 240) < 40) & (abs(y - 150) < 50)
    assert see(eye, lit(frame, np.where(paper, 0.5, 0)))[0] is True


def test_what_is_round_and_pale_is_no_lamp_s_image_where_it_hides_the_print(
    at_half_light: tuple[Eye, Image],
) -> None:
    eye, frame = at_half_light
    y, x = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]
    image = 0.4 * np.exp(-(((x - 300) / 60) ** 2) - ((y - 240) / 60) ** 2)
    bald = np.where(image[..., None] > 0.03, cv2.GaussianBlur(frame, (0, 0), 20), frame)
    assert see(eye, lit(frame, image))[0] is False
    assert see(eye, frame)[0] is False
    assert see(eye, lit(drawn.as_picture(bald), image))[0] is True


# In a shorter form the next test lays a fist there.
@pytest.mark.long
def test_a_brown_hand_that_stays_over_pale_wood_is_no_lamp_s_image_that_has_gone(
    tmp_path: Path,
) -> None:
    table = hard_table(998020, lazy=0.3)  # the board is brown there, too
    eye = Eye(load_table(table.teach(tmp_path)))
    while table.tick < 851:
        table.advance()
    for hand in (False, *[True] * 6):
        table.advance()
        assert eye.read(table.picture()).hand is hand, table.tick


def test_where_a_lamp_s_image_of_the_empty_picture_has_gone_no_hand_stays_but_an_arm_is_one(
    tmp_path: Path,
) -> None:
    files = drawn.write(tmp_path)
    y, x = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]
    image = 0.6 * np.exp(-(((x - 240) / 70) ** 2) - ((y - 170) / 90) ** 2)
    for path in sorted(files.frames.iterdir()):
        drawn.save(path, lit(drawn.as_picture(0.6 * load_picture(path)), image))
    eye = Eye(load_table(files.table))
    frames = [drawn.as_picture(0.6 * drawn.picture(PIECES, seed=30 + k)) for k in range(4)]
    hands = [eye.read(frame).hand for frame in frames]
    assert hands[1:] == [False] * 3
    assert eye.read(drawn.arm(frames[0], (90, 120, 190))).hand
    assert not eye.read(frames[1]).hand
    # As dark as where the lamp's image has gone, but it does not show the board's art.
    fist = cv2.circle(frames[2].copy(), (240, 170), 60, (60, 80, 105), -1)
    assert eye.read(np.asarray(cv2.GaussianBlur(fist, (0, 0), 0.8), np.uint8)).hand


def test_where_a_lamp_s_image_that_a_fold_parts_has_gone_no_hand_stays(tmp_path: Path) -> None:
    files = drawn.write(tmp_path)
    y, x = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]
    image = 0.4 * np.exp(-(((x - 250) / 30) ** 2) - ((y - 200) / 90) ** 2)
    parted = np.where(abs(x - 250) < 7, 0, image)
    for path in sorted(files.frames.iterdir()):
        drawn.save(path, lit(drawn.as_picture(0.6 * load_picture(path)), parted))
    eye = Eye(load_table(files.table))
    frames = [drawn.as_picture(0.6 * drawn.picture(PIECES, seed=30 + k)) for k in range(3)]
    assert [eye.read(frame).hand for frame in frames][1:] == [False] * 2
    assert eye.read(drawn.arm(frames[0], (90, 120, 190))).hand


@pytest.mark.parametrize("wide", [35, 70])
def test_lamps_images_that_folds_part_may_go_and_come_elsewhere(tmp_path: Path, wide: int) -> None:
    files = drawn.write(tmp_path)
    y, x = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]

    def image(middle: drawn.Point, fold: int) -> npt.NDArray[np.floating]:
        away2 = ((x - middle[0]) / wide) ** 2 + ((y - middle[1]) / (1.2 * wide)) ** 2
        return np.where(abs(x - fold) < 5, 0, 0.4 * np.exp(-away2))

    for path in sorted(files.frames.iterdir()):
        taught = drawn.as_picture(0.75 * load_picture(path))
        drawn.save(path, lit(taught, image((250, 170), 255)))
    eye = Eye(load_table(files.table))
    for k, (middle, fold) in enumerate([((400, 250), 405), ((330, 280), 325), ((450, 150), 440)]):
        frame = drawn.as_picture(0.75 * drawn.picture(PIECES, seed=30 + k))
        mirrored = lit(frame, image(middle, fold))
        assert not eye.read(mirrored).hand
        assert eye.read(drawn.arm(mirrored, (90, 120, 190))).hand


WHITE, WARM = (1.0, 1.0, 1.0), (0.35, 1.15, 1.5)


@pytest.mark.parametrize(
    ("before", "now", "moved"), few(1, [(WHITE, WARM, 50), (WHITE, WARM, 110), (WARM, WHITE, 80)])
)
def test_where_one_lamp_s_image_covers_part_of_another_s_is_no_hand_but_an_arm_is(
    tmp_path: Path,
    before: tuple[float, float, float],
    now: tuple[float, float, float],
    moved: int,
) -> None:
    """The other one lay there in all pictures of teaching, and has another colour."""
    files = drawn.write(tmp_path)
    y, x = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]

    def image(middle: int) -> npt.NDArray[np.floating]:
        return np.asarray(0.4 * np.exp(-(((x - middle) / 50) ** 2) - ((y - 170) / 80) ** 2))

    for path in sorted(files.frames.iterdir()):
        drawn.save(path, lit(drawn.as_picture(0.5 * load_picture(path)), image(240), before))
    eye = Eye(load_table(files.table))
    frame = drawn.as_picture(0.5 * drawn.picture(PIECES, seed=30))
    mirrored = lit(frame, image(240 + moved), now)
    assert not eye.read(mirrored).hand
    assert eye.read(drawn.arm(mirrored, (90, 120, 190))).hand
    assert not eye.read(mirrored).hand
