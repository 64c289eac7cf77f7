"""The top line of every screen: what it is about, and what the eye is doing."""

from typing import Final

from companion.screens.boxes import across, bottom_and_rest, inset
from companion.screens.palette import FAINT, INK, LIGHTS
from companion.screens.pen import Box, Pen
from companion.screens.pieces import merchant_image
from companion.screens.screen import Screen
from companion.screens.sizes import LARGE, LEAST, SMALL, TEXT
from hardware.panel import Light

ONE_LINE: Final = 54
TWO_LINES: Final = 74
STATUS: Final = 170
"""How wide the status is at least where it stands beside the title."""
STATUS_LINES: Final = (30, 50)
"""How high it is below the title, on one line and on two."""
MOST_LINES: Final = 3
MARGIN: Final = 8
MERCHANT: Final = 18
LAMP: Final = 20


def top_height(pen: Pen, screen: Screen) -> float:
    """Tell how high the top line must be for its words."""
    upright = _is_upright(pen)
    lines = TWO_LINES if _title_lines(pen, screen) > 1 else ONE_LINE
    return lines + (_status_height(pen, screen) if upright else 0)


def draw_top(pen: Pen, box: Box, screen: Screen) -> None:
    """Draw the title, with a merchant where it speaks of a player, and the status with its lamp."""
    if _is_upright(pen):
        status, title = bottom_and_rest(box, _status_height(pen, screen))
        status = inset(status, 2)
    else:
        title, status = across(box, (_title_room(pen, screen), _status_room(pen, screen)))
    left, top, width, height = title
    if screen.player is not None:
        image = merchant_image(*screen.player, round(MERCHANT * pen.unit))
        pen.stamp(image, left + MARGIN + MERCHANT, top + height / 2)
    before = _before_title(screen)
    words = (left + before, top, width - before - MARGIN, height)
    size = LARGE if _title_lines(pen, screen) == 1 else TEXT
    pen.text(screen.title, words, size, bold=True, lines=2)
    _draw_status(pen, status, screen)


def _draw_status(pen: Pen, box: Box, screen: Screen) -> None:
    left, top, width, height = box
    lamp = (left + width - MARGIN - LAMP, top + (height - LAMP) / 2, LAMP, LAMP)
    pen.fill(lamp, LIGHTS[screen.light], corner=LAMP / 2)
    if screen.light is not Light.OFF:
        pen.fill(lamp, INK, corner=LAMP / 2, outline=1)
    words = (left + MARGIN, top, _words_of_status(width), height)
    pen.text(screen.status, words, SMALL, colour=FAINT, align=1, lines=MOST_LINES)


def _is_upright(pen: Pen) -> bool:
    width, height = pen.design
    return height > width


def _before_title(screen: Screen) -> float:
    return MARGIN + (2 * MERCHANT + MARGIN if screen.player is not None else 0)


def _title_room(pen: Pen, screen: Screen) -> float:
    """Give the width of the title with its margins."""
    return pen.design[0] - _status_room(pen, screen)


def _status_room(pen: Pen, screen: Screen) -> float:
    """Leave the status what the title does not need, smaller where the status needs it."""
    if _is_upright(pen):
        return 0
    whole = pen.design[0]
    around = _before_title(screen) + 2 * MARGIN
    for size in (LARGE, TEXT):
        room = whole - max(pen.width(screen.title, size, bold=True) + around, whole / 2)
        lines = pen.wrapped(screen.status, _words_of_status(room) - 1, LEAST)
        if room >= STATUS and len(lines) <= MOST_LINES:
            return room
    return STATUS


def _words_of_status(room: float) -> float:
    return room - LAMP - 3 * MARGIN


def _status_height(pen: Pen, screen: Screen) -> float:
    """Give the height of the status where it stands below the title."""
    room = _words_of_status(pen.design[0])
    return STATUS_LINES[pen.width(screen.status, SMALL) > room]


def _title_lines(pen: Pen, screen: Screen) -> int:
    room = _title_room(pen, screen) - _before_title(screen) - MARGIN
    return 1 if pen.width(screen.title, TEXT, bold=True) <= room - 2 else 2
