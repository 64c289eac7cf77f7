"""What is on the screen at one moment, as plain data; equal screens look alike."""

from dataclasses import dataclass
from typing import Protocol

from companion.language import Language
from companion.screens.pen import Box, Pen
from hardware.panel import Button, Light


@dataclass(frozen=True, slots=True)
class Labels:
    """What each of the four buttons does at present; one that does nothing has an empty label."""

    score: str = ""
    ok: str = ""
    back: str = ""
    why: str = ""

    def of(self, button: Button) -> str:
        """Give the label of one button."""
        return str(getattr(self, button.value))


class Body(Protocol):
    """What a screen shows between its top line and the labels: frozen data that draws itself.

    Bodies compare by value, so that nothing is drawn twice. What can be touched is told to the pen
    (``Pen.target``) under the name by which the page knows it.
    """

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw into a box of the pen's design."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: ``title`` and ``status`` in the top line, the body, the four labels.

    ``player`` is the colour and the seat of whom the title speaks, if it speaks of one.
    ``light`` is what the light on the panel shows, repeated beside the status. ``language`` is
    that of the words; ``turned`` shows all of it for whoever sits opposite, ``dimmed`` darkens it.
    """

    body: Body
    labels: Labels = Labels()
    title: str = ""
    status: str = ""
    light: Light = Light.GREEN
    language: str = "en"
    turned: bool = False
    dimmed: bool = False
    player: tuple[str, int] | None = None
