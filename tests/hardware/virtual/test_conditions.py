"""Light that comes and goes, shadows that pass, glare: each does what it says, and clips last."""

import numpy as np
import numpy.typing as npt
import pytest

from hardware.virtual.camera_pose import overhead
from hardware.virtual.conditions import Conditions, Shadow, expose
from tests.hard_tables.hard_light import HardConditions, LampGlare, Patch

POSE = overhead((560.0, 420.0), 3)
GREY = np.full((960, 1280, 3), 100, np.uint8)
AT = (200.0, 150.0)
FAR = (450.0, 350.0)


def exposed(conditions: Conditions, grey: int = 100, level: float = 1.0) -> npt.NDArray[np.uint8]:
    picture = expose(np.full_like(GREY, grey), conditions, level, POSE)
    conditions.develop(picture, POSE, lambda: np.full((960, 1280), 255, np.uint8))
    return picture


def seen(picture: npt.NDArray[np.uint8], at_mm: tuple[float, float]) -> list[int]:
    """Give the colour of a place on the board."""
    ((x, y),) = POSE.project(np.array([[*at_mm, 0.0]])).round().astype(int)
    return [int(value) for value in picture[y, x]]


def test_twice_the_gain_doubles_what_is_not_clipped_and_clips_the_rest() -> None:
    assert (exposed(Conditions(gain=2.0)) == 200).all()
    assert (exposed(Conditions(gain=2.0), grey=150) == 255).all()
    assert (exposed(Conditions(gain=0.5)) == 50).all()


def test_a_cast_colours_grey() -> None:
    assert seen(exposed(Conditions(cast=(0.8, 1.0, 1.2))), AT) == [80, 100, 120]


def test_a_shadow_darkens_what_it_covers_and_softly_ends() -> None:
    picture = exposed(Conditions(shades=(Shadow(AT, (60.0, 60.0), depth=0.4, soft_mm=10.0),)))
    assert seen(picture, AT)[0] == pytest.approx(60, abs=1)
    assert seen(picture, (AT[0] + 60.0, AT[1]))[0] == pytest.approx(80, abs=4)
    assert seen(picture, FAR) == [100, 100, 100]


def test_an_oval_shadow_is_long_in_the_direction_it_is_turned_to() -> None:
    picture = exposed(Conditions(shades=(Shadow(AT, (90.0, 20.0), np.pi / 2, 0.5, 4.0),)))
    assert seen(picture, (AT[0], AT[1] + 70.0))[0] < 60
    assert seen(picture, (AT[0] + 70.0, AT[1]))[0] > 95


def test_light_from_a_window_has_a_hard_edge() -> None:
    square = ((150.0, 100.0), (250.0, 100.0), (250.0, 200.0), (150.0, 200.0))
    picture = exposed(Conditions(shades=(Patch((0.0, 0.0), square, gain=1.6),)))
    assert seen(picture, (244.0, 150.0))[0] == pytest.approx(160, abs=2)
    assert seen(picture, (256.0, 150.0))[0] == pytest.approx(100, abs=2)


def test_in_window_light_a_dim_picture_is_not_clipped_before_it_is_dimmed() -> None:
    square = ((150.0, 100.0), (250.0, 100.0), (250.0, 200.0), (150.0, 200.0))
    picture = exposed(Conditions(gain=0.5, shades=(Patch((0.0, 0.0), square, gain=2.0),)), grey=200)
    assert seen(picture, AT)[0] == pytest.approx(200, abs=2)


def test_glare_adds_the_same_to_dark_and_to_bright_until_white() -> None:
    conditions = HardConditions(glares=(LampGlare(AT, radius_mm=30.0, strength=0.5),))
    for grey, expected in ((20, 147), (100, 227), (200, 255)):
        assert seen(exposed(conditions, grey), AT)[0] == pytest.approx(expected, abs=2)
    assert seen(exposed(conditions), FAR) == [100, 100, 100]


def test_glare_does_not_come_from_where_something_stands() -> None:
    picture = GREY.copy()
    conditions = HardConditions(glares=(LampGlare(AT),))
    conditions.develop(picture, POSE, lambda: np.zeros((960, 1280), np.uint8))
    assert (picture == GREY).all()


def test_a_second_lamp_brightens_all() -> None:
    assert (exposed(Conditions(), level=1.5) == 150).all()


def test_plain_air_changes_nothing() -> None:
    assert (exposed(Conditions()) == GREY).all()
    assert (exposed(Conditions(gain=1.01)) == 101).all()
    assert (exposed(Conditions(), level=1.2) == 120).all()
