"""What a virtual player does: something legal, with a liking for cities."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from engine.board import Board
from engine.sumeria import Add, Event, Move, Place, Remove

LIKING: Final = {"city": 4.0, "town": 2.0, "village": 1.0}
VERBS: Final[dict[str, float]] = {"add": 5.0, "move": 6.0, "remove": 2.0}


def choose(board: Board, events: Sequence[Event], rng: np.random.Generator) -> Event:
    """Pick one of the legal events: first the verb, then where."""
    verbs = sorted({event.verb for event in events})
    liking = np.array([VERBS.get(verb, 1.0) for verb in verbs])
    verb = verbs[rng.choice(len(verbs), p=liking / liking.sum())]
    options = [event for event in events if event.verb == verb]
    weights = np.array([_liking(board, event) for event in options])
    return options[rng.choice(len(options), p=weights / weights.sum())]


def _liking(board: Board, event: Event) -> float:
    match event:
        case Place(_, at) | Add(_, at) | Move(_, _, at):
            return LIKING[board.locations[board.index[at]].kind]
        case Remove(_, origin):
            return 1.0 / LIKING[board.locations[board.index[origin]].kind]
        case _:
            return 1.0
