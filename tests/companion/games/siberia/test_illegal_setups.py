"""Records that go wrong at their setup: ``dubsar replay`` names line and rule.

Each line of the data changes a record that may be played, in one way that the rules forbid; it was
written from the rules alone. Without ``markers`` the board file says nothing of action markers.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from seeds.boards import builtin_board_text

LINES = (Path(__file__).parent / "illegal_setups.jsonl").read_text(encoding="utf-8").splitlines()
CHANGES = [json.loads(line) for line in LINES]
RULES = sorted({one["rule"] for one in CHANGES})
PAIRS = (("gas", "coal"), ("oil", "gold"), ("gas", "diamond"), ("coal", "oil"))
REGIONS = (
    *("yamal", "putorana", "taimyr", "verkhoyansk", "chukotka", "ural", "tunguska", "vilyui"),
    *("chersky", "kolyma", "altai", "sayan", "baikal", "stanovoy"),
)
SETUP = {
    "type": "setup",
    "first": "red",
    "cubes": {region: PAIRS[i % len(PAIRS)] for i, region in enumerate(REGIONS)},
    "exchanges": ["frankfurt", "tokyo", "new-york", "shanghai", "mumbai", "zurich"],
    "open": ["gas", "worker", "gas", "oil"],
}


def written(folder: Path, change: Mapping[str, Any]) -> list[str]:
    """Write the record with one change; give the arguments that have it replayed."""
    text, markers = builtin_board_text("taiga"), change.get("markers", True)
    if not markers:
        before, after = text.split("[markers]")
        text = before + after[after.index("[exchanges]") :]
    header = {"record": 1, "game": "siberia", "board": "taiga"}
    header |= {"players": change.get("players", ["red", "blue", "green"])}
    header |= {"rulings": change.get("rulings", {})}
    setup = {**SETUP, "markers": "untold" if markers else "told", **change.get("setup", {})}
    cubes = {**SETUP["cubes"], **change.get("cubes", {})}  # type: ignore[dict-item]  # a table
    setup["cubes"] = {region: held for region, held in cubes.items() if held is not None}
    board, record = folder / "board.toml", folder / "record.jsonl"
    board.write_text(text, encoding="utf-8")
    record.write_text(f"{json.dumps(header)}\n{json.dumps(setup)}\n", encoding="utf-8")
    return ["replay", str(record), "--board", str(board), "--json"]


def test_unchanged_it_may_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(written(tmp_path, {})) == 0
    assert json.loads(capsys.readouterr().out)["phase"] == "place"


@pytest.mark.parametrize("rule", RULES)
def test_ten_ways_to_break_each_rule_of_the_setup_are_named_by_it(
    rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = [one for one in CHANGES if one["rule"] == rule]
    assert len(changes) >= 10
    for change in changes:
        assert main(written(tmp_path, change)) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert f"line {1 if rule == 'I-01' else 2}" in said.err
        assert f"({rule})" in said.err, (change, said.err)
