"""Draws on a surface in the coordinates of a design, whatever the real size."""

import functools
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Protocol

import pygame
import pygame.font

from companion.ui.style import COMPACT, INK, LEAST, Colour, tint_of
from hardware.face import face

DESIGN: Final = (800, 480)
LONG: Final = 768
"""The longer side of the design at least, as 1280 x 800 has it: less leaves names no room."""
LEADING: Final = 1.14
"""From one line of a text to the next, as a multiple of its size."""
ELLIPSIS: Final = "…"
SPACE: Final = re.compile(r"[ \t\n]+")
"""Where a line may end; French puts a hard space before its question marks."""
WORD: Final = re.compile(r"[^ ]+")

Box = tuple[float, float, float, float]  # x, y, width, height in the design


class Pen:
    """A surface with the design scaled to it, centred, nothing distorted.

    ``written`` lists each text with the pixels it covers, in the order drawn; ``shortened`` those
    that had to lose a part, ``sizes`` the size of each in the design, as wished and as drawn.
    ``targets`` are the pixels that can be touched, by name. ``tints`` are the colours of the
    board's regions as they are printed, where they are known. ``unbroken`` finds in a text what
    stays on one line where there is room for it.
    """

    def __init__(self, surface: pygame.Surface, design: tuple[float, float] = DESIGN) -> None:
        """Take the surface as large as it is, and fit a design of that width and height in."""
        pygame.font.init()
        self.surface = surface
        self.design = design
        width, height = surface.get_size()
        self.unit = min(width / design[0], height / design[1])
        self._left = (width - design[0] * self.unit) / 2
        self._top = (height - design[1] * self.unit) / 2
        self.written: list[tuple[str, pygame.Rect]] = []
        self.shortened: list[str] = []
        self.sizes: list[tuple[str, float, float]] = []
        self.targets: dict[str, pygame.Rect] = {}
        self.tints: tuple[Colour, ...] = ()
        self.unbroken = WORD

    @classmethod
    def filling(cls, surface: pygame.Surface) -> "Pen":
        """Take a surface of any shape, upright ones too.

        In the design its sides are at least 480 and ``LONG``: one of them is just that.
        """
        width, height = surface.get_size()
        unit = min(min(width, height) / DESIGN[1], max(width, height) / LONG)
        return cls(surface, (width / unit, height / unit))

    @contextmanager
    def enlarged(self, factor: float, box: Box) -> Iterator[Box]:
        """Draw all so much larger; gives the box as it is then in the design."""
        unit = self.unit
        self.unit *= factor
        try:
            yield tuple(side / factor for side in box)  # type: ignore[misc]
        finally:
            self.unit = unit

    def region(self, index: int) -> Colour:
        return tint_of(self.tints, index)

    def target(self, name: str, box: Box) -> None:
        """Let a box be touched; the later of two that overlap lies on top."""
        self.targets.pop(name, None)
        self.targets[name] = self.pixels(box)

    def touched(self, at: tuple[int, int]) -> str | None:
        """Name what lies at a pixel of the surface, if it can be touched."""
        here = (name for name, place in self.targets.items() if place.collidepoint(at))
        return next(iter([*here][::-1]), None)

    def at(self, x: float, y: float) -> tuple[int, int]:
        return round(self._left + x * self.unit), round(self._top + y * self.unit)

    def pixels(self, box: Box) -> pygame.Rect:
        left, top = self.at(box[0], box[1])
        right, bottom = self.at(box[0] + box[2], box[1] + box[3])
        return pygame.Rect(left, top, right - left, bottom - top)

    def fill(self, box: Box, colour: Colour, corner: float = 0, outline: float = 0) -> None:
        """Fill a box, or draw its outline when one is given; ``corner`` rounds it."""
        thick = max(1, round(outline * self.unit)) if outline else 0
        corner = round(corner * self.unit)
        pygame.draw.rect(self.surface, colour, self.pixels(box), thick, border_radius=corner)

    def shape(
        self,
        points: Sequence[tuple[float, float]],
        at: tuple[float, float],
        size: float,
        ink: Colour,
    ) -> None:
        """Fill a shape around a point of the design; its points are within a radius of 1."""
        x, y = at
        corners = [self.at(x + size * right, y + size * down) for right, down in points]
        pygame.draw.polygon(self.surface, ink, corners)

    def stamp(self, image: pygame.Surface, x: float, y: float) -> None:
        self.surface.blit(image, image.get_rect(center=self.at(x, y)))

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        return text_width(text, size, self.unit, bold=bold)

    def wrapped(
        self, text: str, width: float, size: float, *, bold: bool = False
    ) -> tuple[str, ...]:
        font = _font(round(size * self.unit), bold=bold)
        return _wrap(text, font, round(width * self.unit), self.unbroken)

    def text(  # noqa: PLR0913 - how a text is set
        self,
        text: str,
        box: Box,
        size: float,
        *,
        colour: Colour = INK,
        bold: bool = False,
        align: float = 0,
        lines: int = 1,
    ) -> None:
        """Write into a box, on up to ``lines`` lines, smaller where it does not fit.

        ``align`` is 0 for left, 0.5 for centred, 1 for right; lines are centred in height. What
        was to be ``COMPACT`` or larger never gets smaller than that: it matters. What does not fit
        even at the smallest size loses its end to an ellipsis, a single word its middle.
        """
        area = self.pixels(box)
        # As ``wrapped`` and ``height`` measure it: a pixel less would need smaller letters.
        area.size = round(box[2] * self.unit), round(box[3] * self.unit)
        points, rows = self._fit(text, area, size, bold=bold, lines=lines)
        font = _font(points, bold=bold)
        self.sizes.append((text, size, points / self.unit))
        step = round(points * LEADING)
        y = area.y + (area.height - _height(font, points, len(rows))) // 2
        for row in rows:
            image, letters = _set(row, font, colour)
            place = (area.x + round((area.width - image.get_width()) * align), y)
            self.surface.blit(image, place)
            self.written.append((row, letters.move(place)))
            y += step

    def height(self, lines: int, size: float) -> float:
        """Measure so many lines of text, in the design."""
        points = round(size * self.unit)
        return _height(_font(points, bold=False), points, lines) / self.unit

    def _fit(
        self, text: str, area: pygame.Rect, size: float, *, bold: bool, lines: int
    ) -> tuple[int, Sequence[str]]:
        least = COMPACT if size >= COMPACT else min(size, LEAST)
        for points in range(round(size * self.unit), round(least * self.unit) - 1, -1):
            font = _font(points, bold=bold)
            rows = _wrap(text, font, area.width, self.unbroken)
            widest = _widest(rows, font)
            # A single line may stand out of its box with its leading, never with its letters.
            low = len(rows) == 1 or _height(font, points, len(rows)) <= area.height
            if len(rows) <= lines and widest <= area.width and low:
                return points, rows
        self.shortened.append(text)
        if len(rows) == 1:
            return points, [_without_middle(text, font, area.width)]
        rows = rows[:lines]
        last = rows[-1] if text.endswith(rows[-1]) else rows[-1] + ELLIPSIS
        while len(last) > 1 and font.size(last)[0] > area.width:
            last = last.rstrip(ELLIPSIS)[:-1] + ELLIPSIS
        return points, [*rows[:-1], last]


def _without_middle(text: str, font: pygame.font.Font, width: int) -> str:
    """Take letters out of the middle of a word: names of a family begin alike, or end alike."""
    for kept in range(len(text) - 1, 1, -1):
        shorter = f"{text[: (kept + 1) // 2].rstrip()}{ELLIPSIS}{text[-(kept // 2) :].lstrip()}"
        if font.size(shorter)[0] <= width:
            return shorter
    return ELLIPSIS


@functools.lru_cache(maxsize=4096)
def text_width(text: str, size: float, unit: float, *, bold: bool) -> float:
    """Measure a text in a design of which one is ``unit`` pixels.

    It is remembered, as lines are by ``_wrap``.
    """
    return _font(round(size * unit), bold=bold).size(text)[0] / unit


@functools.lru_cache(maxsize=256)
def _set(row: str, font: pygame.font.Font, colour: Colour) -> tuple[pygame.Surface, pygame.Rect]:
    """Set a line, and tell where its letters are; not to be changed, as it is remembered too."""
    image = font.render(row, True, colour)  # noqa: FBT003 - pygame's
    return image, image.get_bounding_rect()


def _height(font: pygame.font.Font, points: int, lines: int) -> int:
    return font.get_linesize() + (lines - 1) * round(points * LEADING)


@functools.lru_cache(maxsize=4096)
def _wrap(
    text: str, font: pygame.font.Font, width: int, unbroken: re.Pattern[str]
) -> tuple[str, ...]:
    """Break a text between words, as few lines as the width allows; never at a hard space.

    It is remembered: screens say much the same from one picture to the next.
    """
    words = unbroken.findall(SPACE.sub(" ", text))
    whole = " ".join(words)
    if font.size(whole)[0] <= width:
        return (whole,) if words else ()
    rows: list[str] = []
    for together in words:
        # A single word is one row at least, whether it fits or not.
        fits = " " not in together or font.size(together)[0] <= width
        for word in (together,) if fits else WORD.findall(together):
            longer = f"{rows[-1]} {word}" if rows else word
            if rows and font.size(longer)[0] <= width:
                rows[-1] = longer
            else:
                rows.append(word)
    return tuple(rows)


@functools.lru_cache(maxsize=4096)
def _widest(rows: tuple[str, ...], font: pygame.font.Font) -> int:
    return max((font.size(row)[0] for row in rows), default=0)


class Drawable(Protocol):
    """Frozen data that draws itself; all that it says is in the language of the screens."""

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw into a box of the pen's design."""


@functools.lru_cache(maxsize=128)
def _font(points: int, *, bold: bool) -> pygame.font.Font:
    return pygame.font.Font(str(face(bold=bold)), points)
