"""The named disturbances: each disturbs, the more the stronger, and alike in every run."""

from itertools import pairwise

import numpy as np
import pytest

from tests.vision import drawn
from tools.disturb.disturbances import DISTURBANCES, Disturbance
from vision.reading import Image

# In a shorter form `tests/vision/test_shared_tables.py` reads frames that some of them disturb.
pytestmark = pytest.mark.long

NAMES = [one.name for one in DISTURBANCES]


@pytest.fixture(scope="module")
def frame() -> Image:
    return drawn.picture({"a1": "red", "c3": "yellow"})


def apart(one: Image, other: Image) -> float:
    return float(np.abs(one.astype(int) - other).mean())


def test_names_are_distinct() -> None:
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("one", DISTURBANCES, ids=NAMES)
def test_each_strength_disturbs_the_frame_and_repeats_itself(
    one: Disturbance, frame: Image
) -> None:
    shown = [one.change(frame, strength, 9) for strength in one.strengths]
    again = [one.change(frame, strength, 9) for strength in one.strengths]
    assert all((first == second).all() for first, second in zip(shown, again, strict=True))
    assert all(apart(each, frame) > 0.1 for each in shown)
    assert all(apart(first, second) > 0.1 for first, second in pairwise(shown))


@pytest.mark.parametrize("name", ["soft shadow", "noise", "colour noise"])
def test_what_moves_is_elsewhere_in_another_frame(name: str, frame: Image) -> None:
    (one,) = [one for one in DISTURBANCES if one.name.startswith(name)]
    assert apart(one.change(frame, one.strengths[0], 0), one.change(frame, one.strengths[0], 1)) > 0
