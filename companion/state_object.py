"""The State object (formats, section 4): what everybody may know of a game at one moment."""

from collections.abc import Mapping, Sequence
from typing import TypedDict


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
