"""An eye that sees a virtual table as it is: what then goes wrong is not the eye's fault."""

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from engine.board import Board
from hardware.virtual.scene import Scene
from vision.reading import Reading, Slots

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


def surely(
    there: Sequence[str | None],
    classes: tuple[str | None, ...],
    near: npt.NDArray[np.bool_],
) -> Slots:
    """See what lies on each place of a group, unless a hand is ``near``."""
    rows = np.array([[0.0 if one == what else -SURE for one in classes] for what in there])
    return Slots(classes, rows, ~near, near)
