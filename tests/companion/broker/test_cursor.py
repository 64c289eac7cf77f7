"""How far a journal was sent is known after a restart, and whatever becomes of the file."""

from pathlib import Path

import pytest

from companion.broker.outbox import BEGUN, Cursor


def test_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "journal.sent"
    with Cursor(path, {}) as one:
        assert one.last("a") == BEGUN
        one.move("a", 0)
        one.move("a", 1)
    with Cursor(path, {"a": 9, "b": 9}) as one:
        assert (one.last("a"), one.last("b")) == (1, BEGUN)


def test_what_was_over_before_there_was_a_broker_counts_as_sent(tmp_path: Path) -> None:
    with Cursor(tmp_path / "journal.sent", {"old": 75}) as one:
        assert one.last("old") == 75
        one.move("new", 0)
    with Cursor(tmp_path / "journal.sent", {}) as one:
        assert [one.was_sent(game) for game in ("old", "new", "other")] == [False, True, False]


@pytest.mark.parametrize(
    "damage", [b"no database at all, but longer than a header of one" * 9, b""]
)
def test_a_damaged_file_is_begun_again(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "journal.sent"
    path.write_bytes(damage)
    with Cursor(path, {}) as one:
        one.move("a", 3)
        assert one.last("a") == 3


def test_without_a_disk_it_is_known_until_the_program_ends(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Cursor(tmp_path / "file" / "journal.sent", {"old": 5}) as one:
        one.move("a", 3)
        assert (one.last("a"), one.last("old")) == (3, 5)
