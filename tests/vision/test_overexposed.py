"""Pieces that are brighter than the camera can tell, in a channel or two, keep their colour."""

from collections.abc import Iterator, Mapping

import numpy as np
import pytest

from companion.sighting import sighting
from tests.vision import drawn
from vision.eye import Eye
from vision.illumination import CHANNELS, OPPONENT
from vision.looks import Paints
from vision.reading import Floats
from vision.table import load_table

LIKE_YELLOW: Mapping[str, tuple[int, int, int]] = {
    "orange": (85, 150, 240),
    "yellow": (85, 200, 235),
}
SAMPLES = {"a1": "orange", "b2": "yellow", "c4": "blue"}
STANDING = {"a2": "orange", "a3": "yellow", "b1": "orange", "b4": "blue", "c2": "yellow"}
DARK = 0.55
"""A board so dark is still told well where its pieces are white."""


@pytest.fixture(autouse=True, scope="module")
def _bright_pieces_on_a_dark_board() -> Iterator[None]:
    bare = DARK * drawn._bare()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "COLOURS", {**drawn.COLOURS, **LIKE_YELLOW})
        patch.setattr(drawn, "_bare", lambda: bare)
        yield


@pytest.fixture(scope="module")
def eye(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    files = drawn.write(tmp_path_factory.mktemp("overexposed"), SAMPLES)
    drawn.save(files.frames / "sample.png", drawn.picture(SAMPLES, seed=2))
    return Eye(load_table(files.table))


@pytest.mark.parametrize("gain", [0.8, 1.2, 1.4, 1.5, 1.6])
def test_orange_is_no_yellow_where_its_red_is_brighter_than_the_camera_can_tell(
    eye: Eye, gain: float
) -> None:
    frame = gain * drawn.picture(STANDING, seed=5).astype(np.float32)
    line = sighting(eye.read(drawn.as_picture(frame)), eye.table.board, "frame")
    assert (line["board"], line["unsure"]) == (STANDING, [])


def opponent(*channels: tuple[float, float, float]) -> Floats:
    """Give levels (blue, green, red) as colours in the opponent space."""
    return np.asarray(np.log(np.array(channels)) @ OPPONENT.T, np.float32)


def test_a_clipped_channel_is_as_bright_as_each_class_has_it_but_never_darker() -> None:
    paints = Paints([opponent((80, 150, 240)), opponent((80, 200, 120))])
    seen, clipped = opponent((75, 140, 180)), np.array([[False, False, True]])
    levels = np.exp(paints.unclipped(seen, clipped)[0] @ CHANNELS.T)
    assert np.allclose(levels, [(75, 140, 240), (75, 140, 180)], rtol=1e-3)
