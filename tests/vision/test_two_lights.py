"""The edge of a hard shadow puts no pale merchant on pale ground."""

from dataclasses import replace

import numpy as np

from tests.vision import drawn
from tests.vision.conftest import PIECES
from tests.vision.looking import AT, CLAIMED, doubting, rechecked
from vision.eye import Eye
from vision.spots import Rows
from vision.two_lights import SHADED, in_one_light


def claims(eye: Eye, shade: float) -> tuple[Rows, Rows]:
    """Read the board, claim a merchant on bare c1, and say that each place is so much lighter.

    Gives the rows before and after they must agree with the light over the whole board.
    """
    eye.read(drawn.picture(PIECES, seed=3))
    own = np.zeros_like(eye._sight.lit.shade)
    own[:, 0] = shade
    eye._sight.lit = replace(eye._sight.lit, shade=own)
    return rechecked(eye, doubting(in_one_light))


def test_what_is_a_merchant_in_one_light_alone_is_left_open(eye: Eye) -> None:
    before, after = claims(eye, -2 * SHADED)
    assert not after[AT["c1"]].any()
    rest = [AT[at] for at in AT if at != "c1"]
    assert (after[rest] == before[rest]).all()
    assert all(after[AT[at]].argmax() > 0 for at in PIECES)


def test_where_the_light_is_that_over_the_whole_board_it_is_believed(eye: Eye) -> None:
    before, after = claims(eye, 0.0)
    assert (after == before).all()
    assert after[AT["c1"]].tolist() == CLAIMED


def test_on_a_bare_board_there_is_nothing_to_agree_on(eye: Eye) -> None:
    eye.read(drawn.picture(seed=3))
    sight, squares = eye._sight, eye.spots.squares
    look = sight.closely(squares.sampler, squares.side)
    rows = eye.spots.read(sight.means(squares.sampler), look)
    check = doubting(in_one_light)(eye.spots, sight)
    assert check(rows, look(np.arange(len(rows)))) is rows
