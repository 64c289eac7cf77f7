"""Draws a whole screen: the top line, the body, and the labels of the buttons."""

import math
from collections.abc import Sequence
from typing import Final

import pygame

from companion.ui.layout import SLACK, across, bottom_and_rest, down, inset, top_and_rest
from companion.ui.pen import Box, Pen
from companion.ui.pieces import piece_image
from companion.ui.screen import Labels, Screen
from companion.ui.style import (
    ALARM,
    CARD,
    COMPACT,
    FAINT,
    INK,
    LARGE,
    LEAST,
    LIGHTS,
    LINE,
    PAPER,
    SMALL,
    TEXT,
    Colour,
)
from hardware.panel import Button, Light

BODY_MARGIN: Final = 8
BAND: Final = 10
"""How high the band is that says along the bottom that the game waits."""
DIM: Final = 0.25
"""How much of its brightness a dimmed screen keeps."""


def draw_screen(surface: pygame.Surface, screen: Screen) -> Pen:
    """Draw on all of a surface; the pen that it returns knows what can be touched where."""
    pen = Pen.filling(surface)
    pen.tints, pen.unbroken = screen.tints, screen.unbroken
    surface.fill(PAPER)
    whole: Box = (0, 0, *pen.design)
    top, rest = top_and_rest(whole, top_height(pen, screen))
    bottom, middle = bottom_and_rest(rest, footer_height(pen, screen.labels))
    if screen.light is Light.RED:
        band, middle = bottom_and_rest(middle, BAND)
        pen.fill(band, ALARM)
    draw_top(pen, top, screen)
    left, y, width, height = inset(middle, BODY_MARGIN)
    screen.body.draw(pen, (left, y - BODY_MARGIN, width, height + BODY_MARGIN))
    draw_footer(pen, bottom, screen.labels, ALARM if screen.light is Light.RED else LINE)
    if screen.dimmed:
        shade = round(255 * DIM)
        surface.fill((shade, shade, shade), special_flags=pygame.BLEND_MULT)
    if screen.turned:
        _turn(pen)
    return pen


def _turn(pen: Pen) -> None:
    """Turn what was drawn for whoever sits opposite, and all that the pen knows of it."""
    surface = pen.surface
    surface.blit(pygame.transform.rotate(surface, 180), (0, 0))
    width, height = surface.get_size()

    def turned(place: pygame.Rect) -> pygame.Rect:
        return pygame.Rect(width - place.right, height - place.bottom, place.width, place.height)

    pen.targets = {name: turned(place) for name, place in pen.targets.items()}
    pen.written = [(text, turned(place)) for text, place in pen.written]


ONE_LINE: Final = 54
TWO_LINES: Final = 82
STATUS: Final = 170
"""How wide the status is at least where it stands beside the title."""
STATUS_LINES: Final = (33, 50)
"""How high it is below the title, on one line and on two."""
MOST_LINES: Final = 3
STATUSES: Final = (TEXT, COMPACT, 24)
"""How large it is written on one line, the largest that fits."""
TOP_MARGIN: Final = 8
TOP_PIECE: Final = 18
LAMP: Final = 20


def top_height(pen: Pen, screen: Screen) -> float:
    """Tell how high the top line must be for its words."""
    upright = _is_upright(pen)
    lines = TWO_LINES if _title_lines(pen, screen) > 1 else ONE_LINE
    return lines + (_status_height(pen, screen) if upright else 0)


def draw_top(pen: Pen, box: Box, screen: Screen) -> None:
    """Draw the title, with a piece where it speaks of a player, and the status with its lamp."""
    if _is_upright(pen):
        status, title = bottom_and_rest(box, _status_height(pen, screen))
    else:
        title, status = across(box, (_title_room(pen, screen), _status_room(pen, screen)))
    left, top, width, height = title
    if screen.player is not None:
        image = piece_image(screen.player, round(TOP_PIECE * pen.unit))
        pen.stamp(image, left + TOP_MARGIN + TOP_PIECE, top + height / 2)
    before = _before_title(screen)
    words = (left + before, top, width - before - TOP_MARGIN, height)
    size = LARGE if _title_lines(pen, screen) == 1 else TEXT
    pen.text(screen.title, words, size, bold=True, lines=2)
    _draw_status(pen, status, screen)


def _draw_status(pen: Pen, box: Box, screen: Screen) -> None:
    left, top, width, height = box
    lamp = (left + width - TOP_MARGIN - LAMP, top + (height - LAMP) / 2, LAMP, LAMP)
    if screen.light is not Light.OFF:
        pen.fill(lamp, LIGHTS[screen.light], corner=LAMP / 2)
        pen.fill(lamp, INK, corner=LAMP / 2, outline=1)
    words = (left + TOP_MARGIN, top, _words_of_status(width), height)
    stopped = screen.light is Light.RED
    colour = ALARM if stopped else FAINT
    room = words[2] - SLACK
    wished = STATUSES[1:] if _is_upright(pen) else STATUSES
    fitting = (one for one in wished if pen.width(screen.status, one, bold=stopped) <= room)
    size = next(fitting, SMALL)
    pen.text(screen.status, words, size, colour=colour, bold=stopped, align=1, lines=MOST_LINES)


def _is_upright(pen: Pen) -> bool:
    width, height = pen.design
    return height > width


def _before_title(screen: Screen) -> float:
    return TOP_MARGIN + (2 * TOP_PIECE + TOP_MARGIN if screen.player is not None else 0)


def _title_room(pen: Pen, screen: Screen) -> float:
    return pen.design[0] - _status_room(pen, screen)


def _status_room(pen: Pen, screen: Screen) -> float:
    """Leave the status what the title does not need, smaller where the status needs it."""
    if _is_upright(pen):
        return 0
    whole = pen.design[0]
    around = _before_title(screen) + 2 * TOP_MARGIN
    rooms = [
        whole - max(pen.width(screen.title, size, bold=True) + around, whole / 2)
        for size in (LARGE, TEXT)
    ]
    bold = screen.light is Light.RED
    sizes = (*STATUSES[1:], SMALL)
    needed = [pen.width(screen.status, size, bold=bold) + SLACK for size in sizes]
    for wide in needed:
        for room in rooms:
            if wide <= _words_of_status(room):
                return room
    for room in rooms:
        lines = pen.wrapped(screen.status, _words_of_status(room) - 1, LEAST)
        if room >= STATUS and len(lines) <= MOST_LINES:
            return room
    return STATUS


def _words_of_status(room: float) -> float:
    return room - LAMP - 3 * TOP_MARGIN


def _status_height(pen: Pen, screen: Screen) -> float:
    room = _words_of_status(pen.design[0])
    return STATUS_LINES[pen.width(screen.status, SMALL) > room]


def _title_lines(pen: Pen, screen: Screen) -> int:
    room = _title_room(pen, screen) - _before_title(screen) - TOP_MARGIN
    return 1 if pen.width(screen.title, TEXT, bold=True) <= room - 2 else 2


LABEL_GAP: Final = 3
LABEL_MARGIN: Final = 4
LABEL_HEIGHTS: Final = (50, 84)
"""Of a row of labels, by the lines that the longest of them takes."""
LEAST_LABEL: Final = 30
"""The least that a label without words is given."""

Layout = tuple[Sequence[Sequence[float]], int, int]


def footer_height(pen: Pen, labels: Labels) -> float:
    """Tell how high the bottom line must be for its words."""
    rows, lines, _ = _layout(pen, labels)
    return len(rows) * LABEL_HEIGHTS[lines - 1]


def draw_footer(pen: Pen, box: Box, labels: Labels, ground: Colour = LINE) -> None:
    """Draw the labels in the order of the buttons; each can be touched, an empty one not."""
    rows, lines, size = _layout(pen, labels)
    pen.fill(box, ground)
    places = [
        place
        for row, shares in zip(
            down(inset(box, LABEL_GAP), (1,) * len(rows), gap=LABEL_GAP), rows, strict=True
        )
        for place in across(row, shares, gap=LABEL_GAP)
    ]
    for button, place in zip(Button, places, strict=True):
        label = labels.of(button)
        if label:
            pen.fill(place, CARD, corner=8)
            words = inset(place, LABEL_MARGIN)
            pen.text(label, words, size, colour=INK, bold=True, align=0.5, lines=lines)
            pen.target(button.value, place)


def _layout(pen: Pen, labels: Labels) -> Layout:
    """Find the shares of the labels in each row, how many lines they take, and how large.

    All in one row, as the buttons stand on the panel, wherever there is room for that.
    """
    said = [labels.of(button) for button in Button]
    for size in (TEXT, COMPACT):
        row = _one_row(pen, said, size)
        if row:
            return [row], 1, size
    for number in range(1, len(said)):
        most = math.ceil(len(said) / number)
        rows = [(1.0,) * len(said[at : at + most]) for at in range(0, len(said), most)]
        lines = _lines(pen, said, most, COMPACT)
        if lines <= len(LABEL_HEIGHTS):
            break
    return rows, min(lines, len(LABEL_HEIGHTS)), COMPACT


def _one_row(pen: Pen, said: Sequence[str], size: int) -> Sequence[float]:
    """Give the shares of labels side by side, equal ones if they can be; none without room."""
    if _lines(pen, said, len(said), size) == 1:
        return (1.0,) * len(said)
    wished = [
        max(LEAST_LABEL, pen.width(one, size, bold=True)) + 2 * LABEL_MARGIN + 2 for one in said
    ]
    spare = pen.design[0] - 2 * LABEL_GAP - (len(said) - 1) * LABEL_GAP - sum(wished)
    return [one + spare / len(said) for one in wished] if spare >= 0 else ()


def _lines(pen: Pen, said: Sequence[str], across_row: int, size: int) -> int:
    """Tell how many lines labels of equal width take; too many where a word is too long."""
    width = (
        (pen.design[0] - 2 * LABEL_GAP - (across_row - 1) * LABEL_GAP) / across_row
        - 2 * LABEL_MARGIN
        - 2
    )
    wrapped = [pen.wrapped(one, width, size, bold=True) for one in said]
    widest = max(pen.width(line, size, bold=True) for lines in wrapped for line in [*lines, ""])
    return max(1, *map(len, wrapped)) if widest <= width else len(LABEL_HEIGHTS) + 1
