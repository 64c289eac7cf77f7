"""How much like circles a board's picture is, everywhere and for every radius of a spot.

An edge votes by its direction alone, dark or light, strong or faint beside its surroundings: a ring
whose colour changes with the ground it lies on is a ring all the same.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.proposing.flat import PX_PER_MM
from vision.reading import Image

SCALE: Final = 1.25
"""Pixels a mm in which circles are looked for: a webcam shows little more."""
RADII_MM: Final = np.arange(3.5, 14.1, 0.7)
"""From the smallest mark that a camera can find to the largest that a merchant can need."""
LINE_PX: Final = 0.8
"""Standard deviation of the width of an edge."""
AROUND_MM: Final = 12.0
"""How far around a place its usual contrast is judged."""
USUAL: Final = 0.5
"""Share of the usual contrast that an edge is weighed against: a usual edge counts two thirds."""
NOISE: Final = 1.0
"""Contrast of a sensor's noise, in squares of levels a pixel, that it is weighed against too."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Circles:
    """A board's picture and its likeness to circles, both ``SCALE`` pixels a mm.

    ``lab`` is rows x columns x 3, L*a*b*; ``by_radius`` is radii x rows x columns and ``best`` its
    maximum over the radii: the share, up to 1, of a circle that edges run along.
    """

    lab: Floats
    by_radius: Floats
    best: Floats


def find_circles(flat: Image) -> Circles:
    """Tell for every place and radius of ``RADII_MM`` how much of a circle is printed there.

    ``flat`` is the picture (BGR) of a flattened board, or a part of it.
    """
    share = SCALE / PX_PER_MM
    small = cv2.resize(flat, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    lab = to_lab(small)
    along, across = _directions(cv2.GaussianBlur(lab, (0, 0), 1.0))
    by_radius = np.stack([_circle(along, across, radius * SCALE) for radius in RADII_MM])
    return Circles(lab, by_radius, by_radius.max(axis=0))


def to_lab(picture: Image) -> Floats:
    """Give a picture (BGR) as L*a*b*, in which distances are what eyes make of them."""
    scaled = picture.astype(np.float32) / np.float32(255.0)
    return np.asarray(cv2.cvtColor(scaled, cv2.COLOR_BGR2LAB), np.float32)


def _directions(lab: Floats) -> tuple[Floats, Floats]:
    """Give cosine and sine of twice the angle of what changes, times how clearly it does."""
    right = cv2.Sobel(lab, -1, 1, 0, scale=1 / 8)
    down = cv2.Sobel(lab, -1, 0, 1, scale=1 / 8)
    strength = (right * right + down * down).sum(axis=2)
    usual = cv2.GaussianBlur(strength, (0, 0), AROUND_MM * SCALE)
    clearly = 1.0 / (strength + USUAL * usual + NOISE)
    cosine = (right * right - down * down).sum(axis=2) * clearly
    sine = (2.0 * right * down).sum(axis=2) * clearly
    return cosine.astype(np.float32), sine.astype(np.float32)


def _circle(along: Floats, across: Floats, radius: float) -> Floats:
    """Tell for every place how well edges run around it at a radius (pixels)."""
    reach = int(np.ceil(radius + 2.0))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    weight = np.exp(-(((np.hypot(x, y) - radius) / LINE_PX) ** 2) / 2)
    weight /= weight.sum()
    twice = 2.0 * np.arctan2(y, x)
    return np.asarray(
        cv2.filter2D(along, -1, (weight * np.cos(twice)), borderType=cv2.BORDER_CONSTANT)
        + cv2.filter2D(across, -1, (weight * np.sin(twice)), borderType=cv2.BORDER_CONSTANT),
        np.float32,
    )
