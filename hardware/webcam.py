"""A webcam, by its number (V4L2 on Linux): which there are, their pictures, and what holds them."""

import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from hardware.camera import CameraError, Fault, Frame
from hardware.devices import group_of

DEVICES: Final = Path("/dev")
DESCRIBED: Final = Path("/sys/class/video4linux")
"""Where Linux tells of each video device what it is."""
INTERNAL_DEVICES: Final = ("unicam", "bcm2835", "rpi", "rp1", "pisp")
"""How the names of the Pi's own devices begin: parts of its camera and its decoders."""


def webcams(devices: Path = DEVICES, described: Path = DESCRIBED) -> list[int]:
    """List the numbers of the webcams of this computer, in order."""
    numbers = (path.name.removeprefix("video") for path in devices.glob("video*"))
    found = sorted(int(number) for number in numbers if number.isdecimal())
    return [number for number in found if _is_webcam(described / f"video{number}")]


def _is_webcam(about: Path) -> bool:
    """Tell whether a device may be one; those after a webcam's first give no pictures."""
    name, index = _line(about / "name"), _line(about / "index")
    return not name.startswith(INTERNAL_DEVICES) and index in ("", "0")


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


SETTLED: Final = 3.0
"""Seconds that a webcam takes to settle; it tells nothing of how far it is."""
TRIED: Final = 1.0
"""Seconds after which a held exposure must show what it showed before."""
ALIKE: Final = 1.25
"""By how much brightness may change meanwhile: a factor."""
FOCUS: Final = (cv2.CAP_PROP_AUTOFOCUS, 1, 0)
WHITE: Final = (cv2.CAP_PROP_AUTO_WB, 1, 0)
EXPOSURE: Final = (cv2.CAP_PROP_AUTO_EXPOSURE, 3, 1)
"""A property, its value for automatic, and that for manual."""


class Properties(Protocol):
    """What of an open webcam can be set; it tells whether it has that."""

    def set(self, prop: int, value: float) -> bool:
        """Set a property."""


class WebcamHold:
    """Holds one webcam, told of each of its frames.

    Many a webcam has forgotten its exposure when it is no longer automatic, and takes one of long
    ago: then the picture is suddenly dark, and exposure is left to the webcam for good.
    """

    def __init__(self, webcam: Properties) -> None:
        self._webcam: Final = webcam
        self._since: float | None = None
        self._tried: float | None = None
        self._bright = 0.0
        self._exposes = True

    def begin(self, seconds: float) -> None:
        """Let everything settle from that moment on."""
        self._since, self._tried = seconds, None
        for which, automatic, _ in (FOCUS, WHITE, EXPOSURE):
            self._webcam.set(which, automatic)

    def see(self, image: npt.NDArray[np.uint8], seconds: float) -> None:
        """Take a frame (BGR), and hold what has settled."""
        if self._since is not None and seconds - self._since >= SETTLED:
            self._hold(image, seconds)
        elif self._tried is not None and seconds - self._tried >= TRIED:
            self._check(image)

    def _hold(self, image: npt.NDArray[np.uint8], seconds: float) -> None:
        self._since = None
        for which, _, manual in (FOCUS, WHITE):
            self._webcam.set(which, manual)
        if self._exposes and self._webcam.set(EXPOSURE[0], EXPOSURE[2]):
            self._tried, self._bright = seconds, brightness(image)

    def _check(self, image: npt.NDArray[np.uint8]) -> None:
        self._tried = None
        if abs(math.log(brightness(image) / self._bright)) > math.log(ALIKE):
            self._exposes = False
            self._webcam.set(EXPOSURE[0], EXPOSURE[1])


def brightness(image: npt.NDArray[np.uint8]) -> float:
    """Tell the mean of some of the pixels, at least 1."""
    return max(1.0, float(image[::16, ::16].mean()))


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
        if self._hold is not None:
            self._hold.see(image, seconds)
        return Frame(image, name, seconds)

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
