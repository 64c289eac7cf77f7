"""Faults around a game that is being played: none loses it, and none needs anybody's help after."""

import queue
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest

from companion.games.sumeria.dynasty_page import DynastyPage
from companion.journal.store import utc_now
from companion.live.display import Display
from companion.live.loop import Loop
from companion.live.program import stop_requests
from companion.live.watcher import Watcher
from companion.pages.phases import resume_at_once
from companion.pages.play import PlayPage
from companion.session.look import Look
from companion.session.wishes import Wish
from engine.sumeria import SUMERIA
from hardware.camera import CameraError, Fault
from hardware.panel import Button, Light
from hardware.virtual.virtual_panel import VirtualPanel
from tests.companion.live.household import Household
from tests.companion.live.script import Script, in_effect
from tests.companion.pages.evening import evening
from tests.companion.pages.playing_on import played_to
from tests.sampled import few

THREE = ("red", "blue", "yellow")
UNPLUGGED = 10.0
"""Seconds for which a camera is gone."""
YEAR = timedelta(days=365)
GONE = CameraError("no more pictures", Fault.SILENT)
ABSENT = CameraError("not there", Fault.ABSENT)
FROZEN = CameraError("no picture for some seconds", Fault.FROZEN)


class Blind:
    """What the loop knows of a watcher whose camera is gone."""

    def __init__(self, trouble: CameraError) -> None:
        """See nothing, for this reason."""
        self.looks: queue.SimpleQueue[Look] = queue.SimpleQueue()
        self.error: Exception | None = None
        self.trouble: CameraError | None = trouble
        self.is_learning = False


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Play the first turn of a game."""
    one = Script(Household(tmp_path, THREE, 1), 1)
    one.begin()
    one.turn()
    return one


@contextmanager
def without_a_camera(house: Household, trouble: CameraError, seconds: float) -> Iterator[None]:
    """Let time pass without a look; what is done meanwhile is done behind the camera's back."""
    begun = house.seconds
    blind = cast("Watcher", Blind(trouble))

    def over() -> bool:
        house.seconds += 0.1
        return house.seconds - begun >= seconds

    assert house.loop.run(blind, over) is Wish.QUIT
    yield
    house.session.camera_trouble = None


@pytest.mark.parametrize(
    ("trouble", "told"),
    few(
        1,
        [
            (GONE, "is it plugged in?"),
            (ABSENT, "the camera is not there"),
            (FROZEN, "the camera is frozen"),
        ],
    ),
)
def test_unplugged_or_frozen_in_mid_turn_it_says_so_and_goes_on_by_itself(
    script: Script, trouble: CameraError, told: str
) -> None:
    house = script.house
    with without_a_camera(house, trouble, UNPLUGGED):
        assert told in house.session.screen.status
        assert house.session.light is Light.AMBER
        script.play(next(iter(SUMERIA.legal_events(script.state))))  # and nobody looks
        while house.table.busy:
            house.table.advance()
    script.followed()
    assert isinstance(house.page, PlayPage)
    script.turn()
    assert in_effect(house.game.history) == in_effect(script.truth)


def test_what_is_pressed_without_a_camera_is_answered(script: Script) -> None:
    house = script.house
    with without_a_camera(house, ABSENT, UNPLUGGED):
        before = house.page
        house.press(Button.WHY)
        assert house.page is not before
        house.press(Button.BACK)
        assert house.page is before


def test_asked_to_end_in_mid_scoring_it_ends_and_goes_on_there(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with evening(path) as one:
        played_to(one, "claim")
        session, rounds = one.session, []

        def rest(_seconds: float) -> None:
            rounds.append(session.page)
            if len(rounds) == 3:
                signal.raise_signal(signal.SIGTERM)
            assert len(rounds) <= 3, "it does not end"

        loop = Loop(session, Display(headless=True), VirtualPanel(), rest=rest)
        with stop_requests() as stop:
            assert loop.run(cast("Watcher", Blind(ABSENT)), stop) is Wish.QUIT
        assert len(rounds) == 3
        assert isinstance(session.page, DynastyPage)
        number, state = session.playing, session.live.state
        assert state["phase"] == "claim"
        session.store.close()
    assert not path.with_name("journal.sqlite-wal").exists()
    with evening(path) as after:
        resume_at_once(after.session, number)
        assert isinstance(after.session.page, DynastyPage)
        assert after.session.live.state == state


@pytest.mark.parametrize("jump", few(1, [YEAR, -YEAR]))
def test_a_clock_that_jumps_by_a_year_changes_nothing(tmp_path: Path, jump: timedelta) -> None:
    ahead = [timedelta()]
    house = Household(tmp_path, THREE, 2, clock=lambda: utc_now() + ahead[0])
    script = Script(house, 2)
    script.begin()
    script.turn()
    ahead[0] = jump
    script.turn()
    number = house.session.playing
    ahead[0] = timedelta()
    script.turn()
    house.power_cut()
    house.power_on()
    resume_at_once(house.session, number)
    assert in_effect(house.game.history) == in_effect(script.truth)
    script.turn()
    assert in_effect(house.game.history) == in_effect(script.truth)
