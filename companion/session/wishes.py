"""What a session wants of whoever runs it."""

from dataclasses import dataclass
from enum import StrEnum

from companion.journal import GameId


class Wish(StrEnum):
    """What the session wants of whoever runs it."""

    QUIT = "quit"
    SHUTDOWN = "shutdown"
    CALIBRATE = "calibrate"
    OTHER_GAME = "other-game"


@dataclass(frozen=True, slots=True)
class Other:
    """Another game than the table's: its name, and the stored one to go on with, or a new one.

    ``guided``: somebody is to be led through it.
    """

    game: str
    stored: GameId | None = None
    guided: bool = False
