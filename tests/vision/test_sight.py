"""One frame, its board found and its light known: what is too bright to see says nothing."""

import cv2
import numpy as np
import pytest

from tests.vision import drawn
from vision.light import ALL_CLIPPED
from vision.plan import Plan
from vision.reading import Image
from vision.sampling import Sampler
from vision.sight import Sight
from vision.table import load_table

EMPTY = drawn.picture(seed=1)
LAMP_MM = (80.0, 105.0)
IN_THE_LAMP = np.array([drawn.to_px(LAMP_MM)], np.float32)
JUST_OUTSIDE_IT = IN_THE_LAMP + np.array([[32, 0], [-32, 0], [0, 32], [0, -32]], np.float32)
BESIDE_IT = np.array([drawn.to_px(at) for at in ((200.0, 60.0), (250.0, 150.0))], np.float32)


@pytest.fixture(scope="module")
def sight(drawn_files: drawn.Files) -> Sight:
    return Sight(EMPTY, Plan(load_table(drawn_files.table).board, drawn.CORNERS_PX))


def mirroring(frame: Image) -> Image:
    """Let the board mirror a lamp so brightly that nothing else is seen there."""
    x, y = (round(value) for value in drawn.to_px(LAMP_MM))
    return np.asarray(cv2.circle(frame.copy(), (x, y), 24, (255, 255, 255), -1), np.uint8)


@pytest.mark.parametrize("gathered", [False, True], ids=["alone", "with others"])
def test_a_point_too_bright_to_see_is_marked(sight: Sight, *, gathered: bool) -> None:
    lamp, beside = Sampler(IN_THE_LAMP), Sampler(BESIDE_IT)
    if gathered:
        sight.gather(beside, lamp)
    sight.look_at_empty(mirroring(EMPTY))
    over = sight.over(lamp)
    assert over is not None
    assert (over == ALL_CLIPPED).all()
    assert sight.over(beside) is None
    sight.look_at_empty(EMPTY)
    assert sight.over(lamp) is None


def test_taken_all_at_once_points_show_the_same_as_alone(sight: Sight) -> None:
    alone, gathered = Sampler(BESIDE_IT), Sampler(BESIDE_IT)
    sight.gather(Sampler(IN_THE_LAMP), gathered)
    sight.look_at_empty(drawn.picture(drawn.SAMPLES, seed=2))
    assert np.array_equal(sight.seen(alone), sight.seen(gathered))


def test_some_places_looked_at_closely_show_what_all_do(sight: Sight) -> None:
    span = np.stack(np.meshgrid(np.arange(4.0), np.arange(4.0)), axis=-1).reshape(-1, 2)
    places = Sampler(np.concatenate([BESIDE_IT[i] + span for i in range(2)]).astype(np.float32))
    sight.gather(places)
    sight.look_at_empty(mirroring(drawn.picture(drawn.SAMPLES, seed=2)))
    everything = sight.seen(places)
    closeup = sight.closely(places, 4)(np.array([1]))
    assert np.array_equal(closeup.seen, everything[16:])
    assert closeup.over is None
    assert np.allclose(sight.means(places).reshape(-1, 3), everything, atol=1e-6)


def test_a_mirrored_lamp_has_no_say_in_what_the_light_is(sight: Sight) -> None:
    beside = Sampler(JUST_OUTSIDE_IT)
    sight.look_at_empty(EMPTY)
    before = sight.seen(beside)
    sight.look_at_empty(mirroring(EMPTY))
    assert np.abs(sight.seen(beside) - before).max() < 0.05
