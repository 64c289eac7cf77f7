"""A webcam, by its number (V4L2 on Linux)."""

import time
from typing import Final

import cv2

from hardware.camera import CameraError, Frame

WIDTH: Final = 1280
HEIGHT: Final = 960
TRIES: Final = 3
"""Frames that may fail in a row: cheap cameras drop one now and then."""


class Webcam:
    """A camera that OpenCV knows by a number."""

    def __init__(self, number: int) -> None:
        """Name it; nothing is opened yet."""
        self._number: Final = number
        self._capture: cv2.VideoCapture | None = None
        self._opened = 0.0
        self._count = 0

    def open(self) -> None:
        """Open it; raises CameraError where there is none or another program has it."""
        capture = cv2.VideoCapture(self._number)
        if not capture.isOpened():
            capture.release()
            raise CameraError(
                f"camera usb:{self._number} cannot be opened: plug it in, close other programs "
                "that use it, or name another (--camera usb:1)"
            )
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # or it gives 5 a second
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture, self._opened, self._count = capture, time.monotonic(), 0

    def latest(self) -> Frame | None:
        """Wait for the next frame; raises CameraError where none comes any more."""
        if self._capture is None:
            raise CameraError(f"camera usb:{self._number} is closed; open it first")
        for _ in range(TRIES):
            done, image = self._capture.read()
            if done:
                self._count += 1
                seconds = time.monotonic() - self._opened
                return Frame(image, f"usb{self._number}-{self._count:06d}", seconds)
        raise CameraError(f"camera usb:{self._number} gives no more pictures: is it plugged in?")

    def close(self) -> None:
        """Give it back; harmless when called twice."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None
