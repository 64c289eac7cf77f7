"""`dubsar explain`: why each event of a record is legal or not, and what follows from it."""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.boards.known import find_board
from companion.commands import add_language, add_record
from companion.language import Language
from companion.messages import result
from companion.playback import begin, open_record, play_entry, warn_if_cut_short
from companion.words.names import Names, names_of
from companion.words.verdicts import finding_lines, nearest_lines, rule_lines, verdict_lines
from engine.errors import InputError
from engine.game import AnyGame
from engine.history import AnyHistory, explain_next
from engine.record import Entry, Record, Undo, format_undo
from engine.ruling import Finding, Ruling, finding_to_json, ruling_to_json

Nearest = Sequence[tuple[Any, Finding]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Tell for each event of a record, or for one, every rule that was consulted, "
        "what it found, and what follows from the event. A line that the rules refuse is "
        "explained too, with the legal events nearest to it. Without --event, a summary of the "
        "position at the end follows, where the game offers one."
    )
    add_record(parser)
    parser.add_argument("--event", type=int, metavar="N", help="only this one; the setup is 1")
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object an event")


def run(arguments: argparse.Namespace) -> int:
    """Explain the record; raises InputError at a line that cannot be read or played.

    The line that was asked for needs not be legal, and what comes after it is not read.
    """
    path: Path = arguments.record
    wanted: int | None = arguments.event
    language = Language(arguments.language)
    with open_record(path) as lines:
        record = Record(lines, str(path))
        board = find_board(record.header.board, path, arguments.board)
        history = begin(record, board)
        names = names_of(language, board)
        for entry in record.entries(history.game.parse_event):
            if wanted in (None, history.event + 1):
                if arguments.json:
                    _print_json(history, entry)
                else:
                    _print_tree(history, entry, names)
            if wanted == history.event + 1:
                return 0
            play_entry(record, board, history, entry)
        warn_if_cut_short(record)
    if wanted is None:
        _print_standing(history, names, as_json=arguments.json)
    if wanted is not None:
        there_are = f"expected an event from 1 to {history.event}, found {wanted}"
        raise InputError(str(path), "--event", there_are)
    return 0


def _print_standing(history: AnyHistory, names: Names, *, as_json: bool) -> None:
    """Print the game's summary of the position at the end of the record, if it offers one."""
    found = tuple(history.game.standing(history.state))
    if not found:
        return
    if as_json:
        keys = {"event": history.event, "now": [finding_to_json(one) for one in found]}
        result(json.dumps(keys, ensure_ascii=False))
        return
    result(names.language.say("Where the game stands now:"))
    for line in finding_lines(found, names):
        result(f"   {line.indented}")


def _explained(history: AnyHistory, entry: Entry[Any]) -> tuple[Ruling, Nearest]:
    ruling = explain_next(history, entry.event)
    if isinstance(entry.event, Undo):
        return ruling, ()
    return ruling, history.game.nearest(history.state, entry.event)


def _print_json(history: AnyHistory, entry: Entry[Any]) -> None:
    ruling, nearest = _explained(history, entry)
    keys: dict[str, object] = {
        "event": history.event + 1,
        "line": entry.line,
        "played": _keys(history.game, entry.event),
        **ruling_to_json(ruling),
        "nearest": [
            {"event": _keys(history.game, event), "finding": finding_to_json(finding)}
            for event, finding in nearest
        ],
    }
    result(json.dumps(keys, ensure_ascii=False))


def _keys(game: AnyGame, event: object) -> Mapping[str, object]:
    return format_undo(event) if isinstance(event, Undo) else game.format_event(event)


def _print_tree(history: AnyHistory, entry: Entry[Any], names: Names) -> None:
    ruling, nearest = _explained(history, entry)
    result(f"{history.event + 1}. {names.event(entry.event)}")
    lines = [*verdict_lines(ruling, names)]
    if nearest:
        lines += nearest_lines(nearest, names)
    lines += rule_lines(ruling, names)
    for line in lines:
        result(f"   {line.indented}")
    result("")
