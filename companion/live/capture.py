"""A thread that takes frames; the newest wins, and a camera that fails is tried again for ever."""

import threading
import time
from collections.abc import Callable
from typing import Final

from hardware.camera import Camera, CameraError, Fault, Frame

FROZEN_AFTER: Final = 3.0
"""Seconds without a frame after which a camera is frozen."""
OPENING_TIME: Final = 20.0
"""Seconds that a camera may take to be opened: a small Pi reads its library from a slow card."""
MOST_DOUBLINGS: Final = 5
"""How often these times are doubled at most for a camera that hangs again and again."""
RETRY_AFTER: Final = 2.0
"""Seconds until a camera that failed is tried again."""
SETTLE_AGAIN_AFTER: Final = 20.0
"""Seconds for which a camera is not asked to settle anew after it has been."""
Clock = Callable[[], float]


class Capture:
    """Takes frames from whatever ``reopen`` opens, until it is closed.

    ``trouble`` is why there are no frames at present, None while there are; ``ended`` tells that
    there will be no more, as a video has an end.
    """

    def __init__(
        self,
        camera: Camera,
        reopen: Callable[[], Camera],
        clock: Clock = time.monotonic,
    ) -> None:
        """Begin at once with an open camera, which is closed by the thread that uses it."""
        self.ended = False
        self._reopen: Final = reopen
        self._clock: Final = clock
        self._changed: Final = threading.Condition()
        self._newest: Frame | None = None
        self._error: CameraError | None = None
        self._since = clock()
        self._patience = FROZEN_AFTER
        self._hung = 0
        self._settled = clock()
        self._settle = False
        self._closed = False
        self._current = 0
        self._start(camera)

    @property
    def trouble(self) -> CameraError | None:
        """Why there are no frames; a camera that hangs is left to itself and opened anew."""
        with self._changed:
            if self.ended or self._closed:
                return self._error
            # Each thread that hangs may be lost for good: they must not become many.
            if self._clock() - self._since > self._patience * 2 ** min(self._hung, MOST_DOUBLINGS):
                message = "the camera is frozen: no picture for some seconds; trying again"
                self._error = CameraError(message, Fault.FROZEN)
                self._hung += 1
                self._since = self._clock()
                self._start(None)
            return self._error

    def take(self, patience: float) -> Frame | None:
        """Take the newest frame that was not taken yet, waiting so many seconds for one."""
        with self._changed:
            if self._newest is None and not self._closed:
                self._changed.wait(patience)
            frame, self._newest = self._newest, None
        return frame

    def settle(self) -> None:
        """Have the camera settle anew, as other light needs it; not all the time."""
        with self._changed:
            if self._clock() - self._settled > SETTLE_AGAIN_AFTER:
                self._settled = self._clock()
                self._settle = True

    def close(self) -> None:
        """End it; the camera is closed as soon as it lets go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(RETRY_AFTER)

    def _start(self, camera: Camera | None) -> None:
        """Begin a new thread in the place of the one there was."""
        self._current += 1
        work = (camera, self._current)
        self._thread = threading.Thread(target=self._work, args=work, name="capture", daemon=True)
        self._thread.start()

    def _work(self, camera: Camera | None, number: int) -> None:
        while self._still(number):
            try:
                if camera is None:
                    self._expect(number, OPENING_TIME)
                    camera = self._reopen()
                self._expect(number, FROZEN_AFTER)
                if not self._show(camera, number):
                    break
            except Exception as error:  # noqa: BLE001 - a driver may raise anything
                self._fail(number, error)
            if camera is not None:
                camera.close()
                camera = None
            with self._changed:
                self._changed.wait_for(lambda: not self._still(number), RETRY_AFTER)
        if camera is not None:
            camera.close()

    def _show(self, camera: Camera, number: int) -> bool:
        """Take frames as long as they come; tells whether to try again when none do."""
        start: float | None = None
        camera.lock()
        while self._still(number):
            if self._is_to_settle(number):
                camera.lock()
            frame = camera.latest()
            if frame is None:
                self.ended = True
                return False
            # A camera that draws its pictures is quicker than the table it shows, whose time does
            # not begin anew when the camera is opened again.
            start = self._clock() - frame.seconds if start is None else start
            ahead = frame.seconds - (self._clock() - start)
            with self._changed:
                if ahead > 0:
                    self._changed.wait_for(lambda: not self._still(number), ahead)
                if not self._still(number):
                    return False
                self._newest, self._error, self._hung = frame, None, 0
                self._since = self._clock()
                self._changed.notify_all()
        return False

    def _expect(self, number: int, patience: float) -> None:
        """Note that from this moment on something must come of it within so many seconds."""
        with self._changed:
            if self._still(number):
                self._since, self._patience = self._clock(), patience

    def _is_to_settle(self, number: int) -> bool:
        with self._changed:
            wanted = self._settle and self._still(number)
            if wanted:
                self._settle = False
            return wanted

    def _fail(self, number: int, error: Exception) -> None:
        with self._changed:
            if self._still(number):
                message = f"the camera fails ({type(error).__name__}: {error})"
                known = isinstance(error, CameraError)
                self._error = error if known else CameraError(message)  # type: ignore[assignment]
                # Until it is tried again nothing is expected of it.
                self._since, self._patience = self._clock(), RETRY_AFTER + FROZEN_AFTER

    def _still(self, number: int) -> bool:
        with self._changed:
            return number == self._current and not self._closed
