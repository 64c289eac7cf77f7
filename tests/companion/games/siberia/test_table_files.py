"""What table files of Siberia may say, and what the commands say of those that will not do."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.calibration.draft import Sample, Shown
from companion.calibration.draft_file import table_text
from companion.cli import main
from companion.games.siberia.teaching import TEACHING
from engine.record import Header, format_header, format_line
from engine.siberia import SIBERIA
from engine.siberia.board import as_siberia
from engine.siberia.events import Event
from tests.companion.games.siberia.evening_table import BOARD, PLAYERS, TEXT
from tests.examples.siberia_table import played
from vision.table import Table, load_table

SIDES = ("frankfurt", "tokyo", "new-york", "shanghai", "singapore", "zurich")
TABLE = """format = 1
board = "board.toml"

[camera]
empty = "frames/0000.jpg"
corners_px = [[100, 60], [740, 60], [740, 508], [100, 508]]

[[sample]]
frame = "frames/0001.jpg"
colour = "red"
at = ["yamal"]

[[sample]]
frame = "frames/0001.jpg"
colour = "blue"
at = ["ural"]

[[sample]]
frame = "frames/0002.jpg"
colour = "yellow"
at = ["altai"]

[exchange_tiles]
frame = "frames/0003.jpg"
sides = [{sides}]

[open_investments]
samples = [
  {{frame = "frames/0004.jpg", open = ["worker", "oil", "manager", "coal"]}},
  {{frame = "frames/0005.jpg", open = [{opened}]}},
]
"""


def table_file(
    folder: Path,
    *,
    sides: Sequence[str] = SIDES,
    opened: Sequence[str] = ("gas", "gas", "worker", "oil"),
) -> Path:
    """Write a table file and its board; there are no frames."""
    quoted = [", ".join(f'"{one}"' for one in names) for names in (sides, opened)]
    text = TABLE.format(sides=quoted[0], opened=quoted[1])
    (folder / "board.toml").write_text(TEXT, encoding="utf-8")
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def loaded(folder: Path, **changed: Sequence[str]) -> Table:
    return load_table(table_file(folder, **changed))


def start(folder: Path, markers: str) -> Path:
    """Write the beginning of a game."""
    events: tuple[Event, ...] = played(PLAYERS, markers)[0][:1]
    lines = [format_line(SIBERIA.format_event(one)) for one in events]
    path = folder / "start.jsonl"
    header = format_header(Header("siberia", "board", PLAYERS, {}))
    path.write_text("".join([header, *lines]), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["read", "track"])
def test_of_a_missing_frame_the_key_that_names_it_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    table = table_file(tmp_path)
    options = ["--start", str(start(tmp_path, "untold"))] if command == "track" else []
    assert main([command, "--table", str(table), *options, "frame.jpg"]) == 1
    (told,) = capsys.readouterr().err.splitlines()
    missing = tmp_path / "frames" / "0000.jpg"
    assert told == f"dubsar: {table}: camera.empty: {missing}: no such picture"


def test_each_frame_is_known_by_the_key_that_names_it(tmp_path: Path) -> None:
    table = loaded(tmp_path)
    keys = [table.key_of(str(tmp_path / "frames" / f"000{i}.jpg")) for i in range(7)]
    assert keys == [
        "camera.empty",
        "sample 1.frame",
        "sample 3.frame",
        "exchange_tiles.frame",
        "open_investments.samples 1.frame",
        "open_investments.samples 2.frame",
        None,
    ]


def test_tiles_that_were_turned_over_are_shown_by_a_further_picture(tmp_path: Path) -> None:
    """A game may be played with any side of each tile, and a picture shows one of each."""
    path = table_file(tmp_path)
    turned = ("frankfurt", "london", "toronto", "seoul", "mumbai", "dubai")
    quoted = ", ".join(f'"{one}"' for one in turned)
    more = f'[[exchange_tiles.samples]]\nframe = "frames/0006.jpg"\nsides = [{quoted}]\n'
    path.write_text(path.read_text() + more, encoding="utf-8")
    taught = [one.names for one in load_table(path).groups if one.group == "sides"]
    assert taught == [SIDES, turned]
    alone = path.read_text().replace('[exchange_tiles]\nframe = "frames/0003.jpg"\n', "")
    path.write_text("\n".join(line for line in alone.splitlines() if "tokyo" not in line))
    taught = [one.names for one in load_table(path).groups if one.group == "sides"]
    assert taught == [turned]


def test_a_draft_with_both_sides_of_the_tiles_makes_such_a_file(tmp_path: Path) -> None:
    shown = {
        one.step: Shown(f"{one.step}.png", tuple(one.begin(BOARD)))
        for one in TEACHING.arrangements
        if one.group == "sides" and one.begin
    }
    corners = ((100.0, 60.0), (740.0, 60.0), (740.0, 508.0), (100.0, 508.0))
    pawns = tuple(Sample("pawns.png", colour, (i,)) for i, colour in enumerate(("red", "blue")))
    draft = replace(
        TEACHING.blank, empty="empty.png", corners_px=corners, samples=pawns, shown=shown
    )
    (tmp_path / "board.toml").write_text(TEXT, encoding="utf-8")
    path = tmp_path / "table.toml"
    path.write_text(table_text(draft, BOARD, TEACHING), encoding="utf-8")
    taught = {one.frame.name: one.names for one in load_table(path).groups}
    assert [*taught] == ["tiles.png", "turned.png"]
    assert {name for names in taught.values() for name in names} == {
        one.id for one in as_siberia(BOARD).exchanges
    }


def test_frames_cannot_follow_a_game_whose_markers_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, record = table_file(tmp_path), start(tmp_path, "told")
    assert main(["track", "--table", str(table), "--start", str(record), "frame.jpg"]) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f'dubsar: {record}: setup.markers: expected "untold": no frame shows')
