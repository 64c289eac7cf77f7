"""The one simple window of ``dubsar demo``; without a display it draws all the same."""

import os
import sys
from pathlib import Path
from typing import Final

import pygame

from companion.scene import Scene
from companion.screens.diagram import Diagram
from companion.screens.header import draw_header
from companion.screens.layout import BOARD, EVENT
from companion.screens.palette import GOLD, PALE_GOLD, PAPER
from companion.screens.pen import DESIGN, Pen
from companion.screens.picture import draw_picture
from companion.screens.players import draw_players
from companion.screens.ranking import draw_ranking
from companion.screens.results import draw_result

# SDL falls back to these where there is nothing to look at.
BLIND_DRIVERS: Final = ("dummy", "offscreen")
GRAPHICS_DEVICES: Final = Path("/dev/dri")
CLOSING_KEYS: Final = (pygame.K_ESCAPE, pygame.K_q)
# Left to itself SDL turns SIGTERM into an event, which nobody reads where there is no window.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")


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


class Window:
    """Shows scenes, in a window that can be resized or, headless, in memory only.

    ``pen`` is that of the last full drawing: it knows what was written, and where.
    """

    def __init__(self, size: tuple[int, int] = DESIGN, *, headless: bool = False) -> None:
        """Open the window; ``size`` is its first width and height in pixels."""
        self._headless = headless
        if headless:
            self._surface = pygame.Surface(size, depth=32)
        else:
            pygame.display.init()
            pygame.display.set_caption("Dubsar")
            self._surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        self.pen = Pen(self._surface)
        self._shown: Scene | None = None

    def draw(self, scene: Scene) -> None:
        """Show a scene; draws only what differs from the one before."""
        if scene != self._shown:
            self._draw_all(scene)
        elif scene.camera is not self._shown.camera or scene.marks != self._shown.marks:
            draw_picture(Pen(self._surface), scene.camera, scene.marks)
        else:
            return
        self._shown = scene
        if not self._headless:
            pygame.display.flip()

    def save(self, path: Path) -> None:
        """Write what is shown as a PNG; raises OSError where that cannot be written."""
        try:
            pygame.image.save(self._surface, str(path))
        except pygame.error as error:
            raise OSError(None, str(error), str(path)) from None

    def events(self) -> bool:
        """Take what the user did; tells whether the window was closed."""
        if self._headless:
            return False
        closed = False
        for event in pygame.event.get():
            pressed = event.type == pygame.KEYDOWN and event.key in CLOSING_KEYS
            if pressed or event.type == pygame.QUIT:
                closed = True
            elif event.type in (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE):
                self._redraw()
        return closed

    def close(self) -> None:
        """Take the window away; harmless when called twice."""
        pygame.display.quit()

    def _redraw(self) -> None:
        self._surface = pygame.display.get_surface()
        scene, self._shown = self._shown, None
        if scene is not None:
            self.draw(scene)

    def _draw_all(self, scene: Scene) -> None:
        self.pen = pen = Pen(self._surface)
        self._surface.fill(PAPER)
        draw_header(pen, scene)
        if scene.result is None:
            standing = scene.state["board"]
            seats = tuple(scene.state["supply"])
            Diagram(scene.board, standing, seats, scene.touched).draw(pen, BOARD)
        draw_result(pen, scene)
        draw_players(pen, scene)
        draw_picture(pen, scene.camera, scene.marks)
        draw_ranking(pen, scene)
        _draw_event(pen, scene)


def _draw_event(pen: Pen, scene: Scene) -> None:
    """Write the last event along the bottom, or in its place, marked, what the table is asked."""
    left, top, width, height = EVENT
    if scene.question:
        pen.fill((left, top + 2, width, height - 4), PALE_GOLD, corner=6)
        pen.fill((left, top + 2, width, height - 4), GOLD, corner=6, outline=2)
    text = (left + 8, top + 4, width - 16, height - 8) if scene.question else EVENT
    pen.text(scene.question or scene.event, text, 22, bold=bool(scene.question), lines=2)
