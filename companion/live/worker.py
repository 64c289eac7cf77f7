"""The thread that runs a session's errands, so that screen and buttons go on meanwhile."""

import threading
from typing import Any, Final

from companion.session.session import Errand, Session

LONGEST: Final = 10.0
"""Seconds for which the end of an errand is waited for when the program is to end."""


class Worker:
    """Runs one errand after the other, each in a thread of its own."""

    def __init__(self) -> None:
        """Have nothing to do."""
        self._errand: Errand[Any] | None = None
        self._thread: threading.Thread | None = None
        self._found: Any = None
        self._error: Exception | None = None

    def serve(self, session: Session) -> None:
        """Bring what was found, and set out again where there is something to be done.

        What nobody waits for any more is not begun. Raises what an errand raised.
        """
        if self._thread is not None and self._thread.is_alive():
            return
        errand, self._errand, self._thread = self._errand, None, None
        if self._error is not None:
            raise self._error
        if errand is not None:
            session.bring(errand, self._found)
        while session.errands and self._errand is None:
            following = session.errands.popleft()
            if session.awaits(following):
                self._set_out(following)

    def close(self) -> None:
        """Wait until nothing is being done, but not for ever."""
        if self._thread is not None:
            self._thread.join(LONGEST)

    def _set_out(self, errand: Errand[Any]) -> None:
        self._errand = errand
        work = (errand,)
        self._thread = threading.Thread(target=self._run, args=work, name="errand", daemon=True)
        self._thread.start()

    def _run(self, errand: Errand[Any]) -> None:
        try:
            self._found = errand.work()
        except Exception as error:  # noqa: BLE001 - the main loop raises it; no thread dies silently
            self._error = error
