"""Counting the touches that an owner needs until a board is told, given what is proposed for it.

What is the same for all boards is `ALWAYS`; the names of city-states are not typed.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from companion.calibration.draft import Stretch
from companion.calibration.routes import straightest
from engine.board import Board
from engine.sumeria.movement import Network

NEAR_PX: Final = 1.5
"""A corner that was found so near to where it is looks right."""
CORNER: Final = 4
"""Touches for one that does not: it is dragged, seen large, put right, taken."""
ALWAYS: Final = {
    "view, going on from step to step": 8,
    "size": 10,
    "ranking row, influence spaces, turn track": 17,
    "colours, merchants, tiles, proof": 14,
}
"""Touches that no proposal spares; the proof is ten moves of merchants, and one touch."""

Corners = npt.NDArray[np.float64]


def for_corners(found: Corners | None, corners: Corners) -> int:
    """Count those for the outline: corners (4 x 2, pixels) as found and as they are."""
    if found is None:
        return CORNER * len(corners)
    return CORNER * int((np.hypot(*(found - corners).T) > NEAR_PX).sum())


def for_stretches(wrong: int) -> int:
    """Count those for stretches that are missing or false: both ends are touched."""
    return 2 * wrong


def for_forks(board: Board) -> int:
    """Count those where lines go on otherwise than straight past a town or a village."""
    at = [one.at_mm for one in board.locations]
    onward = Network(board, branch_anywhere=False).onward
    neighbours = [[board.index[one] for one in board.neighbours[it.id]] for it in board.locations]
    touches = 0
    for via, around in enumerate(neighbours):
        if board.locations[via].kind == "city" or len(around) <= 2:  # noqa: PLR2004 - one way on
            continue
        ways = {(min(one, other), max(one, other)) for one in around for other in onward[one, via]}
        guessed = set(straightest(at, via, around))
        if ways != guessed:  # it is opened; all ways are ended, or each is drawn and the spot left
            touches += 2 + (_drawn(guessed, ways) if ways else 0)
    return touches


def _drawn(guessed: set[Stretch], ways: set[Stretch]) -> int:
    """Count the ways to be drawn or ended past a place; a first new one displaces guessed ones."""
    missing = ways - guessed
    if not missing:
        return len(guessed - ways)
    first = min(missing)
    left = {first} | {way for way in guessed if {*way}.isdisjoint(first)}
    return 1 + len(left ^ ways)
