"""The journal keeps games: what was stored is there, in order, as it was, and stays."""

import json
import sqlite3
from pathlib import Path

import pytest

from companion.journal import GameId
from companion.journal.database import examine
from companion.journal.errors import JournalDamagedError, NoSuchGameError
from companion.journal.store import Store
from companion.playback import begin, play
from engine.games import parse_board
from engine.record import Record
from tests.companion.journal.journals import (
    BOARD_TEXT,
    HEADER,
    LINES,
    NOON,
    add_thinking,
    append,
    begun,
    finish,
    in_memory,
    noon,
    note,
    opened,
    picture,
    played,
    seen,
)

PAGE = 4096  # bytes, of SQLite


def raw(path: Path, *statements: str) -> None:
    """Do to the database what the journal never does."""
    connection = sqlite3.connect(path)
    try:
        with connection:
            connection.execute("PRAGMA foreign_keys = ON")
            for statement in statements:
                connection.execute(statement)
    finally:
        connection.close()


def bytes_on_disk(path: Path) -> bytes:
    return b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "journal.sqlite"


def test_a_new_journal_is_empty_and_sound(path: Path) -> None:
    with opened(path) as journal:
        assert journal.games() == ()
        assert examine(journal.path) == ()
        assert journal.rescued is None


def test_what_was_begun_is_told_again_in_another_run(path: Path) -> None:
    with opened(path) as journal:
        game = begun(journal, 3)
    with opened(path) as journal:
        (stored,) = journal.games()
        assert stored == journal.game(game)
    assert stored.header == HEADER
    assert stored.board_text == BOARD_TEXT
    assert stored.about.names == {"red": "Ioana"}
    assert (stored.about.first, stored.about.started, stored.about.finished) == ("blue", NOON, None)
    assert (stored.events, stored.pictures) == (3, 0)


def test_its_lines_are_a_record_that_plays_to_the_end(path: Path) -> None:
    with opened(path) as journal:
        game = begun(journal, len(LINES))
        record = Record(journal.lines(game), "the journal")
        history = begin(record, parse_board(BOARD_TEXT, "board"))
        for _ in play(record, parse_board(BOARD_TEXT, "board"), history):
            pass
        assert played(journal, game) == LINES
    assert history.event == len(LINES)
    assert history.to_json()["phase"] == "over"


def test_an_event_tells_who_said_so_and_when(path: Path) -> None:
    with Store(opened(path), noon) as store:
        game = store.begin(HEADER, BOARD_TEXT, {}, None)
        given = {**LINES[1], "by": "screen", "time": "2026-01-01T00:00:00Z"}
        store.append(game, 1, LINES[0], "camera", ())
        store.append(game, 2, given, "file", ())
        first, second = (json.loads(line) for line in store.journal.lines(game)[1:])
    assert (first["by"], first["time"]) == ("camera", "2026-03-01T12:00:00Z")
    assert (second["by"], second["time"]) == ("screen", "2026-01-01T00:00:00Z")


def test_an_event_is_on_the_disk_once_save_returns(path: Path) -> None:
    with opened(path) as journal, opened(path) as other:
        game = begun(journal, 5)
        assert played(other, game) == LINES[:5]


def test_a_game_saved_twice_is_there_once(path: Path) -> None:
    with opened(path) as journal:
        game = begun(journal, 5, pictures=True)
        one = in_memory(journal, game)
        for _ in range(2):
            journal.save([one], lambda _, number: seen(number))
        assert one.id == game
        assert played(journal, game) == LINES[:5]
        assert [stored.events for stored in journal.games()] == [5]


def test_a_game_that_went_another_way_is_stored_anew_and_changes_nothing(path: Path) -> None:
    with opened(path) as journal:
        game = begun(journal, 5)
        one = in_memory(journal, game)
        one.lines[3:] = [{"type": "undo", "to": 2}]
        journal.save([one], lambda _, number: seen(number))
        assert one.id is not None
        assert one.id > game
        assert played(journal, game) == LINES[:5]
        assert played(journal, one.id) == [*LINES[:3], {"type": "undo", "to": 2}]
        assert [journal.game(other).pictures for other in (game, one.id)] == [0, 12]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET line = replace(line, 'camera', 'button') WHERE number = 2",
        "UPDATE events SET checksum = checksum + 1 WHERE number = 1",
        "UPDATE games SET names = '{}'",
    ],
)
def test_what_is_changed_between_two_events_is_found_out_at_the_next(
    path: Path, change: str
) -> None:
    with opened(path) as journal:
        one = in_memory(journal, begun(journal, 3))
        journal.save([one])
        select = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        guards = [name for (name,) in journal._connection.execute(select)]
        raw(path, *(f"DROP TRIGGER {name}" for name in guards), change)
        one.lines.append(LINES[3])
        with pytest.raises(JournalDamagedError, match="is damaged"):
            journal.save([one])


def test_games_that_are_saved_in_turn_are_each_gone_on_with(path: Path) -> None:
    with opened(path) as journal:
        games = [in_memory(journal, begun(journal, number)) for number in (4, 2)]
        for _ in range(3):
            for one in games:
                one.lines.append(LINES[len(one.lines)])
                journal.save([one])
        assert [stored.events for stored in journal.games()] == [5, 7]
        for one, events in zip(games, (7, 5), strict=True):
            assert one.id is not None
            assert played(journal, one.id) == LINES[:events]


def test_of_many_games_all_are_saved_or_none(path: Path) -> None:
    with opened(path) as journal:
        game = begun(journal, 2)
        one, other = in_memory(journal, game), in_memory(journal, game)
        one.lines.append(LINES[2])
        other.lines.append({"no": float("nan")})
        with pytest.raises(ValueError, match="not JSON compliant"):
            journal.save([one, other])
        assert played(journal, game) == LINES[:2]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET line = '{}' WHERE number = 2",
        "DELETE FROM events WHERE number = 3",
        "DELETE FROM events",
        "INSERT INTO events VALUES (1, 5, '{}', 0)",
        "INSERT OR REPLACE INTO events VALUES (1, 2, '{}', 0)",
        "INSERT INTO events VALUES (2, 1, '{}', 0)",
        "UPDATE games SET header = '{}'",
        "UPDATE games SET id = 7",
        "INSERT OR REPLACE INTO evidence (game, event, moment) VALUES (1, 9, 'after')",
    ],
)
def test_the_database_itself_refuses_to_change_what_happened(path: Path, statement: str) -> None:
    with opened(path) as journal:
        game = begun(journal, 3)
    with pytest.raises(sqlite3.IntegrityError):
        raw(path, statement)
    with opened(path) as journal:
        assert played(journal, game) == LINES[:3]


def test_games_are_listed_newest_first_and_only_unfinished_ones_are_offered(path: Path) -> None:
    with opened(path) as journal:
        first, second, third = (begun(journal, 1) for _ in range(3))
        finish(journal, second)
        assert [game.id for game in journal.games()] == [third, second, first]
        assert [game.id for game in journal.unfinished()] == [third, first]
        assert journal.game(second).about.finished == NOON


def test_to_go_on_with_a_finished_game_makes_it_unfinished(path: Path) -> None:
    with opened(path) as journal:
        game = begun(journal, 2)
        finish(journal, game)
        append(journal, game, {"type": "undo", "to": 2})
        assert [one.id for one in journal.unfinished()] == [game]


def test_notes_stand_after_the_event_they_came_after(path: Path) -> None:
    with opened(path) as journal:
        game = begun(journal, 1)
        for kind in ("ranking", "unexplained"):
            note(journal, game, {"note": kind, "frame": "caf\u00e9.jpg"})
        append(journal, game, LINES[1])
        kinds = [json.loads(line).get("note") for line in journal.lines(game)[1:]]
        assert kinds == [None, "ranking", "unexplained", None]
        assert journal.game(game).events == 2


def test_thinking_adds_up_by_player(path: Path) -> None:
    with opened(path) as journal:
        game, other = begun(journal), begun(journal)
        for player, seconds in (("red", 1.5), ("blue", 2.0), ("red", 0.25)):
            add_thinking(journal, game, player, seconds)
        assert journal.game(game).about.thinking == {"red": 1.75, "blue": 2.0}
        assert journal.game(other).about.thinking == {}


def test_a_game_that_is_not_there_depends_on_its_number(path: Path) -> None:
    with opened(path) as journal:
        for ask in (journal.game, journal.lines, journal.delete, journal.erase_pictures):
            with pytest.raises(NoSuchGameError, match="there is no game 9"):
                ask(GameId(9))
        with pytest.raises(NoSuchGameError):
            journal.export(GameId(9), path.with_name("9.zip"))
    assert not list(path.parent.glob("9.zip*"))


def test_a_deleted_game_is_gone_whole_and_its_number_is_not_given_again(path: Path) -> None:
    with opened(path) as journal:
        kept, deleted = begun(journal, 2, pictures=True), begun(journal, 2, pictures=True)
        note(journal, deleted, {"note": "ranking"})
        add_thinking(journal, deleted, "red", 1)
        journal.delete(deleted)
        assert [game.id for game in journal.games()] == [kept]
        assert examine(journal.path) == ()
        assert begun(journal) > deleted


def test_evidence_is_given_back_as_it_was_that_of_before_first(path: Path) -> None:
    with opened(path) as journal:
        game = begun(journal)
        append(journal, game, LINES[0], tuple(reversed(seen(1))))
        assert journal.evidence(game, 1) == seen(1)
        assert journal.evidence(game, 2) == ()
        assert journal.game(game).pictures == 3


def test_erased_pictures_are_nowhere_in_the_files_and_readings_stay(path: Path) -> None:
    with opened(path) as journal:
        small = begun(journal)
        append(journal, small, LINES[0], seen(90, size=300))
        game = begun(journal, 3, pictures=True)
        journal.erase_pictures(small)
        assert journal.game(game).pictures == 9
        assert b"<picture 4>" in bytes_on_disk(path)
        assert journal.erase_pictures() == 9
        assert b"<picture " not in bytes_on_disk(path)
        (before, after) = journal.evidence(game, 2)
        assert (before.cropped, before.whole, after.cropped) == (None, None, None)
        assert after.reading == seen(2)[1].reading
        assert played(journal, game) == LINES[:3]
        assert examine(journal.path) == ()


def test_thinning_takes_the_oldest_pictures_and_no_event(path: Path) -> None:
    with opened(path) as journal:
        old, new = begun(journal, 4, pictures=True), begun(journal, 4, pictures=True)
        assert journal.thin(15_000) == 18_000
        size = path.stat().st_size
        assert [journal.game(game).pictures for game in (old, new)] == [9, 12]
        assert journal.evidence(old, 1)[0].cropped is None
        assert journal.evidence(old, 2)[0].cropped == picture(8)
        assert journal.thin(10**9) == 21 * 6000
        assert path.stat().st_size <= size - 20 * PAGE
        assert journal.thin(1) == 0
        assert played(journal, old) == played(journal, new) == LINES[:4]


def test_a_backup_is_a_whole_journal_and_never_overwrites(path: Path) -> None:
    copy = path.with_name("copy.sqlite")
    with opened(path) as journal:
        game = begun(journal, 4, pictures=True)
        journal.backup(copy)
        append(journal, game, LINES[4])
        with pytest.raises(FileExistsError):
            journal.backup(copy)
    assert sorted(one.name for one in path.parent.iterdir()) == ["copy.sqlite", "journal.sqlite"]
    with opened(copy) as journal:
        assert played(journal, game) == LINES[:4]
        assert journal.evidence(game, 4) == seen(4)
        assert examine(journal.path) == ()


def test_the_clock_is_asked_for_the_time_in_utc(path: Path) -> None:
    with Store.open(path) as store:
        game = store.begin(HEADER, BOARD_TEXT, {}, None)
        started = store.journal.game(game).about.started
    assert started.utcoffset() == noon().utcoffset()
