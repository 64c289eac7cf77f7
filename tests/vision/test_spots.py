"""Round places: what lies there and how surely, from pixels alone."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from tests.vision import drawn
from vision.background import EmptyFrame
from vision.light import Floats, opponent
from vision.plan import Plan
from vision.pose import Pose
from vision.reading import Image
from vision.spots import Lesson, Spots
from vision.table import load_table

EMPTY = drawn.picture(seed=1)
NAMES = [*drawn.PLACES]


@pytest.fixture(scope="module")
def plan(drawn_files: drawn.Files) -> Plan:
    return Plan(load_table(drawn_files.table).board, drawn.CORNERS_PX)


@pytest.fixture
def blank(plan: Plan) -> Spots:
    """Give spots that have learnt nothing."""
    return Spots(plan.centres_mm, plan.radii_mm, plan.pixels, EmptyFrame(EMPTY))


@pytest.fixture
def spots(blank: Spots) -> Spots:
    """Give spots that have learnt the three colours."""
    assert blank.learn(lessons(blank, drawn.SAMPLES), seen(blank, EMPTY)) == []
    return blank


def seen(spots: Spots, frame: Image) -> Floats:
    return spots.unshaded(opponent(spots.sampler.take(frame, Pose())))


def lessons(spots: Spots, samples: Mapping[str, str]) -> list[Lesson]:
    pixels = seen(spots, drawn.picture(drawn.SAMPLES, seed=2))
    return [Lesson(NAMES.index(at), colour, pixels) for at, colour in samples.items()]


def row(spots: Spots, frame: Image, at: str) -> dict[str | None, float]:
    """Tell the log likelihoods of one location."""
    rows = spots.log_likelihood(spots.scores(seen(spots, frame)))
    return dict(zip((None, *spots.names), rows[NAMES.index(at)].tolist(), strict=True))


def test_a_bare_spot_is_surely_bare(spots: Spots) -> None:
    likelihoods = row(spots, drawn.picture(seed=3), "a2")
    assert likelihoods[None] == 0.0
    assert all(likelihoods[name] < -4 for name in spots.names)


@pytest.mark.parametrize("colour", drawn.COLOURS)
def test_a_piece_is_surely_of_its_colour(spots: Spots, colour: str) -> None:
    likelihoods = row(spots, drawn.picture({"a2": colour}, seed=3), "a2")
    own = likelihoods.pop(colour)
    assert own > 4
    assert all(own - other > 6 for other in likelihoods.values())


def test_a_piece_may_stand_off_its_spot_but_not_anywhere(spots: Spots) -> None:
    on, off, away = (
        row(spots, drawn.picture({"a2": "red"}, off_mm={"a2": (dx, 0.0)}, seed=3), "a2")["red"]
        for dx in (0.0, 6.0, 32.0)
    )
    assert min(on, off) > 4
    assert away < -4


def test_a_piece_on_the_next_spot_says_nothing_of_this_one(spots: Spots) -> None:
    alone = row(spots, drawn.picture(seed=3), "a2")
    beside = row(spots, drawn.picture({"a1": "red", "a3": "blue", "b2": "yellow"}, seed=3), "a2")
    assert all(abs(alone[name] - beside[name]) < 1 for name in alone)


def test_an_object_of_no_known_colour_is_left_unjudged(spots: Spots) -> None:
    frame = drawn.picture(seed=3)
    x, y = (round(value) for value in drawn.to_px(drawn.PLACES["a2"]))
    cv2.circle(frame, (x, y), 14, (10, 250, 20), -1)
    assert set(row(spots, frame, "a2").values()) == {0.0}


def test_in_noise_the_same_sight_is_less_sure(spots: Spots) -> None:
    pixels = seen(spots, drawn.picture({"a2": "red"}, noise=14.0, seed=3))
    at = NAMES.index("a2"), 1 + spots.names.index("red")
    quiet, loud = (spots.log_likelihood(spots.scores(pixels, noise))[at] for noise in (1.0, 4.0))
    assert 0 < loud <= quiet


def test_lessons_of_nothing_are_told_and_nothing_is_learnt(blank: Spots) -> None:
    samples = {"a1": "red", "a2": "red", "b1": "blue"}
    assert blank.learn(lessons(blank, samples), seen(blank, EMPTY)) == [1, 2]
    assert blank.names == ()


def test_names_are_kept_in_the_order_of_the_lessons(blank: Spots) -> None:
    blank.learn(lessons(blank, dict([*drawn.SAMPLES.items()][::-1])), seen(blank, EMPTY))
    assert blank.names == ("yellow", "blue", "red")


def test_two_names_for_one_look_are_told(blank: Spots) -> None:
    taught = lessons(blank, {"a1": "red", "c4": "pink", "b2": "blue"})
    blank.learn(taught, seen(blank, EMPTY))
    pair = blank.alike(taught)
    assert pair is not None
    assert set(pair) == {"red", "pink"}


def test_names_that_differ_are_not_alike(spots: Spots) -> None:
    assert spots.alike(lessons(spots, drawn.SAMPLES)) is None


def test_a_shade_over_the_whole_spot_is_taken_off(spots: Spots) -> None:
    pixels = opponent(spots.sampler.take(EMPTY, Pose()))
    shaded = pixels - np.array([0.4, 0.0, 0.0], np.float32)
    assert np.abs(spots.unshaded(shaded) - spots.unshaded(pixels)).max() < 0.02


def test_a_piece_is_not_taken_for_shade(spots: Spots) -> None:
    pixels = opponent(spots.sampler.take(drawn.picture({"a2": "blue"}, seed=3), Pose()))
    lit = spots.unshaded(pixels)
    there = np.zeros(len(pixels), bool)
    there.reshape(len(NAMES), -1)[NAMES.index("a2")] = True
    assert np.abs((lit - pixels)[there]).max() < 0.15
