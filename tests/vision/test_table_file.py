"""The table file: what is refused names file, place and what was expected (formats, section 2)."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from engine.errors import InputError
from seeds.boards import builtin_board_text
from tests.vision import drawn
from vision.table import load_table

ROW = ["kish", "nippur", "adab", "umma", "uruk", "eridu", "ur", "lagash"]
KINDS = ["economy", "military", "politics", "religion", "economy", "religion"]
Change = Callable[[str], str]


def replacing(one: str, other: str) -> Change:
    def change(text: str) -> str:
        assert one in text
        return text.replace(one, other, 1)

    return change


def adding(text: str) -> Change:
    return lambda before: before + "\n" + text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with a good table file; its frames are not there, nobody opens them."""
    (tmp_path / "board.toml").write_text(drawn.board_text(), encoding="utf-8")
    (tmp_path / "table.toml").write_text(drawn.table_text(), encoding="utf-8")
    return tmp_path


@pytest.fixture
def sumeria(tmp_path: Path) -> Path:
    """Give a folder with a good table file of the built-in board that teaches tiles too."""
    (tmp_path / "board.toml").write_text(builtin_board_text("dubsar"), encoding="utf-8")
    text = drawn.table_text({"ur.city": "red"})
    text += f'[tiles]\nframe = "tiles.png"\nranking = {json.dumps(ROW)}\n'
    text += f'[influence]\nframe = "tiles.png"\nspaces = {json.dumps(KINDS)}\n'
    (tmp_path / "table.toml").write_text(text, encoding="utf-8")
    return tmp_path


def refusal(folder: Path, change: Change) -> str:
    """Change the table file and tell how it is refused, but for its name."""
    path = folder / "table.toml"
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(InputError) as refused:
        load_table(path)
    told = str(refused.value)
    assert "\n" not in told
    assert told.startswith(f"{path}: ")
    return told.removeprefix(f"{path}: ")


def test_a_good_file_is_loaded_whole(folder: Path) -> None:
    table = load_table(folder / "table.toml")
    assert table.path == folder / "table.toml"
    assert table.empty == folder / "frames/empty.png"
    assert table.corners_px == drawn.CORNERS_PX
    assert table.colours == ("red", "blue", "yellow")
    assert [location.id for location in table.board.locations] == [*drawn.PLACES]
    assert (table.row, table.tiles) == (None, None)
    assert table.frames == {folder / "frames/empty.png", folder / "frames/sample.png"}


def test_tiles_are_loaded_in_board_order(sumeria: Path) -> None:
    table = load_table(sumeria / "table.toml")
    assert table.row is not None
    assert table.tiles is not None
    assert table.row.names == tuple(ROW)
    assert table.tiles.names == tuple(KINDS)
    assert sumeria / "tiles.png" in table.frames


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        (replacing("format = 1", "format = 2"), "format: expected 1, found 2"),
        (replacing("format = 1", "form = 1"), "format: this key is required and missing"),
        (replacing("[camera]", "[camera]\nlens = 1"), "camera.lens: unknown key"),
        (adding("[lights]"), "lights: unknown key"),
        (replacing('empty = "frames/empty.png"', ""), "camera.empty: this key is required"),
        (
            replacing("corners_px = [", "corners_px = [[1.0, 2.0], "),
            "camera.corners_px: expected 4",
        ),
        (replacing("[72.0, 66.0]", '["left", 66.0]'), "camera.corners_px[0][0]: expected a number"),
        (replacing("[72.0, 66.0]", "[72.0]"), "camera.corners_px[0]: expected a list of 2 numbers"),
        (replacing("[72.0, 66.0]", "[nan, 66.0]"), "camera.corners_px[0][0]: expected a number"),
        (replacing('colour = "red"', 'colour = "Red"'), "sample 1.colour: expected an identifier"),
        (replacing('["a1", "c4"]', "[]"), "sample 1.at: expected at least one location"),
        (replacing('["a1", "c4"]', '["a1", "d9"]'), "sample 1.at: the board has no location d9"),
        (replacing('["a1", "c4"]', '["a1", "a1"]'), "sample 1.at: a1 is named twice"),
        (replacing('["b2", "a4"]', '["a1"]'), "sample 2.at: a1 is named twice (red and blue)"),
        (replacing('colour = "red"', 'colour = "red"\nhue = 3'), "sample 1.hue: unknown key"),
        (lambda text: text[: text.index("[[sample]]")], "sample: "),
        (lambda _: "format = ", "not valid TOML"),
        (
            adding('[tiles]\nframe = "t.png"\nranking = []'),
            "tiles: the board file has no [ranking]",
        ),
        (adding('[influence]\nframe = "t.png"\nspaces = []'), "influence: the board file has no"),
    ],
)
def test_what_breaks_a_rule_is_refused(folder: Path, change: Change, refused: str) -> None:
    assert refusal(folder, change).startswith(refused)


@pytest.mark.parametrize("key", ["board", "empty", "frame"])
def test_what_names_no_file_is_refused(folder: Path, key: str) -> None:
    (folder / "table.toml").write_text(drawn.table_text(), encoding="utf-8")
    change = partial(re.sub, rf'^{key} = "[^"]*"', rf'{key} = "\\u0000"', flags=re.MULTILINE)
    told = refusal(folder, change)
    assert key in told
    assert "expected the name of a file" in told


def test_corners_in_another_order_are_refused(folder: Path) -> None:
    corners = [[*corner] for corner in drawn.CORNERS_PX]
    for other in (corners[::-1], [corners[i] for i in (0, 2, 1, 3)]):
        (folder / "table.toml").write_text(drawn.table_text(), encoding="utf-8")
        told = refusal(folder, replacing(str(corners), str(other)))
        assert told.startswith("camera.corners_px: expected the board's corners in the order top")


@pytest.mark.parametrize(
    ("size", "scale"), [("[0.3, 0.21]", "1.7e+03"), ("[3e5, 2.1e5]", "0.0017")]
)
def test_a_board_in_another_unit_than_millimetres_is_refused(
    folder: Path, size: str, scale: str
) -> None:
    board = folder / "board.toml"
    one = 'id = "a"\nkind = "x"\nat_mm = [0.1, 0.1]\nradius_mm = 0.01\n'
    text = f'format = 1\ngame = "none"\nname = "x"\nsize_mm = {size}\n[[location]]\n{one}'
    board.write_text(text, encoding="utf-8")
    told = refusal(folder, lambda text: text)
    assert told.startswith("camera.corners_px: a board of ")
    assert told.endswith(f" mm would be seen at {scale} pixels a mm")


@pytest.mark.parametrize("far", ["-1e308", "1e308"])
def test_corners_beyond_all_pixels_are_refused(folder: Path, far: str) -> None:
    assert refusal(folder, replacing("[72.0, 66.0]", f"[{far}, 66.0]")).startswith("camera.corners")


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        (replacing('["kish', '["ur'), "tiles.ranking: expected each once: kish, nippur"),
        (replacing('["kish', '["mars'), "tiles.ranking: expected each once: kish"),
        (replacing('"kish", ', ""), "tiles.ranking: expected each once: kish"),
        (
            replacing('"military"', '"trade"'),
            "influence.spaces: expected 6 of the kinds economy",
        ),
        (replacing('"military", ', ""), "influence.spaces: expected 6 of the kinds economy"),
        (replacing('[tiles]\nframe = "tiles.png"', "[tiles]"), "tiles.frame: this key is required"),
        (adding("glow = 1"), "influence.glow: unknown key"),
    ],
)
def test_tiles_that_do_not_fit_the_board_are_refused(
    sumeria: Path, change: Change, refused: str
) -> None:
    assert refusal(sumeria, change).startswith(refused)


def test_a_missing_table_file_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"table\.toml: no such file"):
        load_table(tmp_path / "table.toml")


def test_a_missing_board_file_is_said_so(folder: Path) -> None:
    (folder / "board.toml").unlink()
    with pytest.raises(InputError, match=r"board\.toml: no such file"):
        load_table(folder / "table.toml")


def test_a_broken_board_file_is_named_itself(folder: Path) -> None:
    (folder / "board.toml").write_text("format = 3", encoding="utf-8")
    with pytest.raises(InputError) as refused:
        load_table(folder / "table.toml")
    assert refused.value.file == str(folder / "board.toml")


def test_a_table_file_that_is_no_text_is_said_so(folder: Path) -> None:
    (folder / "table.toml").write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(InputError, match="expected UTF-8 text"):
        load_table(folder / "table.toml")
