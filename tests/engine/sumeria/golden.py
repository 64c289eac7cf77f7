"""The golden games of ``tests/data/golden``: complete records, kept with every State."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from engine.board import Board
from engine.games import load_board, parse_board
from engine.history import History
from engine.record import Record
from engine.sumeria import SUMERIA
from engine.sumeria.effects import Effect
from engine.sumeria.events import Event
from engine.sumeria.state import State
from seeds.boards import builtin_board_text, builtin_boards

FOLDER: Final = Path(__file__).parents[2] / "data" / "golden"
GAMES: Final = ("three-players", "four-players", "house-rules")
BOARDS: Final = ("dubsar", "goods")


def board_named(name: str) -> Board:
    """Find a board as a record does: built in, or beside the golden games."""
    if name in builtin_boards():
        return parse_board(builtin_board_text(name), name)
    return load_board(FOLDER / f"{name}.toml")


def replayed(name: str, lines: int | None = None) -> History[State, Event, Effect]:
    """Replay a golden game, or so many of its lines after the header."""
    with (FOLDER / f"{name}.jsonl").open("rb") as file:
        record = Record(file, name)
        header = record.header
        start = SUMERIA.new_game(board_named(header.board), header.players, header.rulings)
        history = History(SUMERIA, start)
        for entry in record.entries(SUMERIA.parse_event):
            if history.event == lines:
                break
            history.append(entry.event)
    return history


def kept_states(name: str) -> Sequence[Mapping[str, object]]:
    """Read the States that were kept with a golden game, one a line."""
    text = (FOLDER / f"{name}.states.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]
