"""The window, or the whole display: shows screens, and takes input of keys, fingers and mouse."""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pygame

from companion.language import Language, said
from companion.settings import Settings
from companion.ui.layout import inset
from companion.ui.pen import Pen
from companion.ui.screen import DOWN, UP, Drag, Screen, dragged, is_pad
from companion.ui.sheet import draw_screen
from companion.ui.style import CARD, INK, LAST_MOVE, LINE, SMALL
from companion.ui.texts import Message
from hardware.panel import Button, Edge, Light
from vision.reading import Image

# SDL falls back to these where there is nothing to look at.
BLIND_DRIVERS: Final = ("dummy", "offscreen")
GRAPHICS_DEVICES: Final = Path("/dev/dri")
SIZE: Final = (800, 480)
VIRTUAL: Final = "virtual"
"""The camera of the settings that is a virtual table, shown beside the screen."""
STARTING: Final = said("Starting…")
TABLE_SIZE: Final = (640, 480)
STRIP: Final = 44
"""Pixels below the table for what can be done there."""
KEYS: Final = {
    **{pygame.K_F1 + number: button for number, button in enumerate(Button)},
    **{pygame.K_1 + number: button for number, button in enumerate(Button)},
    pygame.K_s: Button.SCORE,
    **dict.fromkeys((pygame.K_RETURN, pygame.K_KP_ENTER), Button.OK),
    pygame.K_ESCAPE: Button.BACK,
    **dict.fromkeys((pygame.K_w, pygame.K_QUESTION), Button.WHY),
}
"""Which keys stand for which buttons: any by its number, and some of their own."""
ARROWS: Final = {
    **dict.fromkeys((pygame.K_UP, pygame.K_LEFT), ("▲", "◀")),
    **dict.fromkeys((pygame.K_DOWN, pygame.K_RIGHT), ("▼", "▶")),
}
"""Which keys stand for the buttons that are labelled so, where there are any."""
CONTROLS: Final = frozenset({pygame.K_RETURN, pygame.K_ESCAPE})
"""Of the keys that have a character those that write none."""
LETTERS: Final = 0x80
"""SDL numbers the keys that write a character by that character; all others come after."""
# Left to itself SDL turns SIGTERM into an event, which nobody reads where there is no window.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")


@dataclass(frozen=True, slots=True)
class Closed:
    """The window was closed."""


@dataclass(frozen=True, slots=True)
class Touched:
    """Something that can be touched was, by its name."""

    target: str


@dataclass(frozen=True, slots=True)
class Pointed:
    """The mouse did something to the table beside the screen.

    ``what`` is down, move or up, or the name of an action below the picture; ``at_px`` is x and y
    in pixels of the picture.
    """

    what: str
    at_px: tuple[float, float] = (-1.0, -1.0)


@dataclass(frozen=True, slots=True)
class Typed:
    """Letters were typed; the empty text takes one back."""

    text: str


Outline = tuple[tuple[float, float], ...]
"""Something in the picture of the table, in pixels of that, that is pointed out."""
MARKS: Final = ((INK, 7), (LAST_MOVE, 4))
"""In which colours it is outlined, one over the other, and how thickly, in pixels."""

Input = Closed | Touched | Drag | Pointed | Typed | Edge


def has_display() -> bool:
    """Tell whether a window would be seen by anybody."""
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
    if sys.platform == "linux" and not named and not GRAPHICS_DEVICES.exists():
        return False  # SDL would find that out too, but grumble on standard error
    try:
        pygame.display.init()
    except pygame.error:
        return False
    return pygame.display.get_driver() not in BLIND_DRIVERS


class Display:
    """Shows screens in a window, on the whole display or, ``headless``, in memory only.

    Beside the screen there may be a ``table``: a picture that the mouse can do something to, and
    below it ``actions`` that can be taken there, each name with its label.
    ``quarter``: all of the screen is turned by 90 degrees, clockwise. While ``typing``, letters
    are a text and press no buttons.
    """

    def __init__(  # noqa: PLR0913 - how a window may be wanted
        self,
        size: tuple[int, int] = SIZE,
        *,
        headless: bool = False,
        whole: bool = False,
        table: bool = False,
        actions: Mapping[str, str] | None = None,
        quarter: bool = False,
    ) -> None:
        """Open; ``size`` is the screen's in pixels, and only a wish where it is the ``whole``."""
        self.typing = False
        self._headless = headless
        self._table = table
        self._strip = dict(actions or {})
        self._quarter = quarter
        self._shown: Screen | None = None
        self._undrawn: Screen | None = None
        self._picture: Image | None = None
        self._outlines: Sequence[Outline] = ()
        self._pen: Pen | None = None
        self._arrows: Mapping[int, Button] = {}
        self._held: str | None = None
        width, height = size
        high = TABLE_SIZE[1] + (STRIP if self._strip else 0)
        wide = (width + TABLE_SIZE[0], max(height, high)) if table else size
        if headless:
            self._surface = pygame.Surface(wide, depth=32)
            return
        pygame.display.init()
        pygame.display.set_caption("Dubsar")
        pygame.mouse.set_visible(not whole)
        flags = pygame.FULLSCREEN if whole else pygame.RESIZABLE
        desktop = pygame.display.get_desktop_sizes()[0]
        seen = (
            min(wide[0], desktop[0]),
            min(wide[1], desktop[1]),
        )  # what is outside cannot be reached
        self._surface = pygame.display.set_mode((0, 0) if whole else seen, flags)
        self._surface.fill(LINE)  # not black where the table's first picture is yet to come

    @property
    def size(self) -> tuple[int, int]:
        width, height = self._screen_area().size
        return (height, width) if self._quarter else (width, height)

    @property
    def pen(self) -> Pen | None:
        """The pen of what is shown: it knows what was written, and what can be touched."""
        self._draw_late()
        return self._pen

    def show(
        self, screen: Screen, picture: Image | None = None, outlines: Sequence[Outline] = ()
    ) -> bool:
        """Show a screen, and the table beside it (BGR); tells whether it was new and so drawn.

        ``outlines`` are drawn over the table.
        """
        new = screen != self._shown
        if new:
            self._shown = screen
            self._arrows = {
                key: button
                for key, signs in ARROWS.items()
                for button in Button
                if screen.labels.of(button) in signs
            }
            self._undrawn = screen
            if not self._headless:
                self._draw_late()
        marked = outlines != self._outlines
        if self._table and picture is not None and (marked or picture is not self._picture):
            self._picture, self._outlines = picture, outlines
            self._draw_table(picture)
            new = True
        if new and not self._headless:
            pygame.display.flip()
        return new

    def save(self, path: Path) -> None:
        """Write the screen as a PNG; raises OSError where that cannot be written."""
        self._draw_late()
        try:
            pygame.image.save(self._surface.subsurface(self._screen_area()), str(path))
        except pygame.error as error:
            raise OSError(None, str(error), str(path)) from None

    def inputs(self, now: float) -> list[Input]:
        """Take what was done since the last call; ``now`` is the time of the edges, in seconds."""
        if self._headless:
            return []
        return [one for event in pygame.event.get() for one in self._inputs_of(event, now)]

    def held(self) -> frozenset[Button]:
        if self._headless or not pygame.key.get_focused():
            return frozenset()
        down = pygame.key.get_pressed()
        return frozenset(button for key, button in self._keys().items() if down[key])

    def close(self) -> None:
        """Take the window away; harmless when called twice."""
        if not self._headless:
            pygame.display.quit()

    def _keys(self) -> dict[int, Button]:
        keys = {**KEYS, **self._arrows}
        return {
            key: button for key, button in keys.items() if not (self.typing and self._writes(key))
        }

    @staticmethod
    def _writes(key: int) -> bool:
        return key < LETTERS and key not in CONTROLS

    def _inputs_of(self, event: pygame.event.Event, now: float) -> list[Input]:
        match event.type:
            case pygame.QUIT:
                return [Closed()]
            case pygame.KEYDOWN | pygame.KEYUP:
                return self._keyed(event, now)
            case pygame.TEXTINPUT:
                return [Typed(event.text)] if self.typing else []
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP | pygame.MOUSEMOTION:
                return self._pointed(event)
            case pygame.VIDEORESIZE | pygame.VIDEOEXPOSE:
                self._redraw()
        return []

    def _keyed(self, event: pygame.event.Event, now: float) -> list[Input]:
        down = event.type == pygame.KEYDOWN
        if down and event.key == pygame.K_q and event.mod & pygame.KMOD_CTRL:
            return [Closed()]
        if event.key == pygame.K_BACKSPACE:
            return [Typed("")] if down and self.typing else []
        button = self._keys().get(event.key)
        return [] if button is None else [Edge(button, down=down, seconds=now)]

    def _pointed(self, event: pygame.event.Event) -> list[Input]:
        moved = event.type == pygame.MOUSEMOTION
        if not moved and event.button != pygame.BUTTON_LEFT:
            return []
        what = {pygame.MOUSEBUTTONDOWN: "down", pygame.MOUSEBUTTONUP: "up"}.get(event.type, "move")
        if self._held is not None:
            return self._dragged(self._held, what, event.pos)
        if self._table and self._table_area().collidepoint(event.pos):
            return [Pointed(what, self._in_picture(event.pos))]
        for name, area in self._strip_areas().items():
            if what == "down" and area.collidepoint(event.pos):
                return [Pointed(name)]
        if what != "down" or self._pen is None:
            return [Pointed("up")] if what == "up" and self._table else []
        return self._touched(self._pen, event.pos)

    def _touched(self, pen: Pen, at: tuple[int, int]) -> list[Input]:
        target = pen.touched(self._on_screen(at))
        if target is None:
            return []
        if is_pad(target):
            self._held = target
            return self._dragged(target, DOWN, at)
        return [Touched(target)]

    def _dragged(self, pad: str, what: str, at: tuple[int, int]) -> list[Input]:
        """Follow a finger from where it came down on a pad; it may leave the pad meanwhile."""
        if what == UP:
            self._held = None
        pen, screen = self._pen, self._shown
        if pen is None or screen is None or pad not in pen.targets:
            return []
        return [dragged(pen, pad, what, self._on_screen(at), turned=screen.turned)]

    def _on_screen(self, at: tuple[int, int]) -> tuple[int, int]:
        """Turn a pixel of the window into one of the screen as it was drawn."""
        area = self._screen_area()
        x, y = at[0] - area.x, at[1] - area.y
        return (y, area.width - 1 - x) if self._quarter else (x, y)

    def _in_picture(self, at: tuple[int, int]) -> tuple[float, float]:
        if self._picture is None:
            return -1.0, -1.0
        area, (height, width) = self._picture_area(self._picture), self._picture.shape[:2]
        x = (at[0] - area.x) * width / area.width
        return x, (at[1] - area.y) * height / area.height

    def _screen_area(self) -> pygame.Rect:
        whole = self._surface.get_rect()
        if self._table:
            whole.width = round(whole.width * SIZE[0] / (SIZE[0] + TABLE_SIZE[0]))
        return whole

    def _table_area(self) -> pygame.Rect:
        area = self._surface.get_rect()
        left = self._screen_area().right
        strip = STRIP if self._strip else 0
        return pygame.Rect(left, 0, area.width - left, area.height - strip)

    def _strip_areas(self) -> dict[str, pygame.Rect]:
        table = self._table_area()
        step = table.width // max(1, len(self._strip))
        return {
            name: pygame.Rect(table.left + i * step, table.bottom, step, STRIP)
            for i, name in enumerate(self._strip)
        }

    def _picture_area(self, picture: Image) -> pygame.Rect:
        """Fit the picture into its place, nothing cut off."""
        height, width = picture.shape[:2]
        return pygame.Rect(0, 0, width, height).fit(self._table_area())

    def _draw_late(self) -> None:
        """Draw what was shown; where nobody sees it, not before it is asked for."""
        if self._undrawn is not None:
            screen, self._undrawn = self._undrawn, None
            self._draw_screen(screen)

    def _draw_screen(self, screen: Screen) -> None:
        area = self._screen_area()
        part = self._surface.subsurface(area)
        if not self._quarter:
            self._pen = draw_screen(part, screen)
            return
        upright = pygame.Surface((area.height, area.width), depth=32)
        self._pen = draw_screen(upright, screen)
        part.blit(pygame.transform.rotate(upright, -90), (0, 0))

    def _draw_table(self, picture: Image) -> None:
        area = self._picture_area(picture)
        small = cv2.resize(picture, area.size, interpolation=cv2.INTER_AREA)
        scale = area.width / picture.shape[1]
        corners = [np.round(np.array(one) * scale).astype(np.int32) for one in self._outlines]
        for (red, green, blue), thick in MARKS:
            cv2.polylines(
                small,
                corners,
                isClosed=True,
                color=(blue, green, red),
                thickness=thick,
                lineType=cv2.LINE_AA,
            )
        rgb = np.ascontiguousarray(cv2.cvtColor(small, cv2.COLOR_BGR2RGB))
        self._surface.fill(LINE, self._table_area())
        self._surface.blit(pygame.image.frombuffer(rgb.tobytes(), area.size, "RGB"), area)
        pen = Pen(self._surface, self._surface.get_size())
        for name, place in self._strip_areas().items():
            box = inset((*place.topleft, *place.size), 3)
            pen.fill(box, CARD, corner=8)
            pen.text(self._strip[name], box, SMALL, align=0.5)

    def _redraw(self) -> None:
        """Draw all of it again, in a window that may have another size."""
        self._surface = pygame.display.get_surface()
        screen, picture = self._shown, self._picture
        self._shown = self._picture = None
        if screen is not None:
            self.show(screen, picture, self._outlines)


def display_of(
    settings: Settings,
    *,
    windowed: bool,
    table: bool = False,
    actions: Mapping[str, str] | None = None,
) -> Display:
    """Open the screen as the settings want it, with a virtual ``table`` beside it or without."""
    size = settings.screen.size
    if table:
        return Display(size or SIZE, table=True, actions=actions)
    whole = not windowed and size is None and sys.platform == "linux"
    quarter = settings.screen.rotation in (90, 270)
    return Display(size or SIZE, whole=whole, quarter=quarter)


def first_picture(settings: Settings, *, windowed: bool) -> None:
    """Show that the program is starting, before anything that takes long is loaded."""
    text = Language(settings.language).say(STARTING)
    display = display_of(settings, windowed=windowed, table=settings.camera == VIRTUAL)
    turned = settings.screen.rotation >= 180  # noqa: PLR2004 - 270: an upright one, turned
    display.show(Screen(Message(text), title="Dubsar", light=Light.OFF, turned=turned))
