"""Two threads before the main loop: one takes frames, the newest wins; the other reads them."""

import queue
import threading
import time
from collections.abc import Callable
from typing import Final

from companion.table.look import Look
from hardware.camera import Camera, CameraError, Frame
from vision.eye import Eye

EVERY: Final = 0.125
"""Seconds from one look to the next: eight a second; a settled table costs next to nothing."""
PATIENCE: Final = 0.5
"""Seconds after which a thread that waits looks whether it is to end."""
WAITING: Final = 4
"""Looks that may wait for the main loop; when there are more, the oldest is dropped."""
Clock = Callable[[], float]


class Watcher:
    """Takes frames from an open camera and reads them, until it is closed.

    ``looks`` are for the main loop to take. ``error`` is what went wrong with the camera or the
    eye, and ``ended`` whether the camera has no more frames; both are final.
    """

    def __init__(self, camera: Camera, eye: Eye, clock: Clock = time.monotonic) -> None:
        """Begin at once; the eye is this watcher's alone from here on."""
        self.looks: Final[queue.SimpleQueue[Look]] = queue.SimpleQueue()
        self.error: Exception | None = None
        self.ended = False
        self._camera: Final = camera
        self._eye: Final = eye
        self._clock: Final = clock
        self._newest: Frame | None = None
        self._there: Final = threading.Condition()
        self._closing: Final = threading.Event()
        self._threads: Final = [
            threading.Thread(target=self._guard, args=(work,), name=name, daemon=True)
            for name, work in (("capture", self._capture), ("eye", self._read))
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End both threads; the camera stays open."""
        self._closing.set()
        with self._there:
            self._there.notify_all()
        for thread in self._threads:
            thread.join(PATIENCE * 4)

    def _guard(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - the main loop tells it; no thread dies in silence
            self.error = self.error or error

    def _capture(self) -> None:
        start = self._clock()
        while not self._closing.is_set():
            frame = self._camera.latest()
            if frame is None:
                self.ended = True
                return
            # A camera that draws its pictures is quicker than the table it shows.
            ahead = frame.seconds - (self._clock() - start)
            if ahead > 0 and self._closing.wait(ahead):
                return
            with self._there:
                self._newest = frame
                self._there.notify_all()

    def _read(self) -> None:
        while not self._closing.is_set():
            begun = self._clock()
            frame = self._take()
            if frame is None:
                continue
            reading = self._eye.read(frame.image, frame.name)
            places, outline = self._eye.places().tolist(), self._eye.outline().tolist()
            if self.looks.qsize() >= WAITING:
                self._drop()
            self.looks.put(Look(reading, frame.name, frame.image, places, outline))
            self._closing.wait(max(0.0, EVERY - (self._clock() - begun)))

    def _take(self) -> Frame | None:
        """Take the newest frame; None when none has come for a while."""
        with self._there:
            if self._newest is None:
                self._there.wait(PATIENCE)
            frame, self._newest = self._newest, None
        return frame

    def _drop(self) -> None:
        try:
            self.looks.get_nowait()
        except queue.Empty:  # the main loop was quicker
            return


def told(error: Exception) -> str:
    """Say in one line what went wrong with the camera."""
    return str(error) if isinstance(error, CameraError) else f"{type(error).__name__}: {error}"
