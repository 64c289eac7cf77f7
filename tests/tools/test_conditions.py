"""The conditions of hardening: none leaves a frame as it is unless it says so."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from tests.vision import drawn
from tools.conditions import CONDITIONS, Condition, Moment
from vision.reading import Image

CORNERS = np.array(drawn.CORNERS_PX)
LAST = Moment(index=9, count=10, corners_px=CORNERS, px_per_mm=1.6)
FRAME = drawn.picture({"a1": "red", "c3": "yellow"})
LASTING = [one for one in CONDITIONS if one.name != "as it is" and one.teach is None]


def named(conditions: Sequence[Condition]) -> list[str]:
    return [one.name for one in conditions]


def apart(one: Image, other: Image) -> float:
    return float(np.abs(one.astype(int) - other).mean())


def test_names_are_distinct() -> None:
    assert len(set(named(CONDITIONS))) == len(CONDITIONS)


@pytest.mark.parametrize("condition", LASTING, ids=named(LASTING))
def test_each_strength_disturbs_the_frame_and_repeats_itself(condition: Condition) -> None:
    shown = [condition.change(FRAME, strength, LAST).frame for strength in condition.strengths]
    again = [condition.change(FRAME, strength, LAST).frame for strength in condition.strengths]
    assert all((one == other).all() for one, other in zip(shown, again, strict=True))
    assert all(apart(one, FRAME) > 0.1 for one in shown)
    assert all(apart(one, other) > 0.1 for one, other in pairwise(shown))


@pytest.mark.parametrize("name", ["lamp in mid-game: gain", "dusk: gain at the end"])
def test_what_comes_later_is_not_there_at_first(name: str) -> None:
    (condition,) = [one for one in CONDITIONS if one.name == name]
    first = Moment(0, 10, CORNERS, 1.6)
    assert apart(condition.change(FRAME, condition.strengths[-1], first).frame, FRAME) < 0.01


def test_a_sagging_camera_moves_on_with_every_frame() -> None:
    (condition,) = [one for one in CONDITIONS if one.name.startswith("sagging")]
    moves = [condition.change(FRAME, 20.0, Moment(i, 5, CORNERS, 1.6)).moved for i in range(5)]
    assert [move[1, 2] for move in moves if move is not None] == [0, 5, 10, 15, 20]


@pytest.mark.parametrize("index", range(6))
def test_a_pasted_hand_lies_over_the_board_and_comes_from_outside(index: int) -> None:
    (condition,) = [one for one in CONDITIONS if one.clear_first]
    moment = Moment(index, 6, CORNERS, 1.6)
    shares = []
    for strength in condition.strengths:
        disturbed = condition.change(FRAME, strength, moment)
        hides = disturbed.hides
        assert disturbed.hand
        assert hides is not None
        assert hides[0].any() or hides[-1].any() or hides[:, 0].any() or hides[:, -1].any()
        shares.append(hides[110:370, 100:540].mean())
    assert 0 < shares[0] < shares[1] < shares[2]
