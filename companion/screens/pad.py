"""Pads: boxes of a screen in which it matters where they are touched, and dragged across."""

from dataclasses import dataclass
from typing import Final

from companion.screens.pen import Box, Pen

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
