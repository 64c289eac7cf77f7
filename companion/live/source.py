"""Where pictures come from: a camera, one that is awaited, or the virtual table."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.boards.known import board_of_game
from companion.games import part_of
from companion.live.display import VIRTUAL, Outline, Pointed
from companion.messages import complain
from companion.session.helpers import Mark
from companion.settings import Settings
from engine.games import GAMES
from hardware.camera import AwaitedCamera, Camera, CameraError, Fault
from hardware.cameras import open_camera
from hardware.service import ServiceManager
from hardware.virtual.played_table import Mouse, PlayedTable
from hardware.virtual.virtual_camera import VirtualCamera

FIRST: Final = next(iter(GAMES))
"""The game whose table is laid unless another is asked for."""
COLOURS: Final = ("red", "blue", "yellow", "green")
PACE: Final = 0.1
"""Seconds between two pictures of the virtual table: quick enough to follow a mouse."""
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Source:
    """An open camera; ``reopen`` opens it anew where it fails.

    ``virtual`` is the virtual table that it looks at, if it does, ``point`` takes what the mouse
    does there, and ``outline`` tells where in the picture something is that is pointed out.
    """

    camera: Camera
    reopen: Callable[[], Camera]
    virtual: PlayedTable | None = None
    point: Callable[[Pointed], None] | None = None
    outline: Callable[[Mark], Outline] | None = None
    hands: "TableHands | None" = None


class TableHands:
    """Has things done at the virtual table, by the thread that takes its pictures."""

    def __init__(self, table: PlayedTable, camera: VirtualCamera) -> None:
        self._table: Final = table
        self._deeds: Final = camera.deeds

    @property
    def busy(self) -> bool:
        return self._table.busy or not self._deeds.empty()

    @property
    def occupied(self) -> str | None:
        return self._table.occupied

    def do(self, deed: Callable[[PlayedTable], None]) -> None:
        self._deeds.put(lambda: deed(self._table))


def is_unattended() -> bool:
    """Tell whether nobody reads what the program says: it was not started from a terminal."""
    return ServiceManager(os.environ).there or sys.stdin is None or not sys.stdin.isatty()


def open_source(
    settings: Settings, unattended: Callable[[], bool] = is_unattended, game: str = FIRST
) -> Source:
    """Open the camera of the settings; where there is none, lay a virtual table of a game.

    Where the program is ``unattended`` a camera that is not there, or cannot be opened, is awaited:
    the screen says what is wrong, and a computer may start more quickly than its camera. Elsewhere
    raises CameraError.
    """
    if settings.camera == VIRTUAL:
        return _virtual(game)

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
        return _virtual(game)
    return Source(camera, reopen)


def _opened_or_awaited(reopen: Callable[[], Camera]) -> Camera:
    try:
        return reopen()
    except CameraError as error:
        complain(str(error))
        return AwaitedCamera(error)


def _virtual(game: str) -> Source:
    """Lay a virtual table of a game, to be played with the mouse."""
    board = board_of_game(game).board
    table: PlayedTable = part_of(board.game, "virtual_table").played_table(board, COLOURS, SEED)
    camera = VirtualCamera(table, PACE)
    mouse = Mouse(table)

    def point(pointed: Pointed) -> None:
        action = table.at_once.get(pointed.what)
        camera.deeds.put(action or (lambda: mouse.point(pointed.what, pointed.at_px)))

    def reopen() -> Camera:
        camera.open()
        return camera

    def outline(mark: Mark) -> Outline:
        return tuple((float(x), float(y)) for x, y in table.outline(mark))

    return Source(camera, reopen, table, point, outline, TableHands(table, camera))
