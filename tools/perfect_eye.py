"""An eye that sees a virtual table as it is: what then goes wrong is not the eye's fault."""

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from engine.board import INFLUENCE, INFLUENCE_KINDS, LOCATIONS, RANKING, Board
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
        """The paints of the merchants."""

    @property
    def scene(self) -> Scene:
        """Everything on the table."""


class PerfectEye:
    """Reads a table without its pictures; arms that rest on the table do not disturb it."""

    def __init__(self, table: Laid) -> None:
        """Look at a table."""
        self._table = table
        self._choices = (None, *table.players)
        self._states = tuple(state.id for state in table.board.regions)

    def read(self) -> Reading:
        """Read the present moment."""
        scene = self._table.scene
        there = [
            scene.merchants[one.id].paint if one.id in scene.merchants else None
            for one in self._table.board.locations
        ]
        busy = scene.hand is not None
        slots = range(len(self._table.board.row_boxes))
        spaces = range(len(self._table.board.tile_circles))
        tiles = (scene.ranking.get(slot) for slot in slots)
        tokens = (scene.influence.get(space) for space in spaces)
        near = np.full(len(there), busy)
        row = [tile.city_state if tile else None for tile in tiles]
        kinds = [token.kind if token else None for token in tokens]
        groups = {
            LOCATIONS: surely(there, self._choices, near),
            RANKING: surely(row, (None, *self._states), np.full(len(row), busy)),
            INFLUENCE: surely(kinds, (None, *INFLUENCE_KINDS), np.full(len(kinds), busy)),
        }
        return Reading(registered=True, hand=busy, groups=groups)


def surely(
    there: Sequence[str | None],
    classes: tuple[str | None, ...],
    near: npt.NDArray[np.bool_],
) -> Slots:
    """See what lies on each place of a group, unless a hand is ``near``."""
    rows = np.array([[0.0 if one == what else -SURE for one in classes] for what in there])
    return Slots(classes, rows, ~near, near)
