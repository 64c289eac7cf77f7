"""Sunlight or a shadow on a bare place makes no merchant of it."""

from pathlib import Path

import numpy as np
import pytest

from tests.vision import drawn
from tests.vision.conftest import PIECES
from tests.vision.looking import AT, checked, doubting
from vision.eye import Eye
from vision.only_light import in_light_alone
from vision.reading import Image
from vision.spots import Rows
from vision.table import load_table

SUN = 1.2


def lit(
    frame: Image, reach_px: float, by: float, aside_px: float = 0.0, more: float = 0.0
) -> Image:
    """Light a disc of the picture, round c1 or round a point beside it, and nothing else.

    It is ``by`` times as bright there, and so many levels ``more``.
    """
    y, x = np.mgrid[: frame.shape[0], : frame.shape[1]]
    to_x, to_y = drawn.to_px(drawn.PLACES["c1"])
    inside = np.hypot(x - to_x - aside_px, y - to_y) <= reach_px
    return drawn.as_picture(np.where(inside, by, 1.0)[..., None] * frame + more * inside[..., None])


def round_c1(frame: Image, there: Image, reach_px: float) -> Image:
    """Put what another picture shows round c1 into a picture."""
    y, x = np.mgrid[: frame.shape[0], : frame.shape[1]]
    to_x, to_y = drawn.to_px(drawn.PLACES["c1"])
    return np.where((np.hypot(x - to_x, y - to_y) <= reach_px)[..., None], there, frame)


def left(eye: Eye, frame: Image) -> tuple[Rows, Rows]:
    """Give all claims of a frame, and what is left of them."""
    return checked(eye, frame, doubting(in_light_alone))


@pytest.mark.parametrize(
    ("reach_px", "aside_px"),
    [
        pytest.param(16, 0, id="the place alone"),
        pytest.param(60, -47, id="with ground on one side"),
    ],
)
@pytest.mark.parametrize("by", [SUN, 1 / SUN])
def test_a_bare_place_in_other_light_is_left_open(
    eye: Eye, reach_px: float, aside_px: float, by: float
) -> None:
    frame = lit(drawn.picture(PIECES, seed=3), reach_px, by, aside_px)
    before, after = left(eye, frame)
    assert not after[AT["c1"]].any()
    rest = [AT[at] for at in AT if at != "c1"]
    assert (after[rest] == before[rest]).all()


@pytest.mark.parametrize("colour", drawn.COLOURS)
def test_a_merchant_in_the_sun_is_one_still(eye: Eye, colour: str) -> None:
    before, after = left(eye, lit(drawn.picture({**PIECES, "c1": colour}, seed=3), 60, SUN, -47))
    assert (before == after).all()


def test_a_merchant_of_the_boards_own_hue_beside_a_coloured_gleam_is_one_still(eye: Eye) -> None:
    bare = drawn.picture(PIECES, seed=3)
    gleaming = np.dstack([lit(bare, 60, by, -47)[..., i] for i, by in enumerate((0.5, 0.7, 0.98))])
    wooden = lit(lit(bare, 16, 0.5), 11, 1.4)
    before, after = left(eye, round_c1(gleaming, wooden, 16))
    assert (before == after).all()


def test_a_bare_place_that_a_lamp_makes_paler_is_left_open(tmp_path: Path) -> None:
    printed = {"c1": (60, 90, 190)}
    eye = Eye(load_table(drawn.write(tmp_path, printed=printed).table))
    _, after = left(eye, lit(drawn.picture(PIECES, printed=printed, seed=3), 16, 1.0, more=45.0))
    assert not after[AT["c1"]].any()


@pytest.mark.parametrize("by", [0.3, 0.2])
def test_a_place_as_black_as_no_shadow_makes_it_is_no_matter_of_light(eye: Eye, by: float) -> None:
    before, after = left(eye, lit(drawn.picture(PIECES, seed=3), 16, by))
    assert (before == after).all()


def test_but_what_is_as_dark_on_the_ground_around_is_a_shadow_however_deep(eye: Eye) -> None:
    _, after = left(eye, lit(drawn.picture(PIECES, seed=3), 60, 0.3, -47))
    assert not after[AT["c1"]].any()
