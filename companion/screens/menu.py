"""A list to choose from, with a text above it where there is something to say."""

from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.arrows import draw_arrow
from companion.screens.boxes import top_and_rest
from companion.screens.menu_row import GAP, Row, draw_row, row_height
from companion.screens.palette import FAINT
from companion.screens.pen import Box, Pen
from companion.screens.sizes import TEXT
from companion.screens.window_of_rows import visible

ROW_TARGET: Final = "row-{}"
"""Under which name a row can be touched; rows are counted from 0."""
HINT: Final = 26
"""How wide the margin is in which arrows tell of rows above and below."""
ARROW: Final = 9

__all__ = ["ROW_TARGET", "Menu", "Row"]


@dataclass(frozen=True, slots=True)
class Menu:
    """Rows of which the one numbered ``chosen`` is marked; ``text`` stands above them."""

    rows: tuple[Row, ...]
    chosen: int = 0
    text: str = ""

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw as many rows as there is room for, the chosen one always among them."""
        del words  # all that is said comes with the rows
        if self.text:
            lines = len(pen.wrapped(self.text, box[2], TEXT))
            above, box = top_and_rest(box, pen.height(lines, TEXT), gap=GAP)
            pen.text(self.text, above, TEXT, lines=lines)
        heights = [row_height(pen, row, box[2]) for row in self.rows]
        if sum(heights) > box[3]:
            box = (box[0], box[1], box[2] - HINT, box[3])
            heights = [row_height(pen, row, box[2]) for row in self.rows]
        shown = visible(heights, self.chosen, box[3])
        left, y, width, _ = box
        for i in shown:
            place = (left, y, width, heights[i] - GAP)
            draw_row(pen, place, self.rows[i], chosen=i == self.chosen)
            if self.rows[i].choosable:
                pen.target(ROW_TARGET.format(i), place)
            y += heights[i]
        x = left + width + HINT / 2 + 2
        if shown.start > 0:
            draw_arrow(pen, (x, box[1] + 2 * ARROW), ARROW, FAINT, up=True)
        if shown.stop < len(self.rows):
            draw_arrow(pen, (x, box[1] + box[3] - 2 * ARROW), ARROW, FAINT, up=False)
