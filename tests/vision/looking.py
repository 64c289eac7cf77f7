"""What a reader of places asks of a frame, out of all points of it that a test has taken."""

import numpy as np

from vision.light import Floats
from vision.sight import BLOCKS
from vision.squares import Closeup, Indices, Look


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
