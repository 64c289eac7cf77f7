"""Games for the path tracer are legal, and its styles are drawn anew for each number."""

import importlib.util
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from companion.cli import main
from tests.hard_tables.random_game import write_random_game

PLAYERS = ["red", "blue", "green"]


TOOLS = Path(__file__).parents[2] / "tools"


def load(script: str) -> ModuleType:
    """Load a script as a module: it belongs to another environment and imports nothing here."""
    spec = importlib.util.spec_from_file_location(script, TOOLS / f"{script}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_states_are_those_that_replay_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = write_random_game(tmp_path, PLAYERS, 5, None)
    board = str(tmp_path / "board.toml")
    assert main(["replay", str(tmp_path / "record.jsonl"), "--board", board, "--json"]) == 0
    states = (tmp_path / "states.jsonl").read_text(encoding="utf-8")
    assert capsys.readouterr().out == states
    assert states.count("\n") == events


def test_a_game_ends_with_the_deal_after_one_dynasty(tmp_path: Path) -> None:
    write_random_game(tmp_path, PLAYERS, 6, None)
    record = (tmp_path / "record.jsonl").read_text(encoding="utf-8")
    assert record.count('"draw"') == 1
    assert '"draw"' in record.splitlines()[-1]


def test_a_board_of_ones_own_is_played_on_as_it_is(tmp_path: Path) -> None:
    write_random_game(tmp_path / "one", PLAYERS, 7, None)
    board = tmp_path / "one" / "board.toml"
    write_random_game(tmp_path / "other", PLAYERS, 8, board)
    assert (tmp_path / "other" / "board.toml").read_bytes() == board.read_bytes()


def test_a_palette_is_the_same_for_the_same_number_and_another_for_others() -> None:
    restyled = load("restyled")
    style = {"base": (222, 199, 152), "reg": [(214, 160, 88), (150, 168, 106)], "mix": 0.6}
    one, again, other = (restyled._recoloured(style, random.Random(n)) for n in (1, 1, 2))  # noqa: S311
    assert one == again
    assert one["reg"] != other["reg"]
    assert one["mix"] == style["mix"]


def test_each_way_of_printing_makes_another_picture_and_the_same_again() -> None:
    new_style = load("new_style")
    plain = np.full((56, 70, 3), 120, np.float32)
    plain[20:40, 10:50] = (200, 60, 40)
    noise = SimpleNamespace(
        fbm=lambda height, width, _scale, _octaves, rng, _gain=0.5: rng.standard_normal(
            (height, width)
        ).astype(np.float32)
    )
    seen = [
        [new_style._printed(noise, plain.copy(), how, np.random.default_rng(4)) for _ in range(2)]
        for how in new_style.PRINTS
    ]
    assert all((one == again).all() for one, again in seen)
    assert len({one.tobytes() for one, _ in seen}) == len(new_style.PRINTS)


@pytest.mark.parametrize("script", ["restyled", "new_style"])
def test_it_runs_without_the_programs_environment_and_says_what_it_wants(script: str) -> None:
    command = [sys.executable, "-I", "-S", str(TOOLS / f"{script}.py"), "nowhere"]
    alone = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert alone.stderr.startswith(f"python tools/{script}.py RENDERER N COMMAND")
    assert alone.returncode == 1
