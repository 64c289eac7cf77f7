"""Records and board files mangled in any way: played as far as they go, or one clear line."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.playback import begin, play
from engine.errors import InputError
from engine.games import parse_board
from engine.record import Record
from seeds.boards import builtin_board_text
from tests.engine.sumeria.golden import FOLDER, GAMES, board_named

SEEDS = st.integers(0, 10**9)
PIECES = (
    *'{}[]",:=#\n-1.0e9 ',
    "null",
    "true",
    "\\u0000",
    "nan",
    "[[location]]",
    "ur.city",
    "[" * 50,
)
BOARD_OF = {"three-players": "dubsar", "four-players": "goods", "house-rules": "goods"}
ANY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def mangled(text: str, seed: int) -> str:
    """Drop, double, exchange and invent pieces of a text."""
    chance = random.Random(seed)  # noqa: S311 - nobody's secret
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        until = min(len(text), at + chance.choice([0, 1, 2, 8, 60]))
        part = chance.choice(["", text[at:until] * 2, chance.choice(PIECES), text[at:until][::-1]])
        text = text[:at] + part + text[until:]
    lines = text.splitlines(keepends=True)
    if len(lines) > 1 and chance.random() < 0.3:
        one, other = chance.sample(range(len(lines)), 2)
        lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def replay_mangled(name: str, seed: int) -> None:
    text = mangled((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8"), seed)
    lines = text.encode("utf-8", "surrogatepass").splitlines(keepends=True)
    try:
        record = Record(lines, "game.jsonl")
        board = board_named(BOARD_OF[name])
        for _ in play(record, board, begin(record, board)):
            pass
    except InputError as caught:
        told = str(caught)
        assert told.startswith("game.jsonl: line ")
        assert "\n" not in told


def load_mangled(seed: int) -> None:
    try:
        parse_board(mangled(builtin_board_text("dubsar"), seed), "board.toml")
    except InputError as caught:
        told = str(caught)
        assert told.startswith("board.toml: ")
        placed = caught.place or "TOML" in told  # whose own error names the line
        assert placed
        assert "\n" not in told


@ANY
@given(st.sampled_from(GAMES), SEEDS)
def test_a_mangled_record_is_played_so_far_or_refused_by_line(name: str, seed: int) -> None:
    replay_mangled(name, seed)


@ANY
@given(SEEDS)
def test_a_mangled_board_loads_or_is_refused_by_place(seed: int) -> None:
    load_mangled(seed)


@pytest.mark.long
@settings(ANY, max_examples=2000)
@given(st.sampled_from(GAMES), SEEDS)
def test_two_thousand_mangled_records(name: str, seed: int) -> None:
    replay_mangled(name, seed)


@pytest.mark.long
@settings(ANY, max_examples=2000)
@given(SEEDS)
def test_two_thousand_mangled_boards(seed: int) -> None:
    load_mangled(seed)
