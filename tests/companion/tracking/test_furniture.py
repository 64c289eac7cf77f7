"""What has rested over the board so long that it is no hand hides no more than it covers."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.tracking.belief import Mask
from companion.tracking.waiting import Furniture
from engine import board
from engine.layout import View
from engine.sumeria import SUMERIA
from engine.sumeria.events import Remove
from tests.companion.tracking.watching import (
    ADD,
    LOCATIONS,
    PLAYERS,
    THREE_PLAY,
    Watched,
    reading_of,
    record,
)
from vision.reading import Reading

LONG = 5
VIEW = SUMERIA.expected(THREE_PLAY().state)
NEAR = ("adab.city", "adab.town-1", "adab.town-2")


@pytest.fixture
def furniture() -> Furniture:
    return Furniture(LONG)


def shown(near: Collection[str], covered: Collection[str] = (), **otherwise: Any) -> Reading:  # noqa: ANN401 - as reading_of has it
    return beside(near, VIEW, covered, **otherwise)


def beside(
    near: Collection[str],
    view: View,
    covered: Collection[str] = (),
    **otherwise: Any,  # noqa: ANN401
) -> Reading:
    """See a table with something near these locations that covers some of them."""
    reading = reading_of(view, hand=bool(near), hidden=near, **otherwise)
    observed = np.array([at not in covered for at in LOCATIONS])
    spots = replace(reading.groups[board.LOCATIONS], observed=observed)
    return replace(reading, groups={**reading.groups, board.LOCATIONS: spots})


def without(furniture: Furniture, reading: Reading) -> tuple[bool, Mask]:
    return furniture.without(
        reading.groups[board.LOCATIONS], VIEW.singles("locations"), hand=reading.hand
    )


def known(furniture: Furniture, readings: Sequence[Reading]) -> list[str]:
    """Name the locations near the hand of the last reading that are believed all the same."""
    for reading in readings:
        _, near = without(furniture, reading)
    told = reading.groups[board.LOCATIONS].near & ~near
    return [at for at, is_told in zip(LOCATIONS, told, strict=True) if is_told]


def test_a_hand_hides_what_it_is_near(furniture: Furniture) -> None:
    assert known(furniture, [shown(NEAR)] * LONG) == []


def test_what_rests_for_long_hides_only_what_it_covers(furniture: Furniture) -> None:
    resting = shown(NEAR, NEAR[:1])
    assert known(furniture, [resting] * 2 * LONG) == [*NEAR[1:]]
    assert not without(furniture, resting)[0]


def test_beside_furniture_a_hand_is_a_hand(furniture: Furniture) -> None:
    known(furniture, [shown(NEAR)] * 2 * LONG)
    playing = shown((*NEAR, "kish.city"))
    assert known(furniture, [playing]) == []
    assert without(furniture, playing)[0]
    assert known(furniture, [shown(NEAR)]) == [*NEAR]


def test_hands_that_come_and_go_are_no_furniture(furniture: Furniture) -> None:
    assert known(furniture, [shown(NEAR), shown(()), shown(())] * 2 * LONG + [shown(NEAR)]) == []


def test_a_location_is_believed_from_when_it_looks_as_expected(furniture: Furniture) -> None:
    # A gleam that is taken for a hand may well look like a merchant, too.
    odd = shown(NEAR, doubts={NEAR[0]: {None: -9.0}})
    assert known(furniture, [odd] * 2 * LONG) == [*NEAR[1:]]
    assert known(furniture, [shown(NEAR), odd]) == [*NEAR]


def test_a_location_in_doubt_is_not_believed(furniture: Furniture) -> None:
    doubtful = dict.fromkeys(PLAYERS, -3.1) | {None: -2.9}
    reading = shown(NEAR, doubts={NEAR[0]: doubtful})
    assert known(furniture, [reading] * 2 * LONG) == [*NEAR[1:]]


def test_once_it_is_gone_all_begins_anew(furniture: Furniture) -> None:
    known(furniture, [shown(NEAR)] * 2 * LONG)
    known(furniture, [shown(())] * 2 * LONG)
    assert known(furniture, [shown(NEAR)] * LONG) == []


def test_while_the_board_is_out_of_view_nothing_rests(furniture: Furniture) -> None:
    for _ in range(2 * LONG):
        known(furniture, [shown(NEAR)])
        furniture.lost()
    assert known(furniture, [shown(NEAR)]) == []


def test_live_play_goes_on_beside_a_cup() -> None:
    table = Watched(THREE_PLAY, agree=2, live=True)
    for event in (ADD, Remove("blue", "nippur.city")):
        before = SUMERIA.expected(table.state)
        now = SUMERIA.expected(table.play(event).state)
        shown = [before] * 30 + [now] * 2
        lines = [table.tracker.see(beside(NEAR, view), "frame") for view in shown]
        assert lines == [[]] * 31 + [[{**record(event)[0], "frame": "frame"}]]


def test_live_what_the_cup_covers_is_waited_for() -> None:
    table = Watched(THREE_PLAY, agree=2, live=True)
    row = table.state.ranking
    table.play(ADD)
    covered = {"hand": True, "hidden": NEAR, "ranking": row}
    assert [table.look(**covered) for _ in range(50)] == [[]] * 50
    assert [table.look(), table.look()] == [[], record(ADD)]
