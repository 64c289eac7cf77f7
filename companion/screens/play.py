"""The screen of a game that goes on: the board, the ranking, whose turn it is, what was seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.language import Language
from companion.screens.boxes import bottom_and_rest, inset
from companion.screens.diagram import Diagram
from companion.screens.ladder import Ladder
from companion.screens.palette import FAINT, GOLD, PALE_GOLD
from companion.screens.pen import Box, Pen
from companion.screens.score_cells import HEIGHT, NAME, ScoreCells
from companion.screens.sizes import TEXT
from companion.state_object import StateObject
from engine.board import RANKS, Board
from engine.game import Stake

GAP: Final = 6
NOTE: Final = 16
MARGIN: Final = 8
LEAST_LINES: Final = (2, 3)
"""Of the sentence, in a wide screen and in an upright one: nothing jumps from event to event."""
MOST_LINES: Final = (3, 5)
RUNG: Final = 36
"""How high a rank of the ladder is in an upright screen."""


@dataclass(frozen=True, slots=True)
class Play:
    """A game that goes on.

    ``called`` are the players' names by colour, ``progress`` how far the game is, a line each.
    ``event`` is the last event in words, ``touched`` the locations that it changed; ``reminder``
    is what the table is to do, and stands in the event's place. ``stakes`` tell who would take
    what now, ``swap`` which city-state rose last and which fell, and ``moving`` how far they have
    come, from 0 to 1. ``note`` is what must be said of the board.
    """

    board: Board
    state: StateObject
    called: Mapping[str, str] = field(default_factory=dict)
    progress: tuple[str, ...] = ()
    event: str = ""
    touched: tuple[str, ...] = ()
    reminder: str = ""
    stakes: Sequence[Stake] = ()
    swap: tuple[str, str] | None = None
    moving: float = 1
    note: str = ""

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the board with all around it: beside it, or in an upright screen below."""
        del words  # all that is said comes with the data
        box = self._draw_sentence(pen, box)
        state = self.state
        seats = tuple(state["supply"])
        ladder = Ladder(
            self.board,
            tuple(state["ranking"]),
            tuple(state["influence"]),
            self.stakes,
            seats,
            self.swap,
            self.moving,
        )
        left, top, width, height = box
        if width > height:
            ranks = ladder.width(pen)
            beside = (left + width - ranks, top, ranks, height)
            rest = (left, top, width - ranks - MARGIN, height)
        else:
            beside, rest = bottom_and_rest(box, RUNG * RANKS, gap=MARGIN)
        ladder.draw(pen, beside)
        self._draw_progress(pen, ladder.lower_right(pen, beside))
        cells, middle = bottom_and_rest(rest, HEIGHT + (NAME if width < height else 0), gap=GAP)
        ScoreCells(state, self.called).draw(pen, cells)
        Diagram(self.board, state["board"], seats, self.touched).draw(pen, middle)

    def _draw_sentence(self, pen: Pen, box: Box) -> Box:
        """Write along the bottom what happened or what is to be done; give what is left."""
        text = self.reminder or self.event
        width = box[2] - 2 * MARGIN
        upright = box[3] > box[2]
        needed = len(pen.wrapped(text, width, TEXT))
        lines = min(MOST_LINES[upright], max(LEAST_LINES[upright], needed))
        place, rest = bottom_and_rest(box, pen.height(lines, TEXT), gap=GAP)
        if self.reminder:
            pen.fill(place, PALE_GOLD, corner=8)
            pen.fill(place, GOLD, corner=8, outline=2)
        left, top, _, height = place
        pen.text(text, (left + MARGIN, top, width, height), TEXT, lines=lines)
        return rest

    def _draw_progress(self, pen: Pen, box: Box) -> None:
        left, top, width, height = inset(box, 2)
        step = min(RUNG, height / max(1, len(self.progress)))
        for i, line in enumerate(self.progress):
            y = top + height - (len(self.progress) - i) * step
            pen.text(line, (left, y, width, step), TEXT, bold=i == 0, align=1)
        above = (left, top, width, height - len(self.progress) * step)
        pen.text(self.note, above, NOTE, colour=FAINT, align=1, lines=4)
