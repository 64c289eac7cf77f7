"""A tap goes where it was meant."""

import numpy as np

from tests.vision.proposing import printed
from vision.proposing.flat import Flat, snap_on


def test_a_tap_beside_a_spot_comes_to_its_middle(flat_board: Flat) -> None:
    for x, y in printed.places()[::5].tolist():
        found = snap_on(flat_board, (x + 2.1, y - 2.1))
        assert np.hypot(found[0] - x, found[1] - y) < 1.0


def test_a_tap_on_bare_ground_stays(flat_board: Flat) -> None:
    assert snap_on(flat_board, printed.BARE_MM) == printed.BARE_MM


def test_a_tap_off_the_board_stays(flat_board: Flat) -> None:
    for beyond in ((-90.0, -90.0), (900.0, 900.0)):
        assert snap_on(flat_board, beyond) == beyond
