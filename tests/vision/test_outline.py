"""A piece's outline: a step that closes around a disc, and what comes in from a side."""

from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pytest

from vision.flat_board import Patches
from vision.outlines import OUTLINE_NAMES, Outlines
from vision.reading import Floats

RADIUS_MM, REACH_MM, SIDE = 5.0, 2.5, 24
Points = npt.NDArray[np.float64]


class Lattice:
    """The points of a patch, as far as outlines know them."""

    span = ((np.arange(SIDE) + 0.5) / SIDE * 2 - 1) * 2.1 * RADIUS_MM
    offsets_mm = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)


@pytest.fixture(scope="module")
def outlines() -> Outlines:
    return Outlines.of(cast("Patches", cast("Any", Lattice())), RADIUS_MM, REACH_MM)


def measured(outlines: Outlines, *places: Floats) -> dict[str, list[float]]:
    values = outlines.measure(np.stack([one.T for one in places]).astype(np.float32))
    return {name: values[:, i].tolist() for i, name in enumerate(OUTLINE_NAMES)}


def disc(at_mm: tuple[float, float], step: tuple[float, float, float]) -> Floats:
    inside = np.linalg.norm(Lattice.offsets_mm - at_mm, axis=1) < RADIUS_MM
    return np.asarray(inside[:, None] * np.array(step), np.float32)


def noise(seed: int) -> Floats:
    return np.random.default_rng(seed).normal(0, 0.5, (SIDE * SIDE, 3)).astype(np.float32)


def test_a_faint_piece_closes_its_outline_wherever_it_lies(outlines: Outlines) -> None:
    places = [disc(at, (1.0, 0.6, 0.0)) + noise(3) for at in ((0, 0), (1.5, 0), (-1, 1.5))]
    found = measured(outlines, noise(1), noise(2), *places)
    assert min(found["least outline"][2:]) > 2 * max(found["least outline"][:2])
    assert min(found["outline"][2:]) > 2 * max(found["outline"][:2])


def test_an_edge_of_a_shadow_is_no_outline(outlines: Outlines) -> None:
    shadow = np.zeros((SIDE * SIDE, 3), np.float32)
    shadow[Lattice.offsets_mm[:, 0] > 1, 0] = -3.0
    found = measured(outlines, shadow, disc((0, 0), (-3, 0, 0)))
    steps, outside = found["least outline"], found["darkest outside"]
    assert steps[0] < 0.1 * steps[1]
    assert outside[0] < 10 * outside[1] - 1


def test_a_piece_as_light_as_its_ground_shows_by_chroma(outlines: Outlines) -> None:
    found = measured(outlines, disc((0, 0), (0, 1.5, 0)), disc((0, 0), (1.5, 0, 0)))
    pale, dark = found["least chroma outline"]
    assert pale > 10 * dark + 1


def test_where_nothing_changed_there_is_no_outline(outlines: Outlines) -> None:
    found = measured(outlines, np.zeros((SIDE * SIDE, 3), np.float32))
    assert {name: round(values[0], 3) for name, values in found.items()} == dict.fromkeys(
        OUTLINE_NAMES, 0.0
    )
