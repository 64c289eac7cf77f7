"""What every camera offers the program."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture (BGR, 8 bits, height x width x 3), its name, seconds since the camera opened."""

    image: npt.NDArray[np.uint8]
    name: str
    seconds: float


class Camera(Protocol):
    """A source of frames: open, take the latest as often as wanted, close."""

    def open(self) -> None:
        """Make ready; raises CameraError with one line that says what to do."""

    def latest(self) -> Frame | None:
        """Take the newest frame; None when the source has ended."""

    def lock(self) -> None:
        """Let focus, exposure and white balance settle during the next frames, then hold them.

        Asked for again, they settle anew. A camera holds what it can; none raises or waits.
        """

    def close(self) -> None:
        """Give the device back; harmless when called twice."""


class Fault(StrEnum):
    """Why there are no frames, for whoever tells it in another language."""

    ABSENT = "absent"  # nothing there by that name
    BUSY = "busy"  # another program has it, or it does not answer
    DENIED = "denied"  # this user may not use it
    SILENT = "silent"  # it was there and gives no more pictures
    FROZEN = "frozen"  # it neither gives pictures nor an error
    BROKEN = "broken"  # what it gives is no picture
    UNSUPPORTED = "unsupported"  # the library that it needs is not installed


class CameraError(Exception):
    """The camera cannot be used; the text says why and what to do."""

    def __init__(self, message: str, fault: Fault = Fault.BROKEN) -> None:
        super().__init__(message)
        self.fault = fault


class AwaitedCamera:
    """Stands for a camera that could not be opened: it fails as that did, and is tried again."""

    def __init__(self, error: CameraError) -> None:
        self._error: Final = error

    def open(self) -> None:
        raise self._error

    def latest(self) -> Frame | None:
        raise self._error

    def lock(self) -> None:
        """Hold nothing."""

    def close(self) -> None:
        """Do nothing: nothing is open."""
