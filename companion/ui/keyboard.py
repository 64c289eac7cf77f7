"""Letters to choose from, one after the other, by touch or by going through them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.ui.layout import across, down, draw_card, top_and_rest
from companion.ui.pen import Box, Pen
from companion.ui.pieces import piece_image
from companion.ui.style import CARD, GROWING, LARGE, TEXT

KEY_TARGET: Final = "key-{}"
"""Under which name a key can be touched; keys are counted from 0, the wide ones last."""
WIDEST: Final = 12
"""Letters in a row at most where the screen lies; half of them where it stands."""
GAP: Final = 5
INSIDE: Final = 4
"""Between what is written on a key and its edges."""
WRITTEN: Final = 64
"""How high the line is in which the word appears."""
CURSOR: Final = "|"
PIECE: Final = 22


@dataclass(frozen=True, slots=True)
class Keyboard:
    """A word as far as it is written, and keys of which the one numbered ``chosen`` is marked.

    ``letters`` are the narrow keys, ``wide`` the words on the keys below them. ``player`` is the
    colour of whom the word is the name, if it is a player's.
    """

    written: str
    letters: tuple[str, ...]
    wide: tuple[str, ...]
    chosen: int
    player: str | None = None

    def draw(self, pen: Pen, box: Box) -> None:
        top, rest = top_and_rest(box, WRITTEN, gap=GAP)
        pen.fill(top, CARD, corner=8)
        left, y, width, height = top
        if self.player is not None:
            image = piece_image(self.player, round(PIECE * pen.unit))
            pen.stamp(image, left + 2 * PIECE, y + height / 2)
        before = 4 * PIECE if self.player is not None else PIECE
        inside = (left + before, y, width - before - PIECE, height)
        pen.text(self.written + CURSOR, inside, LARGE, bold=True)
        rows = math.ceil(len(self.letters) / (WIDEST if rest[2] > rest[3] else WIDEST // 2))
        columns = math.ceil(len(self.letters) / rows)
        *above, below = down(rest, (1,) * (rows + 1), GAP)
        places = [place for line in above for place in across(line, (1,) * columns, GAP)]
        self._draw_keys(pen, places, self.letters, 0)
        self._draw_keys(
            pen, across(below, (1,) * len(self.wide), GAP), self.wide, len(self.letters)
        )

    def _draw_keys(
        self, pen: Pen, places: Sequence[Box], labels: Sequence[str], first: int
    ) -> None:
        """Draw keys that are numbered from ``first``, as large as all of them have room for."""
        _, _, width, height = places[0]
        longest = {one: max(pen.width(label, one) for label in labels) for one in GROWING}
        fitting = (
            one
            for one in GROWING
            if longest[one] <= width - 2 * INSIDE and pen.height(1, one) <= height
        )
        size = next(fitting, TEXT)
        for number, (place, label) in enumerate(zip(places, labels, strict=False), first):
            draw_card(pen, place, marked=number == self.chosen)
            pen.text(label, place, size, align=0.5)
            pen.target(KEY_TARGET.format(number), place)
