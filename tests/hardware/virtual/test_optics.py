"""Lenses that bend lines, boards that are not flat: things stay where they are said to be."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.virtual.camera_pose import HEIGHT_PX, WIDTH_PX, overhead
from hardware.virtual.look import Nudge
from tests.hard_tables.hard_table import random_look
from tests.hard_tables.materials import BentLens, BentSheet

BOARD_MM = (560.0, 420.0)
pixels = st.tuples(st.floats(0.0, WIDTH_PX), st.floats(0.0, HEIGHT_PX))


def test_a_barrel_lens_pulls_the_corners_in_and_leaves_the_middle() -> None:
    seen = np.array([[WIDTH_PX / 2, HEIGHT_PX / 2], [0.0, 0.0]])
    middle, corner = BentLens(1000.0, k1=-0.2).distort(seen)
    assert middle == pytest.approx(seen[0])
    # 0.64 focal lengths squared, a fifth of it: 12.8 % of the way to the middle.
    assert corner == pytest.approx(0.128 * seen[0])


@given(pixels, st.integers(0, 500))
def test_undistorting_is_the_inverse_of_distorting(at: tuple[float, float], seed: int) -> None:
    lens = random_look(seed).lens
    assert lens.distort(lens.undistort(np.array([at])))[0] == pytest.approx(at, abs=0.01)


def test_a_folded_board_stands_up_along_its_middle_and_a_curled_one_at_its_corners() -> None:
    places = np.array([(280.0, 100.0), (0.0, 210.0), (560.0, 420.0), (280.0, 210.0)])
    assert BentSheet(BOARD_MM, fold_mm=3.0).lift(places).tolist() == pytest.approx([3, 0, 0, 3])
    assert BentSheet(BOARD_MM, curl_mm=2.0).lift(places).tolist() == pytest.approx([0, 0, 2, 0])


def test_what_stands_well_outside_a_bent_board_is_not_lifted() -> None:
    assert BentSheet(BOARD_MM, curl_mm=2.0).lift(np.array([(-60.0, -60.0)]))[0] == 0.0


@given(pixels, st.integers(0, 500))
def test_a_pixel_looks_at_the_place_that_is_seen_in_it(at: tuple[float, float], seed: int) -> None:
    pose = overhead(BOARD_MM, seed, random_look(seed))
    ((x, y),) = pose.on_board(np.array([at]))
    assert pose.project(np.array([[x, y, 0.0]]))[0] == pytest.approx(at, abs=0.05)


@settings(max_examples=settings().max_examples)
@given(st.integers(0, 100_000))
def test_however_the_camera_hangs_it_sees_the_whole_board(seed: int) -> None:
    pose = overhead(BOARD_MM, seed, random_look(seed))
    width, height = BOARD_MM
    seen = pose.project(
        np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    )
    assert (seen > 20.0).all()
    assert (seen < (WIDTH_PX - 20.0, HEIGHT_PX - 20.0)).all()
    assert np.ptp(seen[:, 0]) > 0.45 * WIDTH_PX


def test_a_bump_moves_the_picture_by_what_the_camera_moved() -> None:
    pose = overhead(BOARD_MM, 3)
    place = np.array([[280.0, 210.0, 0.0]])
    aside = pose.nudged(Nudge(by_mm=(10.0, 0.0)))
    # Going 10 mm to the right is seeing everything 10 mm further left.
    moved = np.array([[290.0, 210.0, 0.0]])
    assert aside.project(moved)[0] == pytest.approx(pose.project(place)[0])


def test_a_turn_leaves_what_the_camera_aims_at_and_turns_the_rest() -> None:
    pose = overhead(BOARD_MM, 3)
    turned = pose.nudged(Nudge(turn_deg=5.0))
    aim, beside = np.array([[*pose.aim_mm, 0.0]]), np.array([[pose.aim_mm[0] + 200.0, 210.0, 0.0]])
    assert turned.project(aim)[0] == pytest.approx(pose.project(aim)[0])
    was, is_now = ((one.project(beside) - one.project(aim))[0] for one in (pose, turned))
    angle = np.degrees(np.arctan2(was[1], was[0]) - np.arctan2(is_now[1], is_now[0]))
    assert angle == pytest.approx(5.0, abs=0.5)


def test_sinking_brings_the_board_nearer_and_tilting_moves_it_out_of_the_middle() -> None:
    pose = overhead(BOARD_MM, 3)
    ends = np.array([(0.0, 210.0, 0.0), (560.0, 210.0, 0.0)])
    sunk = pose.nudged(Nudge(sink_mm=30.0))
    assert np.ptp(sunk.project(ends)[:, 0]) > 1.03 * np.ptp(pose.project(ends)[:, 0])
    tilted = pose.nudged(Nudge(tilt_deg=(2.0, 0.0)))
    assert (tilted.project(ends)[:, 0] < pose.project(ends)[:, 0] - 20.0).all()
