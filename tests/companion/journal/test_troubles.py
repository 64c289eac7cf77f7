"""A full, read-only, locked or damaged journal: one clear line, and nothing stored is lost."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.journal import GameId, Journal
from companion.journal.database import examine
from companion.journal.errors import (
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalLockedError,
    JournalReadOnlyError,
)
from companion.journal.rescue import finish_rescue
from tests.companion.journal.journals import (
    BOARD_TEXT,
    HEADER,
    LINES,
    add_thinking,
    append,
    begin_game,
    begun,
    fill_up,
    finish,
    forbid_writing,
    note,
    opened,
    played,
    seen,
)
from tests.sampled import one_in

LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""
PAGE = 4096  # bytes, of SQLite


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def writes(journal: Journal, game: GameId, tmp: Path) -> list[Callable[[], object]]:
    """List everything that may need room, none of it done."""
    export = tmp / "one.zip"
    if not export.exists():
        journal.export(game, export)
    return [
        lambda: append(journal, game, LINES[3], seen(4, size=100_000)),
        lambda: note(journal, game, {"note": "x" * 99_000}),
        lambda: [begin_game(journal, HEADER, BOARD_TEXT) for _ in range(99)],
        lambda: [journal.import_(export) for _ in range(99)],
    ]


def test_on_a_full_disk_writing_is_refused_whole_and_reading_goes_on(
    path: Path, tmp_path: Path
) -> None:
    with opened(path) as journal:
        game = begun(journal, 3, pictures=True)
        todo = writes(journal, game, tmp_path)
        fill_up(journal)
        for write in todo:
            with pytest.raises(JournalFullError, match="the disk is full"):
                write()
        assert played(journal, game)[:3] == LINES[:3]
        assert journal.game(game).events == 3
        assert journal.game(game).pictures == 9
        assert examine(journal.path) == ()


def test_on_a_full_disk_thinning_makes_room_for_the_event_that_was_refused(path: Path) -> None:
    with opened(path) as journal:
        game = begun(journal, 8, pictures=True)
        fill_up(journal)
        with pytest.raises(JournalFullError):
            append(journal, game, LINES[8], seen(9, size=20_000))
        journal.thin(130_000)
        append(journal, game, LINES[8], seen(9, size=20_000))
        assert played(journal, game) == LINES[:9]
        assert journal.evidence(game, 9) == seen(9, size=20_000)


def test_where_nothing_may_be_written_it_is_said_and_reading_goes_on(
    path: Path, tmp_path: Path
) -> None:
    with opened(path) as journal:
        game = begun(journal, 3)
        todo = writes(journal, game, tmp_path)
        forbid_writing(journal)
        todo += [lambda: journal.delete(game), lambda: finish(journal, game)]
        for write in todo:
            with pytest.raises(JournalReadOnlyError, match="is read-only"):
                write()
        assert played(journal, game) == LINES[:3]


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(JournalError, match=r"file.journal.sqlite: cannot be opened"):
        opened(tmp_path / "file" / "journal.sqlite")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "fixed"
    folder.mkdir()
    folder.chmod(0o555)
    with pytest.raises(JournalReadOnlyError, match="cannot be written here"):
        opened(folder / "journal.sqlite")


def test_while_another_program_writes_it_is_said_and_after_that_all_goes_on(path: Path) -> None:
    with opened(path, patience=0.01) as journal:
        game = begun(journal, 3)
        with subprocess.Popen(  # noqa: S603 - our own code
            [sys.executable, "-c", LOCK, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as other:
            assert other.stdin
            assert other.stdout
            assert other.stdout.readline() == b"locked\n"
            with pytest.raises(JournalLockedError, match="is dubsar running twice"):
                append(journal, game, LINES[3])
            assert played(journal, game) == LINES[:3]
            other.stdin.close()
        append(journal, game, LINES[3])
        assert played(journal, game) == LINES[:4]


def test_where_it_cannot_be_written_play_goes_on_in_memory(path: Path, tmp_path: Path) -> None:
    with opened(path) as journal:
        game = begun(journal, 3, pictures=True)
        note(journal, game, {"note": "ranking"})
        add_thinking(journal, game, "red", 2)
    before = path.read_bytes()
    with Journal.in_memory(path) as journal:
        assert not journal.lasting
        assert played(journal, game) == [*LINES[:3], {"note": "ranking"}]
        assert journal.game(game).about.thinking == {"red": 2}
        assert journal.game(game).pictures == 0
        append(journal, game, LINES[3], seen(4))
        journal.export(game, tmp_path / "saved.zip")
        assert examine(journal.path) == ()
    assert path.read_bytes() == before
    with opened(path) as journal:
        assert journal.lasting
        assert journal.game(journal.import_(tmp_path / "saved.zip")).events == 4


def test_without_any_journal_one_in_memory_is_empty(path: Path) -> None:
    with Journal.in_memory(path) as journal:
        begun(journal, 2)
        assert [game.events for game in journal.games()] == [2]
    assert not path.exists()


def asides(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*damaged-*.sqlite"))


def damage(path: Path, at: int, with_: bytes) -> bytes:
    """Overwrite part of a file; gives the whole of it as it is then."""
    raw = bytearray(path.read_bytes())
    raw[at : at + len(with_)] = with_
    path.write_bytes(raw)
    return bytes(raw)


def test_a_file_of_noise_is_set_aside_and_a_new_journal_begun(path: Path) -> None:
    path.write_bytes(b"noise" * 5000)
    with opened(path) as journal:
        assert journal.rescued
        assert (journal.rescued.games, journal.rescued.events) == (0, 0)
        assert journal.games() == ()
        assert asides(path) == [journal.rescued.aside]
        game = begun(journal, 2)
    assert asides(path)[0].read_bytes() == b"noise" * 5000
    with opened(path) as journal:
        assert journal.rescued is None
        assert played(journal, game) == LINES[:2]


def test_what_is_not_named_as_a_journal_is_never_set_aside(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_bytes(b"Dear Ioana, " * 100)
    with pytest.raises(JournalDamagedError, match=r"to be named NAME.sqlite"):
        opened(letter)
    assert letter.read_bytes() == b"Dear Ioana, " * 100
    assert list(tmp_path.iterdir()) == [letter]


def test_a_changed_event_is_found_out_and_those_before_it_are_taken_over(path: Path) -> None:
    with opened(path) as journal:
        game, sound = begun(journal, 20), begun(journal, 30)
        text = journal.lines(game)[12].strip()
    raw = path.read_bytes()
    where = raw.index(text)  # the first game's, as the second's was written later
    changed = text.replace(b'"player":"', b'"player":"x')[: len(text)]
    damage(path, where, changed)
    with opened(path) as journal:
        assert journal.rescued
        counts = sorted(one.events for one in journal.games())
        assert counts in ([11, 30], [11, 20], [20, 20]), counts
        assert examine(journal.path) == ()
        lost, kept = (game, sound) if journal.game(game).events == 11 else (sound, game)
        assert played(journal, lost) == LINES[:11]
        assert played(journal, kept) == LINES[: journal.game(kept).events]


def test_all_that_can_be_read_is_taken_over_also_what_is_only_in_the_wal(
    path: Path, tmp_path: Path
) -> None:
    cut_off = tmp_path / "cut off" / "journal.sqlite"
    cut_off.parent.mkdir()
    with opened(path) as journal:
        finished, game = begun(journal, 2), begun(journal, 3, pictures=True)
        finish(journal, finished)
        note(journal, game, {"note": "ranking"})
        add_thinking(journal, game, "blue", 7)
        kept = journal.games()
        lines = [journal.lines(one.id) for one in kept]
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{cut_off}{end}")
    with Journal.open_rescued(cut_off) as journal:
        assert journal.rescued
        assert (journal.rescued.games, journal.rescued.events) == (2, 5)
        assert journal.games() == kept
        assert [journal.lines(one.id) for one in kept] == lines
        assert journal.evidence(game, 3) == seen(3)
        assert examine(journal.path) == ()
    assert Path(f"{journal.rescued.aside}-wal").stat().st_size > 0


def test_a_second_rescue_in_the_same_second_overwrites_nothing(path: Path) -> None:
    for number in range(3):
        path.write_bytes(b"noise %d" % number * 999)
        opened(path).close()
    assert {one.read_bytes()[:7] for one in asides(path)} == {b"noise 0", b"noise 1", b"noise 2"}


@pytest.mark.parametrize("stopped_at", ["aside-wal", "aside", "in place"])
def test_a_rescue_that_was_interrupted_is_finished_by_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch, stopped_at: str
) -> None:
    with opened(path) as journal:
        game = begun(journal, 5)
    before = damage(path, 0, b"no SQLite any more")
    wal = path.with_name("journal.sqlite-wal")
    wal.write_bytes(b"of the damaged journal")
    rename = Path.rename
    stops = {"aside-wal": "-wal", "aside": "journal.sqlite", "in place": "recovered.sqlite"}

    def stop(source: Path, target: str | Path) -> Path:
        done = rename(source, target)
        if source.name.endswith(stops[stopped_at]) and "recovering" not in source.name:
            raise KeyboardInterrupt
        return done

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", stop)
        with pytest.raises(KeyboardInterrupt):
            opened(path)
    finish_rescue(path)
    with opened(path) as journal:
        assert journal.rescued is None
        assert journal.games() == ()
        assert begun(journal, 1) == game
    (aside,) = asides(path)
    assert aside.read_bytes() == before
    assert Path(f"{aside}-wal").read_bytes() == b"of the damaged journal"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a journal of three games."""
    path = tmp_path_factory.mktemp("sound") / "journal.sqlite"
    with opened(path) as journal:
        for events in (40, 60, 25):
            begun(journal, events, pictures=events == 25)
    return path


@settings(max_examples=one_in(2))
@given(
    places=st.lists(
        st.tuples(st.integers(0, 10**6) | st.integers(0, 200), st.binary(min_size=1, max_size=64)),
        min_size=1,
        max_size=3,
    ),
    cut=st.none() | st.integers(0, 10**6),
)
@example(places=[(28338, b"\x00\x00\x00")], cut=None)  # in the index of evidence
@example(places=[(63, b"\x01")], cut=None)  # the version, in the file's first hundred bytes
@example(places=[(16396, b"O")], cut=None)  # in a page of events
@example(places=[(524287, b"\x01")], cut=None)  # where a picture goes on in another page
def test_whatever_is_damaged_what_is_told_is_what_was_played(
    places: list[tuple[int, bytes]],
    cut: int | None,
    sound: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    raw = bytearray(sound.read_bytes())
    for at, noise in places:
        where = at % (len(raw) - 64)
        raw[where : where + len(noise)] = noise
    del raw[len(raw) if cut is None else cut % len(raw) :]
    path = tmp_path_factory.mktemp("damaged") / "journal.sqlite"
    path.write_bytes(raw)
    try:
        journal = opened(path)
    except JournalError:  # as where its version was changed: it stays as it is
        assert path.read_bytes() == raw
        return
    with closing(journal):
        if journal.rescued:
            assert journal.rescued.aside.read_bytes() == raw
        for stored in journal.games():
            assert played(journal, stored.id) == LINES[: stored.events]
            assert (stored.header, stored.board_text) == (HEADER, BOARD_TEXT)
        try:
            begun(journal, 2)
        except JournalDamagedError:  # in what is only read now
            journal.close()
            with Journal.open_rescued(path) as other:
                game = begun(other, 1)
                assert played(other, game) == LINES[:1]


def test_an_error_of_sqlite_that_is_our_own_fault_is_not_hidden(path: Path) -> None:
    with opened(path) as journal:
        journal.close()
        with pytest.raises(sqlite3.ProgrammingError):
            journal.games()
