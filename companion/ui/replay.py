"""A game played back: the board at one moment, what happened, and how the points have grown."""

from dataclasses import dataclass
from typing import Final

from companion.ui.layout import across, bottom_and_rest, down, paragraph_above
from companion.ui.pen import Box, Drawable, Pen
from companion.ui.style import GOLD, LINE

BAR: Final = 10
"""How high the bar is that tells how far the game has come."""
GAP: Final = 10


@dataclass(frozen=True, slots=True)
class Replayed:
    """A ``picture`` beside a ``text`` and a ``curve``; ``share`` of the game is over, 0 to 1."""

    picture: Drawable | None
    text: str
    curve: Drawable
    share: float

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw them beside each other, or one below the other where the box is upright."""
        bar, rest = bottom_and_rest(box, BAR, gap=GAP)
        pen.fill(bar, LINE, corner=4)
        left, top, width, height = bar
        if self.share > 0:
            pen.fill((left, top, width * self.share, height), GOLD, corner=4)
        if self.picture is not None:
            upright = rest[3] > rest[2]
            seen, rest = (down if upright else across)(rest, (1, 1), GAP)
            self.picture.draw(pen, seen)
        self.curve.draw(pen, paragraph_above(pen, self.text, rest))
