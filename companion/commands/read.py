"""`dubsar read`: what the camera sees, without rules."""

import argparse
import json
from pathlib import Path

from companion.commands import Subparsers


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
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read the frames in order; 1 when some could not be read."""
    from companion.frames import FrameFiles  # noqa: PLC0415 - imports OpenCV
    from companion.sighting import sighting  # noqa: PLC0415
    from vision.eye import Eye  # noqa: PLC0415
    from vision.table import load_table  # noqa: PLC0415

    table = load_table(arguments.table)
    files = FrameFiles(arguments.frames, Eye(table))
    for path, reading in files.readings():
        print(json.dumps(sighting(reading, table.board, path.name)), flush=True)  # noqa: T201
    return 1 if files.failed else 0
