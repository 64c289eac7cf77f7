"""Write a random legal game of one dynasty of Sumeria, for a renderer to show.

    python -m tests.hard_tables.random_game FOLDER COLOUR... [--seed N] [--board FILE]

FOLDER gets ``board.toml`` (a random board, or that file), ``record.jsonl`` and ``states.jsonl``,
which is what `dubsar replay --json` prints of the record.
"""

import argparse
import json
import sys
from pathlib import Path

from companion.messages import result
from engine.games import format_board, load_board
from engine.history import History
from engine.record import Header, format_header, format_line
from engine.sumeria.events import Draw
from engine.sumeria.game import SUMERIA
from tests.engine.sumeria.playing import playout
from tests.hard_tables.random_board import random_board


def write_random_game(folder: Path, players: list[str], seed: int, board: Path | None) -> int:
    """Write a game that ends with the deal after its first dynasty; give how many events it has."""
    played = load_board(board) if board else random_board(seed)
    folder.mkdir(parents=True, exist_ok=True)
    text = board.read_text(encoding="utf-8") if board else format_board(played)
    (folder / "board.toml").write_text(text, encoding="utf-8")
    header = Header(SUMERIA.name, "board", tuple(players), {})
    history = History(SUMERIA, SUMERIA.new_game(played, header.players, header.rulings))
    record, states = [format_header(header)], []
    for _, event, _ in playout(history.state, seed):
        history.append(event)
        record.append(format_line(SUMERIA.format_event(event)))
        states.append(json.dumps(history.to_json(), ensure_ascii=False) + "\n")
        if isinstance(event, Draw):
            break
    (folder / "record.jsonl").write_text("".join(record), encoding="utf-8")
    (folder / "states.jsonl").write_text("".join(states), encoding="utf-8")
    return len(states)


def main() -> int:
    """Write one game."""
    parser = argparse.ArgumentParser(description="Write a random legal game of one dynasty.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("colour", nargs="+", help="the players' colours, in seat order")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--board", type=Path, help="play on this board instead of a random one")
    arguments = parser.parse_args()
    events = write_random_game(arguments.folder, arguments.colour, arguments.seed, arguments.board)
    result(f"{events} events")
    return 0


if __name__ == "__main__":
    sys.exit(main())
