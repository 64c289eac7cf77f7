"""A lamp that was mirrored in the board when it was taught, and is not where it was."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from tests.vision import drawn
from vision.dazzle import dazzle
from vision.eye import Eye
from vision.reading import Image
from vision.table import load_table

LAMP = "a3"
WIDE_PX = 14.0
STANDING = {"a2": "red", "b1": "blue", "c3": "yellow", "b4": "red"}


def lit(pieces: Mapping[str, str] | None = None, *, seed: int = 1) -> Image:
    return drawn.mirrored(drawn.picture(pieces, seed=seed), LAMP, WIDE_PX)


def taught(folder: Path, *, always: bool) -> Eye:
    """Teach under a lamp, which shows in the empty frame alone or ``always``."""
    files = drawn.write(folder)
    drawn.save(files.frames / "empty.png", lit())
    if always:
        drawn.save(files.frames / "sample.png", lit(drawn.SAMPLES, seed=2))
    return Eye(load_table(files.table))


@pytest.fixture(scope="module")
def moved_on(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    return taught(tmp_path_factory.mktemp("moved-on"), always=False)


@pytest.fixture(scope="module")
def hanging(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    return taught(tmp_path_factory.mktemp("hanging"), always=True)


def said(eye: Eye, frame: Image) -> dict[str, str | None]:
    """Tell what is read at each place, ``unsure`` where nothing is claimed; no hand is there."""
    reading = eye.read(frame)
    assert (reading.registered, reading.hand) == (True, False)
    looks = zip(drawn.PLACES, reading.log_likelihood, strict=True)
    return {at: reading.choices[int(row.argmax())] if row.any() else "unsure" for at, row in looks}


def truth(pieces: Mapping[str, str]) -> dict[str, str | None]:
    return {at: pieces.get(at) for at in drawn.PLACES}


def test_where_the_lamp_was_is_learnt_from_a_picture_that_it_is_not_in(moved_on: Eye) -> None:
    assert moved_on.dazzled == ()
    for there in (None, *drawn.COLOURS):
        pieces = STANDING | ({} if there is None else {LAMP: there})
        assert said(moved_on, drawn.picture(pieces, seed=3)) == truth(pieces)


def test_what_no_picture_shows_is_named(hanging: Eye) -> None:
    assert hanging.dazzled == (LAMP,)


def test_while_the_lamp_hangs_there_the_place_is_seen_to_be_empty(hanging: Eye) -> None:
    assert said(hanging, lit(STANDING, seed=4)) == truth(STANDING)


@pytest.mark.parametrize("there", [None, *drawn.COLOURS])
def test_once_it_is_gone_nothing_wrong_is_claimed(hanging: Eye, there: str | None) -> None:
    pieces = STANDING | ({} if there is None else {LAMP: there})
    seen = said(hanging, drawn.picture(pieces, seed=5))
    assert seen.pop(LAMP) in (there, "unsure")
    assert seen == {at: look for at, look in truth(pieces).items() if at != LAMP}


def test_white_print_is_no_lamp_until_the_camera_sees_nothing_else() -> None:
    assert dazzle(drawn.picture(seed=1)) is None
    gleam = drawn.picture(seed=1)
    gleam[100:104, 100:104] = 255
    assert dazzle(gleam) is None, "a gleam on varnish is no image of a lamp"


def test_the_light_of_a_lamp_falls_off_around_its_image() -> None:
    share = dazzle(lit())
    assert share is not None
    x, y = np.round(drawn.to_px(drawn.PLACES[LAMP])).astype(int)
    row = share[y, x:]
    assert row[0] == 1
    assert (np.diff(row) <= 0).all()
    assert row[-1] == 0


def test_once_it_is_gone_a_thing_of_no_known_colour_is_not_taken_for_the_bare_place(
    hanging: Eye, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(drawn.COLOURS, "grey", (96, 100, 104))
    seen = said(hanging, drawn.picture({**STANDING, LAMP: "grey"}, seed=6))
    assert seen[LAMP] == "unsure"
