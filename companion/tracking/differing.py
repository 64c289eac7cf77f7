"""Where the table that is seen differs from a position."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.sighting import sighting
from engine.board import Board
from vision.reading import Reading

Differences = dict[str, tuple[str | None, str | None]]


def differing(reading: Reading, board: Board, standing: Mapping[str, str]) -> Differences:
    """Name the locations that look otherwise: who should be there, and who is seen.

    What is hidden, or in doubt, does not differ.
    """
    told = sighting(reading, board, "")
    if not reading.registered:
        return {}
    unknown = {*told["occluded"], *told["unsure"]}
    seen: Mapping[str, str] = told["board"]
    return {
        one.id: (standing.get(one.id), seen.get(one.id))
        for one in board.locations
        if one.id not in unknown and standing.get(one.id) != seen.get(one.id)
    }


def changes_between(before: Mapping[str, str], after: Mapping[str, str], board: Board) -> list[str]:
    """Name the locations that hold something else after than before, in board order."""
    return [one.id for one in board.locations if before.get(one.id) != after.get(one.id)]


def row_differs(reading: Reading, ranking: Sequence[str]) -> bool:
    """Tell whether the ranking row that is seen is wholly known, and another one."""
    seen: Sequence[Any] | None = reading.ranking
    if seen is None or reading.untold_slots or None in seen:
        return False
    return tuple(seen) != tuple(ranking)
