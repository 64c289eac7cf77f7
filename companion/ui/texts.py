"""Texts that fill a screen: a message, a headline, paragraphs to scroll, an address as a code."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.ui.layout import (
    MORE,
    bottom_and_rest,
    draw_card,
    draw_more,
    inset,
    largest,
    paragraph_above,
    paragraph_height,
    top_and_rest,
)
from companion.ui.legend import Sign, draw_signs, signs_height
from companion.ui.pen import Box, Pen
from companion.ui.pieces import Person, draw_piece
from companion.ui.style import (
    CARD,
    COMPACT,
    FAINT,
    GOLD,
    GROWING,
    INK,
    LARGE,
    LEAST,
    TEXT,
    WHITE,
    Colour,
)

MESSAGE_MARGIN: Final = 24
FILLING: Final = 0.75
"""How much of its room a message takes at most where it is larger than usual."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be read, and below it the place on the disk of which it speaks, if of one.

    Or else ``signs`` that it speaks of stand there, each with its word.
    """

    text: str
    path: str = ""
    signs: tuple[Sign, ...] = ()

    def draw(self, pen: Pen, box: Box) -> None:
        draw_card(pen, box)
        rest = inset(box, MESSAGE_MARGIN)
        pieces = _broken(pen, self.path, rest[2])
        for piece in reversed(pieces):
            place, rest = bottom_and_rest(rest, pen.height(1, TEXT))
            pen.text(piece, place, TEXT, align=0.5)
        if self.signs:
            place, rest = bottom_and_rest(rest, signs_height(pen, self.signs, rest[2], TEXT))
            draw_signs(pen, self.signs, place, TEXT)
        size = largest(pen, [self.text], rest, FILLING)
        lines = len(pen.wrapped(self.text, rest[2], size))
        pen.text(self.text, rest, size, align=0.5, lines=lines)


def _broken(pen: Pen, path: str, width: float) -> list[str]:
    """Break a path into lines, behind a slash where that is possible, or behind a dash or dot."""
    lines = []
    while path:
        fits = next(end for end in range(len(path), 0, -1) if pen.width(path[:end], TEXT) <= width)
        behind = path.rfind("/", 1, fits) + 1
        behind = behind or max(path.rfind(mark, 1, fits) for mark in "-.") + 1
        end = fits if fits == len(path) or not behind else behind
        lines.append(path[:end])
        path = path[end:]
    return lines


HEADLINE_MARGIN: Final = 16
RADIUS: Final = 44
LEAST_RADIUS: Final = 12
"""How small pieces are at least; words that leave less room stand without any."""
HEADLINE_STEP: Final = 2 * RADIUS + 24
HEADLINE_GAP: Final = 6


@dataclass(frozen=True, slots=True)
class Headline:
    """The people it is about, a headline, and a sentence or two.

    The pieces are smaller where the words need the room, and then the words.
    """

    people: tuple[Person, ...]
    headline: str
    text: str = ""

    def draw(self, pen: Pen, box: Box) -> None:
        pen.fill(box, CARD, corner=10)
        pen.fill(box, GOLD, corner=10, outline=3)
        inside = inset(box, HEADLINE_MARGIN)
        larger, words = self._size(pen, inside)
        radius = max(0.0, min(RADIUS * larger, (inside[3] - words) / 2))
        _, inside = top_and_rest(inside, max(0.0, (inside[3] - words) / 2 - radius))
        above, rest = top_and_rest(inside, 2 * radius, gap=HEADLINE_GAP)
        step = HEADLINE_STEP * larger
        middle = above[0] + above[2] / 2 - step * (len(self.people) - 1) / 2
        for number, person in enumerate(self.people if radius >= LEAST_RADIUS else ()):
            draw_piece(pen, person, middle + number * step, above[1] + radius, radius)
        rest = paragraph_above(pen, self.headline, rest, size=LARGE * larger, bold=True, align=0.5)
        paragraph_above(pen, self.text, rest, size=TEXT * larger, align=0.5)

    def _size(self, pen: Pen, room: Box) -> tuple[float, float]:
        """Find how large it can be against the usual, and how high the words are then."""
        _, _, width, height = room
        larger, words = 1.0, 0.0
        for size in (*GROWING, *range(TEXT, COMPACT - 1, -1)):
            larger = size / TEXT
            sizes = ((self.headline, LARGE * larger, True), (self.text, size, False))
            words = HEADLINE_GAP + sum(
                paragraph_height(pen, text, width, one, bold=bold) for text, one, bold in sizes
            )
            across = max(1, len(self.people)) * HEADLINE_STEP * larger
            widest = max(
                pen.width(word, one, bold=bold)
                for text, one, bold in sizes
                for word in text.split()
            )
            if max(widest, across) <= width and words + 2 * RADIUS * larger <= FILLING * height:
                break
            if size <= TEXT and words + 2 * LEAST_RADIUS <= height:
                break
        return larger, words


READING_MARGIN: Final = 10
INDENT: Final = 26
"""How far each depth is indented."""
PARAGRAPH_GAP: Final = 6
EMPTY: Final = 0.4
"""The share of a page that may be left empty above what is to be scrolled to."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences, indented by ``depth``; a ``heading`` is bold."""

    text: str
    depth: int = 0
    heading: bool = False

    def lines(self, pen: Pen, width: float, size: float) -> int:
        """Count the lines that it takes in a text so wide."""
        room = width - self.depth * INDENT
        return len(pen.wrapped(self.text, room, size, bold=self.heading))

    def fits(self, pen: Pen, width: float, size: float) -> bool:
        """Tell whether none of its words is wider than a line."""
        room = width - self.depth * INDENT
        return all(pen.width(word, size, bold=self.heading) <= room for word in self.text.split())


@dataclass(slots=True)
class Scrolled:
    """How far a text can be scrolled, which only drawing it finds out.

    ``last`` numbers the paragraph that is at the top when its end is in view; None: not known yet.
    """

    last: int | None = None


@dataclass(frozen=True, slots=True)
class ReadingText:
    """Paragraphs of which the one numbered ``first`` is at the top, unless the end is in view.

    They are larger where all of them have room, and a little smaller where they have it only then.
    How far they can be scrolled is noted in ``scrolled``.
    """

    paragraphs: tuple[Paragraph, ...]
    first: int = 0
    scrolled: Scrolled = field(default_factory=Scrolled, compare=False)

    def draw(self, pen: Pen, box: Box) -> None:
        draw_card(pen, box)
        left, y, width, height = inset(box, READING_MARGIN)
        width -= MORE
        size = self._size(pen, width, height)
        end = y + height
        self.scrolled.last = self._last(pen, width, height, size)
        number = first = min(self.first, self.scrolled.last)
        for number, one in enumerate(self.paragraphs[first:], first):
            indent = one.depth * INDENT
            lines = one.lines(pen, width, size)
            high = pen.height(lines, size)
            if number > first and y + self._kept_together(pen, number, width, size) > end:
                break
            place = (left + indent, y, width - indent, min(high, end - y))
            pen.text(one.text, place, size, bold=one.heading, lines=lines, colour=INK)
            y += high + PARAGRAPH_GAP
        else:
            number += 1
        more = number < len(self.paragraphs)
        draw_more(pen, left + width + MORE / 2, box, above=first > 0, below=more)

    def _last(self, pen: Pen, width: float, height: float, size: float) -> int:
        """Give the number of the first of those at the end that have room together."""
        last, high = len(self.paragraphs), float(-PARAGRAPH_GAP)
        while last:
            high += _height(pen, self.paragraphs[last - 1 : last], width, size) + PARAGRAPH_GAP
            if high > height:
                break
            last -= 1
        return max(0, min(last, len(self.paragraphs) - 1))

    def _kept_together(self, pen: Pen, number: int, width: float, size: float) -> float:
        """Tell how high a paragraph is, a heading with what it is the heading of."""
        together = self.paragraphs[number : number + 1 + self.paragraphs[number].heading]
        return _height(pen, together, width, size)

    def _size(self, pen: Pen, width: float, height: float) -> float:
        """Find the largest size at which all can be read at once.

        What is longer is scrolled, in the largest at which the first page is not left half empty.
        """
        smaller = range(TEXT - 1, COMPACT - 1, -1)
        sizes: tuple[int, ...] = (*GROWING, *smaller)
        for size in sizes:
            fits = all(one.fits(pen, width, size) for one in self.paragraphs)
            if fits and _height(pen, self.paragraphs, width, size) <= height:
                return size
        filled = (one for one in (TEXT, *smaller) if self._left(pen, width, height, one) < EMPTY)
        return next(filled, TEXT)

    def _left(self, pen: Pen, width: float, height: float, size: float) -> float:
        """Tell which share of the first page is left below its last paragraph."""
        high = 0.0
        for number in range(len(self.paragraphs)):
            if number and high + self._kept_together(pen, number, width, size) > height:
                break
            high += _height(pen, self.paragraphs[number : number + 1], width, size) + PARAGRAPH_GAP
        return 1 - high / height

    def high(self, pen: Pen, width: float) -> float:
        room = width - 2 * READING_MARGIN - MORE
        return _height(pen, self.paragraphs, room, TEXT) + 2 * READING_MARGIN


def _height(pen: Pen, paragraphs: Sequence[Paragraph], width: float, size: float) -> float:
    lines = (one.lines(pen, width, size) for one in paragraphs)
    return sum(pen.height(many, size) + PARAGRAPH_GAP for many in lines) - PARAGRAPH_GAP


BLACK: Final[Colour] = (0, 0, 0)
QUIET: Final = 4
"""Modules of white around a code, as its standard wants them."""
ADDRESS: Final = 24
"""How large the address is below it, where it has room on one line."""


@dataclass(frozen=True, slots=True)
class Code:
    """An address as a code, and what whoever scans it may do."""

    address: str
    caption: str

    def draw(self, pen: Pen, box: Box) -> None:
        import segno  # noqa: PLC0415 - only where phones may look on

        rest = paragraph_above(pen, self.caption, box, align=0.5)
        left, top, width, height = rest
        height -= 2 * LEAST
        matrix = segno.make(self.address, error="m", micro=False).matrix
        modules = len(matrix) + 2 * QUIET
        # Whole pixels: a camera wants straight edges.
        side = max(1, int(min(width, height) * pen.unit / modules)) / pen.unit
        corner = left + (width - side * modules) / 2
        pen.fill((corner, top, side * modules, side * modules), WHITE)
        for row, line in enumerate(matrix, QUIET):
            for column, dark in enumerate(line, QUIET):
                if dark:
                    pen.fill((corner + column * side, top + row * side, side, side), BLACK)
        below = (left, top + side * modules, width, 2 * LEAST)
        pen.text(self.address, below, ADDRESS, colour=FAINT, align=0.5, lines=2)
