"""Players sit around the board in the order of play."""

import numpy as np
import pytest

from hardware.virtual.seats import jitter, seats


@pytest.mark.parametrize("players", [3, 4])
def test_they_sit_clockwise_from_the_lower_edge(players: int) -> None:
    around = seats((560.0, 420.0), players)
    # On the table y points down, so clockwise is the way of growing angles.
    angles = [np.arctan2(seat.outward[1], seat.outward[0]) for seat in around]
    turns = [(after - angles[0]) % (2 * np.pi) for after in angles]
    assert turns == sorted(turns)
    assert around[0].outward == (0.0, 1.0)


def test_with_three_the_upper_edge_stays_free() -> None:
    assert (0.0, -1.0) not in [seat.outward for seat in seats((560.0, 420.0), 3)]


@pytest.mark.parametrize("number", range(4))
def test_what_a_player_owns_lies_off_the_board_on_his_side(number: int) -> None:
    seat = seats((560.0, 420.0), 4)[number]
    for x, y in [seat.supply(i) for i in range(14)] + [seat.won(i) for i in range(12)]:
        out = (x - seat.middle_mm[0]) * seat.outward[0] + (y - seat.middle_mm[1]) * seat.outward[1]
        assert out > 15.0


def test_nobody_misses_by_more_than_the_most() -> None:
    rng = np.random.default_rng(1)
    misses = [np.hypot(*jitter(rng, (0.0, 0.0), 3.0, 4.0)) for _ in range(300)]
    assert max(misses) <= 4.0 + 1e-9
    assert np.mean(misses) > 2.0
