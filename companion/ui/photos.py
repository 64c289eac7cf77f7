"""Photographs with marks in them, captioned, compared, played back, and beside what is said."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Final

import cv2
import numpy as np
import pygame

from companion.ui.layout import (
    MORE,
    SLACK,
    across,
    bottom_and_rest,
    down,
    draw_card,
    largest,
    paragraph_above,
    paragraph_below,
    paragraph_height,
    top_and_rest,
    write_fitting,
)
from companion.ui.menu import ROW_GAP, ROW_TARGET, Menu, row_height
from companion.ui.pen import Box, Drawable, Pen
from companion.ui.pieces import counter_image, draw_ring
from companion.ui.style import (
    COMPACT,
    GOLD,
    INK,
    LAST_MOVE,
    LIGHTS,
    LINE,
    PALE_GOLD,
    SMALL,
    TEXT,
    WHITE,
)
from companion.ui.texts import READING_MARGIN, ReadingText
from hardware.panel import Light
from vision.reading import Image


def fitted(picture: Image, area: pygame.Rect) -> tuple[pygame.Surface, pygame.Rect, float]:
    """Fit a picture (BGR, 8 bits) into pixels of the screen, nothing cut off or distorted.

    Gives what to draw, where, and how many pixels of the screen one of the picture takes.
    """
    height, width = picture.shape[:2]
    scale = min(area.width / width, area.height / height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.cvtColor(cv2.resize(picture, size, interpolation=way), cv2.COLOR_BGR2RGB)
    image = pygame.image.frombuffer(np.ascontiguousarray(small).tobytes(), size, "RGB")
    return image, image.get_rect(center=area.center), scale


BETWEEN: Final = 10
CAPTION: Final = 40


@dataclass(frozen=True, slots=True)
class Captioned:
    """A picture with a few words above it; ``marked`` makes the words stand out."""

    picture: Drawable | None
    caption: str
    marked: bool = False

    def draw(self, pen: Pen, box: Box) -> None:
        band, rest = top_and_rest(box, CAPTION, gap=4)
        pen.fill(band, PALE_GOLD if self.marked else LINE, corner=8)
        pen.text(self.caption, band, TEXT, colour=INK, bold=True, align=0.5)
        if self.picture is not None:
            self.picture.draw(pen, rest)


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two pictures to be compared, and what there is to say about them below."""

    one: Drawable
    other: Drawable
    text: str = ""

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw them beside each other, or one below the other where the box is upright."""
        rest = paragraph_below(pen, self.text, box)
        cut = down if box[3] > box[2] else across
        for picture, place in zip((self.one, self.other), cut(rest, (1, 1), BETWEEN), strict=True):
            picture.draw(pen, place)


RING: Final = 15
"""Radius of what marks a location that looks other than expected."""
DOT: Final = 8
"""Radius of what marks a location where something would be allowed."""
LEGENDS: Final = (COMPACT, 24, 22, SMALL)
"""How large it is written what they are, the largest that fits."""
GAP: Final = 10
HINT: Final = 30
"""How much narrower rows get where not all can be shown at once."""
BESIDE: Final = (0.45, 0.36, 0.28)
"""Shares of the box that the photograph may take; the largest that leaves room is taken."""
SEEN: Final = 2
"""How many answers stand beside a photograph where it can be so small: one alone looks like all."""
ABOVE: Final = (0.6, 0.55, 0.5)
"""The same in an upright screen, where it leaves room for all of the rest."""

HEAD: Final = 20
"""How long the head of an arrow in a picture is."""
WAY: Final = 7
"""How thick an arrow in a picture is."""
FREE: Final = 0.12
"""How much of a picture is left around its marks where it is cut."""

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class MarkedPhoto:
    """A picture (BGR, 8 bits) with points x, y in its pixels.

    At the ``differing`` ones something looks other than expected, at the ``allowed`` ones
    something would be allowed, at those in ``rings`` something happened. ``legend`` says what the
    ``allowed`` ones are. ``name`` is the picture's: two of one name are equal. It may be cut out
    of a picture of more that lies ``around`` it, at a ``corner`` x, y.
    """

    name: str
    image: Image = field(compare=False)
    differing: Points = ()
    allowed: Points = ()
    rings: Points = ()
    arrow: Points = ()
    around: Image | None = field(default=None, compare=False)
    corner: tuple[int, int] = (0, 0)
    legend: str = ""

    def draw(self, pen: Pen, box: Box) -> None:
        legend = self.legend if self.allowed else ""
        if legend:
            _, box = bottom_and_rest(box, CAPTION)
        image, area, scale = fitted(self.image, pen.pixels(box))
        pen.surface.blit(image, area)
        pygame.draw.rect(pen.surface, LINE, area, max(1, round(pen.unit)))
        for points, rings in (
            (self.allowed, ((WHITE, DOT + 2, 9), (LIGHTS[Light.GREEN], DOT, 7))),
            (self.differing, ((WHITE, RING + 2, 8), (LIGHTS[Light.RED], RING, 4))),
            (self.rings, ((WHITE, RING + 2, 8), (LAST_MOVE, RING, 4))),
        ):
            for (x, y), (colour, radius, thick) in product(points, rings):
                at = (area.x + round(x * scale), area.y + round(y * scale))
                draw_ring(pen, at, colour, radius * pen.unit, thick * pen.unit)
        if legend:
            below = box[1] + (area.bottom - pen.pixels(box).top) / pen.unit
            self._draw_legend(pen, (box[0], below, box[2], CAPTION))
        if self.arrow:
            start, end = ((area.x + x * scale, area.y + y * scale) for x, y in self.arrow)
            _draw_way(pen, start, end)

    def _draw_legend(self, pen: Pen, box: Box) -> None:
        left, top, width, height = box
        pen.stamp(
            counter_image(LIGHTS[Light.GREEN], round(DOT * pen.unit)), left + DOT, top + height / 2
        )
        words = (left + 3 * DOT, top, width - 3 * DOT, height)
        write_fitting(pen, self.legend, words, LEGENDS, bold=False)

    def filling(self, shape: float) -> "MarkedPhoto":
        """Give it that shape, its width by its height: smaller, or with more of what is around.

        What is marked stays, and the picture as it is where neither is possible.
        """
        less = self.cut(shape)
        if less is not self or self.around is None:
            return less
        (height, width), (high, wide) = self.image.shape[:2], self.around.shape[:2]
        size = (max(width, round(height * shape)), max(height, round(width / shape)))
        size = (min(wide, size[0]), min(high, size[1]))
        left, top = (
            int(np.clip(first - (length - own) / 2, 0, whole - length)) - first
            for first, own, length, whole in zip(
                self.corner, (width, height), size, (wide, high), strict=True
            )
        )
        return self._part((left, top), size)

    def cut(self, shape: float) -> "MarkedPhoto":
        """Cut off above and below, or at the sides, what keeps it from having that shape.

        What is marked stays, and the picture as it is where that leaves no room.
        """
        height, width = self.image.shape[:2]
        size = (min(width, round(height * shape)), min(height, round(width / shape)))
        marks = np.array([*self.differing, *self.allowed, *self.rings, *self.arrow]).reshape(-1, 2)
        if not len(marks):
            marks = np.array([[width / 2, height / 2]])
        low, high = marks.min(axis=0), marks.max(axis=0)
        if ((high - low) > np.array(size) * (1 - 2 * FREE)).any():
            return self
        left, top = (
            int(np.clip((first + last - length) / 2, 0, whole - length))
            for first, last, length, whole in zip(low, high, size, (width, height), strict=True)
        )
        return self._part((left, top), size)

    def _part(self, start: tuple[int, int], size: tuple[int, int]) -> "MarkedPhoto":
        """Take a part of what is there and around, which may begin before this picture does."""

        def shifted(points: Points) -> Points:
            return tuple((x - start[0], y - start[1]) for x, y in points)

        whole = self.image if self.around is None else self.around
        left, top = (first + corner for first, corner in zip(start, self.corner, strict=True))
        return replace(
            self,
            image=whole[top : top + size[1], left : left + size[0]],
            differing=shifted(self.differing),
            allowed=shifted(self.allowed),
            rings=shifted(self.rings),
            arrow=shifted(self.arrow),
            around=None,
            corner=(0, 0),
        )


def _draw_way(pen: Pen, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw an arrow between two rings of a picture, in pixels of the screen."""
    way = np.subtract(end, start)
    length = float(np.hypot(*way))
    inside = (RING + 2) * pen.unit
    if length <= 2 * inside + HEAD * pen.unit:
        return
    along = way / length
    across = np.array([-along[1], along[0]])
    tail, tip = np.add(start, inside * along), np.subtract(end, inside * along)
    for thick, colour in ((WAY + 4, WHITE), (WAY, LIGHTS[Light.RED])):
        half, head = thick * pen.unit / 2, (HEAD + thick - WAY) * pen.unit
        neck, wide = tip - HEAD * pen.unit * along, head * 0.7
        corners = (
            *(tail + half * across, neck + half * across, neck + wide * across),
            *(tip + (head - HEAD * pen.unit) * along, neck - wide * across),
            *(neck - half * across, tail - half * across),
        )
        pygame.draw.polygon(pen.surface, colour, [tuple(map(round, one)) for one in corners])


NUMBERED: Final = 12
"""Radius of the disc that a number stands on, at most."""
CLOSEST: Final = 0.42
"""The same as a share of the way to the next one, so that what lies between them is seen."""
DIGITS: Final = 1.6
"""How large a number is written, as a share of the radius of its disc."""


@dataclass(frozen=True, slots=True)
class NumberedPhoto:
    """A picture (BGR, 8 bits) with numbers from 1 at points x, y of it.

    The points are the middles of places of these ``sizes``; where a number would hide most of one,
    all stand beside. ``name`` is the picture's: two of one name are equal.
    """

    name: str
    image: Image = field(compare=False)
    points: Points = ()
    sizes: Points = ()

    def draw(self, pen: Pen, box: Box) -> None:
        image, area, scale = fitted(self.image, pen.pixels(box))
        pen.surface.blit(image, area)
        pygame.draw.rect(pen.surface, LINE, area, max(1, round(pen.unit)))
        x, y = pen.at(0, 0)
        apart = min((math.dist(*pair) for pair in combinations(self.points, 2)), default=math.inf)
        radius = min(NUMBERED, CLOSEST * apart * scale / pen.unit)
        disc = counter_image(INK, round(radius * pen.unit))
        for number, (across_px, down_px) in enumerate(self._beside(radius * pen.unit / scale), 1):
            left = (area.x + across_px * scale - x) / pen.unit
            top = (area.y + down_px * scale - y) / pen.unit
            pen.stamp(disc, left, top)
            around = (left - radius, top - radius, 2 * radius, 2 * radius)
            size = min(SMALL, DIGITS * radius)
            pen.text(f"{number}", around, size, bold=True, colour=WHITE, align=0.5)

    def _beside(self, radius: float) -> Points:
        """Tell where discs of a radius stand: in the middle, or beside towards the board's."""
        free = (2 * math.pi * radius**2 < wide * high for wide, high in self.sizes)
        if not self.points or all(free):
            return self.points
        row = np.argmin(np.ptp(self.points, axis=0))
        inwards = np.sign(np.array(self.image.shape[1::-1]) / 2 - np.mean(self.points, axis=0))
        ways = np.array(self.sizes) / 2 + radius
        return tuple(map(tuple, np.array(self.points) + ways * inwards * (np.arange(2) == row)))


@dataclass(frozen=True, slots=True)
class BesidePhoto:
    """A list or a text, with the photograph beside it or above it where there is one.

    Above a list to be read at once it is as small as that needs.
    """

    body: Menu | ReadingText
    photo: Drawable | None = None

    def draw(self, pen: Pen, box: Box) -> None:
        """Make the photograph as large as what must be read at once leaves room for."""
        if self.photo is not None:
            upright = box[3] > box[2]
            cut = down if upright else across
            for body, share, answers in self._ways(pen, box):
                picture, rest = cut(box, (share, 1 - share), GAP)
                whole = body.high(pen, rest[2]) if answers is None else 0.0
                least = _least_height(pen, body, rest[2], answers or 1)
                if max(whole, least) <= rest[3] + 0.01:
                    self.photo.draw(pen, picture)
                    body.draw(pen, rest)
                    return
        self.body.draw(pen, box)

    def _ways(self, pen: Pen, box: Box) -> Iterator[tuple[Menu | ReadingText, float, int | None]]:
        """Give how the rest is written, the photograph's share, and how many answers are seen.

        None of them: all. Rather than that one alone is seen, all are written smaller.
        """
        upright, body = box[3] > box[2], self.body
        for share in self._above(pen, box) if upright else BESIDE:
            yield body, share, None
        for share in BESIDE:
            yield body, share, SEEN
        if isinstance(body, Menu):
            yield from ((replace(body, compact=True), share, SEEN) for share in BESIDE)
        for share in BESIDE:
            yield body, share, 1

    def _above(self, pen: Pen, box: Box) -> tuple[float, ...]:
        """List the shares of the photograph where all of the rest is to be seen below it."""
        if isinstance(self.body, Menu) and self.body.at_once:
            left = 1 - self.body.high(pen, box[2]) / (box[3] - GAP)
            if BESIDE[-1] <= left < ABOVE[-1]:
                return *ABOVE, left
        return ABOVE


TIGHT: Final = 1
ASIDE: Final = 6
"""What is left free above and below the words of a large answer, and beside them."""
NEAR: Final = 4
"""Between two large answers."""
ANSWERS: Final = 264
"""How wide large answers are where they stand beside the photograph."""
ANSWER_HEIGHTS: Final = (64, 96)
"""How high they are at least in an upright screen, for the photograph's sake, and at most."""


@dataclass(frozen=True, slots=True)
class AnswersToPhoto:
    """A photograph as large as can be, and a menu of few rows: a sentence and large answers."""

    photo: MarkedPhoto | None
    menu: Menu

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the answers beside the photograph, or in an upright screen below all.

        The sentence stands below the photograph; without answers beside it where it is larger so.
        """
        picture, text, column = self._places(pen, box)
        size = TEXT if self.menu.rows else largest(pen, [self.menu.text], text)
        paragraph_above(pen, self.menu.text, text, size=size)
        if self.photo is None:
            draw_card(pen, picture)
        else:
            self.photo.filling(picture[2] / picture[3]).draw(pen, picture)
        left, top, width, height = column
        high = self._answer_height(height)
        for number, row in enumerate(self.menu.rows):
            place = (left, top + number * (high + NEAR), width, high)
            draw_card(pen, place, marked=number == self.menu.chosen)
            words = (left + ASIDE, place[1] + TIGHT, width - 2 * ASIDE, high - 2 * TIGHT)
            pen.text(row.text, words, TEXT, bold=True, align=0.5, lines=2)
            pen.target(ROW_TARGET.format(number), place)

    def _places(self, pen: Pen, box: Box) -> tuple[Box, Box, Box]:
        said, gap = paragraph_height(pen, self.menu.text, box[2], TEXT) - TEXT / 4, TEXT / 4
        rows = len(self.menu.rows)
        if box[3] > box[2]:
            column, rest = bottom_and_rest(box, rows * self._answer(box, said), GAP * bool(rows))
            text, picture = bottom_and_rest(rest, said, gap)
            return picture, text, column
        text, above = bottom_and_rest(box, said, gap)
        wide = self._answers_width(pen, above)
        picture, column = across(above, (above[2] - wide, wide), GAP)
        if rows:
            return picture, text, column
        whole, beside = across(box, (box[2] - ANSWERS, ANSWERS), GAP)
        fits = paragraph_height(pen, self.menu.text, beside[2], TEXT) <= beside[3]
        if fits and self._shown(whole) > self._shown(above):
            return whole, beside, column
        return above, text, column

    def _answer_height(self, height: float) -> float:
        """Tell how high each answer is where all have so much room."""
        many = max(1, len(self.menu.rows))
        return min(ANSWER_HEIGHTS[1], (height - NEAR * (many - 1)) / many)

    def _answers_width(self, pen: Pen, box: Box) -> float:
        """Tell how wide answers beside the photograph are: more where two lines are too high."""
        high = self._answer_height(box[3]) - 2 * TIGHT
        words = ANSWERS - 2 * ASIDE
        lines = (len(pen.wrapped(row.text, words, TEXT, bold=True)) for row in self.menu.rows)
        if pen.height(max(lines, default=1), TEXT) <= high:
            return ANSWERS
        widest = max(pen.width(row.text, TEXT, bold=True) for row in self.menu.rows)
        return min(max(ANSWERS, widest + 2 * ASIDE + SLACK + GAP), box[2] / 2)

    def _answer(self, box: Box, said: float) -> float:
        """Tell how much room an answer takes in an upright screen, with the gap below it."""
        least, most = ANSWER_HEIGHTS
        if self.photo is None:
            return most + NEAR
        high, wide = map(float, self.photo.image.shape[:2])
        free = box[3] - GAP - said - TEXT / 4 - box[2] * high / wide
        return min(most, max(least, free / max(1, len(self.menu.rows)) - NEAR)) + NEAR

    def _shown(self, box: Box) -> float:
        """Tell how large a part of a box the photograph covers."""
        if self.photo is None:
            return 0.0
        high, wide = map(float, self.photo.cut(box[2] / box[3]).image.shape[:2])
        return high * wide * min(box[2] / wide, box[3] / high) ** 2


def _least_height(pen: Pen, body: Menu | ReadingText, width: float, answers: int) -> float:
    """Tell how high a list must be for its text and any answers so many, a text for a paragraph."""
    if isinstance(body, ReadingText):
        room = width - 2 * READING_MARGIN - MORE
        texts = (pen.wrapped(one.text, room, TEXT, bold=one.heading) for one in body.paragraphs)
        return pen.height(max(map(len, texts)), TEXT) + 2 * READING_MARGIN
    size = COMPACT if body.compact else TEXT
    text = pen.height(len(pen.wrapped(body.text, width, size)), size) + ROW_GAP
    heights = [row_height(pen, row, width - HINT, size) for row in body.rows if row.choosable]
    runs = (heights[i : i + answers] for i in range(max(1, len(heights) - answers + 1)))
    highest = max(map(sum, runs))
    return highest + (text if body.text else 0.0)


BAR: Final = 10
"""How high the bar is that tells how far the game has come."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A ``picture`` beside a ``text`` and a ``curve``; ``share`` of the game is over, 0 to 1."""

    picture: Drawable | None
    text: str
    curve: Drawable | None
    share: float

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw them beside each other, or one below the other where the box is upright."""
        bar, rest = bottom_and_rest(box, BAR, gap=GAP)
        pen.fill(bar, LINE, corner=4)
        left, top, width, height = bar
        if self.share > 0:
            pen.fill((left, top, width * self.share, height), GOLD, corner=4)
        if self.curve is None:  # the picture has its room
            above = paragraph_below(pen, self.text, rest)
            if self.picture is not None:
                self.picture.draw(pen, above)
            return
        if self.picture is not None:
            upright = box[3] > box[2]
            seen, rest = (down if upright else across)(rest, (1, 1), GAP)
            self.picture.draw(pen, seen)
        self.curve.draw(pen, paragraph_above(pen, self.text, rest))
