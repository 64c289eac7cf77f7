"""The main loop: it alone owns the session, the screen, the panel and the journal."""

import time
from collections.abc import Callable
from typing import Final

from companion.live.attendance import Attendance
from companion.live.display import Closed, Display, Pointed, Touched, Typed
from companion.live.watcher import Watcher
from companion.live.worker import Worker
from companion.session.look import Look
from companion.session.presses import Press, Presses
from companion.session.session import Session, Wish
from companion.ui.screen import Drag
from hardware.panel import Edge, Panel

STEP: Final = 0.02
"""Seconds from one round to the next: buttons want to be asked fifty times a second."""
REDRAW: Final = 0.05
"""Seconds after which the screen is asked for again though nothing came: what moves, moves."""


class Loop:
    """Runs a session until it is wished away.

    ``point`` takes what the mouse does to a virtual table; ``attendance`` is told of each round;
    ``clock`` and ``rest`` stand for time.
    """

    def __init__(  # noqa: PLR0913 - all that the loop owns
        self,
        session: Session,
        display: Display,
        panel: Panel,
        *,
        point: Callable[[Pointed], None] | None = None,
        attendance: Attendance | None = None,
        clock: Callable[[], float] = time.monotonic,
        rest: Callable[[float], None] = time.sleep,
    ) -> None:
        """Take over what is open already."""
        self._session: Final = session
        self._display: Final = display
        self._panel: Final = panel
        self._point: Final = point
        self._attendance: Final = attendance
        self._clock: Final = clock
        self._rest: Final = rest
        now = clock()
        self._start: Final = now
        self._buttons: Final = Presses(panel.held(), now)
        self._keys: Final = Presses((), now)
        self._drawn = float("-inf")
        self._picture: Look | None = None
        self._worker: Final = Worker()

    def run(self, watcher: Watcher, stop: Callable[[], bool] = lambda: False) -> Wish:
        """Go on until the players, the window or ``stop`` end it; tell what is wished.

        Raises what went wrong with the eye, or with an errand.
        """
        try:
            return self._run(watcher, stop)
        finally:
            self._worker.close()

    def round(self, looks: list[Look]) -> Wish | None:
        """Do one round: take what came, and show what became of it."""
        session, now = self._session, self._clock()
        wish = self._deeds(now)
        presses = self._buttons.take(self._panel.edges(), self._panel.held(), now)
        for press in presses:
            session.press(press)
        session.pass_time(now - self._start)
        for look in looks:
            session.see(look)
            self._picture = look
        self._worker.serve(session)
        if looks or presses or wish or now - self._drawn >= REDRAW:
            self.show()
        if session.wishes:
            return session.wishes.popleft()
        return wish

    def show(self) -> None:
        """Bring screen, light and buzzer to what the session says."""
        self._drawn = self._clock()
        session = self._session
        self._display.typing = session.page.types
        self._display.show(session.screen, self._picture.picture if self._picture else None)
        if session.settings.light:
            self._panel.light(session.light)
        while session.signals:
            self._panel.beep(session.signals.popleft())

    def _run(self, watcher: Watcher, stop: Callable[[], bool]) -> Wish:
        while True:
            began = self._clock()
            if stop():
                return Wish.QUIT
            if watcher.error is not None:
                raise watcher.error
            self._session.camera_trouble = watcher.trouble
            looks = self._looks(watcher)
            wish = self.round(looks)
            for correction in self._session.corrections():
                watcher.correct(correction)
            if wish is not None:
                return wish
            if self._attendance is not None:
                sees = bool(looks) or self._session.camera_trouble is not None
                self._attendance.round(sees=sees, game=self._session.playing)
            self._rest(max(0.0, STEP - (self._clock() - began)))

    def _deeds(self, now: float) -> Wish | None:
        """Take what keyboard, fingers and mouse did."""
        edges: list[Edge] = []
        wish = None
        presses: list[Press] = []
        for deed in self._display.deeds(now):
            match deed:
                case Closed():
                    wish = Wish.QUIT
                case Touched() | Drag() | Typed():
                    self._fingers(deed)
                case Pointed():
                    if self._point is not None:
                        self._point(deed)
                case Edge():
                    edges.append(deed)
        presses = self._keys.take(edges, self._display.held(), now)
        for press in presses:
            self._session.press(press)
        if edges or presses:
            self._drawn = float("-inf")
        return wish

    def _fingers(self, deed: Touched | Drag | Typed) -> None:
        match deed:
            case Touched(target):
                self._session.tap(target)
            case Drag():
                self._session.drag(deed)
            case Typed(text):
                self._session.type(text)

    def _looks(self, watcher: Watcher) -> list[Look]:
        looks = []
        while not watcher.looks.empty():
            looks.append(watcher.looks.get())
        return looks
