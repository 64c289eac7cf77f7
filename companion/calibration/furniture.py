"""What is printed beside the locations: the ranking row, influence spaces and the turn track.

Each is told by a few points of the picture.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.calibration.draft import Draft, Point
from companion.language import Saying, said
from engine.board import INFLUENCE_SPACES, RANKS, TURN_SPACES

Rows = tuple[tuple[float, ...], ...]
LEAST_MM: Final = 2.0
"""No slot or space is smaller, wherever fingers came down."""


@dataclass(frozen=True, slots=True)
class Furniture:
    """One kind of it: ``name`` is the step's, ``asks`` what to touch, point by point.

    ``made`` makes slots (x, y, width, height) or spaces (x, y, radius) of the points, all in mm;
    ``told`` and ``tell`` find and put them in a draft.
    """

    name: str
    title: Saying
    asks: tuple[Saying, ...]
    made: Callable[[Sequence[Point]], Rows]
    told: Callable[[Draft], Rows]
    tell: Callable[[Draft, Rows], Draft]


def slots_of(points: Sequence[Point]) -> Rows:
    """Make the row of three corners: the first slot's upper left and lower right, the last's."""
    (left, top), (right, low), (last, end) = points
    width, height = max(LEAST_MM, right - left), max(LEAST_MM, low - top)
    across, down = (last - right) / (RANKS - 1), (end - low) / (RANKS - 1)
    return tuple((left + i * across, top + i * down, width, height) for i in range(RANKS))


def spaces_of(points: Sequence[Point]) -> Rows:
    """Make round spaces of their middles and, last, a point on the last one's rim."""
    *middles, rim = points
    radius = max(LEAST_MM, math.dist(middles[-1], rim))
    return tuple((x, y, radius) for x, y in middles)


def _tell_slots(draft: Draft, rows: Rows) -> Draft:
    return replace(draft, slots_mm=rows)


def _tell_spaces(draft: Draft, rows: Rows) -> Draft:
    return replace(draft, influence_mm=rows)


def _tell_turns(draft: Draft, rows: Rows) -> Draft:
    return replace(draft, turns_mm=rows)


_SPACE: Final = said("Touch the middle of the next influence space, from the left.")
_TURN: Final = said("Touch the middle of the next space of the turn track.")
_RIM: Final = said("Touch the rim of the same space.")

RANKING: Final = Furniture(
    "ranking",
    said("Ranking row"),
    (
        said("Touch the upper left corner of the place for the leftmost tile."),
        said("Touch the lower right corner of the same place."),
        said("Touch the lower right corner of the place for the rightmost tile."),
    ),
    slots_of,
    lambda draft: draft.slots_mm,
    _tell_slots,
)
INFLUENCE: Final = Furniture(
    "influence",
    said("Influence spaces"),
    (*(_SPACE,) * INFLUENCE_SPACES, _RIM),
    spaces_of,
    lambda draft: draft.influence_mm,
    _tell_spaces,
)
TURNS: Final = Furniture(
    "turns",
    said("Turn track"),
    (*(_TURN,) * TURN_SPACES, _RIM),
    spaces_of,
    lambda draft: draft.turns_mm,
    _tell_turns,
)
