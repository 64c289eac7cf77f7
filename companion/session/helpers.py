"""Who helps at the table: a guide through a first game, virtual players, and phones."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

from companion.language import Language, said
from engine.board import Board
from engine.game import AnyEvent

PRESS: Final = said("Press “{button}” below the picture of the table.")
"""How something is had done at once at a virtual table."""
Mark = tuple[str, str] | str
"""What is pointed out on a virtual table: a group of places and one of them, or whose pieces."""


def wrong_places(board: Board, expected: Sequence[object], seen: Sequence[object]) -> list[Mark]:
    """Mark the places of the row in which another tile lies than should."""
    row = board.row
    both = enumerate(zip(expected, seen, strict=True))
    wrong = [number for number, (one, other) in both if one != other]
    return [] if row is None else [(row.id, row.places[number].id) for number in wrong]


class Hands(Protocol):
    """The hands of the other players at a virtual table."""

    @property
    def busy(self) -> bool:
        """Whether they are still doing something."""

    @property
    def occupied(self) -> str | None:
        """The location from which the piece that was last put down went back, if it did."""

    def do(self, deed: Callable[[Any], None]) -> None:
        """Have them do something at the table: ``deed`` is called with it."""


class Guide(Protocol):
    """Says what to do next, and plays for all but the learner."""

    @property
    def text(self) -> str:
        """What the learner is to do now, or to watch; empty where the page says it."""

    @property
    def places(self) -> Sequence[str]:
        """The places on the board that the text is about."""

    @property
    def marks(self) -> Sequence[Mark]:
        """What the text is about, to be pointed out on the table itself."""

    @property
    def awaits(self) -> str | None:
        """Who is still to press for what he did; None where the game says who is to act."""

    @property
    def proposed(self) -> AnyEvent | None:
        """What the learner was asked to do, until he has done something."""

    def follow(self) -> bool:
        """Continue as the game stands; False once it is over, or another one is played."""


HELPED: Final = said("pressed by {who}")
SOMEBODY: Final = said("a phone")
HELPED_FOR: Final = 4.0
"""Seconds for which the screen says which phone pressed a button."""


class Addresses(NamedTuple):
    """The addresses of the web page: for those who only watch, and for those who may press."""

    view: str
    help: str


class Phones:
    """The phones of an evening; ``addresses`` is called whenever they are shown."""

    def __init__(self, addresses: Callable[[], Addresses]) -> None:
        self.addresses: Final = addresses
        self._last = ("", float("-inf"))

    def note(self, who: str, now: float) -> None:
        """Note that a phone has pressed, by the name that its owner gave, empty for none."""
        self._last = who, now

    def pressed(self, now: float, words: Language) -> str | None:
        """Say which phone has just pressed; None if none has."""
        who, since = self._last
        if now - since >= HELPED_FOR:
            return None
        return words.say(HELPED, who=who or words.say(SOMEBODY))
