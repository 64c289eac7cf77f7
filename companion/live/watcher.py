"""The eye's thread: it reads the newest frame, and hands looks to the main loop."""

import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

from companion.live.capture import Capture, Clock
from companion.session.look import Correction, Look, Misread, TakenBack
from engine.errors import InputError
from hardware.camera import CameraError
from vision.eye import Eye
from vision.looks import Correction as Learnt
from vision.reading import Floats, Image, Reading

LOOK_INTERVAL: Final = 0.125
"""Seconds from one look to the next: eight a second; a settled table costs next to nothing."""
CHECK_INTERVAL: Final = 0.5
"""Seconds after which a thread that waits looks whether it is to end."""
MOST_WAITING: Final = 4
"""Looks that may wait for the main loop; when there are more, the oldest is dropped."""

SETTLED_AWAY: Final = ("dark", "bright", "blurred")
"""Troubles that may be gone once the camera has settled to what it sees."""


class Seeing(Protocol):
    """What reads frames: an eye, or what stands for one."""

    def read(self, frame: Image, name: str = "frame") -> Reading:
        """Read one frame (BGR, 8 bits)."""

    def places(self) -> Floats:
        """Tell where the locations are in the last frame (N x 2, pixels)."""

    def outline(self) -> Floats:
        """Tell the outline of board and tiles in the last frame (N x 2, pixels)."""


def look_through(eye: Seeing, picture: Image, name: str) -> Look:
    """Read a picture, and find where the board is in it; raises InputError as the eye does."""
    reading = eye.read(picture, name)
    return Look(reading, name, picture, eye.places().tolist(), eye.outline().tolist())


class Watcher:
    """Reads what a capture shows, until it is closed; the eye is this watcher's alone.

    ``looks`` are for the main loop to take. ``error`` is what went wrong with the eye, for good.
    """

    def __init__(
        self,
        capture: Callable[[], Capture],
        learn: Callable[[], Seeing],
        clock: Clock = time.monotonic,
    ) -> None:
        """Begin at once; the eye learns its table first, then pictures are taken."""
        self.looks: Final[queue.SimpleQueue[Look]] = queue.SimpleQueue()
        self.error: Exception | None = None
        self._begin: Final = capture
        self._learn_table: Final = learn
        self._capture: Capture | None = None
        self._has_looked = False
        self._eye: Seeing | None = None
        self._clock: Final = clock
        self._unreadable: CameraError | None = None
        self._asked: Final[queue.SimpleQueue[Correction]] = queue.SimpleQueue()
        self._learnt: Final[list[tuple[int, Learnt]]] = []
        self._closing: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._work, name="eye", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> CameraError | None:
        """Why there are no frames at present, or none that can be read."""
        capture = self._capture
        return None if capture is None else capture.trouble or self._unreadable

    @property
    def is_learning(self) -> bool:
        """Whether the eye still learns its table, or has not read its first frame yet."""
        return not self._has_looked and self.error is None

    def correct(self, correction: Correction) -> None:
        """Let the eye learn what the table says of it, before it reads the next frame."""
        self._asked.put(correction)

    def close(self) -> None:
        self._closing.set()
        if self._capture is not None:
            self._capture.close()
        self._thread.join(4 * CHECK_INTERVAL)

    def _work(self) -> None:
        try:
            self._eye = eye = self._learn_table()
            self._capture = capture = self._begin()
            while not self._closing.is_set():
                self._read(capture, eye)
            capture.close()
        except Exception as error:  # noqa: BLE001 - the main loop tells it; no thread dies silently
            self.error = error

    def _read(self, capture: Capture, eye: Seeing) -> None:
        begun = self._clock()
        frame = capture.take(CHECK_INTERVAL)
        self._learn()
        if frame is None:
            return
        try:
            look = look_through(eye, frame.image, frame.name)
        except InputError as error:  # another size than it was taught with
            self._unreadable = CameraError(str(error))
            return
        self._unreadable = None
        if any(one.kind in SETTLED_AWAY for one in look.reading.troubles):
            capture.settle()
        self._has_looked = True
        if self.looks.qsize() >= MOST_WAITING:
            with suppress(queue.Empty):  # the main loop was quicker
                self.looks.get_nowait()
        self.looks.put(look)
        self._closing.wait(max(0.0, LOOK_INTERVAL - (self._clock() - begun)))

    def _learn(self) -> None:
        """Learn what was asked since; forget what was taken back."""
        eye = self._eye
        while isinstance(eye, Eye) and not self._asked.empty():
            match self._asked.get():
                case Misread(event, at, who):
                    learnt = eye.correct(at, who)
                    if learnt is not None:
                        self._learnt.append((event, learnt))
                case TakenBack(event):
                    for known in [one for one in self._learnt if one[0] > event]:
                        eye.take_back(known[1])
                        self._learnt.remove(known)
