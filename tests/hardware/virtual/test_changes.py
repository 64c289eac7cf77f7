"""Light and camera change slowly, or at once where somebody does something; never too far."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Board
from hardware.virtual.conditions import EVENING, Changes, Conditions, Passage, Shadow, Wave
from hardware.virtual.look import Lamp, Nudge, TableLook
from tests.hard_tables.hard_light import HardChanges, random_changes
from tests.hard_tables.materials import BentSheet
from tests.sampled import one_in

# How a table is drawn; that it can be read is tested in every run.
pytestmark = pytest.mark.long

SEEDS = st.integers(0, 10**9)


def test_without_a_word_the_evening_is_calm() -> None:
    assert {Changes().conditions(tick) for tick in range(-1, EVENING, 50)} == {Conditions()}


@settings(max_examples=one_in(8), deadline=None)
@given(SEEDS)
def test_the_same_seed_brings_the_same_evening(board: Board, seed: int) -> None:
    one, other = (random_changes(board, TableLook(), seed) for _ in range(2))
    assert [one.conditions(tick) for tick in (0, 700)] == [
        other.conditions(tick) for tick in (0, 700)
    ]
    assert one.conditions(700) != random_changes(board, TableLook(), seed + 1).conditions(700)


@settings(max_examples=one_in(8), deadline=None)
@given(SEEDS)
def test_light_and_camera_stay_within_what_happens_in_a_room(board: Board, seed: int) -> None:
    changes = random_changes(board, TableLook(sheet=BentSheet(gloss=0.5)), seed)
    for tick in range(0, EVENING, 30):
        conditions = changes.conditions(tick)
        assert (
            0.5 * changes.gain / (1 + 0.7 * 0.6) <= conditions.gain <= min(1.25, 2.0 * changes.gain)
        )
        assert all(0.75 <= channel <= 1.25 for channel in conditions.cast)
        assert np.hypot(*conditions.nudge.by_mm) <= 40.0
        assert abs(conditions.nudge.turn_deg) <= 5.0
        assert conditions.defocus_px < 2.5


@settings(max_examples=one_in(8), deadline=None)
@given(SEEDS)
def test_daylight_drifts_and_does_not_jump(board: Board, seed: int) -> None:
    changes = random_changes(board, TableLook(), seed)
    for earlier, later in pairwise([changes.conditions(tick) for tick in range(200)]):
        if earlier.lamp == later.lamp:
            assert later.gain == pytest.approx(earlier.gain, rel=0.02)
            assert later.cast == pytest.approx(earlier.cast, rel=0.01)


def test_a_lamp_is_switched_on_at_once_and_the_camera_exposes_less() -> None:
    lamp = Lamp((0.2, 0.1, 1.0), 0.5)
    changes = Changes(lamp=lamp, lit=(10, 20))
    before, on, off = (changes.conditions(tick) for tick in (9, 10, 20))
    assert (before.lamp, on.lamp, off.lamp) == (None, lamp, None)
    assert on.gain == pytest.approx(1.0 / 1.35)
    assert before.gain == off.gain == 1.0


def test_a_bump_lasts_until_the_next() -> None:
    first, second = Nudge((5.0, 0.0), 2.0), Nudge((0.0, -9.0), -1.0)
    changes = Changes(bumps=((10, first), (30, second)))
    assert [changes.conditions(tick).nudge for tick in (9, 10, 29, 30, 900)] == [
        Nudge(),
        first,
        first,
        second,
        second,
    ]


def test_on_a_mild_evening_something_of_everything_happens(board: Board) -> None:
    for seed in range(5):
        seen = [Changes.mild(board, seed).conditions(tick) for tick in range(0, 700, 5)]
        assert len({conditions.nudge for conditions in seen}) == 2
        assert {conditions.lamp is None for conditions in seen} == {True, False}
        assert all(0.75 < conditions.gain < 1.2 for conditions in seen)


def test_an_arm_sags_in_a_few_steps_and_then_no_further() -> None:
    changes = HardChanges(sag=Nudge(tilt_deg=(0.6, 0.0), sink_mm=6.0))
    sunk = [changes.conditions(tick).nudge.sink_mm for tick in range(0, 2 * EVENING, 5)]
    assert sunk == sorted(sunk)
    assert len({*sunk}) == 7
    assert (sunk[0], sunk[-1]) == (0.0, 6.0)


def test_a_shadow_passes_from_here_to_there() -> None:
    passage = Passage(10, 20, (0.0, 0.0), (100.0, 50.0), Shadow((0.0, 0.0), (80.0, 60.0)))
    changes = Changes(passages=(passage,))
    passed = [changes.conditions(tick).shades for tick in (9, 10, 15, 20)]
    shadows = [Shadow((0.0, 0.0), (80.0, 60.0)), Shadow((50.0, 25.0), (80.0, 60.0))]
    assert passed == [(), *((one,) for one in shadows), ()]


def test_only_a_glossy_board_mirrors_lamps(board: Board) -> None:
    def mirrored(gloss: float) -> int:
        look = TableLook(sheet=BentSheet(gloss=gloss))
        evenings = (random_changes(board, look, seed) for seed in range(8))
        return sum(
            bool(one.conditions(tick).glares) for one in evenings for tick in range(0, EVENING, 50)
        )

    assert mirrored(0.0) == 0
    assert mirrored(0.8) > 20


@given(SEEDS, st.integers(0, 2 * EVENING))
def test_a_wave_begins_at_nothing_and_swings_by_one_at_most(seed: int, tick: int) -> None:
    wave = Wave.random(np.random.default_rng(seed))
    assert wave.at(0) == 0.0
    assert abs(wave.at(tick)) <= 1.0
