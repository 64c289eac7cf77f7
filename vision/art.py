"""The printed art around each cell of an even lattice, and whether it is seen in a frame."""

from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.config import OcclusionConfig
from vision.reading import Floats, Mask

CONFIG: Final = OcclusionConfig()


class Art(NamedTuple):
    """A look of the lattice (rows x columns, logarithms): each cell, and what is around it.

    ``mean`` and ``deviation`` (the same) are those in the window around each cell.
    """

    grey: Floats
    mean: Floats
    deviation: Floats

    @classmethod
    def of(cls, grey: Floats) -> "Art":
        """Measure a look (rows x columns, logarithms)."""
        mean = cv2.blur(grey, CONFIG.window)
        variance = np.maximum(cv2.blur(grey * grey, CONFIG.window) - mean * mean, 0)
        return cls(grey, mean, np.sqrt(variance))

    def part(self, rows: slice, columns: slice) -> "Art":
        """Give the same of some rows and columns."""
        return Art(*(each[rows, columns] for each in self))

    def alike(self, seen: Floats) -> Floats:
        """Correlate the surroundings of each cell with how they are ``seen`` (rows x columns)."""
        _, mean, deviation = now = Art.of(seen)
        both = cv2.blur(now.grey * self.grey, CONFIG.window) - mean * self.mean
        return np.asarray(both / (deviation * self.deviation + CONFIG.least_noise[0] ** 2))

    def exceeds(self, noise: Floats | float) -> Mask:
        """Mark where the standard deviation around each cell is that of art, not of noise."""
        return np.asarray(self.deviation > np.maximum(CONFIG.least_art, CONFIG.sure_art * noise))


def showing(art: Mask, alike: Floats) -> Mask:
    """Mark the cells around which most of the cells with ``art`` are ``alike`` the bare board."""
    shown = art & (alike >= CONFIG.art_shows)
    much, most = (
        cv2.boxFilter(one.view(np.uint8), cv2.CV_32F, CONFIG.art_around, normalize=False)
        for one in (shown, art)
    )
    return np.asarray(shown & (much >= CONFIG.art_share * most))
