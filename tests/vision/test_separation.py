"""What will be hard to read is told when a table is taught, and nothing else is."""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from engine.board import LOCATIONS
from tests.vision import drawn
from vision.config import SURE, ClassifierConfig
from vision.eye import Eye
from vision.table import load_table
from vision.teaching import Confusion, confusions

BOLD = 6.9
"""Log likelihood of a thousand to one."""
RED = drawn.COLOURS["red"]


def eye_for(folder: Path, printed: Mapping[str, drawn.Ink]) -> Eye:
    return Eye(load_table(drawn.write(folder, printed=printed).table))


@pytest.fixture(scope="module")
def red_at_b1(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    return eye_for(tmp_path_factory.mktemp("red"), {"b1": "red"})


def test_a_plain_table_needs_no_warning(taught_eye: Eye) -> None:
    assert taught_eye.warnings == ()


def test_one_in_the_colour_of_a_merchant_is_not_as_its_rim_and_shadow_are_seen(
    tmp_path: Path,
) -> None:
    eye = eye_for(tmp_path, {"b1": RED})
    assert eye.warnings == ()
    at, red = [*drawn.PLACES].index("b1"), eye.spots.names.index("red") + 1
    for there, sign in (({}, -1), ({"b1": "red"}, 1)):
        frame = drawn.picture(there, printed={"b1": RED}, seed=4)
        row = eye.read(frame).groups[LOCATIONS].log_likelihood[at]
        assert sign * (row[red] - row[0]) > SURE


def test_a_spot_printed_like_a_merchant_is_named(red_at_b1: Eye) -> None:
    (warning,) = red_at_b1.warnings
    assert (warning.colours, warning.location) == (("red",), "b1")
    assert warning.margin < SURE


def test_spots_in_colours_that_no_merchant_has_are_not_named(tmp_path: Path) -> None:
    other = {"b1": (60, 130, 60), "a3": (150, 60, 130), "c2": (40, 40, 40), "c3": (90, 130, 230)}
    assert eye_for(tmp_path, other).warnings == ()


def test_of_several_each_is_named_and_the_worst_comes_first(tmp_path: Path) -> None:
    printed = {"b1": "red", "a3": "blue", "c2": "yellow"}
    warnings = eye_for(tmp_path, printed).warnings
    margins = [warning.margin for warning in warnings]
    assert {one.location: one.colours for one in warnings} == {
        at: (colour,) for at, colour in printed.items()
    }
    assert len(warnings) == len(printed)
    assert margins == sorted(margins)
    assert margins[-1] < SURE


def test_a_colour_a_little_off_every_spot_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(drawn.COLOURS, "yellow", (150, 182, 200))
    eye = eye_for(tmp_path, {})
    rows = (
        eye.read(drawn.picture({"a2": "yellow", "c4": "red"}, seed=4))
        .groups[LOCATIONS]
        .log_likelihood
    )
    yellow = eye.spots.names.index("yellow") + 1
    best = {at: int(rows[i].argmax()) for i, at in enumerate(drawn.PLACES)}
    assert {at for at, k in best.items() if k == yellow} == {"a2"}


def test_a_warning_is_true(red_at_b1: Eye) -> None:
    eye = red_at_b1
    frame = drawn.picture({"b1": "red", "a2": "red"}, printed={"b1": "red"}, seed=4)
    row = eye.read(frame).groups[LOCATIONS].log_likelihood[[*drawn.PLACES].index("b1")]
    red = eye.spots.names.index("red") + 1
    assert row[red] - row[0] < SURE


def test_where_a_warning_is_given_no_claim_is_bold(red_at_b1: Eye) -> None:
    eye = red_at_b1
    at, red = [*drawn.PLACES].index("b1"), eye.spots.names.index("red") + 1
    for there in ({}, {"b1": "red"}):
        row = (
            eye.read(drawn.picture(there, printed={"b1": "red"}, seed=4))
            .groups[LOCATIONS]
            .log_likelihood[at]
        )
        assert abs(row[red] - row[0]) < BOLD


def test_a_colour_like_most_spots_is_named_once_and_no_place_with_it(taught_eye: Eye) -> None:
    leads = np.full((3, 12, 4), 9.0)
    leads[1, :8, 0] = 1.0
    names = [*drawn.PLACES]
    (warning,) = confusions(taught_eye.spots, leads, names)
    assert warning == Confusion(("blue",), None, ClassifierConfig().as_shown)


@pytest.mark.parametrize(
    "name",
    ["table-a", *(pytest.param(name, marks=pytest.mark.long) for name in ("photos-1", "photos-2"))],
)
def test_the_shared_tables_need_no_warning(eye_of_table: Callable[[str], Eye], name: str) -> None:
    assert eye_of_table(name).warnings == ()
