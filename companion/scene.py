"""What there is to show of a game at one moment: plain data, drawn by the screens."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""A camera's picture: BGR, height x width x 3."""


class StateObject(TypedDict):
    """The part of the State object (formats, section 4) that a screen shows."""

    phase: str
    dynasty: int
    turn: int
    to_play: str | None
    order: Sequence[str]
    ranking: Sequence[str]
    board: Mapping[str, str]
    supply: Mapping[str, int]
    influence: Sequence[str | None]
    tiles: Mapping[str, Mapping[str, int]]
    points: Mapping[str, int]
    bag: Mapping[str, int]
    winners: Sequence[str]
