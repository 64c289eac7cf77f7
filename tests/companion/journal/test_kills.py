"""The power goes: whatever was told to have happened did, once, and the journal is sound."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.database import examine
from tests.companion.journal.journals import LINES, played, seen

ROOT = Path(__file__).parents[3]


def write_until_killed(path: Path, told: int) -> int:
    """Kill a writer at once after it told ``told`` numbers; gives the last that it told, or 0."""
    last = 0
    with subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-m", "tests.companion.journal.writer", str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    ) as writer:
        assert writer.stdout
        for _ in range(told):
            last = int(writer.stdout.readline())
        writer.kill()
        # A last line may be cut short by the kill; what it began to tell was committed.
        for line in writer.stdout.read().splitlines(keepends=True):
            last = int(line) if line.endswith(b"\n") else last
    return last


@pytest.mark.parametrize("kills", [3, pytest.param(200, marks=pytest.mark.long)])
def test_kills_lose_nothing_that_was_committed_and_double_nothing(
    kills: int, tmp_path: Path
) -> None:
    path = tmp_path / "journal.sqlite"
    chance = random.Random(kills)  # noqa: S311 - a test is to be the same each time
    committed = 0
    for _ in range(kills):
        committed = max(committed, write_until_killed(path, chance.randrange(1, 12)))
        with Journal.open(path) as journal:
            assert journal.rescued is None
            assert examine(journal.path) == ()
            (stored,) = journal.games()
            # One more may have been committed, and its writer killed before it could tell.
            assert stored.events in (committed, committed + 1)
            committed = stored.events
            expected = [LINES[number % len(LINES)] for number in range(1, committed + 1)]
            assert played(journal, stored.id) == expected
            size = 500 + committed * 37 % 20_000
            assert journal.evidence(stored.id, committed) == seen(committed, size)


def test_kills_while_the_journal_is_begun_leave_one_that_can_be_used(tmp_path: Path) -> None:
    for attempt in range(2):
        path = tmp_path / f"{attempt}" / "journal.sqlite"
        with subprocess.Popen(  # noqa: S603 - our own code
            [sys.executable, "-m", "tests.companion.journal.writer", str(path)],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        ) as writer:
            while not path.parent.exists() and writer.poll() is None:
                pass
            writer.kill()
        with Journal.open(path) as journal:
            assert journal.rescued is None
            assert examine(journal.path) == ()
