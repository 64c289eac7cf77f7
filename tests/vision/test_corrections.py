"""What players say of a misread place is learnt, of that place alone, and taken back."""

from collections.abc import Mapping

import numpy as np
import pytest

from engine.board import LOCATIONS
from tests.vision import drawn
from vision.appearance import EVIDENCE
from vision.eye import Eye
from vision.reading import Image
from vision.table import load_table

PIECES: Mapping[str, str] = {"a2": "red", "b1": "blue", "c3": "yellow"}
STAIN = (70, 60, 150)
"""Something that is read as a red piece, or not surely: jam."""


@pytest.fixture
def eye(drawn_files: drawn.Files) -> Eye:
    return Eye(load_table(drawn_files.table))


def board(eye: Eye, frame: Image) -> dict[str, str]:
    reading = eye.read(frame)
    best = reading.groups[LOCATIONS].log_likelihood.argmax(axis=1)
    names = [reading.groups[LOCATIONS].classes[i] for i in best]
    return {at: one for at, one in zip(drawn.PLACES, names, strict=True) if one}


def test_a_place_said_to_be_empty_is_not_misread_again(eye: Eye) -> None:
    there = {**PIECES, "b3": "red"}  # a stain as red as a piece
    assert board(eye, drawn.picture(there, seed=3)) == there
    assert eye.correct("b3", None)
    for seed in (4, 5):
        assert board(eye, drawn.picture(there, seed=seed)) == PIECES
    assert board(eye, drawn.picture({**PIECES, "b3": "blue"}, seed=6))["b3"] == "blue"


def test_a_piece_that_was_not_seen_is_known_by_its_look(eye: Eye) -> None:
    printed = {"c2": STAIN}
    eye.read(drawn.picture(PIECES, printed=printed, seed=3))
    assert eye.correct("c2", "blue")
    assert board(eye, drawn.picture(PIECES, printed=printed, seed=4)).get("c2") == "blue"
    assert "c2" not in board(eye, drawn.picture(PIECES, seed=5))


def test_a_correction_that_is_taken_back_leaves_nothing(eye: Eye, drawn_files: drawn.Files) -> None:
    frame = drawn.picture(PIECES, seed=3)
    fresh = Eye(load_table(drawn_files.table)).read(frame).groups[LOCATIONS].log_likelihood
    eye.read(frame)
    made = [eye.correct("a2", None), eye.correct("c4", "red")]
    for correction in made:
        assert correction is not None
        eye.take_back(correction)
    assert np.allclose(eye.read(frame).groups[LOCATIONS].log_likelihood, fresh)


def test_a_hundred_wrong_answers_harm_no_other_place(eye: Eye, drawn_files: drawn.Files) -> None:
    chance = np.random.default_rng(2)
    frame = drawn.picture(PIECES, seed=3)
    for _ in range(100):
        eye.read(frame)
        at = ("a1", "c4")[chance.integers(2)]
        eye.correct(at, (*drawn.COLOURS, None)[chance.integers(4)])
    fresh = Eye(load_table(drawn_files.table)).read(frame).groups[LOCATIONS].log_likelihood
    rows = eye.read(frame).groups[LOCATIONS].log_likelihood
    others = [i for i, at in enumerate(drawn.PLACES) if at not in ("a1", "c4")]
    assert np.allclose(rows[others], fresh[others])
    kept = eye.spots.learnt.measure.corrections
    assert all(len(kept.of(i)) <= EVIDENCE.most_corrections for i in range(len(rows)))


def test_nothing_is_learnt_of_a_place_under_a_hand(eye: Eye) -> None:
    eye.read(drawn.picture(PIECES, hand=((420.0, 105.0), (215.0, 105.0)), seed=4))
    assert eye.correct("b4", "red") is None
