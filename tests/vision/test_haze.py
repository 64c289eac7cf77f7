"""A mirrored lamp makes deep colours pale, and puts no merchant there."""

import numpy as np
import pytest

from tests.vision import drawn
from tests.vision.conftest import PIECES
from tests.vision.looking import AT, CLAIMED, checked, doubting
from vision.eye import Eye
from vision.haze import in_haze
from vision.reading import Image
from vision.spots import Rows

PALE = 60.0


def hazed(frame: Image, at: str, wide_px: float, colour: tuple[float, float, float]) -> Image:
    """Mirror a lamp in a place of the board."""
    y, x = np.mgrid[: frame.shape[0], : frame.shape[1]]
    to_x, to_y = drawn.to_px(drawn.PLACES[at])
    shape = np.exp(-((x - to_x) ** 2 + (y - to_y) ** 2) / (2 * wide_px**2))
    lit = np.clip(frame + shape[..., None] * np.array(colour), 0, 255)
    return np.asarray(lit, np.uint8)


def left(eye: Eye, frame: Image) -> tuple[Rows, Rows]:
    """Give all claims of a frame, and what is left of them."""
    return checked(eye, frame, doubting(in_haze))


def look_so(eye: Eye, monkeypatch: pytest.MonkeyPatch, *, so: bool) -> None:
    """Have all that is seen look like any merchant, or like none."""
    density = 9.0 if so else -9.0
    monkeypatch.setattr(eye.spots, "densities", lambda seen: np.full((3, len(seen)), density))


def test_what_is_as_much_paler_as_the_ground_around_it_is_left_open(eye: Eye) -> None:
    frame = hazed(drawn.picture(PIECES, seed=3), "c1", 60, (PALE, PALE, PALE))
    _, rows = left(eye, frame)
    assert not rows[AT["c1"]].any()
    assert all(rows[AT[at]].argmax() > 0 for at in PIECES)


@pytest.mark.parametrize("at", PIECES)
def test_a_merchant_under_a_lamp_is_one_still(eye: Eye, at: str) -> None:
    before, after = left(eye, hazed(drawn.picture(PIECES, seed=3), at, 60, (PALE, PALE, PALE)))
    assert (before[AT[at]] == after[AT[at]]).all()


@pytest.mark.parametrize("so", [True, False])
def test_what_the_ground_around_looks_like_as_well_in_the_haze_is_no_merchant(
    eye: Eye, monkeypatch: pytest.MonkeyPatch, *, so: bool
) -> None:
    look_so(eye, monkeypatch, so=so)
    frame = hazed(drawn.picture(PIECES, seed=3), "c1", 60, (PALE, PALE, PALE))
    _, rows = left(eye, hazed(frame, "c1", 15, (PALE, PALE, PALE)))
    assert rows[AT["c1"]].any() != so


@pytest.mark.parametrize("colour", ["blue", "red"])
def test_no_lamp_makes_a_place_darker_or_brighter_in_one_channel_alone(
    eye: Eye, monkeypatch: pytest.MonkeyPatch, colour: str
) -> None:
    look_so(eye, monkeypatch, so=True)
    frame = drawn.picture({**PIECES, "c1": colour}, seed=3)
    _, rows = left(eye, hazed(frame, "c1", 60, (PALE, PALE, PALE)))
    assert rows[AT["c1"]].tolist() == CLAIMED


def test_what_a_coloured_lamp_does_is_no_haze(eye: Eye) -> None:
    _, rows = left(eye, hazed(drawn.picture(PIECES, seed=3), "c1", 60, (PALE, 0, 0)))
    assert rows[AT["c1"]].tolist() == CLAIMED


def test_where_the_light_adds_nothing_all_is_believed(eye: Eye) -> None:
    before, after = left(eye, drawn.picture(PIECES, seed=3))
    assert (before == after).all()


def test_where_the_next_merchants_may_reach_the_ground_around_tells_nothing(
    eye: Eye, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay = eye.spots.squares.places
    monkeypatch.setattr(lay, "spacing_mm", np.full_like(lay.spacing_mm, 2 * eye.spots.radius_mm))
    frame = hazed(drawn.picture(PIECES, seed=3), "c1", 60, (PALE, PALE, PALE))
    _, rows = left(eye, frame)
    assert rows[AT["c1"]].tolist() == CLAIMED
