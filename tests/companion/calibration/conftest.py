"""What the tests of calibration share."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import pytest

from vision.proposing.flat import Corners, Flat, flatten
from vision.reading import Image

Sides = tuple[float, float]


@lru_cache(maxsize=4)
def _flattened(pixels: bytes, shape: tuple[int, ...], corners: bytes, size_mm: Sides) -> Flat:
    picture = np.frombuffer(pixels, np.uint8).reshape(shape)
    return flatten(picture, np.frombuffer(corners).reshape(4, 2), size_mm)


@pytest.fixture(scope="module", autouse=True)
def flattened_once() -> Iterator[None]:
    """Let a picture of a board be flattened once, though every test has a desk of its own."""

    def known(picture: Image, corners: Corners, size_mm: Sides) -> Flat:
        each = np.asarray(corners, np.float64).tobytes()
        return _flattened(picture.tobytes(), picture.shape, each, size_mm)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.calibration.desk.flatten", known)
        yield
