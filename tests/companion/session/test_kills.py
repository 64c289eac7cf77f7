"""The power goes in the middle of an evening: nothing is lost, nothing doubled, and it goes on."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal import GameId, Journal
from companion.journal.database import examine
from tests.companion.session.player import BEGUN, lines_of, script

ROOT = Path(__file__).parents[3]
KEEPERS = ("by", "time", "frame")
"""What an event carries beside what happened."""


def play_until_killed(path: Path, told: int) -> int:
    """Kill a player at once after it told ``told`` numbers; gives the last event told, or 0."""
    last = 0
    command = [sys.executable, "-m", "tests.companion.session.player", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as player:  # noqa: S603 - ours
        assert player.stdout
        lines = [player.stdout.readline() for _ in range(told)]
        player.kill()
        lines += player.stdout.read().splitlines(keepends=True)
        for line in lines:
            # A last line may be cut short by the kill; what it began to tell was committed.
            if line.endswith(b"\n") and int(line) != BEGUN:
                last = int(line)
    assert player.returncode == -9, "the player gave up by itself"
    return last


def record(journal: Journal, game: GameId) -> list[dict[str, object]]:
    """Give what happened in a game, without who said so and when."""
    lines = [json.loads(line) for line in journal.lines(game)[1:]]
    return [{key: line[key] for key in line if key not in KEEPERS} for line in lines]


@pytest.mark.parametrize("kills", [2, pytest.param(200, marks=pytest.mark.long)])
def test_after_each_kill_the_evening_goes_on_where_it_was(kills: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    chance = random.Random(kills)  # noqa: S311 - a test is to be the same each time
    for _ in range(kills):
        told = play_until_killed(path, chance.randrange(1, 40))
        with Journal.open(path) as journal:
            assert journal.rescued is None
            assert examine(journal.path) == ()
            newest, *before = journal.games()
            for game in before:
                assert record(journal, game.id) == lines_of(script(game.id))
                assert game.about.finished
            # One more may have been committed, and its player killed before it could tell.
            assert newest.events >= told or [told] == [game.events for game in before[:1]]
            assert record(journal, newest.id) == lines_of(script(newest.id)[: newest.events])
            if newest.events:
                seen = journal.evidence(newest.id, newest.events)[-1]
                assert seen.moment == "after"
                assert seen.cropped
