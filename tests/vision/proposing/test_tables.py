"""What is proposed for rendered boards: a plain one, one whose art camouflages, and a pale one.

`python -m tools.proposals FOLDER` prints the figures.
"""

from collections import Counter
from pathlib import Path

import pytest

from tools.proposals import measure

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", params=["table-a", "table-b", "table-c"])
def proposed(tables: Path, request: pytest.FixtureRequest) -> tuple[str, Counter[str]]:
    return request.param, measure(request.param, tables / request.param)


def test_spots_are_proposed_within_two_millimetres(proposed: tuple[str, Counter[str]]) -> None:
    name, found = proposed
    assert found["found"] >= (45 if name == "table-b" else 0.95 * found["spots"])
    assert found["false_spots"] <= 3


def test_stretches_are_proposed(proposed: tuple[str, Counter[str]]) -> None:
    name, found = proposed
    assert found["joined"] >= (0.84 if name == "table-b" else 0.95) * found["stretches"]
    assert found["false_stretches"] < 0.1 * found["stretches"]


def test_taps_are_put_right(proposed: tuple[str, Counter[str]]) -> None:
    name, found = proposed
    assert found["snapped"] >= (0.6 if name == "table-b" else 0.95) * found["spots"]
