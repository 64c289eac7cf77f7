"""A pale merchant in too much light is one still; the reflection of a lamp is none."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from tests.vision import drawn, looking
from tests.vision.looking import AT, CLAIMED, checked
from vision.blown_out import too_bright
from vision.eye import Eye
from vision.reading import Image
from vision.spots import LEADS
from vision.table import load_table

PALE = (214, 222, 226)
BRIGHT = 1.25
PIECES = {"a2": "red", "b1": "blue", "c3": "yellow", "b4": "yellow"}


@pytest.fixture(autouse=True)
def pale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw pale merchants by the name of yellow ones."""
    monkeypatch.setitem(drawn.COLOURS, "yellow", PALE)


@pytest.fixture(scope="module")
def eye(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    """Give an eye that knows them, taught once."""
    with pytest.MonkeyPatch.context() as pieces:
        pieces.setitem(drawn.COLOURS, "yellow", PALE)
        return Eye(load_table(drawn.write(tmp_path_factory.mktemp("pale")).table))


def glaring(printed: Mapping[str, tuple[int, int, int]] | None = None) -> Image:
    """Show a pale merchant on c1 of which the camera sees nothing but white, and its shadow."""
    pieces = {"a2": "red", "b1": "blue", "c1": "yellow"}
    with pytest.MonkeyPatch.context() as light:
        light.setitem(drawn.COLOURS, "yellow", (450, 450, 450))
        return drawn.picture(pieces, printed=printed, seed=3)


def said(eye: Eye, frame: Image, at: str) -> str | None:
    """Tell what is read at a place; ``unsure`` where nothing is claimed."""
    reading = eye.read(frame)
    row = reading.log_likelihood[AT[at]]
    return reading.choices[int(row.argmax())] if row.any() else "unsure"


def test_pale_merchants_are_read_though_the_camera_sees_but_white(eye: Eye) -> None:
    frame = drawn.as_picture(drawn.picture(PIECES, seed=3) * BRIGHT)
    x, y = np.round(drawn.to_px(drawn.PLACES["c3"])).astype(int)
    assert (frame[y - 3 : y + 4, x - 3 : x + 4] == 255).all()
    assert {at: said(eye, frame, at) for at in PIECES} == PIECES
    assert said(eye, frame, "b2") is None


@pytest.mark.parametrize("at", ["b2", "a2"])
@pytest.mark.parametrize("wide_px", [6.0, 8.0, 10.0, 16.0])
def test_a_lamp_mirrored_in_a_bare_place_or_a_red_merchant_is_no_pale_one(
    eye: Eye, at: str, wide_px: float
) -> None:
    frame = drawn.mirrored(drawn.picture(PIECES, seed=3), at, wide_px)
    assert said(eye, frame, at) in (PIECES.get(at), "unsure")


@pytest.mark.parametrize("lead", [9.0, 3.0])
def test_what_fades_into_the_ground_is_left_open_unless_it_is_told_plainly(
    eye: Eye, monkeypatch: pytest.MonkeyPatch, lead: float
) -> None:
    monkeypatch.setattr(looking, "CLAIMED", [0.0, lead, -9.0, -9.0])
    _, after = checked(eye, drawn.mirrored(drawn.picture(PIECES, seed=3), "c1", 10.0), too_bright)
    assert after[AT["c1"]].any() == (lead > LEADS)


def test_what_ends_at_once_is_read_as_what_it_looks_like_whatever_its_shadow_told(
    eye: Eye,
) -> None:
    before, after = checked(eye, glaring(), too_bright)
    assert before[AT["c1"]].tolist() == CLAIMED
    assert [None, *drawn.COLOURS][int(after[AT["c1"]].argmax())] == "yellow"
    rest = [AT[at] for at in AT if at != "c1"]
    assert (after[rest] == before[rest]).all()


def test_but_not_as_a_bare_place_however_white_that_is(tmp_path: Path) -> None:
    printed = {"c1": (240, 240, 240)}
    eye = Eye(load_table(drawn.write(tmp_path, printed=printed).table))
    before, after = checked(eye, glaring(printed), too_bright)
    assert (after == before).all()


def test_where_the_next_merchants_reach_in_white_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, y = drawn.PLACES["c1"]
    monkeypatch.setitem(drawn.PLACES, "c1-east", (x + 2 * drawn.RADIUS_MM, y))
    eye = Eye(load_table(drawn.write(tmp_path).table))
    before, after = checked(eye, glaring(), too_bright)
    assert (after == before).all()
