"""Regions of the diagram and the places of their names."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.board_plan import SPOT_COST as SPOT
from companion.ui.board_plan import nearest, place_names

SHAPE = (30, 40)
points = st.lists(
    st.tuples(st.integers(0, 39), st.integers(0, 29)), min_size=1, max_size=8, unique=True
)


@given(points)
def test_each_point_owns_its_own_cell(spots: list[tuple[int, int]]) -> None:
    owner = nearest(spots, SHAPE, 10)
    for i, (x, y) in enumerate(spots):
        assert owner[y, x] == i


@given(points, st.integers(0, 39), st.integers(0, 29))
def test_a_cell_belongs_to_no_farther_point_and_to_none_out_of_reach(
    spots: list[tuple[int, int]], column: int, row: int
) -> None:
    owner = nearest(spots, SHAPE, 10)[row, column]
    away = [np.hypot(x - column, y - row) for x, y in spots]
    if owner == -1:
        assert min(away) >= 10
    else:
        assert away[owner] == min(away) < 10


def test_a_name_stands_inside_its_region_off_the_spots() -> None:
    regions = np.full(SHAPE, -1)
    regions[:, :20] = 0
    clutter = np.zeros(SHAPE)
    clutter[10:20, 5:15] = SPOT
    ((column, row),) = place_names(regions, clutter, [(8, 4)])
    assert column + 8 <= 20
    assert clutter[row : row + 4, column : column + 8].sum() == 0


@given(st.lists(st.tuples(st.integers(2, 12), st.integers(2, 5)), min_size=2, max_size=5))
def test_names_of_one_place_do_not_cover_each_other(sizes: list[tuple[int, int]]) -> None:
    places = place_names(np.zeros(SHAPE, np.int64), np.zeros(SHAPE), sizes)
    covered = np.zeros(SHAPE, int)
    for (column, row), (width, height) in zip(places, sizes, strict=True):
        covered[row : row + height, column : column + width] += 1
    assert covered.max() == 1
    assert covered.sum() == sum(width * height for width, height in sizes)
