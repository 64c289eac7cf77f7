"""A board with 35 spots and lines between neighbours, drawn for these tests, on a plain table.

Nothing here comes from the virtual table, so that no mistake of one hides one of the other.
"""

from functools import cache, lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Lens
from vision.reading import Image

SIZE_MM: Final = (440.0, 330.0)
PX_PER_MM: Final = 3.0
RADIUS_MM: Final = 8.0
LENS: Final = Lens(1280, 960, -0.05)
CORNERS_PX: Final = ((311.0, 226.0), (974.0, 237.0), (995.0, 734.0), (293.0, 721.0))
SLANTED_PX: Final = ((420.0, 200.0), (860.0, 200.0), (1076.0, 700.0), (204.0, 700.0))
"""The corners where a camera at the side of the table would see them."""
COLUMNS: Final = 7
ROWS: Final = 5
TURNS_MM: Final = ((350.0, 22.0), (372.0, 22.0), (394.0, 22.0))
"""Discs like spots that no line joins."""
BARE_MM: Final = (205.0, 312.0)
"""Where nothing is printed."""

Places = npt.NDArray[np.float64]


def places() -> Places:
    """Give the spots (35 x 2, mm): rows, pushed about a little."""
    x, y = np.meshgrid(np.linspace(40.0, 400.0, COLUMNS), np.linspace(60.0, 280.0, ROWS))
    pushed = np.random.default_rng(4).uniform(-9.0, 9.0, (COLUMNS * ROWS, 2))
    return np.asarray(np.column_stack([x.ravel(), y.ravel()]) + pushed, np.float64)


def stretches() -> set[tuple[int, int]]:
    """Give the lines printed: along all rows, and between rows at every other spot."""
    across = {(at, at + 1) for at in range(COLUMNS * ROWS) if (at + 1) % COLUMNS}
    down = {(at, at + COLUMNS) for at in range(0, COLUMNS * (ROWS - 1), 2)}
    return across | down


def photograph(
    corners: tuple[tuple[float, float], ...] = CORNERS_PX,
    *,
    lines: bool = True,
    cities: bool = False,
    shadow_mm: float = 0.0,
    plank_mm: float | None = None,
) -> Image:
    """Take a picture of the board (BGR, 960 x 1280), through a lens that bends lines.

    The board casts a shadow to the right and below; a dark plank ends so far above it, if at all.
    """
    board = _print(lines=lines, cities=cities)
    at_mm = _millimetres(corners)
    inside = np.asarray((at_mm >= 0).all(axis=2) & (at_mm <= np.array(SIZE_MM)).all(axis=2))
    seen = cv2.remap(board, (at_mm * PX_PER_MM - 0.5).astype(np.float32), None, cv2.INTER_LINEAR)
    bare = _table()
    dark = (at_mm >= 0).all(axis=2) & (at_mm <= np.array(SIZE_MM) + shadow_mm).all(axis=2)
    bare[dark] *= 0.5
    if plank_mm is not None:
        bare[at_mm[..., 1] < -plank_mm] *= 0.7
    # A sensor's pixel sees an area: without blur the board would be sharper than any picture is.
    frame = cv2.GaussianBlur(np.where(inside[..., None], seen, bare), (0, 0), 0.8)
    return _rounded(frame + _noise())


@cache
def _noise() -> npt.NDArray[np.float64]:
    """Give the noise of every picture; to be read only."""
    return np.random.default_rng(1).normal(0.0, 1.5, (960, 1280, 3))


@lru_cache(maxsize=1)
def _millimetres(corners: tuple[tuple[float, float], ...]) -> Places:
    """Tell where on the board each pixel lies (960 x 1280 x 2); to be read only."""
    width, height = SIZE_MM
    on_board = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    straight = LENS.straighten(np.array(corners)).astype(np.float32)
    to_mm = cv2.getPerspectiveTransform(straight, on_board)
    at_mm = cv2.perspectiveTransform(_ideal()[:, None], to_mm)[:, 0].reshape(960, 1280, 2)
    return np.asarray(at_mm, np.float64)


@cache
def _ideal() -> Places:
    """Tell where the picture's pixels would lie without the lens; to be read only."""
    y, x = np.indices((960, 1280))
    return LENS.straighten(np.column_stack([x.ravel(), y.ravel()]).astype(np.float64))


def table() -> Image:
    """Take a picture of the table alone."""
    return _rounded(_table())


def _table() -> npt.NDArray[np.float32]:
    return _cloth((960, 1280), (62, 84, 58), 3.0).copy()


@cache
def _cloth(
    shape: tuple[int, int], colour: tuple[int, int, int], rough: float
) -> npt.NDArray[np.float32]:
    noise = np.random.default_rng(5).standard_normal((*shape, 1)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 2.0)[..., None]
    return np.asarray(np.array(colour, np.float32) + rough * soft / soft.std(), np.float32)


def _rounded(values: npt.NDArray[np.floating]) -> Image:
    return np.clip(np.round(values), 0, 255).astype(np.uint8)


def _print(*, lines: bool, cities: bool) -> npt.NDArray[np.float32]:
    columns, rows = (round(side * PX_PER_MM) for side in SIZE_MM)
    board = _cloth((rows, columns), (150, 186, 204), 6.0).copy()
    board[:, columns // 2 :] *= np.array([1.05, 0.9, 0.8], np.float32)
    frame = round(5 * PX_PER_MM)
    cv2.rectangle(board, (0, 0), (columns - 1, rows - 1), (40, 46, 110), 2 * frame)
    at = places()
    for one, other in sorted(stretches()) if lines else ():
        cv2.line(board, _px(at[one]), _px(at[other]), (60, 70, 96), 5, cv2.LINE_AA)
    for centre in at[3::6] if cities else ():
        cv2.circle(board, _px(centre), round(11 * PX_PER_MM), (40, 40, 150), -1, cv2.LINE_AA)
        cv2.circle(board, _px(centre), round(5 * PX_PER_MM), (30, 30, 30), -1, cv2.LINE_AA)
    others = np.delete(at, np.s_[3::6], axis=0) if cities else at
    for centre in (*others, *np.array(TURNS_MM)):
        cv2.circle(board, _px(centre), round(RADIUS_MM * PX_PER_MM), (70, 60, 50), -1, cv2.LINE_AA)
        inner = round((RADIUS_MM - 1.5) * PX_PER_MM)
        cv2.circle(board, _px(centre), inner, (214, 226, 230), -1, cv2.LINE_AA)
    return board


def _px(at_mm: Places) -> tuple[int, int]:
    x, y = (at_mm * PX_PER_MM).round().astype(int).tolist()
    return x, y
