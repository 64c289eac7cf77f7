"""What players say of a misread place is learnt, of that place alone, and taken back."""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engine.board import LOCATIONS
from tests.vision import drawn
from vision.eye import Eye
from vision.looks import CONFIG
from vision.picture import load_picture
from vision.plan import aim
from vision.reading import Image
from vision.table import Table, load_table

PIECES: Mapping[str, str] = {"a2": "red", "b1": "blue", "c3": "yellow"}
STAIN = (70, 60, 150)
"""Something that is read as a red piece, or not surely: jam."""


@pytest.fixture
def eye(unused_eye: Eye) -> Eye:
    return deepcopy(unused_eye)


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


def test_a_correction_that_is_taken_back_leaves_nothing(eye: Eye, unused_eye: Eye) -> None:
    frame = drawn.picture(PIECES, seed=3)
    fresh = deepcopy(unused_eye).read(frame).groups[LOCATIONS].log_likelihood
    eye.read(frame)
    made = [eye.correct("a2", None), eye.correct("c4", "red")]
    for correction in made:
        assert correction is not None
        eye.take_back(correction)
    # Sums are rounded otherwise where fewer places are read at once.
    assert np.allclose(eye.read(frame).groups[LOCATIONS].log_likelihood, fresh, rtol=1e-3)


def test_a_hundred_wrong_answers_harm_no_other_place(eye: Eye, unused_eye: Eye) -> None:
    chance = np.random.default_rng(2)
    frame = drawn.picture(PIECES, seed=3)
    for _ in range(10):
        eye.read(frame)
        for at in ("a1", "c4") * 5:
            eye.correct(at, (*drawn.COLOURS, None)[chance.integers(4)])
    fresh = deepcopy(unused_eye).read(frame).groups[LOCATIONS].log_likelihood
    rows = eye.read(frame).groups[LOCATIONS].log_likelihood
    others = [i for i, at in enumerate(drawn.PLACES) if at not in ("a1", "c4")]
    assert np.allclose(rows[others], fresh[others])
    kept = eye.spots.learnt.measure.corrections
    assert all(len(kept.get(i, ())) <= CONFIG.most_corrections for i in range(len(rows)))


def test_nothing_is_learnt_of_a_place_under_a_hand(eye: Eye) -> None:
    eye.read(drawn.picture(PIECES, hand=((420.0, 105.0), (215.0, 105.0)), seed=4))
    assert eye.correct("b4", "red") is None


@dataclass
class Played:
    """A shared table: its frames without a hand, before the camera is bumped, with their truth."""

    table: Table
    frames: list[tuple[dict[str, Any], Image]]

    @classmethod
    @cache
    def of(cls, folder: Path, step: int) -> "Played":
        """Load every so many frames of a folder."""
        lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
        truths = [truth for truth in map(json.loads, lines) if not truth["hand"]]
        bumped = next(i for i, truth in enumerate(truths) if truth["bumped"])
        chosen = truths[:bumped:step]
        frames = [(truth, load_picture(folder / truth["file"])) for truth in chosen]
        return cls(load_table(folder / "table.toml"), frames)

    @property
    def places(self) -> list[str]:
        """The ids of the locations, in board order."""
        return [location.id for location in self.table.board.locations]

    def always_empty(self) -> list[str]:
        """List the locations on which nothing lies in any of the frames."""
        return [
            at for at in self.places if all(not truth["board"].get(at) for truth, _ in self.frames)
        ]

    def stained(self, frame: Image, places: list[str], colour: str) -> Image:
        """Print a round stain on places, four fifths of what a piece of that colour looks like."""
        plan = aim(self.table.board, self.table.corners_px, load_picture(self.table.empty))
        at_px = dict(
            zip(self.places, np.round(plan.pixels(plan.centres_mm)).astype(int), strict=True)
        )
        lies = next((t["board"], f) for t, f in self.frames if colour in t["board"].values())
        source_at = next(at for at, one in lies[0].items() if one == colour)
        radius = round(float(plan.px_per_mm * np.median(plan.radii_mm)))
        rows, columns = np.mgrid[-radius : radius + 1, -radius : radius + 1]
        share = 0.8 * np.clip((radius - np.hypot(rows, columns)) / 2, 0, 1)[..., None]

        def window(picture: Image, at: str) -> Image:
            x, y = at_px[at].tolist()
            return picture[y - radius : y + radius + 1, x - radius : x + radius + 1]

        stained = frame.copy()
        for at in places:
            there = window(stained, at)
            there[:] = np.round(there * (1 - share) + window(lies[1], source_at) * share)
        return stained


def claimed(eye: Eye, frame: Image, places: list[int]) -> list[str | None]:
    """Tell what is claimed at nine to one: "?" where nothing is."""
    slots = eye.read(frame).groups[LOCATIONS]
    rows: npt.NDArray[np.float64] = slots.log_likelihood[places]
    second, first = np.sort(rows, axis=1)[:, -2:].T
    sure = first - second > np.log(9)
    return [
        slots.classes[k] if ok else "?" for k, ok in zip(rows.argmax(axis=1), sure, strict=True)
    ]


def test_no_misreading_of_a_camouflaged_board_comes_back(
    tables: Path, eye_of_table: Callable[[str], Eye]
) -> None:
    """Green claimed on empty green land was the first edition's mistake on table-b."""
    played = Played.of(tables / "table-b", step=4)
    eye = deepcopy(eye_of_table("table-b"))
    stains = played.always_empty()[::3]
    numbers = [played.places.index(at) for at in stains]
    first, *others = [played.stained(frame, stains, "green") for _, frame in played.frames]
    assert len(others) >= 4
    misread = [at for at, what in zip(stains, claimed(eye, first, numbers), strict=True) if what]
    assert len(misread) >= 6
    for at in misread:
        assert eye.correct(at, None)
    for frame in others:
        assert set(claimed(eye, frame, numbers)) == {None}


# In a shorter form the other places of a drawn board are looked at.
@pytest.mark.long
def test_a_hundred_wrong_answers_leave_a_camouflaged_board_as_it_was(
    tables: Path, eye_of_table: Callable[[str], Eye]
) -> None:
    played = Played.of(tables / "table-b", step=4)
    fresh = eye_of_table("table-b")
    eye = deepcopy(fresh)
    for one in (eye, fresh):
        one.read(load_picture(played.table.empty))
    chance = np.random.default_rng(4)
    wronged = played.always_empty()[:12]
    colours = [*eye.spots.names, None]
    for turn in range(10):
        eye.read(played.frames[turn % len(played.frames)][1])
        for at in chance.choice(wronged, 10, replace=False).tolist():
            eye.correct(at, colours[chance.integers(len(colours))])
    others = [i for i, at in enumerate(played.places) if at not in wronged]
    for _, frame in played.frames:
        assert claimed(eye, frame, others) == claimed(fresh, frame, others)
