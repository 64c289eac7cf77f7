"""An eye that sees a virtual table as it is: what then goes wrong is not the eye's fault."""

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from engine.board import Board
from engine.layout import Shape
from hardware.virtual.scene import Scene
from hardware.virtual.table import LaidTable
from vision.reading import Areas, Reading, Slots

SURE: Final = 12.0
"""By how much each location's log likelihood speaks for what is there."""


class Laid(Protocol):
    """A virtual table: what lies there at present."""

    @property
    def board(self) -> Board:
        """The board that lies there."""

    @property
    def players(self) -> Sequence[str]:
        """The paints of the pieces."""

    @property
    def scene(self) -> Scene:
        """Everything on the table."""


class PerfectEye:
    """Reads a table without its pictures; arms that rest on the table do not disturb it."""

    def __init__(self, table: Laid) -> None:
        """Look at a table."""
        self._table = table
        self._choices = (None, *table.players)

    def read(self) -> Reading:
        """Read the present moment."""
        scene, board = self._table.scene, self._table.board
        there = [
            scene.pieces[one.id].paint if one.id in scene.pieces else None
            for one in board.locations
        ]
        busy = scene.hand is not None
        slots = range(len(board.row_boxes))
        spaces = range(len(board.tile_circles))
        tiles = (scene.row.get(slot) for slot in slots)
        tokens = (scene.tiles.get(space) for space in spaces)
        near = np.full(len(there), busy)
        row = [tile.face if tile else None for tile in tiles]
        kinds = [token.face if token else None for token in tokens]
        groups = {board.pieces.id: surely(there, self._choices, near)}
        for group, lying in ((board.row, row), (board.tiles, kinds)):
            if group is not None:
                classes = (None, *group.classes)
                groups[group.id] = surely(lying, classes, np.full(len(lying), busy))
        return Reading(registered=True, hand=busy, groups=groups)


class AreaPerfectEye:
    """Reads a table with a board of areas likewise."""

    def __init__(self, table: LaidTable) -> None:
        """Look at a table."""
        self._top, self._table = table.top, table

    def read(self) -> Reading:
        """Read the present moment."""
        busy = self._table.scene.hand is not None
        groups, areas = {}, {}
        for group in self._top.board.layout:
            lying = [
                tuple(sorted(one.name for one in self._top.on((group.id, place.id))))
                for place in group.places
            ]
            near = np.full(len(lying), busy)
            if group.shape is Shape.AREAS:
                most = [lain[: group.capacity] for lain in lying]
                seen = tuple({lain: 0.0, (*lain, "nobody"): -SURE} for lain in most)
                areas[group.id] = Areas(seen, ~near, near)
            else:
                alone = [lain[0] if lain else None for lain in lying]
                groups[group.id] = surely(alone, (None, *group.classes), near)
        return Reading(registered=True, hand=busy, groups=groups, areas=areas)


def surely(
    there: Sequence[str | None],
    classes: tuple[str | None, ...],
    near: npt.NDArray[np.bool_],
) -> Slots:
    """See what lies on each place of a group, unless a hand is ``near``."""
    rows = np.array([[0.0 if one == what else -SURE for one in classes] for what in there])
    return Slots(classes, rows, ~near, near)
