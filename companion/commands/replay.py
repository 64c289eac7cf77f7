"""`dubsar replay`: a record played through the rules."""

import argparse
import json
from pathlib import Path
from typing import Any

from companion.boards.known import find_board
from companion.commands import add_language, add_record
from companion.language import Language
from companion.messages import result
from companion.playback import begin, open_record, play
from companion.words.names import Names, names_of
from engine.game import Step
from engine.history import AnyHistory
from engine.record import Entry, Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Play a record through the rules and tell how the game went."
    add_record(parser)
    parser.add_argument("--json", action="store_true", help="print one State a line instead")
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay the record; raises InputError at the first line that cannot be read or played."""
    path: Path = arguments.record
    with open_record(path) as lines:
        record = Record(lines, str(path))
        board = find_board(record.header.board, path, arguments.board)
        history = begin(record, board)
        names = names_of(Language(arguments.language), board)
        for entry, step in play(record, board, history):
            if arguments.json:
                result(json.dumps(history.to_json(), ensure_ascii=False))
            else:
                _tell(history.event, entry, step, names)
    if not arguments.json:
        _tell_standing(history, names)
    return 0


def _tell(number: int, entry: Entry[Any], step: Step[Any, Any], names: Names) -> None:
    result(f"{number:4}  {names.event(entry.event)}")
    for effect in step.effects:
        result(f"      {names.effect(effect)}")


def _tell_standing(history: AnyHistory, names: Names) -> None:
    result("")
    state = history.game.to_json(history.state)
    result(names.stand(state))
    sheet = history.game.scores(history.state)
    for row in sheet.rows:
        result(names.score(sheet, row))
