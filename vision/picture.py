"""Reading picture files."""

from pathlib import Path

import cv2
import numpy as np

from engine.errors import InputError
from vision.reading import Image


def load_picture(path: Path) -> Image:
    """Read a picture file as BGR, 8 bits, height x width x 3.

    Raises InputError when it is missing or no picture.
    """
    try:
        raw = np.fromfile(path, dtype=np.uint8)
    except FileNotFoundError:
        raise InputError(str(path), "", "no such picture") from None
    except OSError as error:
        raise InputError(str(path), "", f"cannot be read ({error.strerror})") from None
    picture = cv2.imdecode(raw, cv2.IMREAD_COLOR) if raw.size else None
    if picture is None:
        raise InputError(str(path), "", "expected a picture (JPEG or PNG)")
    return np.asarray(picture, dtype=np.uint8)
