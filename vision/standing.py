"""The empty frame where it was not quite empty: a board taught in the middle of a game."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from engine.board import INFLUENCE, LOCATIONS
from engine.errors import InputError
from vision.holes import Bare, Holes
from vision.plan import Plan
from vision.pose import Pose
from vision.reading import Image, Reading
from vision.table import Sample, Table

LEAST_SURE: Final = 2.2
"""Log likelihood by which a spot must look bare for its look to be learnt: nine to one."""


def with_standing(table: Table, standing: Mapping[str, str]) -> Table:
    """Add merchants that stand in the empty frame (location to colour) to a table's samples.

    Raises InputError where the board has no such location.
    """
    for at in standing:
        if at not in table.board.index:
            raise InputError(str(table.path), "standing", f"the board has no location {at}")
    more = [
        Sample(table.empty, colour, (at,))
        for at, colour in standing.items()
        if at not in table.standing
    ]
    return replace(table, samples=(*table.samples, *more))


class BareBoard:
    """The empty frame as it would be if nothing stood on the board.

    ``picture`` is that (BGR); ``doubt`` (rows x columns x 3, opponent space) is the variance of
    what is guessed of it, nought elsewhere.
    """

    def __init__(self, table: Table, plan: Plan, empty: Image) -> None:
        """Take off the frame whatever the table says stands there.

        Where merchants do a game was on, and any influence space may have held a tile.
        """
        board = table.board
        standing = [board.index[at] for at in table.standing]
        self._names = [location.id for location in board.locations]
        bare = Bare(empty.copy(), np.zeros(empty.shape, np.float32))
        self.picture, self.doubt = bare.picture, bare.doubt
        places = np.array([[*location.at_mm, location.radius_mm] for location in board.locations])
        self._locations = Holes(bare, places, plan.pixels, standing)
        spaces = np.array(board.influence_spaces).reshape(-1, 3)
        self._tiled = table.influence and table.influence.frame
        tiles = range(len(spaces)) if standing and table.influence else ()
        self._spaces = Holes(bare, spaces, plan.pixels, tiles)

    @property
    def unlearnt(self) -> tuple[str, ...]:
        """The locations whose look when empty is only guessed."""
        return tuple(self._names[place] for place in self._locations.guessed)

    @property
    def buried(self) -> list[int]:
        """Those of them, by number, of which not even the ground around was seen."""
        return [place for place in self._locations.guessed if place in self._locations.buried]

    def fill(self, path: Path, frame: Image, reading: Reading, pose: Pose) -> bool:
        """Fill in what another frame of teaching shows bare; tell whether anything was.

        ``reading`` is what was read from that frame with the look of those spots guessed, ``pose``
        where the board is in it.
        """
        if not reading.registered:
            return False
        spots = reading.groups[LOCATIONS]
        others = spots.log_likelihood[:, 1:].max(axis=1)
        bare = (spots.log_likelihood[:, 0] - others >= LEAST_SURE) & ~spots.near
        filled = [self._locations.fill(i, frame, pose) for i in self._locations.guessed if bare[i]]
        tiles = reading.groups.get(INFLUENCE)
        if tiles is not None and self._tiled != path:
            filled += [
                self._spaces.fill(i, frame, pose)
                for i in self._spaces.guessed
                if tiles.likeliest()[i] is None
            ]
        return any(filled)
