"""The small seam behind which every camera stands."""

from dataclasses import dataclass
from typing import Protocol

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

    def close(self) -> None:
        """Give the device back; harmless when called twice."""


class CameraError(Exception):
    """The camera cannot be used; the text says why and what to do."""
