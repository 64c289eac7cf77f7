"""`dubsar replay`: records played through the rules, good ones and bad ones."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from engine.record import Undo, format_line, format_undo
from seeds.boards import builtin_board_text
from tests.engine.sumeria.playing import record
from tests.sampled import few

HEAVY = ("numpy", "cv2", "pygame", "vision", "hardware")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def replay(path: Path, *lines: str, options: tuple[str, ...] = ("--json",)) -> int:
    path.write_text("".join(lines), encoding="utf-8")
    return main(["replay", *options, str(path)])


def states(capsys: pytest.CaptureFixture[str]) -> tuple[list[dict[str, object]], str]:
    """Give the states printed, and what was said on standard error."""
    out, err = capsys.readouterr()
    return [json.loads(line) for line in out.splitlines()], err


def test_the_shared_record_gives_the_shared_states(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tables / "table-a"
    lines = (table / "states.jsonl").read_text(encoding="utf-8").splitlines()
    expected = [json.loads(line) for line in lines]
    assert main(["replay", "--json", str(table / "record.jsonl")]) == 0
    assert states(capsys) == (expected, "")


@pytest.mark.parametrize("players", ["abc", "abcd"])
def test_a_whole_game_has_a_state_a_line(
    players: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record(players)
    assert replay(path, *lines) == 0
    found, err = states(capsys)
    assert err == ""
    assert [state["event"] for state in found] == list(range(1, len(lines)))
    assert found[-1]["phase"] == "over"
    assert found[-1]["winners"]


def test_undo_is_a_line_like_any_other(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record()[:6]
    assert replay(path, *lines, format_line(format_undo(Undo(3)))) == 0
    found, _ = states(capsys)
    assert found[5] == found[1] | {"event": 6}


def test_notes_do_not_count_as_lines_to_go_back_to(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = '{"note": "ranking"}\n'
    lines = record()[:6]
    undo = format_line(format_undo(Undo(3)))
    assert replay(path, *lines[:2], note, *lines[2:], note, undo) == 0
    found, _ = states(capsys)
    assert found[5] == found[1] | {"event": 6}


def test_a_header_alone_has_no_state(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(path, record()[0]) == 0
    assert states(capsys) == ([], "")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"type": "score"}\n', "line 4: illegal score (S-26): "),
        ('{"type": "add", "player": "a", "at": "nowhere"}\n', "line 4: illegal add (S-26): "),
        ('{"type": "place", "player": "a", "at": "nowhere"}\n', "line 4: illegal place (S-"),
        ('{"type": "undo", "to": 9}\n', "line 4: undo: expected a line from 1 to 3"),
        (
            '{"type": "jump"}\n',
            (
                "line 4.type: expected one of setup, place, add, move, remove, score, claim, draw, "
                "correct, undo, found 'jump'"
            ),
        ),
        ('{"type": "undo", "to": ' + "9" * 5000 + "}\n", "line 4: expected whole numbers up to"),
        ("no event\n", "line 4: expected one JSON object"),
    ],
)
def test_a_bad_line_ends_it_with_what_came_before_printed(
    line: str, said: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record()
    assert replay(path, *lines[:3], line, *lines[3:]) == 1
    found, err = states(capsys)
    assert len(found) == 2
    assert f"{path}: {said}" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("end", few(1, ["bad\n", "cut sh"]))
def test_where_both_go_to_one_place_the_error_comes_last(path: Path, end: str) -> None:
    path.write_text("".join([*record()[:3], end]), encoding="utf-8")
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-m", "companion", "replay", "--json", str(path)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert [line[:8] for line in done.stdout.splitlines()] == ['{"event"', '{"event"', "dubsar: "]


def test_a_last_line_cut_short_is_left_out_with_a_warning(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record()
    assert replay(path, *lines[:3], lines[3][:-5]) == 0
    found, err = states(capsys)
    assert len(found) == 2
    assert f"{path}: line 4: warning" in err


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"players": ["a", "b"]}, "line 1: players: expected 3 or 4 (S-01), found 2"),
        ({"players": ["a", "b", "b"]}, "line 1: players: b is there twice (S-01)"),
        ({"rulings": {"branch_at": "town"}}, "line 1: rulings.branch_at: expected city or any"),
        ({"game": "chess"}, "line 1: expected one of sumeria, siberia, found 'chess'"),
        ({"board": "nowhere"}, "line 1.board: there is no board nowhere"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(
    header: dict[str, object], said: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record()
    assert replay(path, json.dumps(json.loads(lines[0]) | header) + "\n", *lines[1:]) == 1
    assert f"{path}: {said}" in states(capsys)[1]


def test_a_missing_record_is_one_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().err == f"dubsar: {path}: no such file\n"


def test_the_board_of_the_command_line_comes_first(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = path.with_name("none.toml")
    other.write_text(
        'format = 1\ngame = "none"\nname = "N"\nsize_mm = [9, 9]\n'
        '[[location]]\nid = "a"\nkind = "x"\nat_mm = [1, 1]\nradius_mm = 1\n'
    )
    assert replay(path, *record(), options=("--board", str(other))) == 1
    assert "expected a board for sumeria, found one for none" in states(capsys)[1]


@pytest.mark.parametrize("name", ["dubsar.toml", "board.toml"])
def test_a_board_beside_the_record_comes_before_a_built_in_one(
    name: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.with_name(name).write_text("broken", encoding="utf-8")
    assert replay(path, *record()) == 1
    assert f"{path.with_name(name)}: not valid TOML" in states(capsys)[1]


def test_the_board_of_the_header_s_name_comes_before_board_toml(path: Path) -> None:
    path.with_name("board.toml").write_text("broken", encoding="utf-8")
    path.with_name("dubsar.toml").write_text(builtin_board_text("dubsar"), encoding="utf-8")
    assert replay(path, *record()) == 0


def test_without_json_it_tells_the_game_in_sentences(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record(seed=4)
    assert replay(path, *lines, options=()) == 0
    told = capsys.readouterr().out
    assert "A starts. Ranking: " in told
    assert "places a merchant on " in told
    assert "starts the next dynasty: " in told
    assert "share the victory." in told.splitlines()[-4] or told.splitlines()[-4].endswith(" wins.")
    assert sum(line[:4].strip().isdigit() for line in told.splitlines()) == len(lines) - 1


def test_it_imports_nothing_that_is_heavy(path: Path) -> None:
    path.write_text("".join(record()), encoding="utf-8")
    code = (
        "import sys; from companion.cli import main; "
        f"main(['replay', '--json', {str(path)!r}]); "
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == "[]\n"


def test_a_reader_that_has_seen_enough_ends_it_quietly(path: Path) -> None:
    path.write_text("".join(record()), encoding="utf-8")
    with subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-m", "companion", "replay", "--json", str(path)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
