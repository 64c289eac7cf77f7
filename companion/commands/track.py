"""`dubsar track`: frames explained by the rules."""

import argparse
import json
import os
from pathlib import Path

from companion.commands import add_frames, add_language, whole_number
from companion.frames import Advice, FrameFiles, teach_eye
from companion.messages import complain, result
from companion.playback import open_record, replayed
from companion.tracking.tracker import Options
from companion.tracking.tracker_of import tracker_of
from engine.errors import InputError
from engine.history import AnyHistory
from engine.record import Record
from vision.table import Table, load_table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Read frames in order and print the events that they show, as further lines of the "
        "record. What no legal event explains is printed as a note. Where pieces lie in areas, an "
        "event is printed once later frames show whose it was, or when the frames end."
    )
    add_frames(parser)
    parser.add_argument(
        "--start",
        type=Path,
        required=True,
        metavar="RECORD",
        help="a record with at least header and setup; the frames begin where it ends",
    )
    parser.add_argument(
        "--agree",
        type=whole_number(1),
        default=1,
        metavar="N",
        help="settled frames in a row that must say the same before an event is written (1)",
    )
    parser.add_argument(
        "--no-auto-score",
        action="store_false",
        dest="auto_score",
        help="do not score a round by itself when all turns have been played",
    )
    add_language(parser, of="advice")


def run(arguments: argparse.Namespace) -> int:
    """Track the frames; 1 when some could not be read."""
    table = load_table(arguments.table)
    history = _start(arguments.start, table)
    options = Options(arguments.agree, auto_score=arguments.auto_score)
    tracker = tracker_of(history, table.board, options)
    taught = {os.path.realpath(path) for path in table.frames}
    frames = [path for path in arguments.frames if os.path.realpath(path) not in taught]
    if skipped := len(arguments.frames) - len(frames):
        complain(f"skipping {skipped} frame{'s' * (skipped > 1)} that the table names")
    eye = teach_eye(table)
    advice = Advice(table, arguments.language)
    advice.on_table(eye)
    files = FrameFiles(frames, eye)
    for path, reading in files.readings():
        advice.on_change(path, reading)
        for line in tracker.see(reading, path.name):
            result(json.dumps(line, ensure_ascii=False), flush=True)
        if tracker.over:
            break
    for line in tracker.finish():
        result(json.dumps(line, ensure_ascii=False), flush=True)
    return 1 if files.failed else 0


def _start(path: Path, table: Table) -> AnyHistory:
    """Play the start record on the table's board; raises InputError when it will not do."""
    with open_record(path) as lines:
        record = Record(lines, str(path))
        history = replayed(record, table.board)
    for player in record.header.players:
        if player not in table.colours:
            taught = ", ".join(table.colours)
            wrong = f"no {player} pieces were taught for {table.path}, only {taught}"
            raise InputError(str(path), "line 1.players", wrong)
    if history.game.to_json(history.state)["phase"] == "setup":
        raise InputError(str(path), "", "expected a setup after the header")
    if untracked := history.game.untracked(history.state):
        raise InputError(str(path), *untracked)
    return history
