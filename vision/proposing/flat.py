"""The printed board seen straight from above, with what a lens bent made straight.

A board's printed edges are straight, so the lens is the one under which they are.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Lens
from vision.proposing.config import DEFAULT, ProposalConfig
from vision.reading import Image

PX_PER_MM: Final = DEFAULT.flat_px_per_mm
ALONG: Final = 100
ACROSS: Final = 40
"""Samples along each of the board's edges, and across it from 6 mm outside to 14 mm inside."""

Corners = npt.NDArray[np.float64]
Points = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Flat:
    """A board as it is printed: ``picture`` (BGR) has ``PX_PER_MM`` pixels a mm of ``size_mm``.

    ``lens`` is what the camera's picture was straightened by; ``matrix`` (3 x 3) maps board mm to
    where a perfect lens would show them.
    """

    picture: Image
    size_mm: tuple[float, float]
    lens: Lens
    matrix: Points

    def to_px(self, at_mm: npt.NDArray[np.floating]) -> Points:
        """Find places of the board (N x 2, mm) in the camera's picture (N x 2, pixels)."""
        ideal = cv2.perspectiveTransform(np.asarray(at_mm, np.float64)[:, None], self.matrix)
        return self.lens.distort(ideal[:, 0])

    def to_mm(self, at_px: npt.NDArray[np.floating]) -> Points:
        """Find places of the camera's picture (N x 2, pixels) on the board (N x 2, mm)."""
        ideal = self.lens.straighten(at_px)
        back = cv2.perspectiveTransform(ideal[:, None], np.linalg.inv(self.matrix))
        return np.asarray(back[:, 0], np.float64)


def flatten(picture: Image, corners: Corners, size_mm: tuple[float, float]) -> Flat:
    """Look at the board from straight above.

    ``picture`` is the camera's (BGR), ``corners`` (4 x 2, pixels) are the printed board's in it,
    clockwise from top-left. How the lens bends lines is judged by the board's edges.
    """
    corners = np.asarray(corners, np.float64)
    lens = find_lens(picture, corners, size_mm)
    matrix = _board_to_px(corners, size_mm, lens)
    columns, rows = (round(side * PX_PER_MM) for side in size_mm)
    down, across = np.mgrid[:rows, :columns]
    at_mm = (np.stack([across, down], axis=-1).reshape(-1, 1, 2) + 0.5) / PX_PER_MM
    at_px = lens.distort(cv2.perspectiveTransform(at_mm, matrix)[:, 0])
    seen = cv2.remap(
        picture,
        at_px.astype(np.float32).reshape(rows, columns, 2),
        None,
        cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return Flat(np.asarray(seen, np.uint8), size_mm, lens, matrix)


def to_lab(picture: Image) -> Floats:
    """Give a picture (BGR, 0 to 255) as CIE L*a*b*, where distances are as eyes judge them."""
    scaled = picture.astype(np.float32) / np.float32(255.0)
    return np.asarray(cv2.cvtColor(scaled, cv2.COLOR_BGR2LAB), np.float32)


def normalised(light: Floats, px_per_mm: float, config: ProposalConfig = DEFAULT) -> Floats:
    """Give lightness (L*, of a board at a scale) less its local mean, in standard deviations.

    So print has the same contrast in light and in shade.
    """
    around = config.illumination_mm * px_per_mm
    light = light - cv2.GaussianBlur(light, (0, 0), around)
    variance = cv2.GaussianBlur(light * light, (0, 0), around)
    return np.asarray(light / np.sqrt(variance + config.noise_levels**2), np.float32)


def turn(flat: Flat) -> Flat:
    """Turn a board by a quarter clockwise, as if its left side were printed above."""
    width, height = flat.size_mm
    back = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, height], [0.0, 0.0, 1.0]])
    picture = np.ascontiguousarray(np.rot90(flat.picture, -1))
    return Flat(picture, (height, width), flat.lens, flat.matrix @ back)


def find_lens(
    picture: Image,
    corners: Corners,
    size_mm: tuple[float, float],
    config: ProposalConfig = DEFAULT,
) -> Lens:
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

    coarse, most = 10, round(config.largest_bend * 1000)
    best = max(range(-most, most + 1, coarse), key=straightness)
    best = max(range(best - coarse + 1, best + coarse), key=straightness)
    return Lens(width, height, best / 1000)


def _board_to_px(corners: Corners, size_mm: tuple[float, float], lens: Lens) -> Points:
    """Give the homography (3 x 3) from board mm to where a perfect lens would show them."""
    width, height = size_mm
    on_board = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    straight = lens.straighten(corners).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(on_board, straight), np.float64)


def _straightness(
    smooth: Image, corners: Corners, size_mm: tuple[float, float], lens: Lens
) -> float:
    """Add up how strongly the picture changes across lines that run along the board's edges."""
    to_px = _board_to_px(corners, size_mm, lens)
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
    """Lay points (4 x ACROSS x ALONG x 2, mm) over the board's four edges.

    3% of an edge at either end are left out, as a tap may have missed the corner.
    """
    width, height = size_mm
    far, long = np.meshgrid(
        np.linspace(-6.0, 14.0, ACROSS), np.linspace(0.03, 0.97, ALONG), indexing="ij"
    )
    return np.stack(
        [
            np.stack([long * width, far], axis=-1),
            np.stack([width - far, long * height], axis=-1),
            np.stack([long * width, height - far], axis=-1),
            np.stack([far, long * height], axis=-1),
        ]
    )
