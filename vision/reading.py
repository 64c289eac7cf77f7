"""What the eye says of one frame: likelihoods, never decisions."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Kind = Literal["dark", "bright", "blurred", "cut-off", "covered", "foreign", "glare", "low"]
Side = Literal["top", "left", "right", "bottom"]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What keeps a frame from being read; ``cut-off`` tells at which side of the picture.

    ``glare`` and a camera that hangs too ``low`` are told only where nothing was taught yet;
    ``box`` (x, y, width, height, pixels) is where the glare is.
    """

    kind: Kind
    side: Side | None = None
    box: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """The likelihoods of one frame, for the locations of a board in file order.

    ``choices`` are None (empty) and the colours taught; ``log_likelihood`` has one row a
    location and one column a choice (natural logarithm, up to a constant a row). ``covered``
    marks locations of which a hand hides a quarter or more, or that are out of view,
    ``near_hand`` also those within a spot's spacing of a hand. ``ranking`` and ``influence`` are
    None when the table does not teach them; an entry of theirs is None for an empty or
    unreadable slot. ``untold_slots`` and ``untold_spaces`` number those of which nothing is to be
    believed: a hand is over them, or it is in doubt whether a tile lies there, and which.
    ``troubles`` tell why the board was not found, or why much of it is not read.
    """

    registered: bool
    hand: bool
    choices: tuple[str | None, ...]
    log_likelihood: npt.NDArray[np.float64]
    covered: npt.NDArray[np.bool_]
    near_hand: npt.NDArray[np.bool_]
    ranking: tuple[str | None, ...] | None
    influence: tuple[str | None, ...] | None
    untold_slots: frozenset[int] = frozenset()
    untold_spaces: frozenset[int] = frozenset()
    troubles: tuple[Trouble, ...] = ()
