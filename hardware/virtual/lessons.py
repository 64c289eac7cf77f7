"""How a table is taught: what is laid on it for pictures, and the table file about them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from engine.games import format_board
from engine.layout import Shape, SlotGroup
from hardware.virtual.camera_pose import CameraPose
from hardware.virtual.conditions import Conditions
from hardware.virtual.renderer import Renderer
from hardware.virtual.scene import Scene
from hardware.virtual.tabletop import Tabletop

TAP_ERROR_PX: Final = 2.0
EACH: Final = 2
"""Pieces of each player that stand on places of a group, where it has enough of these; else one."""
NOISE: Final = 10**9
"""The noise of the first picture: no frame of a game has a number like that."""


def teach(
    table: Tabletop, renderer: Renderer, directory: Path, seed: int, conditions: Conditions
) -> Path:
    """Write ``board.toml``, ``table.toml`` and pictures into a directory; give the second.

    The pictures show the empty board, pieces of each player, and everything else that lies on a
    board. The corners are as people tap them. Raises OSError.
    """
    board, rng = renderer.board, np.random.default_rng([seed, 2])
    lessons = _Lessons(table, rng)
    frames = [f"frames/{number:04d}.png" for number in range(len(lessons.scenes))]
    (directory / "frames").mkdir(parents=True, exist_ok=True)
    for number, (name, scene) in enumerate(zip(frames, lessons.scenes, strict=True), NOISE):
        _, coded = cv2.imencode(".png", renderer.render(scene, number, conditions))
        (directory / name).write_bytes(coded.tobytes())
    corners = _tapped(board, renderer.pose_under(conditions), rng)
    (directory / "board.toml").write_text(format_board(board), encoding="utf-8")
    path = directory / "table.toml"
    path.write_text(lessons.text(frames, corners), encoding="utf-8")
    return path


class _Lessons:
    """What a table shows while it is taught: a scene for each picture."""

    def __init__(self, table: Tabletop, rng: np.random.Generator) -> None:
        self._board = table.board
        self._top = table.bare(rng)
        self._rng = rng
        self.scenes: list[Scene] = [self._top.scene()]
        self._samples = self._stand_pieces()
        self.scenes.append(self._top.scene())
        for group in self._board.layout:
            self._top.clear(group)
        self._groups = [one for one in self._board.layout if one.taught and one.places]
        self._kinds = {one.id: self._chosen(one, table) for one in self._groups}
        for group in self._groups:
            self._lay(group, self._kinds[group.id][0])
        if self._groups:
            self.scenes.append(self._top.scene())
        for group in self._groups:
            for kinds in self._kinds[group.id][1:]:
                self._top.clear(group)
                self._lay(group, kinds)
                self.scenes.append(self._top.scene())

    def _stand_pieces(self) -> dict[str, list[str]]:
        """Stand pieces of each player on places of their own; tells on which."""
        players = list(self._top.seats)
        samples: dict[str, list[str]] = {player: [] for player in players}
        for group in self._board.layout:
            if not group.players or not group.places:
                continue
            number = EACH if len(group.places) >= EACH * len(players) else 1
            places = [place.id for place in group.places]
            chosen = self._rng.choice(places, number * len(players), replace=False).tolist()
            for i, player in enumerate(players):
                for place in chosen[number * i : number * (i + 1)]:
                    self._top.fetch(player)
                    self._top.lay((group.id, place), player)
                    samples[player].append(place)
        return samples

    def _chosen(self, group: SlotGroup, table: Tabletop) -> list[list[str]]:
        """Choose what lies on each place of a group, in one picture or as many as all classes need.

        Of tiles that have more sides than there are places, those are shown that are played with.
        """
        number, classes = len(group.places), list(group.classes)
        if group.shape is Shape.AREAS:
            return [[place.id for place in group.places]]
        if len(classes) <= number:
            spare = self._rng.choice(classes, number - len(classes))
            return [[str(one) for one in self._rng.permutation([*classes, *spare])]]
        if group.once:
            return [table.contents(group)]
        return [(classes[i:] + classes)[:number] for i in range(0, len(classes), number)]

    def _lay(self, group: SlotGroup, kinds: Sequence[str]) -> None:
        for place, kind in zip(group.places, kinds, strict=True):
            self._top.lay((group.id, place.id), kind)

    def text(self, frames: Sequence[str], corners: list[list[float]]) -> str:
        """Write the table file; ``frames`` are the names of the pictures."""
        empty, standing, *laid = (f'"{name}"' for name in frames)
        lines = ["format = 1", 'board = "board.toml"', "", "[camera]", f"empty = {empty}"]
        lines.append(f"corners_px = {corners}")
        for colour, at in self._samples.items():
            lines += ["", "[[sample]]", f"frame = {standing}", f'colour = "{colour}"']
            lines.append(f"at = {_listed(at)}")
        sections: dict[str, list[str]] = {}
        for group in self._groups:
            table, key = group.taught or ("", "")
            section, _, several = table.partition(".")
            kinds = self._kinds[group.id]
            if several:
                pairs = zip(laid, kinds, strict=False)
                rows = (f"{{frame = {frame}, {key} = {_listed(one)}}}" for frame, one in pairs)
                sections[section] = [f"{several} = [{', '.join(rows)}]"]
                continue
            keys = sections.setdefault(section, [f"frame = {laid[0]}"])
            if key:
                keys.append(f"{key} = {_listed(kinds[0])}")
        for section, keys in sections.items():
            lines += ["", f"[{section}]", *keys]
        return "\n".join(lines) + "\n"


def _tapped(board: Board, pose: CameraPose, rng: np.random.Generator) -> list[list[float]]:
    """Tell where somebody taps the corners of the board in a picture (4 x 2, pixels)."""
    width, height = board.size_mm
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    error = rng.uniform(-1.0, 1.0, (len(corners), 2)) * (TAP_ERROR_PX / np.sqrt(2.0))
    pixels = pose.project(corners) + error
    return [[round(float(x), 1), round(float(y), 1)] for x, y in pixels]


def _listed(idents: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{ident}"' for ident in idents) + "]"
