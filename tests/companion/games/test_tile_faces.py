"""Tiles can be told from each other in every edition, by emblem where not by colour."""

import itertools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.sumeria.screens import KINDS
from companion.games.sumeria.tile_faces import FACE_PX, INFLUENCE, city_state_face
from hardware.virtual.printed_board import TINTS


@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_no_two_tiles_of_an_edition_look_alike_even_without_their_names(edition: int) -> None:
    above_the_name = slice(0, round(0.75 * FACE_PX))
    faces = [city_state_face(i, "", edition)[above_the_name].astype(float) for i in range(8)]
    for one, other in itertools.combinations(faces, 2):
        assert np.abs(one - other).mean() > 3.0


def test_tiles_of_the_built_in_board_have_the_colours_of_its_regions() -> None:
    """By hue, as tiles are more colourful; those of other editions tell regions by emblem alone."""
    corners = [city_state_face(i, "")[10, 10].astype(float) for i in range(8)]
    for corner, tint in zip(corners, TINTS, strict=True):
        likes = [_likeness(corner, other) for other in TINTS]
        assert likes[TINTS.index(tint)] == max(likes)


def _likeness(one: npt.NDArray[np.float64], other: Sequence[float]) -> float:
    """Compare two colours (3) without how light and how colourful they are; 1 for the same hue."""
    first, second = (np.asarray(colour, float) - np.mean(colour) for colour in (one, other))
    return float(first @ second / np.linalg.norm(first) / np.linalg.norm(second))


def test_tiles_of_influence_have_the_letters_of_the_screen() -> None:
    assert {kind: letter for kind, (_, _, letter) in INFLUENCE.items()} == {
        kind: letter for kind, (_, letter) in KINDS.items()
    }


@pytest.mark.parametrize("number", range(8))
def test_another_edition_has_other_faces(number: int) -> None:
    faces = {city_state_face(number, "", edition).tobytes() for edition in range(1, 6)}
    assert len(faces) > 1
