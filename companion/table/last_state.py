"""Where a stored game stands, and its last photograph."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from companion.archive.evidence import Evidence
from companion.archive.evidence_pictures import picture_of
from companion.journal import Journal, StoredGame
from companion.picture import Image
from companion.playback import begin, play
from companion.state_object import StateObject
from engine.board import Board
from engine.game import Standing
from engine.games import parse_board
from engine.history import History
from engine.record import Record

BACK: Final = 12
"""How many events back a photograph is looked for: not each has one."""


@dataclass(frozen=True, slots=True)
class LastState:
    """A stored game and where it stands."""

    stored: StoredGame
    board: Board
    state: StateObject
    standing: tuple[Standing, ...]


def last_state(journal: Journal, stored: StoredGame) -> LastState:
    """Play a stored game through the rules; raises InputError where that cannot be."""
    file = f"game {stored.id}"
    board = parse_board(stored.board_text, file)
    record = Record(journal.lines(stored.id), file)
    history: History[Any, Any, Any] = begin(record, board)
    for _ in play(record, board, history):
        pass
    state = cast("StateObject", history.game.to_json(history.state))
    return LastState(stored, board, state, tuple(history.game.standing(history.state)))


def last_photograph(
    evidence: Callable[[int], Sequence[Evidence]], event: int
) -> tuple[str, Image] | None:
    """Find the latest photograph up to an event; gives its name, and the picture (BGR, 8 bits)."""
    for number in range(event, max(0, event - BACK), -1):
        for seen in reversed(evidence(number)):
            if (picture := picture_of(seen.cropped)) is not None:
                return f"{number}-{seen.moment}", picture
    return None
