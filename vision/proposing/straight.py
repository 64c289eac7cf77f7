"""How much a lens bends: a board's printed edges are straight, so the right bend makes them so."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Lens
from vision.reading import Image

MOST_BEND: Final = 0.12
"""The strongest bend that is looked for, either way: lenses bent more show no board whole."""
STEP: Final = 0.01
OUT_MM: Final = 6.0
IN_MM: Final = 14.0
"""How far outside and inside the board's edge its lines are looked at."""
ALONG: Final = 100
ACROSS: Final = 40
CORNER: Final = 0.03
"""Share of an edge at either end that is left out, as a tap may have missed the corner."""

Corners = npt.NDArray[np.float64]
Points = npt.NDArray[np.float64]


def find_lens(picture: Image, corners: Corners, size_mm: tuple[float, float]) -> Lens:
    """Find the lens under which the board's edges and the lines along them are straightest.

    ``corners`` are the board's in the picture (BGR), clockwise from top-left (4 x 2, pixels).
    """
    height, width = picture.shape[:2]
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.0)
    tried: dict[int, float] = {}

    def straightness(step: int) -> float:
        if step not in tried:
            tried[step] = _straightness(smooth, corners, size_mm, Lens(width, height, step / 1000))
        return tried[step]

    coarse, most = round(STEP * 1000), round(MOST_BEND * 1000)
    best = max(range(-most, most + 1, coarse), key=straightness)
    best = max(range(best - coarse + 1, best + coarse), key=straightness)
    return Lens(width, height, best / 1000)


def board_to_px(corners: Corners, size_mm: tuple[float, float], lens: Lens) -> Points:
    """Give the homography (3 x 3) from board mm to where a perfect lens would show them."""
    width, height = size_mm
    on_board = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    straight = lens.straighten(corners).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(on_board, straight), np.float64)


def _straightness(
    smooth: Image, corners: Corners, size_mm: tuple[float, float], lens: Lens
) -> float:
    """Add up how strongly the picture changes across lines that run along the board's edges."""
    to_px = board_to_px(corners, size_mm, lens)
    at = cv2.perspectiveTransform(_strips(size_mm).reshape(-1, 1, 2), to_px)[:, 0]
    seen = cv2.remap(
        smooth,
        lens.distort(at).astype(np.float32).reshape(4 * ACROSS, ALONG, 2),
        None,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).reshape(4, ACROSS, ALONG, 3)
    means = seen.mean(axis=2, dtype=np.float64)
    return float((np.diff(means, axis=1) ** 2).sum())


def _strips(size_mm: tuple[float, float]) -> Points:
    """Lay points (4 x ACROSS x ALONG x 2, mm) over the board's four edges."""
    width, height = size_mm
    along = np.linspace(CORNER, 1.0 - CORNER, ALONG)
    across = np.linspace(-OUT_MM, IN_MM, ACROSS)
    far, long = np.meshgrid(across, along, indexing="ij")
    return np.stack(
        [
            np.stack([long * width, far], axis=-1),
            np.stack([width - far, long * height], axis=-1),
            np.stack([long * width, height - far], axis=-1),
            np.stack([far, long * height], axis=-1),
        ]
    )
