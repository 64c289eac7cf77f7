"""The kernel, short of memory, kills the program at any moment: it goes on at the same screen."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import pytest

from companion.journal import GameId, Journal
from companion.journal.database import examine
from companion.live.supervision import MARK
from engine.sumeria import SUMERIA
from tests.companion.live.household import Household
from tests.companion.live.script import Script, in_effect
from tests.companion.live.shown import picture_path
from tests.hardware.notified import Notified

ROOT = Path(__file__).parents[3]
THREE = ("red", "blue", "yellow")
TURNS = 10
KILLS = 3
GAME = GameId(1)
KEEPERS = ("by", "time", "frame")
"""What an event carries beside what happened."""


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Play ahead, a picture after each event; in the program's journal the game has only begun."""
    ahead = tmp_path / "ahead"
    ahead.mkdir()
    house = Household(ahead, THREE, 1)
    house.table.teach(tmp_path)
    script = Script(house, 1)
    script.begin()
    house.session.store.journal.backup(tmp_path / "journal.sqlite")
    for turn in range(TURNS + 1):
        if turn:
            script.turn()
        cv2.imwrite(str(picture_path(ahead, script.truth.event)), house.table.picture())
    house.session.store.close()
    return script


@contextmanager
def started(home: Path, manager: Notified) -> Iterator[subprocess.Popen[str]]:
    """Start the program; killed at the end, as nothing can object to."""
    environment = {
        **os.environ,
        **manager.environment,
        "DUBSAR_HOME": str(home),
        "RUNTIME_DIRECTORY": str(home),
        "SDL_VIDEODRIVER": "dummy",
    }
    command = [sys.executable, "-m", "tests.companion.live.shown", str(home / "ahead")]
    with subprocess.Popen(  # noqa: S603 - ours
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as program:
        try:
            yield program
        finally:
            program.kill()


def events_of(told: str) -> int:
    """Read after how many events a screen was shown."""
    assert told.endswith("\n"), "the program ended by itself"
    return int(told.partition(" ")[0])


@pytest.mark.long
def test_killed_in_mid_game_it_comes_back_to_the_same_screen(
    script: Script, tmp_path: Path
) -> None:
    chance = random.Random(TURNS)  # noqa: S311 - a test is to be the same each time
    (tmp_path / MARK).write_text(str(GAME), encoding="utf-8")
    screen, events = "", 1
    for kill in range(KILLS + 1):
        further = chance.randrange(1, 3) if kill < KILLS else TURNS + 1 - events
        with Notified(tmp_path, abstract=True) as manager, started(tmp_path, manager) as program:
            assert program.stdout
            told = [program.stdout.readline()]
            while events_of(told[-1]) < events + further:
                told.append(program.stdout.readline())
            program.kill()
            told += program.stdout
        assert program.returncode == -signal.SIGKILL
        assert events_of(told[0]) == events
        assert screen in ("", told[0])
        with Journal.open(tmp_path / "journal.sqlite") as journal:
            assert examine(journal.path) == ()
            events = journal.game(GAME).events
            lines = [json.loads(line) for line in journal.lines(GAME)[1:]]
        # One more may be committed that was not shown any more.
        assert events - events_of(told[-1]) in (0, 1)
        screen = told[-1] if events == events_of(told[-1]) else ""
    happened = [{key: line[key] for key in line if key not in KEEPERS} for line in lines]
    assert happened == [SUMERIA.format_event(event) for event in in_effect(script.truth)]
