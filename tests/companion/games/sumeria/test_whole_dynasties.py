"""Whole dynasties at a virtual table: one press each, everything else is seen."""

from pathlib import Path

import pytest

from companion.games.sumeria.dynasty_page import DynastyPage
from companion.games.sumeria.final import FinalPage
from companion.pages.play import PlayPage
from companion.session.live_game import LiveGame
from engine.record import Header
from engine.sumeria import SUMERIA
from engine.sumeria.events import Score
from hardware.panel import Button, Light
from tests.companion.pages.evening import Evening, evening

FOUR = ("red", "blue", "yellow", "green")


def begun(one: Evening) -> LiveGame:
    """Begin the game that the table plays."""
    session = one.session
    header = Header("sumeria", "dubsar", one.table.players, {})
    live = session.begin(header, {}, one.table.players[0])
    one.look()
    live.write(one.table.record[0])
    session.go("play")
    return live


def play(one: Evening, live: LiveGame, dynasties: int) -> int:
    """Let the table play so many dynasties, pressing SCORE where the light waits; count that."""
    presses = 0
    while sum(event == Score() for event in live.history.events) < dynasties or live.state[
        "phase"
    ] in ("claim", "draw"):
        goes_on = one.look()
        if one.session.light is Light.BLUE:
            one.press(Button.SCORE)
            presses += 1
            assert isinstance(one.session.page, DynastyPage)
        if not goes_on:
            break
    return presses


@pytest.mark.parametrize(
    "players",
    [pytest.param(FOUR[:3], id="three"), pytest.param(FOUR, id="four", marks=pytest.mark.long)],
)
def test_the_first_dynasty_is_followed_with_one_press(
    tmp_path: Path, players: tuple[str, ...]
) -> None:
    with evening(tmp_path / "journal.sqlite", seed=3, players=players) as one:
        live = begun(one)
        assert play(one, live, 1) == 1
        assert live.state["dynasty"] == 2
        while isinstance(one.session.page, DynastyPage):  # what came of it stays to be read
            one.press(Button.OK)
        assert isinstance(one.session.page, PlayPage)
        truth = next(
            state
            for state in one.table.history.states
            if (state.phase, state.dynasty) == ("action", 2)
        )
        wanted = SUMERIA.to_json(truth)
        assert {key: live.state[key] for key in wanted} == wanted


@pytest.mark.long
@pytest.mark.parametrize("players", [FOUR[:3], FOUR], ids=["three", "four"])
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_is_followed_with_one_press_a_dynasty(
    tmp_path: Path, seed: int, players: tuple[str, ...]
) -> None:
    with evening(tmp_path / "journal.sqlite", seed=seed, players=players) as one:
        live = begun(one)
        assert play(one, live, 6) == 6
        while one.look():
            pass
        while not isinstance(one.session.page, FinalPage):
            one.press(Button.OK)
        wanted = SUMERIA.to_json(one.table.state)
        assert {key: live.state[key] for key in wanted} == wanted
