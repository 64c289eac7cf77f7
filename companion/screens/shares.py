"""Who takes which influence tiles of one city-state, and which leave the game."""

from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.boxes import top_and_rest
from companion.screens.palette import CARD, FAINT, GOLD, LINE, PALE_GOLD
from companion.screens.paragraph import SLACK, paragraph_below
from companion.screens.pen import Box, Pen
from companion.screens.person import Person, draw_person
from companion.screens.place import HEIGHT, STEP, Place, draw_place, draw_tiles
from companion.screens.sizes import TEXT
from companion.screens.tokens import draw_tile

ROW: Final = 76
LARGE_TILE: Final = 42
MOST: Final = 3
"""How many rows there may be: two players, and what nobody takes."""
GAP: Final = 6


@dataclass(frozen=True, slots=True)
class Share:
    """What one player takes; of what nobody takes, ``person`` is None and ``text`` tells so."""

    person: Person | None
    tiles: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Shares:
    """What becomes of the tiles of one city-state; ``text`` is a sentence about it.

    ``chooser`` is who must choose now; nothing has been taken then.
    """

    place: Place
    shares: tuple[Share, ...]
    text: str
    chooser: Person | None = None

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the place, a row for each share, and the sentence below."""
        del words  # all that is said comes with the data
        rest = paragraph_below(pen, self.text, self._shortened(pen, box))
        band, rest = top_and_rest(rest, HEIGHT, gap=10)
        draw_place(pen, self.place, band)
        left, top, width, height = rest
        tall = min(ROW, height / MOST - GAP)
        if self.chooser is not None:
            row = (left, top, width, tall)
            pen.fill(row, PALE_GOLD, corner=8)
            pen.fill(row, GOLD, corner=8, outline=3)
            draw_person(pen, self.chooser, (left + 12, top, width - 24, tall), bold=True)
            self._draw_choice(pen, (left, top + tall, width, height - tall))
        for number, share in enumerate(self.shares):
            _draw_share(pen, share, (left, top + number * (tall + GAP), width, tall))

    def _shortened(self, pen: Pen, box: Box) -> Box:
        """Leave out what is not needed of a high box, so that the sentence is not far below."""
        left, top, width, height = box
        lines = len(pen.wrapped(self.text, width - SLACK, TEXT))
        needed = HEIGHT + MOST * (ROW + GAP) + pen.height(lines, TEXT) + TEXT
        return left, top, width, min(height, needed)

    def _draw_choice(self, pen: Pen, box: Box) -> None:
        """Draw the tiles large among which somebody chooses."""
        left, top, width, height = box
        step = 2 * LARGE_TILE + 20
        x = left + width / 2 - step * (len(self.place.tiles) - 1) / 2
        for number, kind in enumerate(self.place.tiles):
            if kind is not None:
                draw_tile(pen, kind, x + number * step, top + height / 2, LARGE_TILE)


def _draw_share(pen: Pen, share: Share, box: Box) -> None:
    left, top, width, height = box
    pen.fill(box, CARD, corner=8)
    pen.fill(box, LINE, corner=8, outline=1)
    tiles = len(share.tiles) * STEP
    told = (left + 12, top, width - 30 - tiles, height)
    if share.person is None:
        pen.text(share.text, told, TEXT, colour=FAINT)
    else:
        draw_person(pen, share.person, told, bold=True)
    draw_tiles(pen, share.tiles, left + width - tiles - 8, top + height / 2)
