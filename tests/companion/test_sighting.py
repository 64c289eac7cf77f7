"""From likelihoods to the line that `dubsar read` prints (commands)."""

import itertools
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_np

from companion.sighting import sighting
from engine import board
from engine.sumeria import SUMERIA
from tests.companion.tracking.watching import (
    BOARD,
    LOCATIONS,
    PLAYERS,
    reading_of,
    setting_out,
    with_change,
)
from vision.reading import Reading, Slots

EMPTY = SUMERIA.expected(setting_out().state)


def seen(**doubts: dict[str | None, float]) -> Reading:
    """See an empty board with red at ur.city, and doubts by location (_ for .)."""
    there = with_change(EMPTY, {"ur.city": "red"})
    named = {at.replace("_", "."): row for at, row in doubts.items()}
    return reading_of(there, doubts=named)


def covering(reading: Reading, *locations: str) -> Reading:
    spots = reading.groups[board.LOCATIONS]
    spots = replace(spots, observed=np.array([at not in locations for at in LOCATIONS]))
    return replace(reading, hand=True, groups={**reading.groups, board.LOCATIONS: spots})


def test_a_line_has_these_keys_in_this_order() -> None:
    line = sighting(seen(), BOARD, "0007.jpg")
    assert list(line) == [
        "frame",
        "registered",
        "hand",
        "occluded",
        "board",
        "unsure",
        "confidence",
        "ranking",
        "influence",
    ]
    assert (line["frame"], line["registered"], line["hand"]) == ("0007.jpg", True, False)
    assert line["board"] == {"ur.city": "red"}


def test_a_line_is_json() -> None:
    line = sighting(covering(seen(kish_city={}), "adab.city"), BOARD, "0007.jpg")
    assert json.loads(json.dumps(line)) == line


def test_without_the_board_nothing_is_said() -> None:
    lost = Reading(registered=False, hand=False, groups={})
    assert sighting(lost, BOARD, "0007.jpg") == {
        "frame": "0007.jpg",
        "registered": False,
        "hand": None,
        "occluded": [],
        "board": {},
        "unsure": [],
        "confidence": 0,
        "ranking": None,
        "influence": None,
    }


@pytest.mark.parametrize(
    ("row", "colour"),
    [
        ({None: -9.0, "blue": -9.0, "yellow": -9.0}, "red"),
        ({None: -1.0, "blue": -9.0, "yellow": -9.0}, "unsure"),
        ({None: -9.0, "blue": -1.0, "yellow": -9.0}, "unsure"),
        ({}, "unsure"),
        ({"red": -9.0, "blue": -9.0, "yellow": -9.0}, None),
    ],
)
def test_a_small_margin_is_unsure(row: dict[str | None, float], colour: str | None) -> None:
    line = sighting(seen(kish_city=row), BOARD, "x")
    assert ("kish.city" in line["unsure"]) == (colour == "unsure")
    assert line["board"].get("kish.city", "nobody") == (colour if colour == "red" else "nobody")


def test_confidence_is_that_of_the_least_certain_claim_an_empty_one_too() -> None:
    line = sighting(seen(kish_city={"red": -4.0, "blue": -4.0, "yellow": -4.0}), BOARD, "x")
    assert line["confidence"] == pytest.approx(1 / (1 + 3 * np.exp(-4)), abs=1e-3)
    assert sighting(seen(), BOARD, "x")["confidence"] > 0.99


def test_what_is_unsure_or_occluded_does_not_lower_confidence() -> None:
    sure = sighting(seen(), BOARD, "x")["confidence"]
    assert sighting(seen(kish_city={}), BOARD, "x")["confidence"] == sure
    assert sighting(covering(seen(kish_city={}), "kish.city"), BOARD, "x")["confidence"] == sure


def test_when_nothing_is_claimed_confidence_is_nothing() -> None:
    line = sighting(covering(seen(), *LOCATIONS), BOARD, "x")
    assert (line["confidence"], line["board"], line["unsure"]) == (0, {}, [])
    assert line["occluded"] == LOCATIONS


def test_an_occluded_location_is_not_claimed_however_sure_it_looks() -> None:
    line = sighting(covering(seen(), "ur.city", "kish.city"), BOARD, "x")
    assert line["hand"] is True
    assert line["occluded"] == [at for at in LOCATIONS if at in ("ur.city", "kish.city")]
    assert line["board"] == {}


def test_tiles_are_told_slot_by_slot_or_not_at_all() -> None:
    row = (*EMPTY.singles("ranking")[:7], None)
    there = reading_of(EMPTY, ranking=row, influence=[None] * 6)
    line = sighting(there, BOARD, "x")
    assert (line["ranking"], line["influence"]) == ([*row], [None] * 6)
    untaught = sighting(reading_of(EMPTY, taught=False), BOARD, "x")
    assert (untaught["ranking"], untaught["influence"]) == (None, None)


@given(
    st_np.arrays(float, (len(LOCATIONS), 4), elements=st.floats(-50, 0)),
    st_np.arrays(bool, len(LOCATIONS)),
)
def test_board_unsure_and_occluded_never_overlap(
    rows: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    covered: np.ndarray[tuple[int], np.dtype[np.bool_]],
) -> None:
    spots = Slots((None, *PLAYERS), rows, ~covered, covered)
    groups = {board.LOCATIONS: spots}
    line = sighting(Reading(registered=True, hand=bool(covered.any()), groups=groups), BOARD, "x")
    parts = [set(line["board"]), set(line["unsure"]), set(line["occluded"])]
    assert all(not one & other for one, other in itertools.combinations(parts, 2))
    assert set.union(*parts) <= set(LOCATIONS)
    # Every other location is empty: what is claimed nowhere looks so.
    for i, at in enumerate(LOCATIONS):
        if not any(at in part for part in parts):
            assert rows[i].argmax() == 0
    assert 0 <= line["confidence"] <= 1


@pytest.mark.parametrize(
    ("row", "named"),
    [((0.0, 2.0, -9.0), "economy"), ((0.0, 2.0, 1.5), None), ((0.0, -2.0, -9.0), None)],
)
def test_a_tile_is_named_as_far_as_its_kind_is_readable(
    row: tuple[float, ...], named: str | None
) -> None:
    reading = seen()
    spaces = len(reading.groups["influence"].observed)
    tiles = Slots(
        (None, "economy", "military"),
        np.tile(np.array(row), (spaces, 1)),
        np.ones(spaces, bool),
        np.zeros(spaces, bool),
    )
    there = replace(reading, groups={**reading.groups, "influence": tiles})
    assert sighting(there, BOARD, "0007.jpg")["influence"] == [named] * spaces
