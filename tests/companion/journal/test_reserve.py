"""Room is kept on the disk for when it is full, and never taken where there is little."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.journal import Journal, room
from companion.journal.errors import JournalFullError
from companion.journal.room import FREE_FOR_RESERVE, Room
from companion.journal.store import Store
from tests.companion.journal.journals import BOARD_TEXT, HEADER, fill_up, noon, opened
from tests.companion.journal.test_store import begun, go_on


def with_free(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free))


def test_it_is_laid_by_once_and_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_free(monkeypatch, FREE_FOR_RESERVE)
    reserve, file = Room(tmp_path / "journal.sqlite"), tmp_path / "journal.reserve"
    for _ in range(2):
        reserve.take()
    assert file.stat().st_size == room.RESERVE
    for _ in range(2):
        reserve.release()
    assert not file.exists()


def test_where_there_is_little_room_it_takes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_free(monkeypatch, FREE_FOR_RESERVE - 1)
    Room(tmp_path / "journal.sqlite").take()
    assert [*tmp_path.iterdir()] == []


def test_a_disk_that_takes_nothing_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.posix_fallocate", full)
    Room(tmp_path / "journal.sqlite").take()
    Room(tmp_path / "no" / "journal.sqlite").take()
    assert [*tmp_path.iterdir()] == []


def test_a_game_begins_with_it_and_a_full_disk_has_it(tmp_path: Path) -> None:
    path, file = tmp_path / "journal.sqlite", tmp_path / "journal.reserve"
    with Store(opened(path), noon) as store:
        game = begun(store, 2)
        assert file.exists()
        store.journal.erase_pictures()
        fill_up(store.journal)
        go_on(store, game, 1, size=200_000)
        assert isinstance(store.trouble, JournalFullError)
        assert not file.exists()


def test_a_disk_that_was_full_at_the_start_has_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, file = tmp_path / "journal.sqlite", tmp_path / "journal.reserve"
    file.write_bytes(b"0" * 9)
    really = Room.release
    given = []

    def release(self: Room) -> None:
        given.append(file.exists())
        really(self)

    opening = Journal.open

    def open_full(place: Path, **_: object) -> Journal:
        if file.exists():
            raise JournalFullError(place)
        return opening(place)

    monkeypatch.setattr(Room, "release", release)
    monkeypatch.setattr(Journal, "open", open_full)
    with Store.open(path, noon) as store:
        assert given == [True]
        assert store.trouble is None
        store.begin(HEADER, BOARD_TEXT, {}, None)
