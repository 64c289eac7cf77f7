"""One thing that the players see and answer; pages lie on each other like cards."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Final

from companion.screens.pad import Drag
from companion.screens.screen import Body, Labels
from companion.table.look import Look
from hardware.panel import Button, Light

if TYPE_CHECKING:
    from companion.table.session import Session


class Page(ABC):
    """A page of a session; only the one on top is shown, and presses and taps are its own.

    ``scrolls``: SCORE and WHY? go up and down here, and repeat while they are held. ``types``:
    letters of a keyboard are a text here, not buttons.
    """

    scrolls: ClassVar[bool] = False
    types: ClassVar[bool] = False

    def __init__(self, session: "Session") -> None:
        """Lie ready; nothing is shown before ``Session.open``."""
        self.session: Final = session

    @abstractmethod
    def body(self) -> Body:
        """Give what is shown."""

    @abstractmethod
    def labels(self) -> Labels:
        """Name what the buttons do."""

    @abstractmethod
    def press(self, button: Button) -> None:
        """Take a press, or its repetition where the page scrolls."""

    def title(self) -> str:
        """Give the words of the top line."""
        return ""

    def player(self) -> tuple[str, int] | None:
        """Give the colour and the seat of the player of whom the title speaks, if of one."""
        return None

    def status(self) -> str | None:
        """Give what stands at the right of the top line; None: what the eye says."""
        return None

    def light(self) -> Light | None:
        """Give what the light shows while this page is on top; None: what the eye says."""
        return None

    def tap(self, target: str) -> None:
        """Take a touch of what the body told the pen; the labels come as presses."""
        del target

    def drag(self, drag: Drag) -> None:
        """Take a finger on what the body told the pen to be a pad."""
        del drag

    def type(self, text: str) -> None:
        """Take letters from a keyboard; the empty text takes one back."""
        del text

    def see(self, look: Look) -> None:
        """Take a look at the table, on top or not; the game itself has taken it already."""
        del look

    def pass_time(self, now: float) -> None:
        """Let time pass: seconds of a monotonic clock."""
        del now
