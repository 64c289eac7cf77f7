"""The printed board seen straight from above, and where its print is round.

What a lens bent is made straight: a board's printed edges are straight, so the lens is the one
under which they are. Symmetry is measured in two ways that do not ask for colours or for dark and
light: how much more lightness varies from ring to ring than within rings, and which share of a
circle edges follow.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Lens
from vision.config import ProposalConfig
from vision.reading import Floats, Image, Reals

CONFIG: Final = ProposalConfig()

PX_PER_MM: Final = CONFIG.flat_px_per_mm
ALONG: Final = 100
ACROSS: Final = 40
"""Samples along each of the board's edges, and across it from 6 mm outside to 14 mm inside."""

Corners = Reals
Points = Reals


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
    lens, _ = find_lens(picture, corners, size_mm)
    matrix = board_to_px(corners, size_mm, lens)
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


def normalised(light: Floats, px_per_mm: float) -> Floats:
    """Give lightness (L*, of a board at a scale) less its local mean, in standard deviations.

    So print has the same contrast in light and in shade.
    """
    around = CONFIG.illumination_mm * px_per_mm
    light = light - cv2.GaussianBlur(light, (0, 0), around)
    variance = cv2.GaussianBlur(light * light, (0, 0), around)
    return np.asarray(light / np.sqrt(variance + CONFIG.noise_levels**2), np.float32)


def turn(flat: Flat) -> Flat:
    """Turn a board by a quarter clockwise, as if its left side were printed above."""
    width, height = flat.size_mm
    back = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, height], [0.0, 0.0, 1.0]])
    picture = np.ascontiguousarray(np.rot90(flat.picture, -1))
    return Flat(picture, (height, width), flat.lens, flat.matrix @ back)


def find_lens(picture: Image, corners: Corners, size_mm: tuple[float, float]) -> tuple[Lens, float]:
    """Find the lens under which the board's edges and the lines along them are straightest.

    ``corners`` are the board's in the picture (BGR), clockwise from top-left (4 x 2, pixels). Gives
    it, and how strong the edges along its lines are beside the median of all lenses tried.
    """
    height, width = picture.shape[:2]
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.0)
    strips = _strips(size_mm)
    tried: dict[int, float] = {}

    def straightness(step: int) -> float:
        if step not in tried:
            lens = Lens(width, height, step / 1000)
            tried[step] = _straightness(smooth, strips, board_to_px(corners, size_mm, lens), lens)
        return tried[step]

    coarse, most = 10, round(CONFIG.largest_bend * 1000)
    best = max(range(-most, most + 1, coarse), key=straightness)
    usual = float(np.median([*tried.values()]))
    best = max(range(best - coarse + 1, best + coarse), key=straightness)
    return Lens(width, height, best / 1000), straightness(best) / max(usual, 1e-9)


def board_to_px(
    corners: npt.NDArray[np.floating], size_mm: tuple[float, float], lens: Lens
) -> Points:
    """Give the homography (3 x 3) from the board (mm) to where a perfect lens would show it."""
    width, height = size_mm
    on_board = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    straight = lens.straighten(corners).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(on_board, straight), np.float64)


def _straightness(smooth: Image, strips: Points, to_px: Points, lens: Lens) -> float:
    """Add up how strongly the picture changes across lines that run along the board's edges."""
    at = cv2.perspectiveTransform(strips.reshape(-1, 1, 2), to_px)[:, 0]
    seen = cv2.remap(
        smooth,
        lens.distort(at).astype(np.float32).reshape(4 * ACROSS, ALONG, 2),
        None,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    sums = cv2.reduce(seen, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S).reshape(4, ACROSS, 3)
    return float((np.diff(sums / ALONG, axis=1) ** 2).sum())


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


Places = npt.NDArray[np.intp]
"""N x 2: row and column."""

CIRCLE_WEIGHT: Final = 5.0
"""Brings circles to the spread of the other features."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Rotational symmetry about every place of a board's picture (rows x columns each).

    ``features`` (F x ...) are the log variance within rings of 1 mm, their means, and how well
    edges follow circles; ``circles`` (radii x ...) the last alone, up to 1. ``roundness``
    (hypotheses x ...) is the variance between rings by that within, up to several radii. All are of
    lightness L*, normalised by its surroundings: print has the same contrast in light and shade.
    """

    features: Floats
    circles: Floats
    roundness: Floats


def snap_on(flat: Flat, at_mm: tuple[float, float]) -> tuple[float, float]:
    """Find the middle (x, y, mm) of the round mark at a tap, or give the tap as it is."""
    height, width = flat.picture.shape[:2]
    scale, around = CONFIG.flat_px_per_mm, 2 * CONFIG.largest_spot_mm
    left, top = (max(0, round((at - around) * scale)) for at in at_mm)
    right, bottom = (round((at + around) * scale) for at in at_mm)
    part = flat.picture[top : min(bottom, height), left : min(right, width)]
    if not part.size:
        return at_mm
    small = _lightness(np.ascontiguousarray(part))
    circles = _circles(small).max(axis=0)
    rows, columns = peaks(circles, CONFIG.apart_mm / 2 * CONFIG.search_px_per_mm).T
    x = left / scale + (columns + 0.5) / CONFIG.search_px_per_mm
    y = top / scale + (rows + 0.5) / CONFIG.search_px_per_mm
    miss = np.hypot(x - at_mm[0], y - at_mm[1])
    best = circles[rows, columns] * np.exp(-2 * (miss / CONFIG.snap_mm) ** 2)
    best[(circles[rows, columns] < CONFIG.snap_roundness) | (miss > CONFIG.snap_mm)] = 0.0
    if not best.any():
        return at_mm
    chosen = int(np.argmax(best))
    return float(x[chosen]), float(y[chosen])


def find_symmetry(picture: Image) -> Symmetry:
    """Measure rotational symmetry in the picture (BGR) of a flattened board."""
    light = _lightness(picture)
    scale = CONFIG.search_px_per_mm
    edges = np.arange(0.0, CONFIG.largest_spot_mm + 1.5)
    kernels = [_ring(inner * scale, outer * scale) for inner, outer in pairwise(edges)]
    means = np.stack([_filtered(light, kernel) for kernel in kernels])
    squares = np.stack([_filtered(light * light, kernel) for kernel in kernels])
    within = np.maximum(squares - means * means, 0.0)
    counts = np.pi * np.diff(edges**2) * scale**2
    circles = _circles(light)
    follows = np.sqrt((np.maximum(circles, 0.0) ** 2).sum(axis=0))
    roundness = [
        follows * _between_by_within(means[:rings], within[:rings], counts[:rings])
        for rings in range(round(CONFIG.smallest_spot_mm), round(CONFIG.largest_spot_mm))
    ]
    features = np.concatenate([np.log(within + 0.05), means, CIRCLE_WEIGHT * circles])
    return Symmetry(features, circles, np.stack(roundness).astype(np.float32))


def _lightness(picture: Image) -> Floats:
    """Give L*, less its local mean, in local standard deviations, at the scale of the search."""
    share = CONFIG.search_px_per_mm / CONFIG.flat_px_per_mm
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    light = to_lab(np.asarray(small, np.uint8))[..., 0]
    return normalised(light, CONFIG.search_px_per_mm)


def _ring(inner: float, outer: float) -> Floats:
    reach = int(np.ceil(outer + 1))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    far = np.hypot(x, y)
    weight = np.clip(far - inner + 0.5, 0, 1) * np.clip(outer - far + 0.5, 0, 1)
    return np.asarray(weight / weight.sum(), np.float32)


def _filtered(picture: Floats, kernel: Floats) -> Floats:
    return np.asarray(cv2.filter2D(picture, -1, kernel, borderType=cv2.BORDER_REFLECT), np.float32)


def _between_by_within(means: Floats, within: Floats, counts: Reals) -> Reals:
    """Relate the variance between rings to that within them (analysis of variance)."""
    share = (counts / counts.sum())[:, None, None]
    between = (share * means * means).sum(axis=0) - (share * means).sum(axis=0) ** 2
    ratio = between / ((share * within).sum(axis=0) + 0.1)
    return np.asarray(ratio * np.sqrt(counts.sum()), np.float64)


def _circles(light: Floats) -> Floats:
    """Tell for every radius and place which share of a circle edges follow (radii x ...).

    An edge votes by its direction, dark or light; contrast beyond that of its surroundings
    hardly counts.
    """
    scale = CONFIG.search_px_per_mm
    smooth = cv2.GaussianBlur(light, (0, 0), 1.0)
    right = cv2.Sobel(smooth, -1, 1, 0, scale=1 / 8)
    down = cv2.Sobel(smooth, -1, 0, 1, scale=1 / 8)
    strength = right * right + down * down
    usual = cv2.GaussianBlur(strength, (0, 0), CONFIG.illumination_mm * scale)
    clear = 1.0 / (strength + usual / 2 + 0.01)
    cosine, sine = (right * right - down * down) * clear, 2 * right * down * clear
    found = []
    for radius in radii_mm() * scale:
        reach = int(np.ceil(radius + 2))
        y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        weight = np.exp(-(((np.hypot(x, y) - radius) / 0.8) ** 2) / 2)
        weight, angle = weight / weight.sum(), 2 * np.arctan2(y, x)
        found.append(
            cv2.filter2D(cosine, -1, weight * np.cos(angle), borderType=cv2.BORDER_CONSTANT)
            + cv2.filter2D(sine, -1, weight * np.sin(angle), borderType=cv2.BORDER_CONSTANT)
        )
    return np.asarray(found, np.float32)


def radii_mm() -> Reals:
    """List the radii of circles (mm), a width of a line apart."""
    return np.arange(CONFIG.smallest_spot_mm, CONFIG.largest_spot_mm + 0.1, 0.7)


def peaks(scores: Floats, apart_px: float, most: int | None = None) -> Places:
    """Find the local maxima, the highest first (non-maximum suppression)."""
    reach = 2 * int(apart_px) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    rows, columns = np.nonzero(scores >= cv2.dilate(scores, disc))
    order = np.argsort(-scores[rows, columns], kind="stable")[:most]
    return np.column_stack([rows[order], columns[order]])
