"""Printed borders: taps are snapped to them, and ways between taps follow them."""

import cv2
import numpy as np
import pytest

from vision.camera import Lens
from vision.proposing.borders import Borders, neighbours, outline_along, roomiest
from vision.proposing.flat import PX_PER_MM, Flat

SIZE_MM = (160.0, 120.0)
BOW = [(x, 60 + 12 * np.sin(x / 25)) for x in np.linspace(10, 150, 60)]
"""A border that winds across the board."""


@pytest.fixture(scope="module")
def flat() -> Flat:
    rng = np.random.default_rng(1)
    width, height = (round(side * PX_PER_MM) for side in SIZE_MM)
    grain = rng.normal(0, 6, (height // 4, width // 4, 3)).astype(np.float32)
    picture = np.clip(150 + cv2.resize(grain, (width, height)), 0, 255).astype(np.uint8)
    line = np.round(np.array(BOW) * PX_PER_MM).astype(np.int32)
    cv2.polylines(picture, [line], isClosed=False, color=(40, 30, 90), thickness=3)
    return Flat(picture, SIZE_MM, Lens(width, height), np.diag([PX_PER_MM, PX_PER_MM, 1.0]))


def off(at_mm: tuple[float, float]) -> float:
    """Measure how far a point is from the border."""
    return float(np.hypot(*(np.array(BOW) - at_mm).T).min())


def test_a_tap_is_snapped_to_the_border(flat: Flat) -> None:
    borders = Borders(flat)
    for x, y in BOW[5::10]:
        assert off(borders.snap((x + 1.5, y - 3.0))) < 1.5


def test_the_way_between_two_taps_winds_as_the_border_does(flat: Flat) -> None:
    way = Borders(flat).way(BOW[2], BOW[-3])
    assert max(map(off, way)) < 2.5
    assert way[0] == pytest.approx(BOW[2], abs=1)
    assert way[-1] == pytest.approx(BOW[-3], abs=1)


def test_a_border_that_was_shown_is_followed_though_it_is_not_printed(flat: Flat) -> None:
    known = ((20.0, 20.0), (60.0, 5.0), (100.0, 20.0), (100.0, 40.0), (20.0, 40.0))
    way = Borders(flat, [known]).way((20, 20), (100, 20))
    assert min(y for _, y in way) < 7


def test_outlines_have_few_corners() -> None:
    square = [(float(x), 0.0) for x in range(40)] + [(40.0, float(y)) for y in range(40)]
    assert len(outline_along([square, [(40.0, 40.0), (0.0, 40.0)]])) == 4


def test_regions_are_neighbours_where_they_share_more_than_a_corner() -> None:
    squares = [
        tuple(
            (x + 40 * i, y + 40 * j)
            for x, y in ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))
        )
        for j in range(2)
        for i in range(2)
    ]
    assert neighbours(squares) == [(0, 1), (0, 2), (1, 3), (2, 3)]
    assert roomiest(squares[3])[1] == pytest.approx(20, abs=1.5)
