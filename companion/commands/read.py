"""`dubsar read`: what the camera sees, without rules."""

import argparse
import json

from companion.commands import add_frames, add_language
from companion.frames import Advice, FrameFiles, teach_eye
from companion.messages import result
from companion.sighting import sighting
from vision.table import load_table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print one JSON line a frame: the pieces on the board, the tiles, and what is hidden."
    )
    add_frames(parser)
    add_language(parser, of="advice")


def run(arguments: argparse.Namespace) -> int:
    """Read the frames in order; 1 when some could not be read."""
    table = load_table(arguments.table)
    eye = teach_eye(table)
    advice = Advice(table, arguments.language)
    advice.on_table(eye)
    files = FrameFiles(arguments.frames, eye)
    for path, reading in files.readings():
        result(json.dumps(sighting(reading, table.board, path.name)), flush=True)
        advice.on_frame(path, reading)
    return 1 if files.failed else 0
