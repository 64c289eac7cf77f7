"""What is on the screen at one moment, as plain data; equal screens look alike."""

import re
from dataclasses import dataclass
from typing import Final

from companion.ui.pen import WORD, Box, Drawable, Pen
from companion.ui.style import Colour
from hardware.panel import Button, Light


@dataclass(frozen=True, slots=True)
class Labels:
    """What each button does at present; one that does nothing has an empty label."""

    score: str = ""
    ok: str = ""
    back: str = ""
    why: str = ""

    def of(self, button: Button) -> str:
        return str(getattr(self, button.value))


Body = Drawable
"""What a screen shows between its top line and the labels.

Bodies compare by value, so that nothing is drawn twice. What can be touched is told to the pen
(``Pen.target``) under the name by which the page knows it.
"""


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: ``title`` and ``status`` in the top line, the body, the labels.

    ``player`` is the colour of whom the title speaks, if it speaks of one.
    ``tints`` are the colours of the board's regions, the usual ones where there are none.
    ``unbroken`` finds in a text what stays on one line, in the language of the screen.
    ``light`` is what the light on the panel shows, repeated beside the status. ``turned`` shows all
    of it for whoever sits opposite, ``dimmed`` darkens it.
    """

    body: Body
    labels: Labels = Labels()
    title: str = ""
    status: str = ""
    light: Light = Light.GREEN
    turned: bool = False
    dimmed: bool = False
    player: str | None = None
    tints: tuple[Colour, ...] = ()
    unbroken: re.Pattern[str] = WORD


PREFIX: Final = "pad-"
DOWN, MOVE, UP = "down", "move", "up"


@dataclass(frozen=True, slots=True)
class Drag:
    """A finger on a pad: ``what`` is that it came down, moved or went up.

    ``at`` is where, as shares of the pad's width and height from its top left, within 0 and 1.
    """

    pad: str
    what: str
    at: tuple[float, float]


def add_pad(pen: Pen, name: str, box: Box) -> None:
    """Make a box a pad; what is made touchable after it lies on top."""
    pen.target(PREFIX + name, box)


def is_pad(target: str) -> bool:
    """Tell whether a target is a pad."""
    return target.startswith(PREFIX)


def dragged(pen: Pen, target: str, what: str, at: tuple[int, int], *, turned: bool) -> Drag:
    """Tell where on a pad a pixel of the screen is; the ``turned`` screen is seen upside down."""
    place = pen.targets[target]
    shares = [
        min(1.0, max(0.0, (one - start) / max(1, length)))
        for one, start, length in zip(at, place.topleft, place.size, strict=True)
    ]
    x, y = (1.0 - share for share in shares) if turned else shares
    return Drag(target.removeprefix(PREFIX), what, (x, y))
