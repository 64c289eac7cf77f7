"""An eye that sees a virtual table as it is: what then goes wrong is not the eye's fault."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.layout import Shape
from hardware.virtual.table import LaidTable
from vision.reading import Areas, Reading, Slots

SURE: Final = 12.0
"""By how much each location's log likelihood speaks for what is there."""


class PerfectEye:
    """Reads a table without its pictures; arms that rest on the table do not disturb it."""

    def __init__(self, table: LaidTable) -> None:
        self._table = table

    def read(self) -> Reading:
        top, players = self._table.top, self._table.players
        busy = self._table.scene.hand is not None
        groups, areas = {}, {}
        for group in top.board.layout:
            each = map(top.on, top.ats(group.id))
            lying = [tuple(sorted([one.name for one in on])) if on else () for on in each]
            near = np.full(len(lying), busy)
            if group.shape is Shape.AREAS:
                most = [lain[: group.capacity] for lain in lying]
                seen = tuple({lain: 0.0, (*lain, "nobody"): -SURE} for lain in most)
                areas[group.id] = Areas(seen, ~near, near)
            else:
                alone = [lain[0] if lain else None for lain in lying]
                classes = (None, *(players if group.players else ()), *group.classes)
                groups[group.id] = surely(alone, classes, near)
        return Reading(registered=True, hand=busy, groups=groups, areas=areas)


def surely(
    there: Sequence[str | None],
    classes: tuple[str | None, ...],
    near: npt.NDArray[np.bool_],
) -> Slots:
    """See what lies on each place of a group, unless a hand is ``near``."""
    return Slots(classes, _rows(tuple(there), classes).copy(), ~near, near)


@lru_cache(maxsize=1024)
def _rows(
    there: tuple[str | None, ...], classes: tuple[str | None, ...]
) -> npt.NDArray[np.float64]:
    return np.array([[0.0 if one == what else -SURE for one in classes] for what in there])
