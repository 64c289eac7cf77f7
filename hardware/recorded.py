"""What is on the disk in place of a camera: a folder of pictures, or a video."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hardware.camera import CameraError, Frame

SUFFIXES: Final = (".jpg", ".jpeg", ".png")
SHOWN: Final = 8
"""How many frames each picture stands for: long enough to be believed."""
PACE: Final = 0.125
"""Seconds between two frames."""


class PictureFolder:
    """Shows the pictures of a folder once, and the last of them for good."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; nothing is read yet."""
        self._folder: Final = folder
        self._paths: Sequence[Path] = ()
        self._count = 0
        self._image: tuple[Path, Frame] | None = None

    def open(self) -> None:
        """List the pictures; raises CameraError where there are none."""
        try:
            there = sorted(self._folder.iterdir())
        except OSError as error:
            raise CameraError(f"{self._folder}: cannot be read ({error.strerror})") from None
        self._paths = [path for path in there if path.suffix.lower() in SUFFIXES]
        if not self._paths:
            raise CameraError(f"{self._folder}: expected pictures (*.jpg, *.png), found none")
        self._count = 0

    def latest(self) -> Frame | None:
        """Show the next frame; raises CameraError for a file that is no picture."""
        if not self._paths:
            raise CameraError(f"{self._folder} is closed; open it first")
        path = self._paths[min(self._count // SHOWN, len(self._paths) - 1)]
        seconds = self._count * PACE
        self._count += 1
        if self._image is None or self._image[0] != path:
            self._image = (path, Frame(_picture(path), path.name, seconds))
        return Frame(self._image[1].image, path.name, seconds)

    def lock(self) -> None:
        """Do nothing: pictures are as they are."""

    def close(self) -> None:
        """Forget the pictures; harmless when called twice."""
        self._paths, self._image = (), None


def _picture(path: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except (OSError, cv2.error):
        image = None
    if image is None:
        raise CameraError(f"{path}: expected a picture (JPEG or PNG)")
    return np.asarray(image, dtype=np.uint8)


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
