"""What an event changed, seen from the two states around it."""

import pytest

from companion.games.sumeria.play import swapped
from companion.pages.play import touched
from tests.companion.ui.positions import LOCATIONS, position

ROW = ("kish", "nippur", "adab", "umma")


@pytest.mark.parametrize("rank", range(3))
def test_two_neighbours_that_changed_places_are_the_one_that_rose_and_the_one_that_fell(
    rank: int,
) -> None:
    after = list(ROW)
    after[rank], after[rank + 1] = ROW[rank + 1], ROW[rank]
    assert swapped(ROW, after) == (ROW[rank + 1], ROW[rank])


@pytest.mark.parametrize("after", [ROW, ROW[::-1], (*ROW[1:], ROW[0]), ()])
def test_any_other_change_is_no_swap(after: tuple[str, ...]) -> None:
    assert swapped(ROW, after) is None


def test_a_location_is_touched_when_another_stands_there_or_nobody() -> None:
    before, after = position(), position()
    first, second, third, *_ = before["board"]
    after["board"] = {**before["board"], second: "red", LOCATIONS[-1]: "blue"}
    after["board"] = {at: who for at, who in after["board"].items() if at != third}
    changed = {third, LOCATIONS[-1]} | ({second} if before["board"][second] != "red" else set())
    assert set(touched(before["board"], after["board"])) == changed
    assert first not in touched(before["board"], after["board"])
