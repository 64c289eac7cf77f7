"""A whole evening at a table, from the first press to the last, and all that may go wrong in it."""

from pathlib import Path

from tests.companion.live.household import Household
from tests.companion.live.script import Script, in_effect

FOUR = ("red", "blue", "yellow", "green")


def test_a_dynasty_is_played_and_scored_by_one_press(tmp_path: Path) -> None:
    house = Household(tmp_path, FOUR[:3], 1)
    script = Script(house, 1)
    script.begin()
    while script.state.phase in ("placement", "action"):
        script.turn()
    script.dynasty()
    assert script.state.dynasty == 2
    assert in_effect(house.game.history) == in_effect(script.truth)
