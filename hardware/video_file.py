"""A video file in place of a camera, at the pace at which it was taken."""

from pathlib import Path
from typing import Final

import cv2

from hardware.camera import CameraError, Frame

USUAL_RATE: Final = 25.0
"""Frames a second where the file does not say."""


class VideoFile:
    """Shows a video once."""

    def __init__(self, path: Path) -> None:
        """Name the file; nothing is opened yet."""
        self._path: Final = path
        self._capture: cv2.VideoCapture | None = None
        self._rate = USUAL_RATE
        self._count = 0

    def open(self) -> None:
        """Open it; raises CameraError where it is no video."""
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            capture.release()
            raise CameraError(f"{self._path}: expected a folder of pictures or a video")
        self._capture, self._count = capture, 0
        self._rate = capture.get(cv2.CAP_PROP_FPS) or USUAL_RATE

    def latest(self) -> Frame | None:
        """Show the next frame; None at the end."""
        if self._capture is None:
            raise CameraError(f"{self._path} is closed; open it first")
        done, image = self._capture.read()
        if not done:
            return None
        seconds = self._count / self._rate
        self._count += 1
        return Frame(image, f"{self._path.name}-{self._count:06d}", seconds)

    def lock(self) -> None:
        """Do nothing: a video is as it is."""

    def close(self) -> None:
        """Close the file; harmless when called twice."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None
