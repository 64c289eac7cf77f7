"""Where the bare board is a mere guess, no emptiness is claimed that may be a piece."""

from pathlib import Path

import numpy as np
import pytest

from companion.sighting import sighting
from tests.vision import drawn
from vision.caution import Caution
from vision.eye import Eye
from vision.table import load_table

PIECES = {"a1": "red", "b2": "blue"}


@pytest.fixture
def seen(eye: Eye) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Give what the eye sees of PIECES."""
    eye.read(drawn.picture(PIECES, seed=3))
    squares = eye.spots.squares
    return squares.unshaded(eye._sight.seen(squares.sampler))


def test_a_place_that_shows_what_may_be_a_piece_is_left_unsure(
    eye: Eye, seen: np.ndarray[tuple[int, int], np.dtype[np.float32]]
) -> None:
    empty = np.tile([0.0, -9.0, -9.0, -9.0], (len(drawn.PLACES), 1))
    rows = Caution(eye.spots, range(len(drawn.PLACES))).check(seen, empty)
    unsure = {at for at, row in zip(drawn.PLACES, rows, strict=True) if not row.any()}
    assert unsure == {*PIECES}
    assert (empty[:, 1:] == -9.0).all()


def test_other_places_and_other_claims_are_left_alone(
    eye: Eye, seen: np.ndarray[tuple[int, int], np.dtype[np.float32]]
) -> None:
    rows = np.tile([0.0, -9.0, -9.0, -9.0], (len(drawn.PLACES), 1))
    rows[0] = [0.0, 9.0, -9.0, -9.0]
    b2 = [*drawn.PLACES].index("b2")
    assert (Caution(eye.spots, [0]).check(seen, rows) == rows).all()
    assert not Caution(eye.spots, [0, b2]).check(seen, rows)[b2].any()


def test_a_piece_that_hides_even_the_ground_around_leads_to_no_wrong_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing = {"a1": "red", "b3": "blue", "c2": "yellow"}
    monkeypatch.setattr(drawn, "PIECE_MM", 24.0)
    files = drawn.write(tmp_path)
    drawn.save(files.frames / "empty.png", drawn.picture(standing, seed=1))
    camera = files.table.read_text(encoding="utf-8").split("[[sample]]")[0]
    samples = "".join(
        f'[[sample]]\nframe = "frames/empty.png"\ncolour = "{colour}"\nat = ["{at}"]\n'
        for at, colour in standing.items()
    )
    files.table.write_text(camera + samples, encoding="utf-8")
    eye = Eye(load_table(files.table))
    assert eye._caution is not None
    for stands in (standing, {}, {"a1": "blue", "c3": "red"}):
        line = sighting(eye.read(drawn.picture(stands, seed=4)), eye.table.board, "frame")
        silent = {*line["unsure"], *line["occluded"]}
        wrong = {at for at, _ in line["board"].items() ^ stands.items()}
        assert wrong <= silent
        assert not {*line["unsure"]} - {*standing}
