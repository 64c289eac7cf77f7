"""Write a game at a virtual table as frames with truth, for `dubsar track` and tools.evaluate.

python -m tools.virtual_table FOLDER [--seed N] [--players 3|4] [--settled N] [--frames N]
    [--hard]
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.games import parse_board
from engine.record import Header, Undo, format_header, format_line, format_undo
from engine.sumeria import SUMERIA
from hardware.virtual.hard_table import hard_table
from hardware.virtual.table import VirtualTable
from seeds.boards import builtin_board_text

COLOURS: Final = ("red", "blue", "yellow", "green")
TAUGHT: Final = 3
JPEG_QUALITY: Final = 92


def write_game(folder: Path, table: VirtualTable, most: int | None) -> int:
    """Write the table file, up to ``most`` frames and all truth files; give how many frames."""
    table.teach(folder)
    lines = []
    for number in range(sys.maxsize if most is None else most):
        if not table.advance():
            break
        file = f"frames/{TAUGHT + number:04d}.jpg"
        quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        _, coded = cv2.imencode(".jpg", table.picture(), quality)
        (folder / file).write_bytes(coded.tobytes())
        lines.append(json.dumps({"file": file, **table.truth()}) + "\n")
    (folder / "truth.jsonl").write_text("".join(lines), encoding="utf-8")
    header = format_header(Header("sumeria", "board", table.players, {}))
    events = [
        format_line(format_undo(event) if isinstance(event, Undo) else SUMERIA.format_event(event))
        for event in table.record
    ]
    (folder / "start.jsonl").write_text(header + events[0], encoding="utf-8")
    (folder / "record.jsonl").write_text(header + "".join(events), encoding="utf-8")
    return len(lines)


def main() -> int:
    """Play one game into a folder."""
    parser = argparse.ArgumentParser(description="Write a virtual game as frames with truth.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, choices=(3, 4), default=3)
    parser.add_argument("--settled", type=int, default=1, help="still frames after each deed (1)")
    parser.add_argument("--frames", type=int, help="stop after so many (a whole game)")
    parser.add_argument(
        "--hard", action="store_true", help="a random board, bad light, bumps, mishaps"
    )
    arguments = parser.parse_args()
    players = COLOURS[: arguments.players]
    first = players[np.random.default_rng(arguments.seed).integers(len(players))]
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    table = (
        hard_table(
            arguments.seed,
            players=arguments.players,
            settled=arguments.settled,
            agreements=False,
        )
        if arguments.hard
        else VirtualTable(board, players, first, arguments.seed, arguments.settled)
    )
    print(f"{write_game(arguments.folder, table, arguments.frames)} frames")
    return 0


if __name__ == "__main__":
    sys.exit(main())
