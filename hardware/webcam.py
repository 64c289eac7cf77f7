"""A webcam, by its number (V4L2 on Linux)."""

import os
import time
from pathlib import Path
from typing import Final

import cv2

from hardware.camera import CameraError, Fault, Frame

DEVICES: Final = Path("/dev")
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
        self._check()
        capture = cv2.VideoCapture(self._number)
        if not capture.isOpened():
            capture.release()
            raise CameraError(
                f"camera usb:{self._number} cannot be opened: close other programs that use it, "
                "plug it in again, or name another (--camera usb:1)",
                Fault.BUSY,
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
        raise CameraError(
            f"camera usb:{self._number} gives no more pictures: is it plugged in?", Fault.SILENT
        )

    def _check(self) -> None:
        """Tell what OpenCV does not: whether there is such a device, and who may use it."""
        if not DEVICES.joinpath("null").exists():  # no Linux: the number is all there is
            return
        device = DEVICES / f"video{self._number}"
        if not device.exists():
            raise CameraError(
                f"camera usb:{self._number} is not there ({device}): plug it in, or name another "
                "(--camera usb:1)",
                Fault.ABSENT,
            )
        if not os.access(device, os.R_OK | os.W_OK):
            raise CameraError(
                f"camera usb:{self._number}: this user may not use {device}; type: sudo usermod "
                "-aG video $USER, then log out and in again",
                Fault.DENIED,
            )

    def close(self) -> None:
        """Give it back; harmless when called twice."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None
