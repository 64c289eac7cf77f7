"""`dubsar replay`: a record played through the rules."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from companion.boards import find_board
from companion.commands import Subparsers
from companion.playback import begin, open_record, play
from companion.words import player_name, sentence_for, sentence_for_effect
from engine.board import Board
from engine.game import Step
from engine.history import History
from engine.record import Entry, Record


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "replay",
        help="play a record through the rules",
        description="Play a record through the rules and tell how the game went.",
    )
    parser.add_argument(
        "record", type=Path, metavar="RECORD", help="the record (*.jsonl), or a game's zip"
    )
    parser.add_argument("--board", type=Path, metavar="FILE", help="the board it was played on")
    parser.add_argument("--json", action="store_true", help="print one State a line instead")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Replay the record; raises InputError at the first line that cannot be read or played."""
    path: Path = arguments.record
    with open_record(path) as lines:
        record = Record(lines, str(path))
        board = find_board(record.header.board, path, arguments.board)
        history = begin(record, board)
        for entry, step in play(record, board, history):
            if arguments.json:
                _print(json.dumps(history.to_json(), ensure_ascii=False))
            else:
                _tell(history.event, entry, step, board)
    if not arguments.json:
        _tell_standing(history)
    return 0


def _tell(number: int, entry: Entry[Any], step: Step[Any, Any], board: Board) -> None:
    _print(f"{number:4}  {sentence_for(entry.event, board)}")
    for effect in step.effects:
        _print(f"      {sentence_for_effect(effect, board)}")


def _tell_standing(history: History[Any, Any, Any]) -> None:
    """Print where the game stands at the end of the record."""
    state = history.game.to_json(history.state)
    _print(f"\nDynasty {state['dynasty']}, turn {state['turn']}, phase {state['phase']}.")
    for row in history.game.standing(history.state):
        tiles = ", ".join(f"{kind} {number}" for kind, number in row.won)
        _print(f"{player_name(row.player):10} {row.points:3} points   {tiles}")


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
