"""A game in one file: it comes back as it went, is replayed as it is, and bad ones are refused."""

import json
import shutil
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.archive.game_zip import (
    LARGEST_PART,
    MOMENTS,
    About,
    Archive,
    Evidence,
    write_archive,
)
from companion.cli import main
from companion.journal.database import examine
from engine.errors import InputError
from tests.companion.journal.journals import (
    BOARD_TEXT,
    HEADER,
    JPEG,
    LINES,
    NOON,
    add_thinking,
    append,
    begun,
    finish,
    note,
    opened,
    played,
    seen,
)
from tests.sampled import few

PARTS = ("manifest.json", "record.jsonl", "board.toml")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep a whole game with the pictures of three events."""
    path = tmp_path_factory.mktemp("kept") / "journal.sqlite"
    with opened(path) as journal:
        game = begun(journal, 3, pictures=True)
        for line in LINES[3:]:
            append(journal, game, line)
        note(journal, game, {"note": "ranking", "frame": "7.jpg"})
        add_thinking(journal, game, "red", 2.5)
        finish(journal, game)
        journal.export(game, path.with_name("game.zip"))
    return path


@pytest.fixture
def path(kept: Path, tmp_path: Path) -> Path:
    """Give the zip of that game."""
    return Path(shutil.copy(kept.with_name("game.zip"), tmp_path))


def repack(path: Path, **changes: bytes | None) -> None:
    """Write the zip again with some parts changed or, with None, left out."""
    with zipfile.ZipFile(path) as old:
        parts: dict[str, bytes | None] = {name: old.read(name) for name in old.namelist()}
    parts |= {name.replace("_", "."): data for name, data in changes.items()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in parts.items():
            if data is not None:
                new.writestr(name, data)


def manifest(path: Path, **changes: object) -> bytes:
    with zipfile.ZipFile(path) as archive:
        return json.dumps(json.loads(archive.read("manifest.json")) | changes).encode()


def refused(path: Path) -> str:
    """Import it where that is refused, and give why; the journal stays empty."""
    with opened(path.with_name("other.sqlite")) as journal:
        with pytest.raises(InputError) as refusal:
            journal.import_(path)
        assert journal.games() == ()
        assert examine(journal.path) == ()
    assert str(refusal.value).startswith(str(path))
    return str(refusal.value)


def test_an_exported_game_is_imported_as_it_was(kept: Path, path: Path) -> None:
    with (
        opened(kept) as here,
        opened(path.with_name("other.sqlite")) as there,
    ):
        (old,) = here.games()
        begun(there, 2)
        new = there.game(there.import_(path))
        assert new.id == 2
        assert there.lines(new.id) == here.lines(old.id)
        assert (new.header, new.board_text, new.about) == (old.header, old.board_text, old.about)
        assert new.about.finished == NOON
        assert new.about.thinking == {"red": 2.5}
        assert [there.evidence(new.id, number) for number in range(5)] == [
            here.evidence(old.id, number) for number in range(5)
        ]
        assert there.evidence(new.id, 3) == seen(3)
        assert examine(there.path) == ()


def test_an_exported_game_is_exported_again_byte_for_byte(path: Path) -> None:
    again = path.with_name("again.zip")
    with opened(path.with_name("other.sqlite")) as journal:
        journal.export(journal.import_(path), again)
    assert again.read_bytes() == path.read_bytes()


texts = st.text(min_size=1, max_size=9)
players = st.sampled_from(HEADER.players)
abouts = st.builds(
    About,
    started=st.just(NOON),
    finished=st.none() | st.just(NOON),
    names=st.dictionaries(players, texts),
    first=st.none() | players,
    thinking=st.dictionaries(players, st.floats(0, 1e9)),
)
pictures = st.none() | st.binary(max_size=300).map(JPEG.__add__)
readings = st.none() | st.dictionaries(texts.map(ascii), st.integers() | texts | st.booleans())
evidence = st.builds(Evidence, st.sampled_from(MOMENTS), pictures, pictures, readings)


def is_evidence(of: tuple[int, Evidence]) -> bool:
    seen = of[1]
    return (seen.cropped, seen.whole, seen.reading) != (None, None, None)


@settings(max_examples=25)
@given(
    about=abouts,
    kept=st.lists(
        st.tuples(st.integers(1, 99_999), evidence).filter(is_evidence),
        unique_by=lambda one: (one[0], one[1].moment),
    ),
)
def test_whatever_is_written_is_read_again(
    about: About, kept: list[tuple[int, Evidence]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("archive") / "a.zip"
    write_archive(path, about, [b"line 1\n", b"line 2"], BOARD_TEXT, kept)
    with Archive(path) as archive:
        assert archive.about == about
        assert archive.record == b"line 1\nline 2"
        assert archive.board_text == BOARD_TEXT
        in_order = sorted(kept, key=lambda one: (one[0], MOMENTS.index(one[1].moment)))
        assert list(archive.evidence()) == in_order


@pytest.mark.parametrize("command", few(1, [["replay"], ["replay", "--json"], ["explain"]]))
def test_replay_and_explain_read_it_as_they_read_its_record(
    path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, str(path)]) == 0
    from_zip = capsys.readouterr()
    with zipfile.ZipFile(path) as archive:
        archive.extractall(path.parent)
    assert main([*command, str(path.with_name("record.jsonl"))]) == 0
    assert capsys.readouterr() == from_zip
    assert from_zip.out
    assert not from_zip.err


def test_the_board_in_it_comes_before_those_beside_it_and_built_in(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.with_name("board.toml").write_text("broken")
    assert main(["replay", str(path)]) == 0
    repack(path, board_toml=b"broken")
    assert main(["replay", str(path)]) == 1
    assert f"dubsar: {path}: board.toml: not valid TOML" in capsys.readouterr().err


@pytest.mark.parametrize("part", PARTS)
def test_without_one_of_its_parts_it_is_refused(path: Path, part: str) -> None:
    repack(path, **{part: None})
    assert refused(path) == f"{path}: {part}: this part is missing"


def test_without_a_picture_that_it_lists_it_is_refused(path: Path) -> None:
    name = "pictures/0002-before-whole.jpg"
    repack(path, **{name: None})
    assert refused(path) == f"{path}: '{name}': this part is missing"


def test_with_a_picture_that_it_does_not_list_it_is_refused(path: Path) -> None:
    repack(path, **{"pictures/0004-after-whole.jpg": JPEG})
    assert "manifest.json lists no such part" in refused(path)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"archive": 2}, "manifest.json.archive: expected 1, found 2"),
        ({"archive": None}, "manifest.json.archive: expected 1, found None"),
        ({"more": 1}, "manifest.json.more: unknown key"),
        ({"started": "noon"}, "manifest.json.started: expected ISO 8601 in UTC"),
        ({"started": "2026-03-01T12:00:00+02:00"}, "manifest.json.started: expected ISO 8601"),
        ({"finished": 5}, "manifest.json.finished: expected a text or null"),
        ({"names": {"red": 5}}, "manifest.json.names: expected a table of texts"),
        ({"names": {"pink": "P"}}, "expected one of red, blue, yellow, found 'pink'"),
        ({"first": "pink"}, "expected one of red, blue, yellow, found 'pink'"),
        ({"thinking": {"red": -1}}, "manifest.json.thinking: expected numbers of seconds from 0"),
        ({"thinking": {"red": True}}, "manifest.json.thinking: expected numbers of seconds"),
        ({"evidence": "all"}, "manifest.json.evidence: expected a list"),
    ],
)
def test_a_manifest_that_is_wrong_is_refused(
    path: Path, changes: dict[str, object], told: str
) -> None:
    repack(path, manifest_json=manifest(path, **changes))
    assert told in refused(path)


@pytest.mark.parametrize(
    "name",
    [
        "../outside.jpg",
        "/etc/outside",
        "pictures/../../outside.jpg",
        "pictures/0001-before-cropped.jpg/../../x",
        "C:\\outside",
        "pictures/1-before-cropped.jpg",
        "pictures/0001-before-cropped.png",
        "game/record.jsonl",
    ],
)
def test_a_part_of_another_name_is_refused_and_nothing_is_written(path: Path, name: str) -> None:
    repack(path, **{name: JPEG})
    before = sorted(path.parent.parent.rglob("*"))
    with pytest.raises(InputError, match="a game's file has no such part"):
        Archive(path)
    assert sorted(path.parent.parent.rglob("*")) == before


def test_folders_that_another_program_packed_do_not_matter(path: Path) -> None:
    repack(path, **{"pictures/": b""})
    with Archive(path) as archive:
        assert len(list(archive.evidence())) == 6


def test_a_part_that_is_there_twice_is_refused(path: Path) -> None:
    with (
        pytest.warns(UserWarning, match="Duplicate name"),
        zipfile.ZipFile(path, "a") as archive,
    ):
        archive.writestr("record.jsonl", b"{}")
    assert refused(path) == f"{path}: record.jsonl: this part is there twice"


def test_a_bomb_is_refused_before_it_goes_off(path: Path) -> None:
    repack(path, **{"pictures/0009-after-whole.jpg": bytes(LARGEST_PART + 1)})
    assert path.stat().st_size < 200_000
    assert f"expected at most {LARGEST_PART} bytes unpacked" in refused(path)


def test_a_bomb_that_lies_about_its_size_is_refused(path: Path) -> None:
    repack(path, record_jsonl=bytes(LARGEST_PART))
    raw = path.read_bytes()
    assert raw.count(struct.pack("<I", LARGEST_PART)) == 2
    path.write_bytes(raw.replace(struct.pack("<I", LARGEST_PART), struct.pack("<I", 100)))
    assert "record.jsonl: broken, or no zip of a game" in refused(path)


def test_a_picture_that_is_none_is_refused(path: Path) -> None:
    repack(path, **{"pictures/0002-before-whole.jpg": b"<svg>"})
    assert "pictures/0002-before-whole.jpg: expected a JPEG picture" in refused(path)


def test_evidence_for_an_event_that_is_not_there_is_refused(path: Path) -> None:
    name = "pictures/0999-before-whole.jpg"
    repack(path, **{name: JPEG, "manifest.json": manifest(path, evidence=[name])})
    for number in (1, 2, 3):
        repack(path, **dict.fromkeys(_parts_of(number)))
    assert "there is evidence for event 999 (before), and no such event" in refused(path)


def _parts_of(number: int) -> list[str]:
    return [
        f"pictures/{number:04}-before-cropped.jpg",
        f"pictures/{number:04}-before-whole.jpg",
        f"pictures/{number:04}-after-cropped.jpg",
        f"readings/{number:04}-after.json",
    ]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (b"", "record.jsonl: line 1: expected a record's header"),
        (b'{"type": "score"}\n', "record.jsonl: line 2: "),
        (b'{"type": "sco', "record.jsonl: line 2: cut short"),
        (b"\xff\n", "record.jsonl: line 2: expected UTF-8 text"),
    ],
)
def test_a_record_that_cannot_be_gone_on_with_is_refused(
    path: Path, lines: bytes, told: str
) -> None:
    with Archive(path) as archive:
        header = archive.record.splitlines(keepends=True)[0] if lines else b""
    repack(path, record_jsonl=header + lines)
    assert told in refused(path)


@pytest.mark.parametrize("raw", [b"PK", b"PK\x05\x06" + bytes(18), b"PK\x03\x04" + bytes(99)])
def test_what_only_begins_as_a_zip_is_one_line(
    path: Path, raw: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_bytes(raw)
    assert main(["replay", str(path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"dubsar: {path}: ")
    assert "internal" not in said


@settings(max_examples=60)
@given(
    at=st.integers(0, 10**6),
    noise=st.binary(min_size=1, max_size=8),
    cut=st.none() | st.integers(2),
)
def test_a_mangled_file_is_refused_in_one_line_or_read_as_it_was(
    at: int, noise: bytes, cut: int | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("mangled") / "a.zip"
    lines = [json.dumps(line).encode() + b"\n" for line in LINES[:3]]
    write_archive(path, About(NOON), lines, BOARD_TEXT, ((1, one) for one in seen(1, size=300)))
    raw = bytearray(path.read_bytes())
    where = at % len(raw)
    raw[where : where + len(noise)] = noise
    del raw[len(raw) if cut is None else max(2, cut % len(raw)) :]
    path.write_bytes(raw)
    try:
        with Archive(path) as archive:
            read = (archive.record, archive.board_text)
            kept = list(archive.evidence())
    except InputError as error:
        told = str(error)
    else:
        told = f"{path}: nothing"
        assert read == (b"".join(lines), BOARD_TEXT)
        assert kept == [(1, one) for one in seen(1, size=300)]
    assert told.startswith(f"{path}: ")
    assert "\n" not in told


def test_a_game_is_played_on_where_it_was_exported(path: Path) -> None:
    with opened(path.with_name("other.sqlite")) as journal:
        game = journal.import_(path)
        append(journal, game, {"type": "undo", "to": len(LINES)})
        assert played(journal, game)[-1] == {"type": "undo", "to": len(LINES)}
        assert [one.id for one in journal.unfinished()] == [game]
