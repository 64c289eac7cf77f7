"""The ground of single places: what is hidden beside a hand, what is seen, what is in doubt."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision import drawn
from tests.vision.conftest import PIECES
from tests.vision.looking import looked
from vision.background import Mask
from vision.eye import Eye
from vision.ground import Glimpse, Ground, Rows, beside
from vision.light import DARK, OPPONENT, Floats, Marks, levels, opponent
from vision.occlusion import Cover
from vision.reading import Image
from vision.scores import SIDE
from vision.spots import Spots

PAPER = (150, 182, 200)
REACH = 40
"""Half the side of a piece of cloth in pixels: more than a place is looked at."""
AT = {name: number for number, name in enumerate(drawn.PLACES)}


def look(spots: Spots, frame: Image) -> Floats:
    """Take the squares' points from a frame in the light of the empty one."""
    x, y = np.floor(spots.squares.sampler.points).astype(int).T
    return opponent(frame[y, x])


@pytest.fixture(scope="module")
def spots(taught_eye: Eye) -> Spots:
    return taught_eye.spots


@pytest.fixture(scope="module")
def ground(spots: Spots) -> Ground:
    known = Ground(spots)
    known.nudged(look(spots, drawn.picture(seed=5)))
    return known


def judge(ground: Ground, spots: Spots, frame: Image) -> Glimpse:
    seen = look(spots, frame)
    everywhere = np.arange(spots.count)
    return ground.judge(seen, spots.read(*looked(seen, SIDE)), everywhere)


def named(mask: Mask) -> set[str]:
    return {name for name, number in AT.items() if mask[number]}


def cloth(frame: Image, places: Sequence[str], ink: tuple[int, int, int]) -> Image:
    """Lay squares of plain cloth over places, and over the ground around each."""
    laid = frame.copy()
    for at in places:
        x, y = (round(value) for value in drawn.to_px(drawn.PLACES[at]))
        laid[y - REACH : y + REACH, x - REACH : x + REACH] = ink
    return laid


def held(*, covered: Sequence[str] = (), near: Sequence[str] = ()) -> Cover:
    """Say which places something is held to hide or near."""
    marks = [np.isin([*drawn.PLACES], [*places]) for places in (covered, [*covered, *near])]
    return Cover(
        hand=True,
        covered=marks[0],
        near=marks[1],
        glared=np.zeros(len(drawn.PLACES), bool),
        tiles=np.zeros(0, bool),
    )


def judged_beside(
    ground: Ground, spots: Spots, frame: Image, cover: Cover, steady: Mask | None = None
) -> tuple[Cover, Rows]:
    seen = look(spots, frame)
    return beside(cover, ground, seen, spots.read(*looked(seen, SIDE)), None, steady)


def test_in_the_open_no_place_is_hidden(ground: Ground, spots: Spots) -> None:
    glimpse = judge(ground, spots, drawn.picture(PIECES, seed=3))
    assert named(glimpse.hidden) == set()
    assert named(glimpse.crowded) == set()
    assert {*PIECES} <= named(glimpse.plain)


def test_a_cloth_of_the_paper_s_colour_hides_a_place(ground: Ground, spots: Spots) -> None:
    frame = cloth(drawn.picture(PIECES, seed=3), ["c1"], PAPER)
    assert named(judge(ground, spots, frame).hidden) == {"c1"}


@pytest.mark.parametrize("factor", [0.6, 1.15])
def test_a_place_in_another_light_is_not_hidden(
    ground: Ground, spots: Spots, factor: float
) -> None:
    frame = drawn.as_picture(drawn.picture(seed=3) * factor)
    assert named(judge(ground, spots, frame).hidden) == set()


def test_a_cloth_in_a_merchant_s_colour_is_more_than_one_merchant(
    ground: Ground, spots: Spots
) -> None:
    frame = cloth(drawn.picture(PIECES, seed=3), ["c1"], drawn.COLOURS["red"])
    assert named(judge(ground, spots, frame).crowded) == {"c1"}
    cover, rows = judged_beside(ground, spots, frame, held(near=["c1"]))
    assert not rows[AT["c1"]].any()
    assert named(cover.covered) <= {"c1"}


def test_what_looks_as_before_is_seen_and_its_neighbours_are_not_asked_for_it(
    ground: Ground, spots: Spots
) -> None:
    frame = cloth(drawn.picture(PIECES, seed=3), ["a1", "b1", "c1"], drawn.COLOURS["red"])
    steady = np.isin([*drawn.PLACES], ["b1", "c1"])
    cover, rows = judged_beside(ground, spots, frame, held(covered=["a1", "b1", "c1"]), steady)
    assert named(cover.covered) <= {"a1"}
    assert rows[AT["c1"]].any()
    assert not rows[AT["a1"]].any()


def test_a_merchant_half_made_up_of_cloth_is_doubtful(ground: Ground, spots: Spots) -> None:
    frame = drawn.picture(PIECES, seed=3)
    read = spots.read(*looked(look(spots, frame), SIDE))
    x, y = (round(value) for value in drawn.to_px(drawn.PLACES["a2"]))
    frame[y - REACH : y + REACH, x : x + REACH] = (90, 200, 60)
    glimpse = ground.judge(look(spots, frame), read, np.arange(spots.count))
    assert named(glimpse.doubtful) == {"a2"}


def test_what_is_plainly_seen_is_not_called_hidden(ground: Ground, spots: Spots) -> None:
    frame = drawn.picture(PIECES, seed=3)
    cover, _ = judged_beside(ground, spots, frame, held(covered=["a2", "b1", "c1", "c3"]))
    assert named(cover.covered) == set()
    assert named(cover.near) == {"a2", "b1", "c1", "c3"}


def test_from_a_place_that_is_hidden_it_goes_on_to_the_next(ground: Ground, spots: Spots) -> None:
    frame = cloth(drawn.picture(PIECES, seed=3), ["a1", "b1", "c1"], PAPER)
    cover, _ = judged_beside(ground, spots, frame, held(near=["a1"]))
    assert named(cover.covered) == {"a1", "b1", "c1"}
    assert {"c2"} <= named(cover.near)
    assert not named(cover.near) & {"a4", "b4", "c4"}


def test_away_from_what_covers_the_board_nothing_is_asked(ground: Ground, spots: Spots) -> None:
    frame = cloth(drawn.picture(PIECES, seed=3), ["c4"], PAPER)
    cover, _ = judged_beside(ground, spots, frame, held(near=["a1"]))
    assert named(cover.covered) == set()


def glared(
    ground: Ground, spots: Spots, added: tuple[float, float, float], over: Marks | None = None
) -> Rows:
    """Read a red cloth over c1 within reach of a mirrored lamp.

    The light there is so that each channel is ``added`` to, in levels of the bare board.
    """
    seen = look(spots, cloth(drawn.picture(PIECES, seed=3), ["c1"], drawn.COLOURS["red"]))
    there = levels(spots.squares.background.mean) + np.array(added, np.float32)
    shade = (np.log(there + DARK) @ OPPONENT.T - seen).astype(np.float32)
    reach = np.isin([*drawn.PLACES], ["c1", "b1", "c3"])
    return ground.unwashed(seen, shade, spots.read(*looked(seen, SIDE)), reach, over)


def test_within_reach_of_a_mirrored_lamp_a_pale_crowd_is_no_merchant(
    ground: Ground, spots: Spots
) -> None:
    rows = glared(ground, spots, (40.0, 40.0, 40.0))
    assert not rows[AT["c1"]].any()
    assert rows[AT["b1"]].any()
    assert rows[AT["c3"]].any()


def test_what_is_brighter_in_one_channel_alone_no_lamp_made_so(
    ground: Ground, spots: Spots
) -> None:
    uneven = (60.0, 1.0, 1.0)
    assert glared(ground, spots, uneven)[AT["c1"]].argmax() > 0
    clipped = np.ones(spots.count * SIDE**2, np.uint8)
    assert not glared(ground, spots, uneven, clipped)[AT["c1"]].any(), "who knows, where it ends"


def test_what_is_darker_than_the_board_no_lamp_made_so(ground: Ground, spots: Spots) -> None:
    assert glared(ground, spots, (-40.0, -40.0, -40.0))[AT["c1"]].argmax() > 0
