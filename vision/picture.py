"""Reading picture files, and making pictures smaller."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.errors import InputError
from vision.reading import Image

STANDARD_ERROR: Final = 2
_SILENCING: Final = threading.Lock()
"""Held while standard error is redirected, as all threads share it."""


def load_picture(path: Path) -> Image:
    """Read a picture file as BGR, 8 bits, height x width x 3.

    It is turned upright where its EXIF data say so, as whoever looks at it sees it. Raises
    InputError when it is missing or no picture.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise InputError(str(path), "", "no such picture") from None
    except OSError as error:
        raise InputError(str(path), "", f"cannot be read ({error.strerror})") from None
    except ValueError:  # what no file's name can hold
        raise InputError(ascii(str(path)), "", "no such picture") from None
    picture = decode_picture(raw)
    if picture is None:
        raise InputError(str(path), "", "expected a picture (JPEG or PNG)")
    return picture


def decode_picture(raw: bytes, way: int = cv2.IMREAD_COLOR) -> Image | None:
    """Decode a picture file in one of OpenCV's ways; None when it is no picture."""
    picture = None
    if raw:
        with _silenced(), suppress(cv2.error):  # it is raised for some broken pictures only
            picture = cv2.imdecode(np.frombuffer(raw, np.uint8), way)
    return None if picture is None else np.asarray(picture, np.uint8)


def shrunk(picture: Image, factor: int) -> Image:
    """Shrink a picture by a whole factor; each pixel is the mean of those it replaces."""
    height, width = picture.shape[:2]
    if factor == 1:
        return picture
    size = (width // factor, height // factor)
    part = picture[: size[1] * factor, : size[0] * factor]
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)


def shrink_again(small: Image, picture: Image, factor: int, box: tuple[int, ...]) -> None:
    """Update a shrunk picture within a box of its own pixels: left, top, right, bottom."""
    height, width = small.shape[:2]
    left, top, right, low = max(0, box[0]), max(0, box[1]), min(width, box[2]), min(height, box[3])
    if left < right and top < low:
        part = picture[top * factor : low * factor, left * factor : right * factor]
        small[top:low, left:right] = shrunk(part, factor)


@contextmanager
def _silenced() -> Iterator[None]:
    """Keep what decoders' own libraries print off standard error, one thread at a time."""
    with _SILENCING:
        try:
            kept = os.dup(STANDARD_ERROR)
        except OSError:  # it is closed: nothing to keep off
            yield
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, STANDARD_ERROR)
        try:
            yield
        finally:
            os.dup2(kept, STANDARD_ERROR)
            os.close(kept)
            os.close(nowhere)
