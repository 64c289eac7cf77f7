"""`dubsar track`: the record's further lines, from frames alone."""

import io
import json
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games.sumeria.virtual_table import virtual_table
from engine.games import parse_board
from seeds.boards import builtin_board_text
from tests.sampled import few
from tests.vision.reduced import reduced, reduced_frame
from tools.virtual_table import write_game

Told = tuple[int, list[dict[str, Any]], list[str]]
PLAYERS = ("red", "blue", "yellow")
FRAMES = 22
pytestmark = pytest.mark.usefixtures("taught_once")


@pytest.fixture(scope="module", params=["table-a", pytest.param("virtual", marks=pytest.mark.long)])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the beginning of a game, that of a shared table or one played anew."""
    if request.param == "table-a":
        tables: Path = request.getfixturevalue("tables")
        return tables / "table-a"
    folder = tmp_path_factory.mktemp("game")
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    write_game(folder, virtual_table(board, PLAYERS, "blue", seed=3, settled=1), FRAMES)
    return folder


@pytest.fixture(scope="module")
def whole(game: Path) -> Told:
    """Track its first frames."""
    return track(game / "table.toml", game / "start.jsonl", frames(game, 3, FRAMES - 1))


def track(table: Path, start: Path, shown: Sequence[Path], *options: str) -> Told:
    """Run the command; give its status, its lines and its complaints."""
    out, err = io.StringIO(), io.StringIO()
    call = ["track", "--table", str(table), "--start", str(start), *options, *map(str, shown)]
    with redirect_stdout(out), redirect_stderr(err):
        status = main(call)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    return status, lines, err.getvalue().splitlines()


def events(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out notes, and the frame that each event was read from."""
    return [
        {key: value for key, value in line.items() if key != "frame"}
        for line in lines
        if "note" not in line
    ]


def kinds(lines: Sequence[dict[str, Any]]) -> list[str]:
    """Name each line's event or note."""
    return [line.get("note") or line["type"] for line in lines]


def record(path: Path) -> list[dict[str, Any]]:
    """Read a record's lines, the header's first."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def frames(folder: Path, first: int = 0, last: int = 9999) -> list[Path]:
    """List the frames of a folder by number."""
    found = sorted((folder / "frames").iterdir())
    return [path for path in found if first <= int(path.stem) <= last]


# At the beginning of a game.


def test_the_beginning_of_a_game_is_tracked(game: Path, whole: Told) -> None:
    status, lines, errors = whole
    assert (status, errors) == (0, [])
    assert set(kinds(lines)) == {"place"}
    told = (game / "truth.jsonl").read_text().splitlines()[:FRAMES]
    settled = [json.loads(line) for line in told]
    seen = max(truth["event"] for truth in settled if not truth["hand"])
    assert events(lines) == record(game / "record.jsonl")[2 : seen + 1]
    assert {line["frame"] for line in lines} <= {path.name for path in frames(game, 3)}


def test_every_event_names_the_frame_that_showed_it(game: Path, whole: Told) -> None:
    _, lines, _ = whole
    truths = [json.loads(line) for line in (game / "truth.jsonl").read_text().splitlines()]
    happened = {Path(truth["file"]).name: truth["event"] for truth in truths}
    for number, line in enumerate(lines, start=2):
        assert happened[line["frame"]] >= number


@pytest.mark.long
def test_what_is_printed_can_be_appended_to_the_start(
    game: Path, whole: Told, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, lines, _ = track(game / "table.toml", game / "start.jsonl", frames(game, 3, 14))
    longer = tmp_path / "start.jsonl"
    text = (game / "start.jsonl").read_text(encoding="utf-8")
    note: dict[str, Any] = {"note": "unexplained", "frame": "x"}
    longer.write_text(
        text + "".join(json.dumps(line) + "\n" for line in (note, *lines)), encoding="utf-8"
    )
    board = str(game / "board.toml")
    assert main(["replay", "--json", "--board", board, str(longer)]) == 0
    states = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert states[-1]["event"] == 1 + len(lines)
    _, rest, _ = track(game / "table.toml", longer, frames(game, 15, FRAMES - 1))
    assert [*lines, *rest] == whole[1]


def test_teaching_frames_are_skipped_with_one_line(game: Path, whole: Told) -> None:
    status, lines, (told,) = track(game / "table.toml", game / "start.jsonl", frames(game, 0, 11))
    assert status == 0
    assert "skipping 3 frames that the table names" in told
    assert 0 < len(lines) < len(whole[1])
    assert lines == whole[1][: len(lines)]


@pytest.mark.long
def test_with_agreement_events_come_later_or_not_at_all(game: Path, whole: Told) -> None:
    _, at_once, _ = whole
    shown = frames(game, 3, 18)
    _, agreed, _ = track(game / "table.toml", game / "start.jsonl", shown, "--agree", "2")
    assert events(agreed) == events(at_once)[: len(agreed)]
    assert len(agreed) > 0
    for sooner, later in zip(at_once, agreed, strict=False):
        assert later["frame"] > sooner["frame"]


def test_a_frame_that_cannot_be_read_is_told_and_the_others_are_tracked(
    game: Path, whole: Told
) -> None:
    shown = frames(game, 3, 12)
    shown[3:3] = [game / "frames" / "missing.jpg"]
    status, lines, (told,) = track(game / "table.toml", game / "start.jsonl", shown)
    assert status == 1
    assert told.endswith("missing.jpg: no such picture")
    assert 0 < len(lines) < len(whole[1])
    assert lines == whole[1][: len(lines)]


HEADER = {"record": 1, "game": "sumeria", "board": "board", "players": [*PLAYERS], "rulings": {}}


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([], "line 1: expected a record's header"),
        ([HEADER], "expected a setup after the header"),
        ([{**HEADER, "players": ["red", "blue", "pink"]}], "line 1.players: no pink pieces"),
        ([{**HEADER, "players": ["red", "blue"]}], "S-01"),
        ([HEADER, {"type": "place", "player": "red", "at": "ur.city"}], "line 2: "),
        ([HEADER, "nonsense"], "line 2: "),
    ],
)
def test_a_start_record_that_will_not_do_is_one_line(
    game: Path, tmp_path: Path, lines: list[Any], told: str
) -> None:
    start = tmp_path / "start.jsonl"
    start.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    status, printed, (error,) = track(game / "table.toml", start, frames(game, 3, 4))
    assert (status, printed) == (1, [])
    assert error.startswith(f"dubsar: {start}: ")
    assert told in error


def test_a_missing_start_record_is_one_line(game: Path, tmp_path: Path) -> None:
    start = tmp_path / "start.jsonl"
    status, printed, errors = track(game / "table.toml", start, frames(game, 3, 4))
    assert (status, printed, errors) == (1, [], [f"dubsar: {start}: no such file"])


# At table-a of the shared tables.


@pytest.fixture
def table_a(tables: Path) -> Path:
    """Give the folder of table-a."""
    return tables / "table-a"


@pytest.mark.parametrize(
    ("before", "last", "happened"),
    few(1, [(24, 65, 42), (1, 9999, None)]),
    ids=["each kind of event", "all"],
)
def test_the_rendered_game_is_tracked_exactly(
    table_a: Path, tmp_path: Path, before: int, last: int, happened: int | None
) -> None:
    """The record that it begins with goes so far; the ``last`` frame shows what has ``happened``.

    Its beginning is tracked above.
    """
    start = part_of_a(table_a, tmp_path, before)
    shown = frames(table_a, first_frame(table_a, before), last)
    status, lines, _ = track(table_a / "table.toml", start, shown)
    assert status == 0
    assert events(lines) == record(table_a / "record.jsonl")[before + 1 : happened]
    notes = [line for line in lines if "note" in line]
    assert len([note for note in notes if note["note"] != "ranking"]) <= 2
    assert len({json.dumps(note["seen"]) for note in notes}) == len(notes)


def part_of_a(table_a: Path, folder: Path, events: int) -> Path:
    """Write a start record that has come so far."""
    lines = (table_a / "record.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    start = folder / "start.jsonl"
    start.write_text("".join(lines[: events + 1]), encoding="utf-8")
    return start


def first_frame(table_a: Path, event: int) -> int:
    """Find the first frame in which so many events have happened."""
    truths = (table_a / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    numbers = (
        int(Path(truth["file"]).stem)
        for truth in map(json.loads, truths)
        if truth["event"] >= event
    )
    return next(numbers)


def end_of_dynasty(table_a: Path) -> int:
    """Find the number of the event that is the first dynasty's score."""
    return [line.get("type") for line in record(table_a / "record.jsonl")].index("score")


@pytest.mark.long
def test_tracking_may_begin_anywhere_in_a_game(table_a: Path, tmp_path: Path) -> None:
    score = end_of_dynasty(table_a)
    start = part_of_a(table_a, tmp_path, score - 3)
    shown = frames(table_a, first_frame(table_a, score - 3), first_frame(table_a, score + 3))
    status, lines, _ = track(table_a / "table.toml", start, shown)
    assert status == 0
    told = events(lines)
    assert told == record(table_a / "record.jsonl")[score - 2 :][: len(told)]
    assert {"score", "claim"} <= set(kinds(lines))


def test_without_taught_tiles_tracking_ends_with_a_note(table_a: Path, tmp_path: Path) -> None:
    table = reduced(table_a / "table.toml", tmp_path, without="[tiles]")
    score = end_of_dynasty(table_a)
    start = part_of_a(table_a, tmp_path, score - 2)
    shown = frames(table_a, first_frame(table_a, score - 2), first_frame(table_a, score + 3))
    status, lines, _ = track(table, start, [reduced_frame(one, tmp_path) for one in shown])
    assert status == 0
    assert kinds(lines)[-2:] == ["score", "tiles-untaught"]
    assert "claim" not in kinds(lines)


@pytest.mark.long
def test_the_button_may_be_left_to_the_table(table_a: Path, tmp_path: Path) -> None:
    score = end_of_dynasty(table_a)
    start = part_of_a(table_a, tmp_path, score - 2)
    shown = frames(table_a, first_frame(table_a, score - 2), first_frame(table_a, score + 1))
    status, lines, _ = track(table_a / "table.toml", start, shown, "--no-auto-score")
    assert status == 0
    assert events(lines) == record(table_a / "record.jsonl")[score - 1 : score]


def test_a_claim_whose_moment_was_missed_is_noted(table_a: Path, tmp_path: Path) -> None:
    score = end_of_dynasty(table_a)
    start = part_of_a(table_a, tmp_path, score)
    truths = map(json.loads, (table_a / "truth.jsonl").read_text(encoding="utf-8").splitlines())
    missed = {Path(one["file"]).name for one in truths if one["what"] == "choice"}
    first, last = first_frame(table_a, score), first_frame(table_a, score + 4)
    shown = [path for path in frames(table_a, first, last) if path.name not in missed]
    status, lines, _ = track(table_a / "table.toml", start, shown)
    assert status == 0
    assert "choice-unseen" in kinds(lines)
    for note, claim in pairwise(lines):
        if note.get("note") == "choice-unseen":
            assert (claim["type"], claim["city_state"]) == ("claim", note["city_state"])


def test_a_colour_that_the_table_does_not_teach_is_refused(table_a: Path, tmp_path: Path) -> None:
    start = tmp_path / "start.jsonl"
    text = (table_a / "start.jsonl").read_text(encoding="utf-8").replace('"yellow"', '"green"')
    start.write_text(text, encoding="utf-8")
    status, _, (error,) = track(table_a / "table.toml", start, frames(table_a, 3, 4))
    assert status == 1
    assert "line 1.players: no green pieces were taught" in error


# In a shorter form the tracker's own test follows a game of which these are not read.
@pytest.mark.long
def test_a_game_goes_on_where_the_open_markers_were_not_taught(
    tables: Path, tmp_path: Path
) -> None:
    folder = tables / "table-s1"
    table = reduced(folder / "table.toml", tmp_path, without="[open_investments]")
    names = [f"{number:04}.jpg" for number in (5, 6)]
    shown = [reduced_frame(folder / "frames" / name, tmp_path) for name in names]
    code, lines, _ = track(table, folder / "start.jsonl", shown)
    assert code == 0
    assert [line["type"] for line in lines[:3]] == ["ready", "logistics", "move"]
