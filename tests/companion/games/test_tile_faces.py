"""Tiles can be told from each other in every edition, by emblem where not by colour."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.sumeria.tile_faces import FACE_PX, city_state_face


@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_no_two_tiles_of_an_edition_look_alike_even_without_their_names(edition: int) -> None:
    above_the_name = slice(0, round(0.75 * FACE_PX))
    faces = [city_state_face(i, "", edition)[above_the_name].astype(float) for i in range(8)]
    for one, other in itertools.combinations(faces, 2):
        assert np.abs(one - other).mean() > 3.0


@pytest.mark.parametrize("number", range(8))
def test_another_edition_has_other_faces(number: int) -> None:
    faces = {city_state_face(number, "", edition).tobytes() for edition in range(1, 6)}
    assert len(faces) > 1
