"""Putting a live program together, from camera to panel, and taking it apart.

What can be done without is named once, on standard error, and done without.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.boards.known import name_of
from companion.journal import GameId
from companion.journal.store import Store
from companion.language import Language
from companion.live.attendance import Attendance
from companion.live.calibrate import calibrate
from companion.live.capture import Capture
from companion.live.loop import Loop
from companion.live.source import Source, display_for, open_source, stopped
from companion.live.watcher import EVERY, Watcher
from companion.messages import complain, progress
from companion.pages.phases import resume_at_once
from companion.pages.registry import find_page
from companion.session.session import Session, TaughtTable, Wish
from companion.settings import Effective, Settings
from companion.settings.writing import Keeper
from companion.words.panel import missing_sentence
from engine.board import read_text
from hardware.gpio_panel import GpioPanel
from hardware.service import SHUT_DOWN, ServiceManager
from vision.eye import Eye
from vision.table import Table, load_table

GAMES: Final = "virtual.sqlite"
"""Beside the journal: games at the virtual table, whose pieces are gone with the program."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What pictures come from, and an eye that was taught the table in them."""

    source: Source
    eye: Eye
    table: Table


def play(effective: Effective, *, windowed: bool) -> int:
    """Run the companion until it is closed; give the exit status: SHUT_DOWN to have that done.

    What is changed on the screen is kept in the user's file. Where a table is to be taught, that
    is done in between.

    Raises CameraError, InputError or OSError, each of one line, where it cannot begin or go on.
    """
    attendance = Attendance(ServiceManager(os.environ), os.environ)
    game = attendance.game
    while True:
        wish = _play(effective, attendance, windowed=windowed, game=game)
        game = None
        if wish is Wish.CALIBRATE:
            left = calibrate(effective, attendance, windowed=windowed)
            if left and effective.settings.table.exists():
                continue
        return SHUT_DOWN if wish is Wish.SHUTDOWN and attendance.can_shut_down else 0


def _play(
    effective: Effective, attendance: Attendance, *, windowed: bool, game: GameId | None
) -> Wish:
    """Run it until something is wished that it cannot do itself.

    ``game``: it had died while this one was played, and goes on there.
    """
    settings = effective.settings
    with ExitStack() as stack:
        seen = stack.enter_context(_sight(settings))
        if seen is None:
            return Wish.CALIBRATE
        kept = settings.journal.with_name(GAMES) if seen.source.point else settings.journal
        store = Store.open(kept)
        keeping = stack.enter_context(ExitStack())
        keeping.callback(store.close)
        session = Session(taught_table(seen.table), settings, store, find_page)
        session.keeper = Keeper(effective)
        session.pace = 1 / EVERY
        session.can_calibrate = seen.source.laid is None
        session.can_shut_down = attendance.can_shut_down
        session.go("start")
        attendance.resuming()
        resume_at_once(session, game)
        display = display_for(settings, windowed=windowed, laid=seen.source.laid)
        stack.callback(display.close)
        panel = GpioPanel(settings.pins)
        panel.open()
        stack.callback(panel.close)
        words = Language(settings.language)
        for missing in panel.missing:
            complain(missing_sentence(missing, words))
        loop = Loop(session, display, panel, point=seen.source.point, attendance=attendance)
        loop.show()
        watcher = Watcher(Capture(seen.source.camera, seen.source.reopen), seen.eye)
        stack.callback(watcher.close)
        with stopped() as stop:
            wish = loop.run(watcher, stop)
            if wish is not Wish.CALIBRATE:
                attendance.ending()
            keeping.close()  # before threads are waited for: the manager may lose its patience
    return wish


@contextmanager
def _sight(settings: Settings) -> Iterator[Seen | None]:
    """Open the camera and teach the eye its table; None where that was not taught yet."""
    with ExitStack() as stack:
        source = open_source(settings)
        stack.callback(source.camera.close)
        path = settings.table
        if source.laid is None and not path.exists():
            yield None
            return
        progress("teaching the eye this table")
        if source.laid is not None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="dubsar-table-"))
            path = source.laid.teach(Path(folder))
            source.reopen()
        table = load_table(path)
        eye = Eye(table)
        progress("")
        yield Seen(source, eye, table)


def taught_table(table: Table) -> TaughtTable:
    """Tell a session what a table file teaches; raises InputError if its board cannot be read."""
    return TaughtTable(
        table.board,
        name_of(table.board),
        read_text(table.board_path),
        table.colours,
        tiles=table.row is not None,
        influence=table.tiles is not None,
    )
