"""Who leads somebody through a first game, at a virtual table; each game brings its own."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol


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
