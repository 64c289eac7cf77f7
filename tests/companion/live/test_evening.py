"""A whole evening at a table, from the first press to the last, and all that may go wrong in it.

Between the table and the record there is nothing but the program: panel, screen, session, journal.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.table.play_page import PlayPage
from engine.record import Undo
from engine.sumeria import SUMERIA, Add
from hardware.panel import Light
from hardware.virtual.conditions import Lamp, Nudge
from hardware.virtual.weather import Weather
from tests.companion.live.household import BOARD, Household
from tests.companion.live.script import Script, in_effect

FOUR = ("red", "blue", "yellow", "green")
DYNASTIES = 6
Mishap = Callable[[Script], None]


def power_cut(script: Script) -> None:
    """Lose all that is not on the disk; the game comes back by two presses."""
    house = script.house
    house.power_cut()
    house.power_on()
    house.choose("Go on with the last game")
    house.until(lambda: isinstance(house.page, PlayPage))
    script.followed()


def out_of_turn(script: Script) -> None:
    """Put a merchant down though somebody else is to play; take it away when the screen says so."""
    house = script.house
    other = next(one for one in reversed(house.players) if one != script.to_play)
    table = house.table
    spot = next(one.id for one in BOARD.locations if one.id not in table.scene.merchants)
    table.put(other, spot)
    house.until(lambda: house.session.light is Light.RED)
    table.take(other, spot)
    house.until(lambda: house.session.light is not Light.RED)
    script.followed()


def taken_back(script: Script) -> None:
    """Add a merchant, have second thoughts and take it back: what follows is an undo."""
    before = script.truth.event
    player = script.to_play
    adds = [one for one in SUMERIA.legal_events(script.state) if isinstance(one, Add)]
    row = script.state.ranking
    script.play(adds[0])
    script.followed()
    house = script.house
    house.table.take(player, adds[0].at)
    house.table.lay_row(player, row)
    script.truth.append(Undo(before + 1))
    script.followed()


def wrongly_corrected(script: Script) -> None:
    """Agree on a correction that is wrong, and go back to before it by *Why?*."""
    house, before = script.house, script.truth.event
    other = next(one for one in reversed(house.players) if one != script.to_play)
    spot = next(one.id for one in BOARD.locations if one.id not in house.table.scene.merchants)
    house.table.put(other, spot)
    house.until(lambda: house.session.light is Light.RED)
    house.choose("as a correction")
    house.choose("it is still")
    house.until(lambda: house.session.light is not Light.RED)
    assert house.game.history.state != script.state
    house.table.take(other, spot)
    house.go_back_to(before)
    script.followed()


MISHAPS: dict[int, tuple[Mishap, ...]] = {
    1: (out_of_turn, power_cut),
    2: (power_cut, taken_back),
    3: (power_cut,),
    4: (wrongly_corrected, power_cut),
    5: (out_of_turn, power_cut),
    6: (power_cut,),
}


def play(script: Script, dynasties: int) -> None:
    """Play so many dynasties, with what goes wrong in each."""
    script.begin()
    for dynasty in range(1, dynasties + 1):
        mishaps = [*MISHAPS[dynasty]]
        while script.state.phase in ("placement", "action"):
            if script.state.phase == "action" and script.chance.random() < 0.4 and mishaps:
                mishaps.pop(0)(script)
            script.turn()
        for mishap in mishaps:
            if mishap is power_cut:
                mishap(script)
        script.dynasty()


def test_a_dynasty_with_an_illegal_move_and_a_power_cut(tmp_path: Path) -> None:
    script = Script(Household(tmp_path, FOUR[:3], 1), 1)
    play(script, 1)
    assert script.state.dynasty == 2
    assert in_effect(script.house.game.history) == in_effect(script.truth)


@pytest.mark.parametrize("mishap", [taken_back, wrongly_corrected])
def test_what_is_undone_does_not_count(tmp_path: Path, mishap: Mishap) -> None:
    script = Script(Household(tmp_path, FOUR[:3], 2), 2)
    script.begin()
    while script.state.phase == "placement":
        script.turn()
    mishap(script)
    event = script.turn()
    assert script.house.game.history.events[-1] == event
    assert in_effect(script.house.game.history) == in_effect(script.truth)


@pytest.mark.long
def test_an_evening_of_four_before_the_camera(tmp_path: Path) -> None:
    weather = Weather(
        lamp=Lamp((0.4, -0.3, 1.0), 0.3),
        lit=(300, 3000),
        bumps=((450, Nudge((9.0, -6.0), 1.5)),),
    )
    script = Script(Household(tmp_path, FOUR, 3, pictures=True, weather=weather), 3)
    play(script, DYNASTIES)
    game = script.house.game
    assert script.state.phase == "over"
    assert in_effect(game.history) == in_effect(script.truth)
    stored = script.house.session.store.journal.game(game.id)
    assert stored.about.finished is not None
    assert stored.pictures > 0
