"""Phones that help at the table: where their page is, and who of them pressed."""

from collections.abc import Callable
from typing import Final, NamedTuple

from companion.language import Language, said

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
