"""`dubsar board`: boards are checked, drawn, shared and printed; bad packs are refused."""

import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest

from companion.boards.known import boards_folder, find_board, known_board, known_boards
from companion.boards.pack import jpeg, read_pack
from companion.cli import main
from engine.errors import InputError
from engine.games import format_board, parse_board
from hardware.virtual.printed_board import PX_PER_MM, paint_board
from seeds.boards import builtin_board_text
from tests.hard_tables.random_board import random_board
from tests.hard_tables.styles import printer_of
from tests.sampled import few
from vision.picture import decode_picture, load_picture

BOARD = random_board(4)
NAME = "random-board-4"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep boards in a folder of the test's own."""
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(scope="module")
def picture() -> bytes:
    """Paint the reference picture of a board that nobody knows."""
    return jpeg(paint_board(BOARD, 4, printer_of("flat", 4)))


@pytest.fixture
def pack(tmp_path: Path, picture: bytes) -> Path:
    """Pack that board."""
    path = tmp_path / "pack.zip"
    packed(path, picture=picture)
    return path


def packed(
    path: Path, *, picture: bytes | None, version: int = 1, text: str = "", more: str = ""
) -> None:
    """Pack a board as our own program would, but for what is asked to be otherwise."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.json", json.dumps({"board_pack": version, "name": NAME}))
        archive.writestr("board.toml", text or format_board(BOARD))
        if picture is not None:
            archive.writestr("reference.jpg", picture)
        if more:
            archive.writestr(more, "x")


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Run a command that must fail with one line; give the line."""
    assert main(["board", *map(str, arguments)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_the_built_in_board_is_ok(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", "dubsar"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("ok: ")
    assert "8 city-states, 56 locations" in told.out
    assert "ur.town-1" in told.err  # where three stretches meet


def test_a_broken_board_is_refused_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.toml"
    path.write_text(format_board(BOARD).replace('"village"', '"town"', 1), encoding="utf-8")
    assert "expected 3 of kind town, found 4" in complaint(capsys, "check", path)


PLAIN = """format = 1
game = "none"
name = "Crossroads"
size_mm = [100, 100]
""" + "".join(
    f"""
[[location]]
id = "{ident}"
kind = "city"
at_mm = [{x}, {y}]
radius_mm = 5
"""
    for ident, x, y in (("a", 50, 50), ("b", 20, 50), ("c", 80, 50), ("d", 50, 20), ("e", 50, 80))
)


def test_a_board_for_no_game_is_checked_but_not_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.toml"
    path.write_text(PLAIN, encoding="utf-8")
    assert main(["board", "check", str(path)]) == 0
    assert capsys.readouterr().out == "ok: Crossroads; 5 locations, 0 stretches\n"
    assert complaint(capsys, "print", tmp_path / "board.pdf", "--board", path) == (
        f"dubsar: {path}: game: expected a board of a game, whose pieces are printed too"
    )
    assert not (tmp_path / "board.pdf").exists()


def with_outline(tmp_path: Path, corners: str) -> Path:
    """Write the built-in board of areas with another outline of its first region."""
    text = builtin_board_text("taiga")
    start = text.index("outline_mm = ")
    end = text.index("\n[[", start)
    path = tmp_path / "board.toml"
    path.write_text(f"{text[:start]}outline_mm = [{corners}]\n{text[end:]}", encoding="utf-8")
    return path


CROSSED = {
    "itself": ("[10, 100], [180, 100], [60, 200], [120, 200]", "does not cross itself"),
    "a neighbour": ("[10, 100], [260, 100], [260, 200], [10, 200]", "shares no area with putorana"),
}


@pytest.mark.parametrize(("corners", "told"), CROSSED.values(), ids=CROSSED)
def test_an_outline_across_another_is_refused_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], corners: str, told: str
) -> None:
    path = with_outline(tmp_path, corners)
    assert complaint(capsys, "check", path) == (
        f"dubsar: {path}: region yamal.outline_mm: expected an outline that {told}"
    )


def test_the_built_in_outlines_only_touch(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", "taiga"]) == 0
    assert capsys.readouterr().out


def test_an_unknown_board_is_said_to_be_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no known board has this name" in complaint(capsys, "check", "babel")


def test_a_drawing_is_true_to_scale_and_shows_everything(tmp_path: Path) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    path = tmp_path / "board.toml"
    path.write_text(format_board(BOARD), encoding="utf-8")
    for drawn in (svg, png):
        assert main(["board", "show", str(path), str(drawn)]) == 0
    text = svg.read_text(encoding="utf-8")
    for location in BOARD.locations:
        x, y = location.at_mm
        assert f'cx="{x:g}" cy="{y:g}" r="{location.radius_mm:g}"' in text
    assert text.count("<line ") == sum(1 for _ in BOARD.stretches())
    for state in BOARD.regions:
        assert f">{state.name}</text>" in text
    size = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', text)
    assert size is not None
    picture = load_picture(png)
    assert picture.shape[:2] == (round(4 * float(size[2])), round(4 * float(size[1])))


def test_a_board_with_areas_is_drawn_with_their_outlines_and_names(tmp_path: Path) -> None:
    svg, png = tmp_path / "taiga.svg", tmp_path / "taiga.png"
    for drawn in (svg, png):
        assert main(["board", "show", "taiga", str(drawn)]) == 0
    text = svg.read_text(encoding="utf-8")
    taiga = parse_board(builtin_board_text("taiga"), "taiga.toml")
    for region in taiga.regions:
        assert f">{region.name}</text>" in text
    assert text.count("<polygon ") == len(taiga.regions)
    assert load_picture(png).shape[:2] == (4 * (560 + 16), 4 * (800 + 16))


def test_a_pack_comes_back_as_it_went(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["board", "import", str(pack)]) == 0
    assert capsys.readouterr().out == f"{NAME}\n"
    again = tmp_path / "again.zip"
    assert main(["board", "export", NAME, str(again)]) == 0
    assert parse_board(read_pack(again).text, "x") == BOARD
    assert find_board(NAME, tmp_path / "game.jsonl") == BOARD
    assert [known.name for known in known_boards()] == ["dubsar", "taiga", NAME]


@pytest.mark.parametrize(
    ("name", "size_mm"), few(1, [("dubsar", (560, 420)), ("taiga", (800, 560))])
)
def test_the_built_in_boards_are_packed_with_their_painting(
    name: str, size_mm: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "pack.zip"
    assert main(["board", "export", name, str(path)]) == 0
    seen = decode_picture(read_pack(path).picture)
    assert seen is not None
    assert seen.shape[:2] == (round(size_mm[1] * PX_PER_MM), round(size_mm[0] * PX_PER_MM))


def test_another_board_does_not_take_a_name_that_is_taken(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["board", "import", str(pack)]) == 0
    assert main(["board", "import", str(pack)]) == 0  # the very same is no other
    capsys.readouterr()
    told = complaint(capsys, "import", "--name", "dubsar", pack)
    assert "another board of this name is known already" in told
    assert main(["board", "import", "--name", "ours", str(pack)]) == 0
    assert known_board("ours") is not None


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"version": 2}, "manifest.json.board_pack: expected 1, found 2"),
        ({"picture": None}, "reference.jpg: this part is missing"),
        ({"picture": b"\xff\xd8 no picture"}, "reference.jpg: expected a JPEG picture"),
        ({"text": format_board(BOARD).replace('"city"', '"town"', 1)}, "expected 1 of kind city"),
        ({"more": "../../.profile"}, "'../../.profile': a board's file has no such part"),
        ({"more": "/etc/passwd"}, "'/etc/passwd': a board's file has no such part"),
    ],
)
def test_a_bad_pack_is_refused_with_one_line(
    changes: dict[str, object],
    why: str,
    tmp_path: Path,
    picture: bytes,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "bad.zip"
    packed(path, **{"picture": picture, **changes})  # type: ignore[arg-type]  # parametrized
    assert why in complaint(capsys, "import", path)
    assert not boards_folder().exists()


def test_a_picture_of_another_shape_is_no_picture_of_the_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.zip"
    packed(path, picture=jpeg(np.full((400, 400, 3), 200, np.uint8)))
    assert "which is no board of" in complaint(capsys, "import", path)


def test_what_is_no_zip_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.zip"
    path.write_text("no zip")
    assert "broken, or no zip of a board" in complaint(capsys, "import", path)


def test_a_broken_imported_board_is_named_when_asked_for(pack: Path, home: Path) -> None:
    assert main(["board", "import", str(pack)]) == 0
    (home / "boards" / NAME / "board.toml").write_text("format = 1\n")
    assert [known.name for known in known_boards()] == ["dubsar", "taiga"]
    with pytest.raises(InputError, match="required and missing"):
        known_board(NAME)


def test_names_lead_to_no_other_folder(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected a name" in complaint(capsys, "import", "--name", "../evil", pack)
    assert parse_board(read_pack(pack).text, "x") == BOARD
