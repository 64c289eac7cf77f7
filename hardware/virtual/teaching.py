"""Teaching: what calibration would leave behind for a virtual table (formats, section 2)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from engine.board_text import format_board
from engine.layout import SlotGroup
from hardware.virtual.camera_pose import CameraPose
from hardware.virtual.conditions import Conditions
from hardware.virtual.renderer import Renderer
from hardware.virtual.scene import Scene
from hardware.virtual.tabletop import Tabletop

TAP_ERROR_PX: Final = 2.0
SAMPLES: Final = 2


def teach(
    table: Tabletop, renderer: Renderer, directory: Path, seed: int, conditions: Conditions
) -> Path:
    """Write ``board.toml``, ``table.toml`` and three pictures into a directory; give the second.

    The pictures show the empty board, two pieces of each player, and tiles of all kinds where the
    board has places for them. The corners are as people tap them: up to two pixels
    off. Raises OSError.
    """
    board = renderer.board
    rng = np.random.default_rng([seed, 2])
    players = tuple(table.seats)
    top = Tabletop(board, table.seats, table.taught_with, rng, renderer.look)
    scenes = [top.scene()]
    spots = rng.choice([one.id for one in board.locations], SAMPLES * len(players), replace=False)
    samples = {
        player: [str(spot) for spot in spots[SAMPLES * i : SAMPLES * (i + 1)]]
        for i, player in enumerate(players)
    }
    for player, at in samples.items():
        for location in at:
            top.fetch(player)
            top.stand(location, player)
    scenes.append(top.scene())
    for at in samples.values():
        for location in at:
            top.lift(location)
    row = _all_of(board.row, rng)
    kinds = _all_of(board.tiles, rng)
    for slot, ident in enumerate(row):
        top.lay_tile(slot, ident)
    for space, kind in enumerate(kinds):
        top.lay_token(space, kind)
    if row or kinds:
        scenes.append(top.scene())
    names = _take(scenes, renderer, directory, conditions)
    corners = _tapped(board, renderer.pose_under(conditions), rng)
    (directory / "board.toml").write_text(format_board(board), encoding="utf-8")
    path = directory / "table.toml"
    taught = {board.row: row, board.tiles: kinds}
    path.write_text(_table_text(names, corners, samples, taught), encoding="utf-8")
    return path


def _all_of(group: SlotGroup | None, rng: np.random.Generator) -> list[str]:
    """Lay each class of tile at least once on the places of a slot group, if there are any."""
    if group is None or not group.places:
        return []
    spare = rng.choice(group.classes, len(group.places) - len(group.classes))
    return [str(one) for one in rng.permutation([*group.classes, *spare])]


def _take(
    scenes: Sequence[Scene], renderer: Renderer, directory: Path, conditions: Conditions
) -> list[str]:
    """Save a picture of each scene; name them relative to the directory."""
    (directory / "frames").mkdir(parents=True, exist_ok=True)
    names = []
    for number, scene in enumerate(scenes):
        names.append(f"frames/{number:04d}.png")
        # Noise of its own: no frame of the game has a number like that.
        _, coded = cv2.imencode(".png", renderer.render(scene, 10**9 + number, conditions))
        (directory / names[-1]).write_bytes(coded.tobytes())
    return names


def _tapped(board: Board, pose: CameraPose, rng: np.random.Generator) -> list[list[float]]:
    width, height = board.size_mm
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    error = rng.uniform(-1.0, 1.0, (len(corners), 2)) * (TAP_ERROR_PX / np.sqrt(2.0))
    pixels = pose.project(corners) + error
    return [[round(float(x), 1), round(float(y), 1)] for x, y in pixels]


def _table_text(
    frames: Sequence[str],
    corners: list[list[float]],
    samples: Mapping[str, list[str]],
    taught: Mapping[SlotGroup | None, list[str]],
) -> str:
    empty, coloured, *tiled = (f'"{name}"' for name in frames)
    lines = ["format = 1", 'board = "board.toml"', "", "[camera]", f"empty = {empty}"]
    lines.append(f"corners_px = {corners}")
    for colour, at in samples.items():
        lines += ["", "[[sample]]", f"frame = {coloured}", f'colour = "{colour}"']
        lines.append(f"at = {_list(at)}")
    for group, lying in taught.items():
        if group is not None and group.taught is not None and lying:
            section, key = group.taught
            lines += ["", f"[{section}]", f"frame = {tiled[0]}", f"{key} = {_list(lying)}"]
    return "\n".join(lines) + "\n"


def _list(idents: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{ident}"' for ident in idents) + "]"
