"""What is doubted is left open; the rest of a reading stays as it is."""

import numpy as np
import pytest

from tests.vision import drawn
from tests.vision.conftest import PIECES
from tests.vision.looking import AT
from vision.background import Mask
from vision.doubts import Claims, Doubt, doubted
from vision.eye import Eye
from vision.sight import Sight
from vision.spots import Spots
from vision.squares import Closeup

ROW = np.array([0.0, 9.0, -9.0, -9.0])
BARE = np.array([0.0, -9.0, -9.0, -9.0])


def suspicion_of(at: str) -> Doubt:
    """Doubt whatever stands on one place."""
    return lambda claims: np.asarray(claims.closeup.places == AT[at])


def test_what_any_doubt_marks_is_left_open_and_nothing_else(eye: Eye) -> None:
    eye.read(drawn.picture(PIECES, seed=3))
    sampler, side = eye.spots.squares.sampler, eye.spots.squares.side
    places = np.array([AT[at] for at in ("a1", "a2", "b1", "c3")])
    closeup = eye._sight.closely(sampler, side)(places)
    rows = np.stack([BARE, ROW, ROW, ROW])
    makers = [lambda _spots, _sight, at=at: suspicion_of(at) for at in ("a1", "a2", "c3")]
    told = doubted(makers, eye.spots, eye._sight)(rows, closeup)
    assert told.tolist() == [rows[0].tolist(), [0.0] * 4, ROW.tolist(), [0.0] * 4]
    assert rows[1].any(), "what was read is not altered"


@pytest.mark.parametrize("shade", [0.0, -0.3])
def test_a_doubt_sees_each_claim_closely_and_its_own_light(eye: Eye, shade: float) -> None:
    eye.read(drawn.picture(PIECES, seed=3))
    sampler, side = eye.spots.squares.sampler, eye.spots.squares.side
    eye._sight.lit.shade[:] = 0.0
    eye._sight.lit.shade[:, 0] = shade
    closeup = eye._sight.closely(sampler, side)(np.array([AT["a1"], AT["b1"]]))
    shown = []

    def nothing(_spots: Spots, _sight: Sight) -> Doubt:
        def doubt(claims: Claims) -> Mask:
            shown.append(claims)
            return np.zeros(len(claims.rows), bool)

        return doubt

    doubted([nothing], eye.spots, eye._sight)(np.stack([BARE, ROW]), closeup)
    (claims,) = shown
    assert claims.rows.tolist() == [ROW.tolist()]
    assert claims.closeup.places.tolist() == [AT["b1"]]
    assert (claims.closeup.seen == closeup.seen[side**2 :]).all()
    assert (claims.points[0] == AT["b1"] * side**2 + np.arange(side**2)).all()
    assert np.allclose(claims.shade, [shade, 0, 0])


def test_where_nothing_is_claimed_nothing_is_doubted(eye: Eye) -> None:
    def never(_claims: Claims) -> Mask:
        raise AssertionError

    rows = np.stack([BARE, np.zeros(4)])
    closeup = Closeup(np.array([0, 1]), np.zeros((0, 3), np.float32), None)
    assert doubted([lambda _spots, _sight: never], eye.spots, eye._sight)(rows, closeup) is rows
