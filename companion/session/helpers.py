"""Who helps at the table: a guide through a first game, other hands, phones that press."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

from companion.language import Language, said


class Hands(Protocol):
    """The hands of the others at a virtual table."""

    @property
    def busy(self) -> bool:
        """Whether something that was asked for is still to be done."""

    def do(self, deed: Callable[[Any], None]) -> None:
        """Have something done at the table, which is given to ``deed``."""


class Guide(Protocol):
    """Says what to do next, and plays for all but the learner."""

    @property
    def text(self) -> str:
        """What the learner is to do now, or to watch; empty where the page says it."""

    @property
    def places(self) -> Sequence[str]:
        """The places of the board of which the text speaks."""

    def follow(self) -> bool:
        """Go on with the game as it stands; False once it is over, or another one is played."""


HELPED: Final = said("pressed by {who}")
SOMEBODY: Final = said("a phone")
HELPED_FOR: Final = 4.0
"""Seconds for which it can be read who pressed."""


class Addresses(NamedTuple):
    """Where the page is: for whoever looks on, and for whoever may press."""

    view: str
    help: str


class Phones:
    """The phones of an evening; ``addresses`` are asked for whenever they are shown."""

    def __init__(self, addresses: Callable[[], Addresses]) -> None:
        self.addresses: Final = addresses
        self._last = ("", float("-inf"))

    def note(self, who: str, now: float) -> None:
        """Note who presses, by the name that he gave, if any."""
        self._last = who, now

    def pressed(self, now: float, words: Language) -> str | None:
        """Say who pressed a moment ago, if anybody did."""
        who, since = self._last
        if now - since >= HELPED_FOR:
            return None
        return words.say(HELPED, who=who or words.say(SOMEBODY))
