"""Where pictures come from, and the window they are answered in: what every live program needs."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

from companion.games import part_of
from companion.language import Language
from companion.live.display import SIZE, Display, Pointed
from companion.messages import complain
from companion.settings import Settings
from engine.games import parse_board
from hardware.awaited_camera import AwaitedCamera
from hardware.camera import Camera, CameraError, Fault
from hardware.cameras import open_camera
from hardware.service import ServiceManager
from hardware.virtual.mouse import Mouse
from hardware.virtual.played_table import PlayedTable
from hardware.virtual.virtual_camera import VirtualCamera
from seeds.boards import builtin_board_text

VIRTUAL: Final = "virtual"
BOARD: Final = "dubsar"
COLOURS: Final = ("red", "blue", "yellow", "green")
PACE: Final = 0.1
"""Seconds between two pictures of the virtual table: a mouse wants to be followed."""
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Source:
    """An open camera; ``reopen`` opens it anew where it fails.

    ``laid`` is the virtual table that it looks at, if it does, ``point`` the mouse's way there.
    """

    camera: Camera
    reopen: Callable[[], Camera]
    laid: PlayedTable | None = None
    point: Callable[[Pointed], None] | None = None


def is_unattended() -> bool:
    """Tell whether nobody reads what the program says: it was not started from a terminal."""
    return ServiceManager(os.environ).there or sys.stdin is None or not sys.stdin.isatty()


def open_source(settings: Settings, unattended: Callable[[], bool] = is_unattended) -> Source:
    """Open the camera of the settings; where there is none, lay a virtual table.

    Where the program is ``unattended`` a camera that is not there, or cannot be opened, is awaited:
    the screen says what is wrong, and a computer may start more quickly than its camera. Elsewhere
    raises CameraError.
    """
    if settings.camera == VIRTUAL:
        return _virtual()

    def reopen() -> Camera:
        again = open_camera(settings.camera)
        if again is None:
            raise CameraError("no camera was found: plug one in", Fault.ABSENT)
        return again

    if unattended():
        return Source(_opened_or_awaited(reopen), reopen)
    camera = open_camera(settings.camera)
    if camera is None:
        complain("no camera was found: here is a virtual table, played with the mouse")
        return _virtual()
    return Source(camera, reopen)


def _opened_or_awaited(reopen: Callable[[], Camera]) -> Camera:
    try:
        return reopen()
    except CameraError as error:
        complain(str(error))
        return AwaitedCamera(error)


def _virtual() -> Source:
    """Lay a virtual table, to be played with the mouse."""
    board = parse_board(builtin_board_text(BOARD), f"built-in board {BOARD}")
    laid: PlayedTable = part_of(board.game, "played_table").played_table(board, COLOURS, SEED)
    camera = VirtualCamera(laid, PACE)
    mouse = Mouse(laid)

    def point(deed: Pointed) -> None:
        camera.deeds.put(
            laid.at_once.get(deed.what) or (lambda: mouse.point(deed.what, deed.at_px))
        )

    def reopen() -> Camera:
        camera.open()
        return camera

    return Source(camera, reopen, laid, point)


def display_for(settings: Settings, *, windowed: bool, laid: PlayedTable | None) -> Display:
    """Open the screen, with the virtual table beside it where there is one."""
    size = settings.screen.size
    whole = not windowed and laid is None and size is None and sys.platform == "linux"
    if laid is not None:
        words = Language(settings.language)
        labels = part_of(laid.board.game, "played_table").AT_ONCE
        deeds = {name: words.tell(label, {}) for name, label in labels.items()}
        return Display(size or SIZE, table=True, deeds=deeds)
    quarter = settings.screen.rotation in (90, 270)
    return Display(size or SIZE, whole=whole, quarter=quarter)


@contextmanager
def stopped() -> Iterator[Callable[[], bool]]:
    """Give what tells whether somebody asked the process to end (SIGTERM, Ctrl-C)."""
    asked: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        asked.append(number)

    before = {number: signal.signal(number, ask) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
