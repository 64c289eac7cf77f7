"""What a session wants from the program around it."""

from dataclasses import dataclass
from enum import StrEnum

from companion.journal import GameId


class Wish(StrEnum):
    """What a session wants from the program around it."""

    QUIT = "quit"
    SHUTDOWN = "shutdown"
    CALIBRATE = "calibrate"
    OTHER_GAME = "other-game"


@dataclass(frozen=True, slots=True)
class Other:
    """Another game than the table's: its name, and the stored game to continue, None for a new one.

    ``guided``: a guide is to lead through it.
    """

    game: str
    stored: GameId | None = None
    guided: bool = False
