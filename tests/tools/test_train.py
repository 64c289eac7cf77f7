"""Training makes a classifier from tables with truth, the same from the same."""

import importlib
import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from engine.games import parse_board
from tests.sampled import few
from tests.vision import drawn
from tools import examples
from vision.features import DENSITY, NAMES

LITTLE = -2.0
"""Log odds: without repeating, one to twenty would make them -3."""
ROWS = 2000
PARTS = ("values", "piece", "colours", "truth", "plain", "group")


@pytest.fixture(scope="module")
def training() -> ModuleType:
    """Import what trains only when it is tested: its libraries take long to load."""
    return importlib.import_module("tools.train")


def shown(seed: int) -> examples.Examples:
    """Make examples in which one feature tells pieces from bare places."""
    chance = np.random.default_rng(seed)
    piece = chance.uniform(size=ROWS) < 0.3
    values = chance.normal(0, 1, (ROWS, len(NAMES))).astype(np.float32)
    values[:, 0] += np.where(piece, 4, -4)
    values[:, NAMES.index("span")] = 9
    colours = chance.normal(0, 1, (ROWS, 3, 3)).astype(np.float32)
    truth = chance.integers(0, 3, ROWS)
    colours[np.arange(ROWS), truth, DENSITY] += 6
    plain = np.arange(ROWS) < ROWS // 2
    one = np.zeros(ROWS, int)
    return examples.Examples("x", "x", values, piece, colours, truth, plain, one)


@pytest.fixture
def brief(training: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Train fewer members for fewer rounds: the examples are easy."""
    monkeypatch.setattr(training, "MEMBERS", 2)
    monkeypatch.setattr(training, "ROUNDS", 24)


@pytest.mark.long
@pytest.mark.usefixtures("brief")
def test_what_tells_pieces_is_found_and_holds_elsewhere(training: ModuleType) -> None:
    ensemble = training.train([shown(one) for one in (1, 2, 4)], seed=1)
    other = shown(3)
    assert ((ensemble.odds(other.values) > 0) == other.piece).mean() > 0.98
    assert "plain" in training.report("x", other, ensemble)


@pytest.mark.long
@pytest.mark.usefixtures("brief")
def test_a_colour_is_worth_less_where_it_misled(training: ModuleType) -> None:
    table = shown(1)
    misled = table.values[:, NAMES.index("noise")] > 1
    table.truth[misled] = np.random.default_rng(9).integers(0, 3, misled.sum())
    ensemble = training.train([table], seed=1)
    worth = ensemble.worth(table.values)[:, DENSITY]
    assert np.median(worth[misled]) < 0.5 * np.median(worth[~misled])


@pytest.mark.long
@pytest.mark.usefixtures("brief")
def test_the_same_tables_teach_the_same(training: ModuleType) -> None:
    one, other = (training.train([shown(1)], seed=4).arrays for _ in range(2))
    assert all((one[name] == other[name]).all() for name in one)


@pytest.mark.long
@pytest.mark.usefixtures("brief")
def test_pieces_that_are_rare_on_a_table_are_learnt_as_well(training: ModuleType) -> None:
    """Where features tell little, one piece among twenty bare places is no reason to say bare."""
    table = shown(1)
    chance = np.random.default_rng(5)
    table.values[:, 0] = chance.normal(np.where(table.piece, 0.5, -0.5), 1)
    kept = np.flatnonzero(~table.piece | (chance.uniform(size=ROWS) < 0.12))
    rare = replace(table, **{one: getattr(table, one)[kept] for one in PARTS})
    odds = training.train([rare], seed=1).odds(table.values)
    between = np.abs(table.values[:, 0]) < 0.2
    assert np.median(odds[between]) > LITTLE


@pytest.mark.parametrize(
    ("name", "family"),
    [("table-b", "b"), ("tr-b2", "b"), ("v101", "v"), ("photos-1", "300 x 210 mm, 12 places")],
)
def test_tables_of_one_style_or_of_boards_alike_are_a_family(name: str, family: str) -> None:
    assert examples.family_of(name, parse_board(drawn.board_text(), "board.toml")) == family


@pytest.mark.parametrize("way", few(1, ["camouflaged", "plain", "changed", "evening"]))
def test_a_frame_is_read_in_every_way(tmp_path: Path, way: str) -> None:
    folder = tmp_path / "drawn"  # what is drawn at random depends on its name
    folder.mkdir()
    files, lies = drawn.write(folder), {"a2": "red", "b3": "blue"}
    shown = drawn.save(files.frames / "later.png", drawn.picture(lies, seed=5))
    board = {place: lies.get(place) for place in drawn.PLACES}
    truth = json.dumps({"file": str(shown), "board": board})
    (folder / "truth.jsonl").write_text(truth, encoding="utf-8")
    rows = list(examples.read(folder, 1, way))
    assert sum(row.truth >= 0 for row in rows) == len(lies)


@pytest.mark.long
def test_training_writes_weights_from_a_folder(
    training: ModuleType, tables: Path, tmp_path: Path
) -> None:
    out = tmp_path / "weights.npz"
    folder = tables / "photos-5"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["train", str(folder), "--out", str(out)])
        assert training.main() == 0
    with np.load(out) as arrays:
        assert arrays["mean"].shape == (len(NAMES),)
