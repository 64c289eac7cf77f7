"""Teaching a board and a camera position, on the companion's own screen."""

from contextlib import ExitStack
from typing import Final

from companion.calibration.calibration import begin
from companion.calibration.desk import Desk
from companion.calibration.untaught import UntaughtEye, untaught_session
from companion.journal.store import Store
from companion.live.attendance import Attendance
from companion.live.capture import Capture
from companion.live.loop import Loop
from companion.live.source import display_for, open_source, stopped
from companion.live.watcher import Watcher
from companion.messages import complain
from companion.settings import Effective
from hardware.gpio_panel import GpioPanel

DRAFT: Final = "calibration"
"""The folder of the draft, beside the table file."""


def calibrate(
    effective: Effective, attendance: Attendance | None = None, *, windowed: bool
) -> bool:
    """Run the wizard; tell whether it was left there, and not ended with the whole program.

    ``attendance`` tells the service manager that the program runs.

    Raises CameraError, InputError or OSError, each of one line, where it cannot begin or go on.
    """
    settings = effective.settings
    table = settings.table
    with ExitStack() as stack:
        source = open_source(settings)
        stack.callback(source.camera.close)
        if source.laid is not None:
            source.reopen()
        store = Store.in_memory()
        stack.callback(store.close)
        session = untaught_session(settings, store)
        desk = Desk(table.parent / DRAFT)
        if desk.damage:
            complain(desk.damage)
        page = begin(session, desk, table)
        display = display_for(settings, windowed=windowed, laid=source.laid)
        stack.callback(display.close)
        panel = GpioPanel(settings.pins)
        panel.open()
        stack.callback(panel.close)
        loop = Loop(session, display, panel, point=source.point, attendance=attendance)
        loop.show()
        watcher = Watcher(Capture(source.camera, source.reopen), UntaughtEye())
        stack.callback(watcher.close)
        with stopped() as stop:
            loop.run(watcher, stop)
    return page.over
