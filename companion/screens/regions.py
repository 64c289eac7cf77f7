"""Where on the diagram each city-state lies, and where there is room for its name."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

# What a name may cover, by how much it matters to the reader.
OUTSIDE: Final = 12.0
ROUTE: Final = 8.0
SPOT: Final = 100.0
ANOTHER_NAME: Final = 1000.0
PULL: Final = 0.05  # of the middle of the region, for each cell away and cell covered


def nearest(
    points: Sequence[tuple[float, float]], shape: tuple[int, int], reach: float
) -> npt.NDArray[np.int64]:
    """Tell for each cell of a grid (rows, columns) which point is nearest.

    ``points`` are x, y in cells. Cells farther than ``reach`` from every point get -1.
    """
    rows, columns = np.mgrid[: shape[0], : shape[1]]
    best = np.full(shape, reach**2)
    owner = np.full(shape, -1)
    for i, (x, y) in enumerate(points):
        distance = (columns - x) ** 2 + (rows - y) ** 2
        closer = distance < best
        best[closer] = distance[closer]
        owner[closer] = i
    return owner


def place_names(
    regions: npt.NDArray[np.int64],
    clutter: npt.NDArray[np.float64],
    sizes: Sequence[tuple[int, int]],
) -> list[tuple[int, int]]:
    """Find the top-left cell (column, row) for the name of each region, in turn.

    ``regions`` holds the number of a region for each cell, -1 for none; ``clutter`` what covering
    a cell costs; ``sizes`` the (width, height) of each name in cells. A name stays inside the
    grid, and goes where it covers least, near the middle of its region.
    """
    clutter = clutter.copy()
    places = []
    for region, (width, height) in enumerate(sizes):
        cost = _sums(clutter + OUTSIDE * (regions != region), width, height)
        rows, columns = np.nonzero(regions == region)
        if len(rows):
            down, across = np.mgrid[: cost.shape[0], : cost.shape[1]]
            away = np.hypot(
                across + width / 2 - columns.mean(), (down + height / 2 - rows.mean()) * 2
            )
            cost += PULL * away * width
        row, column = np.unravel_index(int(cost.argmin()), cost.shape)
        clutter[row : row + height, column : column + width] += ANOTHER_NAME
        places.append((int(column), int(row)))
    return places


def _sums(cells: npt.NDArray[np.float64], width: int, height: int) -> npt.NDArray[np.float64]:
    """Add up the cells under a box of this size for each place where it lies inside the grid."""
    total = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1))
    total[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)
    return (
        total[height:, width:]
        - total[:-height, width:]
        - total[height:, :-width]
        + total[:-height, :-width]
    )
