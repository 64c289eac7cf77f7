"""Virtual tables whose board has areas: how they are taught, and played with the mouse."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from engine.games import format_board
from engine.layout import Shape, SlotGroup
from hardware.virtual.area_top import AreaTop
from hardware.virtual.played_table import PlayedTable
from hardware.virtual.table import LaidTable, VirtualTable, listed, take, tapped

EACH: Final = 2
"""Regions in which a piece of each player is taught; one more stands on a smaller place."""


class AreaTable(LaidTable):
    """A table with a board of areas."""

    top: AreaTop

    def teach(self, directory: Path) -> Path:
        """Write what calibration would: the empty board, pieces, and everything else that lies."""
        rng = np.random.default_rng([self._seed, 2])
        conditions = self.changes.conditions(-1)
        lessons = _Lessons(self.top, rng)
        names = take(lessons.scenes, self.renderer, directory, conditions)
        corners = tapped(self.board, self.renderer.pose_under(conditions), rng)
        (directory / "board.toml").write_text(format_board(self.board), encoding="utf-8")
        path = directory / "table.toml"
        path.write_text(lessons.text(names, corners), encoding="utf-8")
        return path


class PlayedByThemselves(AreaTable, VirtualTable):
    """Such a table at which people play by themselves."""


class PlayedByMouse(AreaTable, PlayedTable):
    """Such a table at which a mouse or a script plays."""


class _Lessons:
    """The scenes of teaching, and what is told of them."""

    def __init__(self, table: AreaTop, rng: np.random.Generator) -> None:
        self._table, self._rng = table, rng
        self._top = self._bare()
        self.scenes = [self._top.scene()]
        self.samples = self._pieces()
        self.scenes.append(self._top.scene())
        self._kinds: dict[str, list[list[str]]] = {}
        self._top = self._bare()
        groups = [group for group in table.board.layout if group.taught and group.places]
        for group in groups:
            self._lay(group)
        self.scenes.append(self._top.scene())
        # What has more kinds than places needs several frames.
        for group in groups:
            left = [one for one in group.classes if one not in self._kinds[group.id][0]]
            while group.taught and "." in group.taught[0] and left:
                self._clear(group)
                kinds = (left + list(group.classes))[: len(group.places)]
                left = left[len(kinds) :]
                self._put(group, kinds)
                self.scenes.append(self._top.scene())

    def _bare(self) -> AreaTop:
        table = self._table
        seats, pieces, look = table.seats, table.taught_with, table.look
        return AreaTop(table.board, seats, pieces, self._rng, look, table.blocks)

    def _pieces(self) -> dict[str, list[str]]:
        """Stand pieces of each player in areas of their own."""
        samples: dict[str, list[str]] = {player: [] for player in self._table.seats}
        for group in self._table.board.areas:
            if group.players and group.places:
                places = self._rng.permutation([place.id for place in group.places]).tolist()
                number = EACH if len(places) >= EACH * len(samples) else 1
                for player, at in samples.items():
                    for place in (places.pop() for _ in range(number)):
                        self._top.put((group.id, place), player)
                        at.append(place)
        return samples

    def _lay(self, group: SlotGroup) -> None:
        """Lay each place's own kind, those that lie there in the game, or so many kinds."""
        number = len(group.places)
        if group.shape is Shape.AREAS:
            for place in group.places:
                self._top.heap((group.id, place.id), place.id, 99)
            self._kinds[group.id] = [list(group.classes)]
            return
        there = [self._table.lying[group.id, place.id] for place in group.places]
        lying = [lain[0].name for lain in there if lain]
        kinds = lying if group.once and len(lying) == number else list(group.classes)
        self._put(group, (kinds * number)[:number])

    def _put(self, group: SlotGroup, kinds: Sequence[str]) -> None:
        self._kinds.setdefault(group.id, []).append(list(kinds))
        for place, kind in zip(group.places, kinds, strict=True):
            self._top.put((group.id, place.id), kind)

    def _clear(self, group: SlotGroup) -> None:
        for place in group.places:
            self._top.lying[group.id, place.id].clear()

    def text(self, frames: Sequence[str], corners: list[list[float]]) -> str:
        """Write the table file."""
        empty, standing, laid, *more = (f'"{name}"' for name in frames)
        lines = ["format = 1", 'board = "board.toml"', "", "[camera]", f"empty = {empty}"]
        lines.append(f"corners_px = {corners}")
        for colour, at in self.samples.items():
            lines += ["", "[[sample]]", f"frame = {standing}", f'colour = "{colour}"']
            lines.append(f"at = {listed(at)}")
        sections: dict[str, list[str]] = {}
        for group in self._table.board.layout:
            if group.id not in self._kinds or group.taught is None:
                continue
            section, key = group.taught
            name, _, rows = section.partition(".")
            kinds = self._kinds[group.id]
            if rows:
                pairs = zip((laid, *more), kinds, strict=False)
                told = [f"{{frame = {frame}, {key} = {listed(one)}}}" for frame, one in pairs]
                sections[name] = [f"{rows} = [{', '.join(told)}]"]
            elif name not in sections:
                sections[name] = [f"frame = {laid}"]
            if key and not rows:
                sections[name].append(f"{key} = {listed(kinds[0])}")
        for name, keys in sections.items():
            lines += ["", f"[{name}]", *keys]
        return "\n".join(lines) + "\n"
