"""What is proposed for table-a, a rendered board: the figures that the issue asks for.

`python -m tools.proposals FOLDER` prints them.
"""

from pathlib import Path

import pytest

from tools.proposals import Proposed, measure

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def proposed(tables: Path) -> Proposed:
    return measure("table-a", tables / "table-a")


def test_spots_are_proposed_within_two_millimetres(proposed: Proposed) -> None:
    assert proposed.found >= 0.95 * proposed.spots
    assert proposed.false_spots < 0.1 * proposed.spots


def test_stretches_are_proposed(proposed: Proposed) -> None:
    assert proposed.joined >= 0.85 * proposed.stretches
    assert proposed.false_stretches < 0.1 * proposed.stretches


def test_taps_are_put_right(proposed: Proposed) -> None:
    assert proposed.snapped >= 0.95 * proposed.spots
