"""What was misread in a game, written as a folder for whoever wants to make the eye better."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.archive.evidence_pictures import GREY, evidence_pictures, places_in_cropped
from companion.archive.game_zip import Evidence
from companion.archive.misread import export_misread, misread_in
from companion.journal import GameId, Journal
from companion.sighting import sighting
from engine.errors import InputError
from engine.fields import Fields
from engine.record import parse_header
from tests.companion.journal.journals import append, begin_game, opened
from tools.evaluate import evaluate
from vision.eye import Eye
from vision.picture import load_picture
from vision.table import Table, load_table

STATE: dict[str, Any] = {"board": {"a": "red"}}


def seen(**reading: object) -> Evidence:
    whole = {"registered": True, "hand": False, "board": {"a": "red"}, "unsure": [], "occluded": []}
    return Evidence("after", reading={**whole, **reading})


@pytest.mark.parametrize(
    ("evidence", "wrong"),
    [
        (seen(), []),
        (seen(board={"a": "blue"}), ["a"]),
        (seen(board={"a": "red", "b": "blue"}), ["b"]),
        (seen(unsure=["c"]), ["c"]),
        (seen(board={}, occluded=["a"]), []),
        (seen(board={}, hand=True), []),
        (seen(board={}, registered=False), []),
        (Evidence("after"), []),
    ],
)
def test_what_was_claimed_wrongly_or_left_open_was_misread(
    evidence: Evidence, wrong: list[str]
) -> None:
    assert misread_in(evidence, STATE) == wrong


@pytest.fixture(scope="module")
def table(tables: Path) -> Table:
    return load_table(tables / "table-a" / "table.toml")


@pytest.fixture(scope="module")
def shown(table: Table, eye_of_table: Callable[[str], Eye]) -> Evidence:
    """Give what is kept of a reading of table-a in which one location was left open."""
    frame = load_picture(table.path.parent / "frames" / "0006.jpg")
    eye = eye_of_table("table-a")
    reading = sighting(eye.read(frame), table.board, "0006.jpg")
    cropped, whole = evidence_pictures(frame, eye.outline())
    reading["places"] = places_in_cropped(frame, eye.outline(), eye.places())
    reading["unsure"] = ["somewhere"]
    return Evidence("after", cropped, whole, reading)


EVENTS = pytest.mark.parametrize(
    "played",
    [pytest.param(1, marks=pytest.mark.long), 2],
    ids=["one event", "two that one look showed"],
    indirect=True,
)


@pytest.fixture
def played(
    table: Table, shown: Evidence, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[tuple[Journal, GameId]]:
    """Play the first events of table-a's game, the last of them misread."""
    folder = table.path.parent
    lines = [json.loads(line) for line in (folder / "record.jsonl").read_text().splitlines()]
    header = parse_header(Fields("record", "header", lines[0]))
    truths = map(json.loads, (folder / "truth.jsonl").read_text().splitlines())
    (event,) = [one["event"] for one in truths if one["file"].endswith("0006.jpg")]
    with opened(tmp_path / "journal.sqlite") as journal:
        game = begin_game(journal, header, table.board_path.read_text(encoding="utf-8"))
        for number in range(1, event + 1):
            is_shown = number > event - getattr(request, "param", 1)
            append(journal, game, lines[number], [shown] if is_shown else [])
        yield journal, game


@EVENTS
def test_the_folder_is_read_as_any_table(  # noqa: PLR0913, PLR0917 - pytest's way
    played: tuple[Journal, GameId],
    table: Table,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    eye_of_table: Callable[[str], Eye],
) -> None:
    if "two" in request.node.name:  # what it teaches is the same again
        monkeypatch.setattr("tools.evaluate.eye_of", lambda _: eye_of_table("table-a"))
    folder = tmp_path / "misread"
    assert export_misread(*played, table, folder) == 1
    assert all(path.is_file() for path in load_table(folder / "table.toml").frames)
    (truth,) = map(json.loads, (folder / "truth.jsonl").read_text().splitlines())
    assert truth["misread"] == ["somewhere"]
    counts = evaluate(folder).account.counts
    assert counts["found"] == counts["frames"] == 1
    assert counts["clear_wrong"] == 0
    assert counts["clear_exact"] >= 0.98 * counts["clear"] > 0
    for picture in folder.glob("frames/*.jpg"):
        rim = load_picture(picture)[:20]
        assert np.abs(rim.astype(int) - GREY).max() < 12  # nobody who sits there is in it


def test_a_game_without_mistakes_writes_nothing(
    played: tuple[Journal, GameId], table: Table, tmp_path: Path
) -> None:
    journal, game = played
    journal.erase_pictures(game)
    assert export_misread(journal, game, table, tmp_path / "misread") == 0
    assert not (tmp_path / "misread").exists()


def test_a_folder_that_holds_something_is_not_written_over(
    played: tuple[Journal, GameId], table: Table, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "holiday.jpg").touch()
    with pytest.raises(InputError, match="an empty one"):
        export_misread(*played, table, tmp_path / "full")


def test_another_board_s_table_is_refused(
    played: tuple[Journal, GameId], tables: Path, tmp_path: Path
) -> None:
    other = load_table(tables / "table-c" / "table.toml")
    with pytest.raises(InputError, match="another board"):
        export_misread(*played, other, tmp_path / "misread")
