"""Nothing happened: told cheaply, and never said when something did."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.sampled import few
from tests.vision import drawn
from vision.motion_gate import Change, MotionGate
from vision.reading import Image

REGION = np.array(drawn.CORNERS_PX, np.float32)
MERCHANT_PX = 12.0 * 1.7
SCENE = drawn.picture(noise=0.0).astype(np.float32)
SHEET = np.random.default_rng(0).standard_normal(
    (drawn.HEIGHT_PX + 64, drawn.WIDTH_PX + 64, 3), dtype=np.float32
)


def seen(scene: npt.NDArray[np.float32], noise: float, chance: np.random.Generator) -> Image:
    """See a scene through a noisy sensor."""
    x, y = chance.integers(0, 64, 2)
    rough = SHEET[y : y + drawn.HEIGHT_PX, x : x + drawn.WIDTH_PX]
    return drawn.as_picture(scene + noise * rough)


def with_merchant(at_mm: drawn.Point, levels: float) -> npt.NDArray[np.float32]:
    """Put a disc, 12 mm wide and so many grey levels off the art, upon the scene."""
    disc = np.zeros(SCENE.shape[:2], np.float32)
    x, y = (round(value * 16) for value in drawn.to_px(at_mm))
    cv2.circle(disc, (x, y), round(MERCHANT_PX * 8), (1.0,), -1, cv2.LINE_AA, 4)
    return SCENE + levels * disc[..., None]


def changed(gate: MotionGate, frame: Image) -> bool:
    """Look at what changed in a frame, if anything, and have it noted."""
    change = gate.changes(frame)
    if change.share:
        gate.note(everything=True)
    return change.share > 0


def settled(noise: float, chance: np.random.Generator) -> MotionGate:
    """Watch the scene for long enough to know its noise."""
    gate = MotionGate(REGION, MERCHANT_PX)
    for _ in range(12):
        changed(gate, seen(SCENE, noise, chance))
    return gate


def test_the_first_frame_is_news() -> None:
    gate = MotionGate(REGION, MERCHANT_PX)
    assert changed(gate, drawn.picture())
    assert not changed(gate, drawn.picture())


def test_the_frame_that_was_noted_is_what_the_next_is_compared_with() -> None:
    chance = np.random.default_rng(1)
    other = with_merchant((100.0, 100.0), 60.0)
    gate = settled(2.0, chance)
    gate.changes(seen(other, 2.0, chance))
    gate.note(everything=True)
    assert not changed(gate, seen(other, 2.0, chance))
    assert changed(gate, seen(SCENE, 2.0, chance))


def test_a_change_lies_within_its_boxes_and_leaves_most_of_the_rest_out() -> None:
    chance = np.random.default_rng(1)
    gate = settled(2.0, chance)
    change = gate.changes(seen(with_merchant((100.0, 100.0), 60.0), 2.0, chance))
    ((left, top, right, low),) = change.boxes
    x, y = drawn.to_px((100.0, 100.0))
    assert left < x - MERCHANT_PX / 2
    assert x + MERCHANT_PX / 2 < right
    assert top < y - MERCHANT_PX / 2
    assert y + MERCHANT_PX / 2 < low
    assert change.share < 0.1


def test_what_was_noted_at_one_place_alone_is_still_news_at_another() -> None:
    chance = np.random.default_rng(1)
    gate = settled(2.0, chance)
    one, two = (60.0, 60.0), (200.0, 150.0)
    gate.changes(seen(with_merchant(one, 60.0), 2.0, chance))
    gate.note(everything=False)
    assert not gate.changes(seen(with_merchant(one, 60.0), 2.0, chance)).share
    assert gate.changes(seen(with_merchant(two, 60.0), 2.0, chance)).share
    # There it was not noted, so it is news until it is.
    assert gate.changes(seen(with_merchant(two, 60.0), 2.0, chance)).share


def test_two_changes_that_overlap_are_joined_to_one() -> None:
    one, two, three = (0, 0, 10, 10), (5, 5, 20, 20), (40, 0, 50, 10)
    both = Change(0.1, (one, three)) | Change(0.2, (two,))
    assert sorted(both.boxes) == [(0, 0, 20, 20), three]
    assert both.share == pytest.approx(0.3)


@pytest.mark.parametrize("noise", few(1, [4.0, 0.0, 2.0, 6.0]))
def test_noise_alone_is_no_change(noise: float) -> None:
    chance = np.random.default_rng(1)
    gate = MotionGate(REGION, MERCHANT_PX)
    changed(gate, seen(SCENE, noise, chance))
    alarms = sum(changed(gate, seen(SCENE, noise, chance)) for _ in range(100))
    assert alarms <= 1


def test_a_higher_noise_is_soon_known() -> None:
    chance = np.random.default_rng(2)
    gate = settled(2.0, chance)
    for _ in range(8):
        changed(gate, seen(SCENE, 6.0, chance))
    assert sum(changed(gate, seen(SCENE, 6.0, chance)) for _ in range(50)) == 0


@pytest.mark.parametrize("noise", few(1, [4.0, 1.0]))
def test_a_merchant_hardly_unlike_the_art_is_noticed_wherever_it_stands(noise: float) -> None:
    chance = np.random.default_rng(3)
    gate = settled(noise, chance)
    for at in chance.uniform((8, 8), np.array(drawn.SIZE_MM) - 8, (30, 2)):
        with_it = with_merchant((at[0], at[1]), 12.0 * chance.choice((-1, 1)))
        assert changed(gate, seen(with_it, noise, chance))
        for _ in range(3):
            changed(gate, seen(SCENE, noise, chance))


def test_a_merchant_of_one_channels_difference_is_noticed() -> None:
    chance = np.random.default_rng(4)
    gate = settled(2.0, chance)
    with_it = SCENE.copy()
    with_it[..., 2] = with_merchant((150.0, 100.0), 14.0)[..., 2]
    assert changed(gate, seen(with_it, 2.0, chance))


def test_what_changes_slowly_adds_up() -> None:
    chance = np.random.default_rng(5)
    gate = settled(2.0, chance)
    steps = [with_merchant((150.0, 100.0), 0.4 * step) for step in range(60)]
    first = [changed(gate, seen(scene, 2.0, chance)) for scene in steps].index(True)
    assert first < 35


def test_a_sagging_camera_is_noticed_within_a_pixel() -> None:
    chance = np.random.default_rng(6)
    gate = settled(2.0, chance)
    for step in range(40):
        shift = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.04 * step]])
        size = (drawn.WIDTH_PX, drawn.HEIGHT_PX)
        scene = cv2.warpAffine(SCENE, shift, size, borderMode=cv2.BORDER_REFLECT)
        if changed(gate, seen(np.asarray(scene, np.float32), 2.0, chance)):
            return
    pytest.fail("a movement by 1.6 pixels went unnoticed")


def test_a_flicker_is_nothing_and_another_lamp_is_something() -> None:
    chance = np.random.default_rng(7)
    gate = settled(2.0, chance)
    flicker = [changed(gate, seen(SCENE * gain, 2.0, chance)) for gain in (1.01, 0.99, 1.02)]
    assert not any(flicker)
    assert changed(gate, seen(SCENE * 0.85, 2.0, chance))


def test_light_that_leaps_to_and_fro_makes_the_gate_no_blinder() -> None:
    chance = np.random.default_rng(6)
    gate = settled(2.0, chance)
    for share in (0.5, 1.0) * 6:
        assert changed(gate, seen(share * SCENE, 2.0, chance))
    assert not changed(gate, seen(SCENE, 2.0, chance))
    assert changed(gate, seen(with_merchant((100.0, 100.0), 20.0), 2.0, chance))


def test_what_happens_beyond_the_region_is_not_looked_at() -> None:
    gate = settled(2.0, np.random.default_rng(8))
    frame = drawn.picture()
    frame[:40] = 255
    assert not changed(gate, frame)


def test_a_frame_of_another_size_is_news() -> None:
    gate = settled(2.0, np.random.default_rng(9))
    assert changed(gate, drawn.picture()[:300])
