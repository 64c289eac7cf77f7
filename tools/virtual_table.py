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

from companion.games import part_of
from engine.games import game_named, parse_board
from engine.record import Header, Undo, format_header, format_line, format_undo
from hardware.virtual.camera_pose import CameraPose
from hardware.virtual.painting import Picture, Points
from hardware.virtual.table import VirtualTable
from seeds.boards import builtin_board_text
from tests.hard_tables.hard_table import hard_table

COLOURS: Final = ("red", "blue", "yellow", "green")
TAUGHT: Final = 3
JPEG_QUALITY: Final = 92
OCCLUDED: Final = 0.25
"""The share of a spot from which it counts as hidden."""
SOLID: Final = 127
EDGE_STEPS: Final = 8
"""Into how many pieces an edge of the board is cut to follow it through a lens that bends it."""


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
        lines.append(json.dumps({"file": file, **truth_of(table)}) + "\n")
    (folder / "truth.jsonl").write_text("".join(lines), encoding="utf-8")
    game = game_named(table.board.game)
    header = format_header(Header(game.name, "board", table.players, {}))
    events = [
        format_line(format_undo(event) if isinstance(event, Undo) else game.format_event(event))
        for event in table.record
    ]
    (folder / "start.jsonl").write_text(header + events[0], encoding="utf-8")
    (folder / "record.jsonl").write_text(header + "".join(events), encoding="utf-8")
    return len(lines)


def truth_of(table: VirtualTable) -> dict[str, object]:
    """Tell what really lies on the table now, by the keys of a line of ``truth.jsonl``.

    ``hand`` is whether something that is no part of the game covers part of the printed
    board, as `dubsar read` has it. ``amiss`` is there where something is; ``locations_px`` in
    the first line and where the camera has moved.
    """
    moment, conditions, board = table.moment, table.conditions, table.board
    scene = moment.scene
    pose = table.renderer.pose_under(conditions)
    hidden = table.renderer.hidden(scene, conditions)
    width, height = board.size_mm
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    outline = np.linspace(corners, np.roll(corners, -1, axis=0), EDGE_STEPS, endpoint=False)
    spots = pose.project(np.array([(*one.at_mm, 0.0) for one in board.locations]))
    places = dict(zip(board.index, _listed(spots), strict=True))
    bumped = table.tick > 0 and conditions.nudge != table.changes.conditions(table.tick - 1).nudge
    return {
        "board": {ident: merchant.paint for ident, merchant in scene.pieces.items()},
        "hand": _share(hidden, pose, outline.swapaxes(0, 1).reshape(-1, 3)) > 0.0,
        "occluded": _occluded(table, hidden, pose),
        **{group.id: scene.faces(group) for group in board.layout if not group.players},
        "event": moment.events,
        "what": moment.what,
        "lying": [ident for ident, merchant in scene.pieces.items() if merchant.lying],
        "offset_mm": {
            ident: [round(there - x, 2) for there, x in zip(merchant.at_mm, spot, strict=True)]
            for ident, merchant in scene.pieces.items()
            for spot in [board.locations[board.index[ident]].at_mm]
        },
        "bumped": bumped,
        "corners_px": _listed(pose.project(corners)),
        **({"amiss": list(moment.amiss)} if moment.amiss else {}),
        **({"locations_px": places} if bumped or table.tick <= 0 else {}),
    }


def _occluded(table: VirtualTable, hidden: Picture, pose: CameraPose) -> list[str]:
    """Name the locations of which a quarter or more is hidden."""
    around = np.linspace(0.0, 2 * np.pi, 24, endpoint=False)
    circle = np.stack([np.cos(around), np.sin(around), 0.0 * around], axis=1)
    return [
        one.id
        for one in table.board.locations
        if _share(hidden, pose, circle * one.radius_mm + (*one.at_mm, 0.0)) >= OCCLUDED
    ]


def _share(hidden: Picture, pose: CameraPose, outline: Points) -> float:
    """Tell how much of a part of the board (its outline n x 3, mm) is hidden, 0 to 1."""
    pixels = np.rint(pose.project(outline)).astype(np.int32)
    left, top = np.maximum(pixels.min(axis=0), 0)
    right, bottom = pixels.max(axis=0) + 1
    patch = hidden[top:bottom, left:right]
    inside = np.zeros_like(patch)
    cv2.fillPoly(inside, [pixels - (left, top)], (1,))
    return float((patch[inside > 0] > SOLID).mean())


def _listed(pixels: Points) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in pixels]


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
        else part_of(board.game, "virtual_table").virtual_table(
            board, players, first, arguments.seed, arguments.settled
        )
    )
    print(f"{write_game(arguments.folder, table, arguments.frames)} frames")
    return 0


if __name__ == "__main__":
    sys.exit(main())
