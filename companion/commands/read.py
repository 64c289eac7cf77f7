"""`dubsar read`: what the camera sees, without rules."""

import argparse
import json
from pathlib import Path

from companion.commands import Subparsers, add_language
from companion.messages import result


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "read",
        help="say what the camera sees in each frame, without rules",
        description="Print one JSON line a frame: the board, the ranking row, the influence tiles.",
    )
    parser.add_argument(
        "--table", type=Path, required=True, metavar="TABLE", help="the table file (table.toml)"
    )
    parser.add_argument(
        "frames", type=Path, nargs="+", metavar="FRAME", help="pictures, in the order taken"
    )
    add_language(parser, of="advice")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read the frames in order; 1 when some could not be read."""
    from companion.frames import Advice, FrameFiles  # noqa: PLC0415 - imports OpenCV
    from companion.sighting import sighting  # noqa: PLC0415
    from vision.area_eye import eye_of  # noqa: PLC0415
    from vision.table import load_table  # noqa: PLC0415

    table = load_table(arguments.table)
    eye = eye_of(table)
    advice = Advice(table, arguments.language)
    advice.on_table(eye)
    files = FrameFiles(arguments.frames, eye)
    for path, reading in files.readings():
        result(json.dumps(sighting(reading, table.board, path.name)), flush=True)
        advice.on_frame(path, reading)
    return 1 if files.failed else 0
