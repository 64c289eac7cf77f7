"""`dubsar explain`: each event of a record with its rules, also the one that is refused."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from engine.record import Header, Undo, format_header, format_line, format_undo
from engine.siberia import SIBERIA
from tests.engine.sumeria.golden import FOLDER
from tests.engine.sumeria.playing import record
from tests.examples.siberia_table import played

ROOT = Path(__file__).parents[2]
HOUSE_RULES = str(FOLDER / "house-rules.jsonl")
OCCUPIED = '{"type": "place", "player": "%s", "at": "%s"}\n'


def with_refusal() -> list[str]:
    """Begin a game in which the third placement is on the location of the first."""
    lines = record()[:4]
    first = json.loads(lines[2])
    third = json.loads(record()[4])
    return [*lines, OCCUPIED % (third["player"], first["at"])]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def explain(path: Path, lines: list[str], *options: str) -> int:
    path.write_text("".join(lines), encoding="utf-8")
    return main(["explain", *options, str(path)])


def printed(capsys: pytest.CaptureFixture[str]) -> tuple[list[dict[str, Any]], str]:
    out, err = capsys.readouterr()
    return [json.loads(line) for line in out.splitlines()], err


@pytest.mark.parametrize("players", ["abc", "abcd"])
def test_every_event_of_a_game_is_explained_on_a_line(
    players: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record(players)
    assert explain(path, lines, "--json") == 0
    found, err = printed(capsys)
    assert err == ""
    assert [one["event"] for one in found] == list(range(1, len(lines)))
    assert [one["played"] for one in found] == [json.loads(line) for line in lines[1:]]
    assert all(one["holds"] and one["consequences"] and not one["nearest"] for one in found)


def siberia(events: int) -> list[str]:
    """Begin a game of Siberia, a line an entry."""
    header = Header("siberia", "taiga", ("red", "blue", "yellow"), {})
    played_events = played(header.players, "untold")[0][:events]
    return [format_header(header), *(format_line(SIBERIA.format_event(e)) for e in played_events)]


def test_without_an_event_it_ends_with_what_may_be_asked_now(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(path, siberia(60)) == 0
    told = capsys.readouterr().out.split("Where the game stands now:\n")[1]
    assert "could sell 1 cube of gas now. (I-31)" in told
    assert "can reach with 3 steps: " in told
    assert "Missing to the end: " in told
    assert explain(path, siberia(60), "--json") == 0
    *_, last = printed(capsys)[0]
    assert (last["event"], [*last]) == (60, ["event", "now"])
    assert {one["rule"] for one in last["now"]} == {"I-31", "I-25", "I-11"}
    assert explain(path, siberia(60), "--event", "60") == 0
    assert "Where the game stands now:" not in capsys.readouterr().out


def test_one_event_may_be_asked_for(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record()
    assert explain(path, lines, "--json", "--event", "30") == 0
    (found,), err = printed(capsys)
    assert (found["event"], found["line"], err) == (30, 31, "")
    assert found["played"] == json.loads(lines[30])


@pytest.mark.parametrize("number", ["0", "-3", "999"])
def test_an_event_that_is_not_there(
    number: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(path, record()[:5], "--event", number) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"dubsar: {path}: --event: expected an event from 1 to 4, found {number}\n"


def test_a_refused_event_is_explained_with_what_is_nearest(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = with_refusal()
    assert explain(path, lines, "--json", "--event", "4") == 0
    (found,), _ = printed(capsys)
    assert (found["holds"], found["consequences"]) == (False, [])
    refusing = [one for one in found["findings"] if not one["holds"]]
    assert [one["rule"] for one in refusing] == ["S-11"]
    assert found["nearest"]
    for near in found["nearest"]:
        assert near["finding"] == refusing[0]
        assert near["event"]["player"] == found["played"]["player"]


def test_a_whole_record_ends_where_it_is_refused(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(path, [*with_refusal(), "unread\n"], "--json") == 1
    found, err = printed(capsys)
    assert [one["holds"] for one in found] == [True, True, True, False]
    assert f"{path}: line 5: illegal place (S-11)" in err


def test_what_follows_the_event_asked_for_is_not_read(path: Path) -> None:
    assert explain(path, [*record()[:3], "unread\n"], "--json", "--event", "2") == 0


def test_an_undo_is_explained_and_so_is_one_to_nowhere(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    back = [format_line(format_undo(Undo(to))) for to in (3, 9)]
    assert explain(path, [*record()[:5], *back], "--json") == 1
    found, err = printed(capsys)
    assert found[4]["consequences"][0]["facts"] == {"event": 2}
    assert (found[4]["line"], found[4]["played"]) == (6, {"type": "undo", "to": 3})
    assert found[5]["findings"] == [
        {"rule": "undo", "holds": False, "facts": {"to": 9, "lines": 6}}
    ]
    assert "undo: expected a line from 1 to 6" in err


def test_a_cut_last_line_is_left_out_with_a_warning(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(path, [*record()[:4], '{"type": "pl'], "--json") == 0
    found, err = printed(capsys)
    assert len(found) == 3
    assert "line 5: warning: cut short" in err


def test_explanations_are_the_same_in_another_process(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(path, record("abcd", 3), "--json") == 0
    here = capsys.readouterr().out
    command = [sys.executable, "-m", "companion", "explain", "--json", str(path)]
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        there = subprocess.run(  # noqa: S603 - our own program
            command, cwd=ROOT, capture_output=True, check=True, env=environment
        )
        assert there.stdout.decode() == here


def test_in_words_every_rule_is_told_with_its_title(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(path, record()) == 0
    told = capsys.readouterr().out
    assert told.startswith("1. ")
    assert "\n   Legal, because:\n" in told
    assert "(S-42)" in told
    assert "\n     S-42 Who wins – French leaflet “" in told
    assert "BROKEN" not in told


def test_in_words_a_refusal_names_what_stands_between(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(path, with_refusal(), "--event", "4") == 0
    told = capsys.readouterr().out
    assert "Not legal, because:" in told
    assert re.search(r"BROKEN  \w+ already has a merchant on .* \(S-11\)\n", told)
    assert told.index("Legal moves, for example:") < told.index("Why not:")
    assert "What follows" not in told


def test_in_words_a_correction_of_the_ranking_alone_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["explain", "--language", "en", "--event", "33", HOUSE_RULES]) == 0
    told = capsys.readouterr().out
    assert "The players agree on a correction: a new order of the ranking.\n" in told


def test_nothing_heavy_is_imported(path: Path) -> None:
    path.write_text("".join(record()[:3]), encoding="utf-8")
    code = (
        "import sys; from companion.cli import main; main(sys.argv[1:]);"
        "sys.exit(bool({'numpy', 'cv2', 'pygame', 'vision', 'hardware'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", code, "explain", "--language", "ro", str(path)]
    done = subprocess.run(  # noqa: S603 - our own code
        command, cwd=ROOT, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
