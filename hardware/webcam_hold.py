"""A webcam's focus, exposure and white balance, left to settle and then held (V4L2)."""

import math
from typing import Final, Protocol

import cv2
import numpy as np
import numpy.typing as npt

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
        """Leave all as it is."""
        self._webcam: Final = webcam
        self._since: float | None = None
        self._tried: float | None = None
        self._bright = 0.0
        self._exposes = True
        self.locked = False

    def begin(self, seconds: float) -> None:
        """Let everything settle from that moment on."""
        self._since, self._tried, self.locked = seconds, None, False
        for which, automatic, _ in (FOCUS, WHITE, EXPOSURE):
            self._webcam.set(which, automatic)

    def see(self, image: npt.NDArray[np.uint8], seconds: float) -> None:
        """Take a frame (BGR), and hold what has settled."""
        if self._since is not None and seconds - self._since >= SETTLED:
            self._hold(image, seconds)
        elif self._tried is not None and seconds - self._tried >= TRIED:
            self._check(image)

    def _hold(self, image: npt.NDArray[np.uint8], seconds: float) -> None:
        self._since, self.locked = None, True
        for which, _, manual in (FOCUS, WHITE):
            self._webcam.set(which, manual)
        if self._exposes and self._webcam.set(EXPOSURE[0], EXPOSURE[2]):
            self._tried, self._bright = seconds, brightness(image)

    def _check(self, image: npt.NDArray[np.uint8]) -> None:
        self._tried = None
        if abs(math.log(brightness(image) / self._bright)) > math.log(ALIKE):
            self._exposes, self.locked = False, False
            self._webcam.set(EXPOSURE[0], EXPOSURE[1])


def brightness(image: npt.NDArray[np.uint8]) -> float:
    """Tell the mean of some of the pixels, at least 1."""
    return max(1.0, float(image[::16, ::16].mean()))
