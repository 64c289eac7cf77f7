"""What a reader of places asks of a frame, and what is asked of what it read."""

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from tests.vision import drawn
from vision.doubts import Doubt, doubted
from vision.eye import Eye
from vision.light import Floats
from vision.reading import Image
from vision.sampling import Indices
from vision.sight import BLOCKS, Sight
from vision.spots import Check, Rows, Spots
from vision.squares import Closeup, Look

AT: Final = {name: number for number, name in enumerate(drawn.PLACES)}
CLAIMED: Final = [0.0, 9.0, -9.0, -9.0]
"""What is claimed of c1 on the drawn table, whatever stands there."""

Maker = Callable[[Spots, Sight], Check]


def doubting(doubt: Callable[[Spots, Sight], Doubt]) -> Maker:
    """Make a check of one doubt."""
    return partial(doubted, [doubt])


def checked(eye: Eye, frame: Image, make: Maker) -> tuple[Rows, Rows]:
    """Read a frame, claim a merchant on c1, and give all claims and what a check leaves of them."""
    eye.read(frame)
    return rechecked(eye, make)


def rechecked(eye: Eye, make: Maker) -> tuple[Rows, Rows]:
    """Do so with the frame that was read last."""
    sight, spots = eye._sight, eye.spots
    look = sight.closely(spots.squares.sampler, spots.squares.side)
    rows = spots.read(sight.means(spots.squares.sampler), look)
    rows[AT["c1"]] = CLAIMED
    return rows, make(spots, sight)(rows, look(np.arange(len(rows))))


def looked(seen: Floats, side: int) -> tuple[Floats, Look]:
    """Give the means of the places' blocks, and what looks closely at some of the places.

    ``seen`` are all points of all places, squares of ``side`` x ``side`` points.
    """
    across = side // BLOCKS
    blocks = seen.reshape(-1, BLOCKS, across, BLOCKS, across, 3).mean(axis=(2, 4))
    places = seen.reshape(-1, side**2, 3)

    def look(numbers: Indices) -> Closeup:
        return Closeup(numbers, places[numbers].reshape(-1, 3), None)

    return np.asarray(blocks.reshape(len(places), -1), np.float32), look
