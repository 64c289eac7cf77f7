"""Pictures that these tests share, each taken once."""

import numpy as np
import pytest

from tests.vision.proposing import printed
from vision.proposing.flat import Flat, flatten
from vision.reading import Image


@pytest.fixture(scope="session")
def board_picture() -> Image:
    """Give a picture of the printed board on its table; to be looked at only."""
    return printed.photograph()


@pytest.fixture(scope="session")
def flat_board(board_picture: Image) -> Flat:
    """Give that board flattened."""
    return flatten(board_picture, np.array(printed.CORNERS_PX), printed.SIZE_MM)
