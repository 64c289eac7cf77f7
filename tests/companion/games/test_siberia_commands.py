"""Records of Siberia on the command line: replayed, explained and kept, in three languages."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.language import LANGUAGES, Language
from companion.words.names import names_of
from engine.games import parse_board
from engine.record import Header, format_header, format_line
from engine.siberia import SIBERIA
from seeds.boards import builtin_board_text
from tests.companion.journal.journals import append, begin_game, finish, opened
from tests.engine.siberia.playing import playout
from tests.sampled import few

TEXT = builtin_board_text("taiga")
PLAYERS = ("red", "blue", "green")
HEADER = Header("siberia", "taiga", PLAYERS, {"end": "at-once"})
BOARD = parse_board(TEXT, "taiga.toml")
START = SIBERIA.new_game(BOARD, PLAYERS, HEADER.rulings)
PLAYED = [*playout(START, 5, "told")]
LINES = [SIBERIA.format_event(event) for _, event, _ in PLAYED]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a whole game as a record."""
    path = tmp_path / "game.jsonl"
    path.write_text("".join([format_header(HEADER), *map(format_line, LINES)]), encoding="utf-8")
    return path


def with_line(path: Path, number: int, keys: dict[str, object]) -> None:
    """Put an event in the place of that of so many events and what follows."""
    lines = path.read_text("utf-8").splitlines(keepends=True)[:number]
    path.write_text("".join([*lines, format_line(keys)]), encoding="utf-8")


def test_a_state_is_printed_for_every_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", str(path)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one.pop("event") for one in told] == list(range(1, len(LINES) + 1))
    assert told == [SIBERIA.to_json(done.state) for _, _, done in PLAYED]


def test_a_record_cut_short_is_played_to_the_line_before(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_bytes(path.read_bytes()[:-20])
    assert main(["replay", "--json", str(path)]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == len(LINES) - 1
    assert f"line {len(LINES) + 1}: warning: cut short" in err


def test_a_refused_line_is_named_with_its_rule(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_line(path, 3, {"type": "place", "player": "red", "marker": "manager", "to": "gas"})
    assert main(["replay", "--json", str(path)]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert f"{path}: line 4: illegal place (I-14)" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_to_its_end(
    language: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--language", language, str(path)]) == 0
    out, err = capsys.readouterr()
    red = names_of(Language(language), BOARD).player("red")
    assert err == ""
    assert any(line.startswith(red) for line in out.splitlines()[-3:])
    assert "{" not in out


@pytest.mark.parametrize("language", few(1, reversed(LANGUAGES)))
def test_every_event_is_explained(
    language: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", "--language", language, str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "{" not in out
    assert f"\n{len(LINES)}. " in out


def test_a_refusal_is_explained_with_what_is_nearest(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_line(path, 3, {"type": "place", "player": "red", "marker": "manager", "to": "gas"})
    assert main(["explain", "--event", "3", "--json", str(path)]) == 0
    found = json.loads(capsys.readouterr().out)
    broken = [one for one in found["findings"] if not one["holds"]]
    assert (found["holds"], broken[0]["rule"]) == (False, "I-14")
    assert [near["event"]["marker"] for near in found["nearest"]] == ["manager"] * 2 + [
        "gas.logistics"
    ]
    assert all(one["finding"] == broken[0] for one in found["nearest"])


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"players": ["red"]}, "line 1: players: expected 2 or 3 or 4 (I-01), found 1"),
        ({"players": ["red", "red"]}, "line 1: players: red is there twice (I-01)"),
        ({"rulings": {"end": "never"}}, "line 1: rulings.end: expected finish-round or at-once"),
        ({"rulings": {"branch_at": "any"}}, "line 1: rulings: expected one of end, unsellable"),
        ({"board": "dubsar"}, "line 1: expected a board for siberia, found one for sumeria"),
        ({"game": "sumeria"}, "line 1: expected a board for sumeria, found one for siberia"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(
    header: dict[str, object], said: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *others = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text(format_line(json.loads(first) | header) + "".join(others), encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    assert f"{path}: {said}" in capsys.readouterr().err


def test_games_are_kept_shown_and_carried(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journals = [str(tmp_path / name) for name in ("journal.sqlite", "other.sqlite")]
    with opened(Path(journals[0])) as journal:
        game = begin_game(journal, HEADER, TEXT, {"red": "Ioana"})
        for line in LINES[:30]:
            append(journal, game, line)
        finish(journal, game)
    shown = []
    zipped = str(tmp_path / "game.zip")
    assert main(["games", "--journal", journals[0], "export", str(game), zipped]) == 0
    assert main(["games", "--journal", journals[1], "import", zipped]) == 0
    for journal_path in journals:
        capsys.readouterr()
        assert main(["games", "--journal", journal_path, "show", "1"]) == 0
        shown.append(capsys.readouterr().out)
    assert "Ioana (Red): 0" in shown[0]
    assert "Does the last blocking marker end the game at once?" in shown[0]
    assert [line.split()[-1] for line in shown[0].splitlines()] == [
        line.split()[-1] for line in shown[1].splitlines()
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_built_in_board_is_checked(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", "taiga", "--language", language]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("ok")
    assert "15" in out
    assert err == ""
