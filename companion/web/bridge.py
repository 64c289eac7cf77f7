"""Between the main loop and the page's thread: snapshots go one way, requests the other.

Neither waits for the other: the page always finds the newest snapshot, and what the loop has no
time for is refused.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final, Protocol

from companion.archive.game_zip import Moment
from companion.pages.name_page import LONGEST
from companion.session.session import Session
from companion.ui.screen import Screen
from companion.web.snapshot import Snapshot, Snapshots, means, press_button, screen_view
from hardware.panel import Button

MOST_WAITING: Final = 32
"""Requests that may wait for the main loop."""
A_ROUND: Final = 2
"""Of those so many are served in a round of the loop, which has other things to do."""


@dataclass(frozen=True, slots=True)
class PhonePress:
    """Somebody at a phone pressed: a button, something that can be touched, or wrote a name.

    ``page`` and ``row`` are what he saw (``snapshot.means``): where the companion shows something
    else by now, nothing is pressed.
    """

    page: str
    who: str
    button: Button | None = None
    target: str = ""
    row: str = ""
    name: str | None = None
    taken: Future[bool] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A photograph of event ``number`` of the game that is played is asked for."""

    number: int
    moment: Moment
    found: Future[bytes | None] = field(default_factory=Future, compare=False)


class Remote(Protocol):
    """What the main loop does for those who look on from elsewhere, once a round."""

    def serve(self, session: Session) -> bool:
        """Do what was asked for; tell whether something was pressed."""

    def publish(self, session: Session, screen: Screen) -> None:
        """Show what the screen shows."""


class Bridge:
    """Where both meet; ``on_change`` is called from the main loop after each new snapshot."""

    has_photographs = True

    def __init__(self) -> None:
        self.snapshot: Snapshot | None = None
        self.on_change: Callable[[], None] = lambda: None
        self._snapshots: Final = Snapshots()
        self._requests: Final[queue.Queue[PhonePress | Wanted]] = queue.Queue(MOST_WAITING)
        self._helpers = 0
        self._lock: Final = threading.Lock()

    # Called by the main loop.

    def serve(self, session: Session) -> bool:
        """Take what was asked for, a little at a time; tell whether something was pressed."""
        pressed = False
        for _ in range(min(A_ROUND, self._requests.qsize())):  # nobody else takes any
            request = self._requests.get_nowait()
            if isinstance(request, PhonePress):
                pressed |= _press(session, request)
            else:
                request.found.set_result(_photograph(session, request))
        return pressed

    def publish(self, session: Session, screen: Screen) -> None:
        found = self._snapshots.take(session, screen, helped=self._helpers > 0)
        if found is not None:
            self.snapshot = found
            self.on_change()

    # Called by the page.

    def ask(self, request: PhonePress | Wanted) -> bool:
        """Hand a request over; tell whether there was room for it."""
        try:
            self._requests.put_nowait(request)
        except queue.Full:
            return False
        return True

    def help_begins(self) -> None:
        """Note that one more looks at the screen who may press."""
        with self._lock:
            self._helpers += 1

    def help_ends(self) -> None:
        with self._lock:
            self._helpers -= 1


def _press(session: Session, press: PhonePress) -> bool:
    """Do what a button, a finger or a keyboard at the table would have done."""
    shown = screen_view(session, session.screen)
    fits = means(shown, press.page, press.target, press.row)
    if fits:
        if session.phones is not None:
            session.phones.note(press.who, session.now)
        if press.name is not None and session.page.types:
            for _ in range(LONGEST):
                session.type("")
            session.type(press.name)
            press_button(session, Button.OK)
        elif press.button is not None:
            press_button(session, press.button)
        elif press.target:
            session.note_activity()
            session.tap(press.target)
    press.taken.set_result(fits)
    return fits


def _photograph(session: Session, wanted: Wanted) -> bytes | None:
    """Find the cropped picture of a moment, or the whole one."""
    if session.game is None:
        return None
    for seen in session.store.evidence(session.game.id, wanted.number):
        if seen.moment == wanted.moment:
            return seen.cropped or seen.whole
    return None
