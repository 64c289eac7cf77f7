"""Whatever a disk does, play goes on; what was stored stays, and what is missing is brought."""

import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.archive.game_zip import Evidence
from companion.journal import GameId, Journal
from companion.journal.database import examine
from companion.journal.errors import (
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalLockedError,
    JournalReadOnlyError,
)
from companion.journal.rescue import Rescue
from companion.journal.store import GAMES_IN_MEMORY, RETRY, RETRY_BY_EVENT, Store
from tests.companion.journal.journals import (
    BOARD_TEXT,
    HEADER,
    LINES,
    append,
    fill_up,
    forbid_writing,
    noon,
    opened,
    played,
    seen,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def begun(store: Store, events: int = 0) -> GameId:
    """Begin a game and play its first events."""
    game = store.begin(HEADER, BOARD_TEXT, {"red": "Ioana"}, "blue")
    go_on(store, game, events)
    return game


def go_on(store: Store, game: GameId, events: int, size: int = 6000) -> None:
    """Play so many more events, each with its pictures."""
    last = sum("type" in line for line in store.lines(game))
    for number in range(last + 1, last + events + 1):
        store.append(game, number, LINES[number - 1], "camera", seen(number, size))


def refuse_to_open(monkeypatch: pytest.MonkeyPatch, kind: type[JournalError]) -> None:
    def refuse(path: Path, **_: object) -> Journal:
        raise kind(path)

    monkeypatch.setattr(Journal, "open", refuse)


def trouble(store: Store) -> type[JournalError] | None:
    """Name what is wrong."""
    return None if store.trouble is None else type(store.trouble)


def on_disk(path: Path, game: GameId) -> list[dict[str, object]]:
    with opened(path) as journal:
        assert examine(journal.path) == ()
        return played(journal, game)


def test_what_is_kept_is_on_the_disk(path: Path) -> None:
    with Store(opened(path), noon) as store:
        game = begun(store, 5)
        store.note(game, {"note": "ranking"})
        store.add_thinking(game, "red", 2.5)
        assert on_disk(path, game) == [*LINES[:5], {"note": "ranking"}]
        assert store.journal.game(game).about.thinking == {"red": 2.5}
        assert trouble(store) is None
        assert not store.news


def test_on_a_read_only_disk_play_goes_on_in_memory_and_comes_back_to_the_disk(path: Path) -> None:
    with Store(opened(path), noon) as store:
        game = begun(store, 3)
        forbid_writing(store.journal)
        go_on(store, game, 4)
        store.note(game, {"note": "ranking"})
        store.add_thinking(game, "blue", 3)
        assert [store.journal.lasting] == [False]
        assert trouble(store) is JournalReadOnlyError
        assert [type(one) for one in store.news] == [JournalReadOnlyError]
        assert on_disk(path, game) == LINES[:3]
        store.pass_time(RETRY - 1)
        assert trouble(store)
        store.pass_time(RETRY)
        assert store.journal.lasting
        assert trouble(store) is None
        assert store.news[-1] is None
        assert on_disk(path, game) == [*LINES[:7], {"note": "ranking"}]
        assert store.journal.evidence(game, 6) == seen(6)
        assert store.journal.game(game).about.thinking == {"blue": 3}
        go_on(store, game, 2)
    assert on_disk(path, game)[-2:] == LINES[7:9]


def test_the_next_event_tries_the_disk_again(path: Path) -> None:
    with Store(opened(path), noon) as store:
        game = begun(store, 3)
        forbid_writing(store.journal)
        go_on(store, game, 1)
        store.pass_time(RETRY_BY_EVENT)
        go_on(store, game, 1)
        assert store.journal.lasting
        assert on_disk(path, game) == LINES[:5]


def test_a_game_begun_in_memory_comes_to_the_disk_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        refuse_to_open(patch, JournalReadOnlyError)
        store = Store.open(path, noon)
        assert isinstance(store.news.popleft(), JournalReadOnlyError)
        game = begun(store, 6)
        store.finish(game)
    with store:
        store.pass_time(RETRY)
        stored = store.journal.game(game)
        assert stored.about.names == {"red": "Ioana"}
        assert (stored.about.started, stored.about.finished) == (noon(), noon())
    assert on_disk(path, game) == LINES[:6]


def test_what_the_disk_refuses_again_stays_in_memory_and_is_told_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(opened(path), noon) as store:
        game = begun(store, 2)
        forbid_writing(store.journal)
        go_on(store, game, 2)
        with monkeypatch.context() as patch:
            refuse_to_open(patch, JournalReadOnlyError)
            for minute in range(1, 5):
                store.pass_time(60.0 * minute)
                go_on(store, game, 1)
        assert len(store.news) == 1
        assert played(store.journal, game) == LINES[:8]
    assert on_disk(path, game) == LINES[:8]


def test_while_another_program_holds_the_journal_play_goes_on(path: Path) -> None:
    with Store(opened(path, patience=0.01), noon) as store:
        game = begun(store, 3)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            go_on(store, game, 2)
            assert trouble(store) is JournalLockedError
            assert played(store.journal, game) == LINES[:5]
        store.pass_time(RETRY)
        assert trouble(store) is None
    assert on_disk(path, game) == LINES[:5]


def test_on_a_full_disk_old_pictures_make_room(path: Path) -> None:
    with Store(opened(path), noon) as store:
        begun(store, 8)
        game = begun(store, 3)
        fill_up(store.journal)
        go_on(store, game, 1, size=20_000)
        assert trouble(store) is None
        assert store.journal.lasting
        assert store.journal.evidence(game, 4) == seen(4, 20_000)


def test_on_a_disk_full_of_other_things_events_are_kept_without_pictures(path: Path) -> None:
    with Store(opened(path), noon) as store:
        game = begun(store, 3)
        store.journal.erase_pictures()
        fill_up(store.journal)
        go_on(store, game, 2, size=200_000)
        assert trouble(store) is JournalFullError
        assert store.journal.lasting
        assert [type(one) for one in store.news] == [JournalFullError]
        assert on_disk(path, game) == LINES[:5]
        (before, after) = store.evidence(game, 5)
        assert (before.cropped, after.reading) == (None, seen(5)[1].reading)
        store.journal._connection.execute("PRAGMA max_page_count = 1000000").fetchall()
        go_on(store, game, 1)
        assert trouble(store) is None
        assert store.evidence(game, 6) == seen(6)


def test_a_journal_found_damaged_is_set_aside_and_the_game_goes_on_whole(path: Path) -> None:
    with Store(opened(path), noon) as store:
        game = begun(store, 30)
        store.journal._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        raw = path.read_bytes()
        noise = bytes(range(251)) * (len(raw) // 251 + 1)
        path.write_bytes(raw[:100] + noise[: len(raw) - 100])
        store.journal._connection.execute("PRAGMA shrink_memory").fetchall()
        go_on(store, game, 3)
        told = store.news.popleft()
        assert isinstance(told, Rescue)
        assert told.aside.exists()
        assert trouble(store) is None
        number = store.journal.games()[0].id
        assert played(store.journal, number) == LINES[:33]
        assert examine(store.journal.path) == ()


def test_a_disk_that_cannot_even_be_read_takes_no_game_away(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object, **__: object) -> object:
        raise OSError(5, "Input/output error")

    with Store(opened(path), noon) as store:
        game = begun(store, 10)
        forbid_writing(store.journal)
        monkeypatch.setattr("companion.journal.journal.copy_readable", gone)
        go_on(store, game, 3)
        assert [*store.lines(game)]
        number = store.journal.games()[0].id
        assert played(store.journal, number) == LINES[:13]


def test_a_journal_whose_folder_is_gone_is_begun_anew_with_the_whole_game(path: Path) -> None:
    with Store(opened(path), noon) as store:
        game = begun(store, 4)
        for file in path.parent.glob("journal.sqlite*"):
            file.unlink()
        go_on(store, game, 2)
        assert trouble(store) is JournalError
        store.pass_time(RETRY)
        assert trouble(store) is None
        number = store.journal.games()[0].id
        assert on_disk(path, number) == LINES[:6]
        assert store.evidence(game, 6) == seen(6)


def test_a_game_that_another_program_went_on_with_goes_its_own_way(path: Path) -> None:
    with Store(opened(path), noon) as store, opened(path) as other:
        game = begun(store, 4)
        append(other, game, {"type": "undo", "to": 2})
        go_on(store, game, 2)
        assert trouble(store) is None
        assert [one.events for one in store.journal.games()] == [6, 5]
        assert store.evidence(game, 6) == seen(6)
        assert played(store.journal, store.journal.games()[0].id) == LINES[:6]


def test_a_game_deleted_while_it_is_played_is_kept_anew(path: Path) -> None:
    with Store(opened(path), noon) as store, opened(path) as other:
        game = begun(store, 4)
        other.delete(game)
        go_on(store, game, 1)
        (stored,) = store.journal.games()
        assert played(store.journal, stored.id) == LINES[:5]


@pytest.mark.parametrize(("free", "left"), [(10**9, 24), (10_000, 9)])
def test_old_pictures_go_when_the_disk_has_little_room(
    path: Path, monkeypatch: pytest.MonkeyPatch, free: int, left: int
) -> None:
    with Store(opened(path), noon) as store:
        game = begun(store, 8)
        monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free))
        store.make_room(wanted=10_000 + 15 * 6000)
        assert store.journal.game(game).pictures == left
        assert on_disk(path, game) == LINES[:8]


def test_evidence_that_cannot_be_read_is_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> tuple[Evidence, ...]:
        raise JournalDamagedError(path)

    with Store(opened(path), noon) as store:
        game = begun(store, 1)
        monkeypatch.setattr(Journal, "evidence", damaged)
        assert store.evidence(game, 1) == ()


def test_a_store_in_memory_leaves_the_disk_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store.in_memory()
    store.begin(HEADER, BOARD_TEXT, {}, None)
    store.pass_time(3600.0)
    store.close()
    assert list(tmp_path.iterdir()) == []


def test_of_many_games_the_last_ones_are_kept_in_memory_and_all_on_the_disk(path: Path) -> None:
    with Store(opened(path), noon) as store:
        games = [begun(store, 2) for _ in range(GAMES_IN_MEMORY + 2)]
        store.take_up(store.journal.game(games[0]))
        forbid_writing(store.journal)
        go_on(store, games[0], 3)
        assert trouble(store)
        assert [len(store.lines(game)) for game in (games[0], *games[-GAMES_IN_MEMORY + 1 :])] == [
            5,
            2,
            2,
            2,
        ]
        with pytest.raises(KeyError):
            store.lines(games[1])
        store.pass_time(RETRY)
        assert trouble(store) is None
    assert [len(on_disk(path, game)) for game in games] == [5, *[2] * (GAMES_IN_MEMORY + 1)]
