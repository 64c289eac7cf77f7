"""A webcam, by its number (V4L2 on Linux)."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.camera import CameraError, Fault, Frame, Taken
from hardware.devices import group_of
from hardware.webcam_hold import WebcamHold

DEVICES: Final = Path("/dev")
GROUP: Final = "video"
"""The usual group of those who may use cameras."""
WIDTH: Final = 1280
HEIGHT: Final = 960
TRIES: Final = 3
"""Frames that may fail in a row: cheap cameras drop one now and then."""
PATIENCE: Final = 2.0
"""Seconds that a webcam may take for a frame; left to itself OpenCV waits for ten."""
# OpenCV reads it once, before its first frame, and takes whole seconds.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", f"{PATIENCE:.0f}")


class Webcam:
    """A camera that OpenCV knows by a number."""

    def __init__(
        self,
        number: int,
        *,
        devices: Path = DEVICES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Name it; nothing is opened yet."""
        self._number: Final = number
        self._devices: Final = devices
        self._clock: Final = clock
        self._capture: cv2.VideoCapture | None = None
        self._hold: WebcamHold | None = None
        self._opened = 0.0
        self._count = 0

    def open(self) -> None:
        """Open it; raises CameraError where there is none or another program has it."""
        self.close()
        self._check()
        linux = sys.platform == "linux"
        capture = cv2.VideoCapture(self._number, cv2.CAP_V4L2 if linux else cv2.CAP_ANY)
        if capture.isOpened():
            # Without compression it gives 5 a second.
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        # Two programs can open a webcam, but only the first gets pictures.
        if not capture.isOpened() or self._image(capture) is None:
            capture.release()
            raise CameraError(
                f"camera usb:{self._number} gives no pictures: close other programs that use it, "
                "plug it in again, or name another (--camera usb:1)",
                Fault.BUSY,
            )
        self._capture, self._opened, self._count = capture, self._clock(), 0
        self._hold = WebcamHold(capture) if linux else None

    def latest(self) -> Frame | None:
        """Wait for the next frame; raises CameraError where none comes any more."""
        if self._capture is None:
            raise CameraError(f"camera usb:{self._number} is closed; open it first")
        image = self._image(self._capture)
        if image is None:
            raise CameraError(
                f"camera usb:{self._number} gives no more pictures: is it plugged in?",
                Fault.SILENT,
            )
        self._count += 1
        seconds = self._clock() - self._opened
        name = f"usb{self._number}-{self._count:06d}"
        if self._hold is None:
            return Frame(image, name, seconds)
        self._hold.see(image, seconds)
        return Frame(image, name, seconds, Taken(locked=self._hold.locked))

    def lock(self) -> None:
        """Let focus, exposure and white balance settle during the next frames, then hold them."""
        if self._hold is not None:
            self._hold.begin(self._clock() - self._opened)

    def close(self) -> None:
        """Give it back; harmless when called twice."""
        if self._capture is not None:
            self._capture.release()
            self._capture = self._hold = None

    def _image(self, capture: cv2.VideoCapture) -> npt.NDArray[np.uint8] | None:
        begun = self._clock()
        for _ in range(TRIES):
            done, image = capture.read()
            if done:
                return np.asarray(image, dtype=np.uint8)
            if self._clock() - begun >= PATIENCE:
                break
        return None

    def _check(self) -> None:
        """Tell what OpenCV does not: whether there is such a device, and who may use it."""
        if not self._devices.joinpath("null").exists():  # no Linux: the number is all there is
            return
        device = self._devices / f"video{self._number}"
        if not device.exists():
            raise CameraError(
                f"camera usb:{self._number} is not there ({device}): plug it in, or name another "
                "(--camera usb:1)",
                Fault.ABSENT,
            )
        if not os.access(device, os.R_OK | os.W_OK):
            raise CameraError(
                f"camera usb:{self._number}: this user may not use {device}; type: sudo usermod "
                f"-aG {group_of(device, GROUP)} $USER, then log out and in again",
                Fault.DENIED,
            )
