"""Putting a live program together, from camera to panel, and taking it apart.

What can be done without is named once, on standard error, and done without.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Final

from companion.known_boards import name_of
from companion.language import Language, said
from companion.live.attendance import Attendance
from companion.live.capture import Capture
from companion.live.display import SIZE, Display, Pointed
from companion.live.loop import Loop
from companion.live.watcher import Watcher
from companion.messages import complain, progress
from companion.panel_words import missing_sentence
from companion.settings import Effective, Settings
from companion.settings.keeping import Keeper
from companion.table.resume import resume_at_once
from companion.table.session import Session, TaughtTable, Wish
from companion.table.start_page import StartPage
from companion.table.store import Store
from engine.board import parse_board, read_text
from hardware.camera import Camera, CameraError, Fault
from hardware.cameras import open_camera
from hardware.gpio_panel import GpioPanel
from hardware.service import SHUT_DOWN, ServiceManager
from hardware.virtual.mouse import Mouse
from hardware.virtual.played_table import PlayedTable
from hardware.virtual.virtual_camera import VirtualCamera
from hardware.virtual.weather import Weather
from seeds.boards import builtin_board_text
from vision.eye import Eye
from vision.table import Table, load_table

VIRTUAL: Final = "virtual"
BOARD: Final = "dubsar"
COLOURS: Final = ("red", "blue", "yellow", "green")
PACE: Final = 0.1
"""Seconds between two pictures of the virtual table: a mouse wants to be followed."""
SEED: Final = 1
DEEDS: Final = {
    "deal": said("Deal new tiles"),
    "shift": said("Put the first three at the end"),
}
"""What is tedious with a mouse, at the virtual table."""
GAMES: Final = "virtual.sqlite"
"""Beside the journal: games at the virtual table, whose pieces are gone with the program."""


@dataclass(frozen=True, slots=True)
class Seen:
    """An open camera over a table that the eye was taught.

    ``reopen`` opens it anew where it fails; ``point`` is the mouse's way to a virtual table.
    """

    camera: Camera
    reopen: Callable[[], Camera]
    eye: Eye
    table: Table
    point: Callable[[Pointed], None] | None = None


def play(effective: Effective, *, windowed: bool) -> int:
    """Run the companion until it is closed; give the exit status: SHUT_DOWN to have that done.

    What is changed on the screen is kept in the user's file.

    Raises CameraError, InputError or OSError, each of one line, where it cannot begin or go on.
    """
    settings = effective.settings
    with ExitStack() as stack:
        seen = stack.enter_context(_sight(settings))
        kept = settings.journal.with_name(GAMES) if seen.point else settings.journal
        store = Store.open(kept)
        keeping = stack.enter_context(ExitStack())
        keeping.callback(store.close)
        attendance = Attendance(ServiceManager(os.environ), os.environ)
        session = Session(taught_table(seen.table), settings, store)
        session.keeper = Keeper(effective)
        session.can_shut_down = attendance.can_shut_down
        session.open(StartPage(session))
        if attendance.restarted:
            resume_at_once(session, datetime.now(UTC))
        display = _display(settings, windowed=windowed, table=seen.point is not None)
        stack.callback(display.close)
        panel = GpioPanel(settings.pins)
        panel.open()
        stack.callback(panel.close)
        words = Language(settings.language)
        for missing in panel.missing:
            complain(missing_sentence(missing, words))
        loop = Loop(session, display, panel, point=seen.point, attendance=attendance)
        loop.show()
        watcher = Watcher(Capture(seen.camera, seen.reopen), seen.eye)
        stack.callback(watcher.close)
        with _stopped() as stop:
            wish = loop.run(watcher, stop)
            attendance.ending()
            keeping.close()  # before threads are waited for: the manager may lose its patience
    return _status(wish, attendance)


def _status(wish: Wish, attendance: Attendance) -> int:
    """Give the exit status by which whoever started the program knows what is wished."""
    match wish:
        case Wish.QUIT:
            return 0
        case Wish.SHUTDOWN:
            return SHUT_DOWN if attendance.can_shut_down else 0
        case Wish.CALIBRATE:
            return 1


@contextmanager
def _sight(settings: Settings) -> Iterator[Seen]:
    """Open the camera and teach the eye its table."""
    camera = None if settings.camera == VIRTUAL else open_camera(settings.camera)
    if camera is None:
        if settings.camera != VIRTUAL:
            complain("no camera was found: here is a virtual table, played with the mouse")
        with _virtual() as seen:
            yield seen
        return

    def reopen() -> Camera:
        again = open_camera(settings.camera)
        if again is None:
            raise CameraError("no camera was found: plug one in", Fault.ABSENT)
        return again

    try:
        progress("teaching the eye this table")
        table = load_table(settings.table)
        eye = Eye(table)
        progress("")
        yield Seen(camera, reopen, eye, table)
    finally:
        camera.close()


@contextmanager
def _virtual() -> Iterator[Seen]:
    """Lay a virtual table, to be played with the mouse."""
    board = parse_board(builtin_board_text(BOARD), f"built-in board {BOARD}")
    laid = PlayedTable(board, COLOURS, SEED, weather=Weather())
    with tempfile.TemporaryDirectory(prefix="dubsar-table-") as folder:
        progress("teaching the eye the virtual table")
        table = load_table(laid.teach(Path(folder)))
        eye = Eye(table)
        progress("")
        camera = VirtualCamera(laid, PACE)
        mouse = Mouse(laid)

        def point(deed: Pointed) -> None:
            whole = {"deal": laid.deal, "shift": laid.shift}.get(deed.what)
            camera.deeds.put(whole or (lambda: mouse.point(deed.what, deed.at_px)))

        def reopen() -> Camera:
            camera.open()
            return camera

        yield Seen(reopen(), reopen, eye, table, point)


def taught_table(table: Table) -> TaughtTable:
    """Tell a session what a table file teaches; raises InputError if its board cannot be read."""
    return TaughtTable(
        table.board,
        name_of(table.board),
        read_text(table.board_path),
        table.colours,
        tiles=table.ranking is not None,
        influence=table.influence is not None,
    )


def _display(settings: Settings, *, windowed: bool, table: bool) -> Display:
    size = settings.screen.size
    whole = not windowed and not table and size is None and sys.platform == "linux"
    if table:
        words = Language(settings.language)
        deeds = {name: words.tell(label, {}) for name, label in DEEDS.items()}
        return Display(size or SIZE, table=True, deeds=deeds)
    quarter = settings.screen.rotation in (90, 270)
    return Display(size or SIZE, whole=whole, quarter=quarter)


@contextmanager
def _stopped() -> Iterator[Callable[[], bool]]:
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
