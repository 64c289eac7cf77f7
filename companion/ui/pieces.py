"""Small round things seen from above, smooth-edged: pieces, counters, printed spots."""

import functools
from dataclasses import dataclass
from typing import Final

import pygame

from companion.ui.pen import Box, Pen
from companion.ui.style import INK, TEXT, WHITE, Colour, ink_on, piece_colour, piece_shape

FINER: Final = 4  # drawn so many times larger, then shrunk, since pygame's circles are jagged


@functools.lru_cache(maxsize=256)
def piece_image(colour: str, radius: int) -> pygame.Surface:
    """Draw a piece: its player's colour and, for those who see colours alike, a shape."""
    ground = piece_colour(colour)
    ink = ink_on(ground)
    rim = tuple(part * 11 // 20 for part in ground)
    image, middle, full = _blank(radius, (rim[0], rim[1], rim[2]))
    pygame.draw.circle(image, rim, middle, full)
    pygame.draw.circle(image, ground, middle, full - max(FINER, full // 8))
    points = piece_shape(colour)
    size = full * 0.55
    pygame.draw.polygon(
        image, ink, [(middle[0] + size * x, middle[1] + size * y) for x, y in points]
    )
    return _shrink(image)


@functools.lru_cache(maxsize=64)
def counter_image(ground: Colour, radius: int) -> pygame.Surface:
    """Draw a round counter of one colour; what it says is written over it."""
    rim = (ground[0] * 2 // 3, ground[1] * 2 // 3, ground[2] * 2 // 3)
    image, middle, full = _blank(radius, rim)
    pygame.draw.circle(image, rim, middle, full)
    pygame.draw.circle(image, ground, middle, full - max(FINER, full // 9))
    return _shrink(image)


@functools.lru_cache(maxsize=64)
def ring_image(colour: Colour, radius: int, thick: int) -> pygame.Surface:
    """Draw a ring, empty inside."""
    image, middle, full = _blank(radius, colour)
    pygame.draw.circle(image, colour, middle, full, thick * FINER)
    return _shrink(image)


@functools.lru_cache(maxsize=64)
def spot_image(kind: str, colour: Colour, radius: int) -> pygame.Surface:
    """Draw a printed spot, by its kind: a square, a double ring, or a single one."""
    image, middle, full = _blank(radius, colour)
    if kind == "city":
        side = round(full * 1.8)
        square = pygame.Rect(0, 0, side, side)
        square.center = middle
        pygame.draw.rect(image, colour, square, border_radius=full // 4)
        square.inflate_ip(-full // 3, -full // 3)
        pygame.draw.rect(image, WHITE, square, border_radius=full // 6)
    else:
        inside = full if kind == "town" else round(full * 0.85)
        pygame.draw.circle(image, colour, middle, inside)
        pygame.draw.circle(image, WHITE, middle, inside - max(FINER, full // 10))
        if kind == "town":
            pygame.draw.circle(image, colour, middle, round(full * 0.72))
            pygame.draw.circle(image, WHITE, middle, round(full * 0.72) - max(FINER, full // 10))
    return _shrink(image)


def _blank(radius: int, edge: Colour) -> tuple[pygame.Surface, tuple[int, int], int]:
    """Make a clear surface, its middle and radius; clear pixels of ``edge`` keep the rim clean."""
    full = radius * FINER
    image = pygame.Surface((2 * full, 2 * full), pygame.SRCALPHA, 32)
    image.fill((*edge, 0))
    return image, (full, full), full


def _shrink(image: pygame.Surface) -> pygame.Surface:
    width, height = image.get_size()
    return pygame.transform.smoothscale(image, (width // FINER, height // FINER))


def draw_ring(
    pen: Pen, at: tuple[float, float], colour: Colour, radius: float, thick: float
) -> None:
    """Draw a ring around a pixel of the screen; the lengths are in pixels too."""
    stamp_at(pen, ring_image(colour, max(2, round(radius)), max(1, round(thick))), at)


def stamp_at(pen: Pen, image: pygame.Surface, at: tuple[float, float]) -> None:
    """Put an image centred on a pixel of the screen."""
    pen.surface.blit(image, image.get_rect(center=(round(at[0]), round(at[1]))))


RADIUS: Final = 15
"""Of the piece beside a name."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player: what he is called, and his colour."""

    name: str
    colour: str


def draw_person(  # noqa: PLR0913 - how a text is set
    pen: Pen,
    person: Person,
    box: Box,
    *,
    bold: bool = False,
    colour: Colour = INK,
    size: float = TEXT,
) -> None:
    """Draw the piece and the name from the left of a box."""
    left, top, width, height = box
    draw_piece(pen, person, left + RADIUS, top + height / 2, RADIUS)
    aside = 2 * RADIUS + 10
    pen.text(
        person.name, (left + aside, top, width - aside, height), size, bold=bold, colour=colour
    )


def draw_piece(pen: Pen, person: Person, x: float, y: float, radius: float) -> None:
    """Draw the piece alone, centred on a point."""
    pen.stamp(piece_image(person.colour, round(radius * pen.unit)), x, y)
