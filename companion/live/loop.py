"""The main loop: it alone owns the session, the screen, the panel and the journal.

What takes long is done in a thread beside it, so that screen and buttons go on meanwhile.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from typing import Any, Final

from companion.live.display import Closed, Display, Outline, Pointed, Touched, Typed
from companion.live.speaker import Speaker
from companion.live.supervision import Supervision
from companion.live.watcher import Watcher
from companion.messages import complain
from companion.session.helpers import Mark
from companion.session.look import Look
from companion.session.presses import Presses
from companion.session.session import Session, Task
from companion.session.wishes import Wish
from companion.ui.screen import Drag
from companion.web.bridge import Remote
from hardware.panel import Edge, Panel

ROUND_TIME: Final = 0.02
"""Seconds from one round to the next: buttons must be asked fifty times a second."""
REDRAW_AFTER: Final = 0.05
"""Seconds after which the screen is asked for again though nothing came: what moves, moves."""
TASK_PATIENCE: Final = 10.0
"""Seconds for which the end of a task is waited for when the program is to end."""


class Loop:
    """Runs a session until it is wished away.

    ``point`` takes what the mouse does to a virtual table, and ``outline`` tells where in its
    picture something is that is pointed out; ``supervision`` hears of each round;
    ``speaker`` lets be heard what is to be; ``remotes`` show it elsewhere.
    ``clock`` and ``rest`` stand for time.
    """

    def __init__(  # noqa: PLR0913 - all that the loop owns
        self,
        session: Session,
        display: Display,
        panel: Panel,
        *,
        point: Callable[[Pointed], None] | None = None,
        outline: Callable[[Mark], Outline] | None = None,
        supervision: Supervision | None = None,
        speaker: Speaker | None = None,
        remotes: Sequence[Remote] = (),
        clock: Callable[[], float] = time.monotonic,
        rest: Callable[[float], None] = time.sleep,
    ) -> None:
        self._session: Final = session
        self._display: Final = display
        self._panel: Final = panel
        self._point: Final = point
        self._outline: Final = outline
        self._supervision: Final = supervision
        self._speaker: Final = speaker
        self._remotes: Final = [*remotes]
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

        Raises what went wrong with the eye, or with a task.
        """
        try:
            return self._run(watcher, stop)
        finally:
            self._worker.close()

    def round(self, looks: list[Look]) -> Wish | None:
        """Do one round: take what came, and show what became of it."""
        session, now = self._session, self._clock()
        wish = self._take_input(now)
        if self._with_remotes(lambda remote: remote.serve(session)):
            self._drawn = float("-inf")
        presses = self._buttons.take(self._panel.edges(), self._panel.held(), now)
        for press in presses:
            session.press(press)
        session.pass_time(now - self._start)
        for look in looks:
            session.take_look(look)
            self._picture = look
        self._worker.serve(session)
        if looks or presses or wish or now - self._drawn >= REDRAW_AFTER:
            self.show()
        if session.wishes:
            return session.wishes.popleft()
        return wish

    def show(self) -> None:
        """Bring screen, light and what is heard to what the session says."""
        self._drawn = self._clock()
        session = self._session
        screen = session.screen
        self._display.typing = session.page.types
        picture = self._picture.picture if self._picture else None
        self._display.show(screen, picture, self._outlines())
        self._with_remotes(lambda remote: remote.publish(session, screen))
        if session.settings.light:
            self._panel.light(session.light)
        while session.signals:
            signal = session.signals.popleft()
            self._panel.beep(signal)
            if self._speaker is not None:
                self._speaker.play(signal)
        while session.speeches:
            text = session.speeches.popleft()
            if self._speaker is not None:
                self._speaker.say(text, session.words.code)
        if self._speaker is not None:
            self._speaker.attend()

    def _outlines(self) -> tuple[Outline, ...]:
        """Tell where in the picture of a virtual table that is which is to be pointed out."""
        if self._outline is None:
            return ()
        return tuple(map(self._outline, self._session.marks))

    def _with_remotes(self, do: Callable[[Remote], bool | None]) -> bool:
        """Do something with each that shows the table elsewhere; tell whether any said yes.

        None of them is needed to play: one that fails is said once and done without.
        """
        found = False
        for remote in [*self._remotes]:
            try:
                found |= bool(do(remote))
            except Exception as error:  # noqa: BLE001 - whatever it is, play goes on
                self._remotes.remove(remote)
                what = f"{type(remote).__name__}: {type(error).__name__}: {error}"
                complain(f"the table is no longer shown elsewhere ({what}); please report")
        return found

    def _run(self, watcher: Watcher, stop: Callable[[], bool]) -> Wish:
        while True:
            began = self._clock()
            if stop():
                return Wish.QUIT
            if watcher.error is not None:
                raise watcher.error
            self._session.camera_trouble = watcher.trouble
            self._session.is_learning = watcher.is_learning
            looks = self._looks(watcher)
            wish = self.round(looks)
            for correction in self._session.corrections():
                watcher.correct(correction)
            if wish is not None:
                return wish
            if self._supervision is not None:
                sees = bool(looks) or self._session.camera_trouble is not None
                self._supervision.round(sees=sees, game=self._session.playing)
            self._rest(max(0.0, ROUND_TIME - (self._clock() - began)))

    def _take_input(self, now: float) -> Wish | None:
        session = self._session
        edges: list[Edge] = []
        wish = None
        for given in self._display.inputs(now):
            match given:
                case Closed():
                    wish = Wish.QUIT
                case Touched(target):
                    session.tap(target)
                case Drag():
                    session.drag(given)
                case Typed(text):
                    session.type(text)
                case Pointed() if self._point is not None:
                    self._point(given)
                case Edge():
                    edges.append(given)
        presses = self._keys.take(edges, self._display.held(), now)
        for press in presses:
            session.press(press)
        if edges or presses:
            self._drawn = float("-inf")
        return wish

    def _looks(self, watcher: Watcher) -> list[Look]:
        looks = []
        while not watcher.looks.empty():
            looks.append(watcher.looks.get())
        return looks


class Worker:
    """Runs one task after the other, each in a thread of its own."""

    def __init__(self) -> None:
        self._task: Task[Any] | None = None
        self._found: Future[Any] = Future()

    def serve(self, session: Session) -> None:
        """Hand over what was found, and begin the next task, if there is one.

        What nobody waits for any more is not begun. Raises what a task raised.
        """
        if self._task is not None:
            if not self._found.done():
                return
            task, self._task = self._task, None
            session.finish_task(task, self._found.result())
        while session.tasks and self._task is None:
            following = session.tasks.popleft()
            if session.awaits(following):
                self._task, self._found = following, Future()
                work = (following, self._found)
                threading.Thread(target=_work, args=work, name="task", daemon=True).start()

    def close(self) -> None:
        """Wait until nothing is being done, but not for ever."""
        if self._task is not None:
            wait([self._found], TASK_PATIENCE)


def _work(task: Task[Any], found: "Future[Any]") -> None:
    try:
        found.set_result(task.work())
    except Exception as error:  # noqa: BLE001 - the main loop raises it; no thread dies silently
        found.set_exception(error)
