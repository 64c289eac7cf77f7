"""A whole evening at a table, from the first press to the last, and all that may go wrong in it.

Between the table and the record there is nothing but the program: panel, screen, session, journal.
"""

from collections import Counter
from pathlib import Path

import pytest

from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add
from engine.sumeria.turns import turns_left
from hardware.panel import Light
from hardware.virtual.conditions import Changes
from hardware.virtual.look import Lamp, Nudge
from tests.companion.live.household import Household
from tests.companion.live.mishaps import (
    Mishap,
    cat,
    out_of_turn,
    power_cut,
    taken_back,
    tiles_late,
    two_at_once,
    wrongly_corrected,
)
from tests.companion.live.script import Script, in_effect

FOUR = ("red", "blue", "yellow", "green")
DYNASTIES = 6

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


# In a shorter form `test_lazy_forgetful_and_quarrelsome_people_get_the_right_record` does both.
@pytest.mark.long
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


# In a shorter form people go back in the test below, and pages ask to put the table right.
@pytest.mark.long
def test_whoever_goes_back_is_asked_to_put_the_table_right(tmp_path: Path) -> None:
    script = Script(Household(tmp_path, FOUR[:3], 2), 2)
    script.begin()
    while script.state.phase == "placement":
        script.turn()
    house, before = script.house, script.state
    player, number = script.to_play, script.truth.event
    added = next(one for one in SUMERIA.legal_events(before) if isinstance(one, Add))
    script.play(added)
    script.followed()
    house.go_back_to(number)
    house.until(lambda: house.session.light is Light.RED)
    assert house.session.screen.title == "Please put it back"
    house.table.take(player, added.at)
    house.table.lay_row(player, before.ranking)
    script.truth.append(Undo(number + 1))
    house.until(lambda: house.session.light is not Light.RED)
    script.followed()
    event = script.turn()
    assert house.game.history.events[-1] == event
    assert in_effect(house.game.history) == in_effect(script.truth)


PEOPLE: tuple[Mishap, ...] = (
    *(tiles_late, two_at_once, taken_back, cat, wrongly_corrected, out_of_turn),
)
"""Lazy, hasty, undecided, with a cat, mistaken and quarrelsome."""


def asked(script: Script) -> list[int]:
    """Note each event at which the table is asked something; gives the list that grows."""
    found: list[int] = []
    session, go = script.house.session, script.house.session.go

    def watched(name: str, /, **arguments: object) -> None:
        if name == "wrong":
            found.append(script.truth.event)
        go(name, **arguments)

    session.go = watched  # type: ignore[method-assign]
    return found


@pytest.mark.parametrize("turns", [2, pytest.param(99, marks=pytest.mark.long)])
def test_lazy_forgetful_and_quarrelsome_people_get_the_right_record(
    tmp_path: Path, turns: int
) -> None:
    """After the power cut at most so many ``turns`` of the dynasty are still played."""
    script = Script(Household(tmp_path, FOUR[:3], 4), 4)
    script.begin()
    while script.state.phase == "placement":
        script.turn()
    questions = asked(script)
    counted = {}
    for mishap in PEOPLE:
        before = len(questions)
        mishap(script)
        counted[mishap.__name__] = len(questions) - before
    power_cut(script)
    while script.state.phase == "action" and turns:
        script.turn()
        turns -= 1
    if script.state.phase != "action":
        script.dynasty()
    assert in_effect(script.house.game.history) == in_effect(script.truth)
    # The lazy are never asked anything; the others once each, and nobody for nothing.
    assert counted == {
        "tiles_late": 0,
        "two_at_once": 0,
        "taken_back": 0,
        "cat": 1,
        "wrongly_corrected": 1,
        "out_of_turn": 1,
    }
    assert len(questions) == sum(counted.values())


QUESTIONS: dict[Mishap, tuple[int, ...]] = {
    **dict.fromkeys((tiles_late, taken_back), (0,)),
    two_at_once: (0, 1),  # where one leaves a place and another comes there
    wrongly_corrected: (0, 1),  # where nobody has a merchant left for it there is none
    **dict.fromkeys((cat, out_of_turn), (1,)),
}
"""How often the table may be asked something because of each."""
ENOUGH = 3
"""So many turns a dynasty must have left for any of these."""


@pytest.mark.long
@pytest.mark.parametrize("players", [FOUR[:3], FOUR], ids=["three", "four"])
def test_an_evening_with_such_people_ends_with_the_right_result(
    tmp_path: Path, players: tuple[str, ...]
) -> None:
    script = Script(Household(tmp_path, players, 5), 5)
    script.begin()
    while script.state.phase == "placement":
        script.turn()
    happened = Counter[str]()
    for _ in range(DYNASTIES):
        questions = asked(script)
        for mishap in (PEOPLE[number] for number in script.chance.permutation(len(PEOPLE))):
            if sum(left for _, left in turns_left(script.state)) < ENOUGH:
                break
            before = len(questions)
            mishap(script)
            happened[mishap.__name__] += 1
            assert len(questions) - before in QUESTIONS[mishap], mishap.__name__
        before = len(questions)
        while script.state.phase == "action":
            script.turn()
        script.dynasty()
        assert len(questions) == before, "nobody is asked for nothing"
        if script.state.phase != "over":
            power_cut(script)
    assert script.state.phase == "over"
    assert len(happened) == len(PEOPLE)
    game = script.house.game
    assert in_effect(game.history) == in_effect(script.truth)
    truth = SUMERIA.to_json(script.state)
    assert {one: game.state[one] for one in truth} == truth
    assert game.state["winners"]


@pytest.mark.long
def test_an_evening_of_four_before_the_camera(tmp_path: Path) -> None:
    changes = Changes(
        lamp=Lamp((0.4, -0.3, 1.0), 0.3),
        lit=(300, 3000),
        bumps=((450, Nudge((9.0, -6.0), 1.5)),),
    )
    script = Script(Household(tmp_path, FOUR, 3, pictures=True, changes=changes), 3)
    play(script, DYNASTIES)
    game = script.house.game
    assert script.state.phase == "over"
    assert in_effect(game.history) == in_effect(script.truth)
    stored = script.house.session.store.journal.game(game.id)
    assert stored.about.finished is not None
    assert stored.pictures > 0
