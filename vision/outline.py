"""The outline of a piece: what changes across its rim, all around.

Where a piece has nearly the colour of its ground, its middle says little; but a step of lightness
or chroma that closes around a disc of its size is a piece. An edge of a shadow, a neighbour, or
print that is a little off comes in from a side. Steps are between what a place shows and its bare
look, so that print cancels out, in standard deviations of what the bare look explains.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.config import OutlineConfig
from vision.illumination import Floats
from vision.patches import Patches

CONFIG: Final = OutlineConfig()
NAMES: Final = (
    "outline",
    "least outline",
    "chroma outline",
    "least chroma outline",
    "unevenness",
    "outside",
    "outside lightness",
    "darkest outside",
    "outline distance",
)
"""What is measured, in order: at the disc whose outline is clearest, over its sectors."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """Discs that are tried, each cut into sectors, as weights of a patch's points.

    ``inner`` and ``outer`` (discs x points x sectors) are a band on either side of the rim,
    ``across`` (points x discs times sectors) their difference, ``distance`` (discs) how far off the
    middle they lie, in reaches.
    """

    inner: Floats
    outer: Floats
    across: Floats
    distance: Floats

    @classmethod
    def of(cls, patches: Patches, radius_mm: float, reach_mm: float) -> "Outlines":
        """Lay out discs of a piece's radius up to so far off the middle."""
        count = int(np.ceil(reach_mm / (CONFIG.step_radii * radius_mm)))
        span = np.linspace(-reach_mm, reach_mm, 2 * count + 1)
        shifts = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
        shifts = shifts[np.linalg.norm(shifts, axis=1) <= reach_mm + 1e-6]
        beside = patches.offsets_mm[:, None] - shifts[None]
        away = np.linalg.norm(beside, axis=2) / radius_mm
        angle = np.arctan2(beside[..., 1], beside[..., 0]) / (2 * np.pi) + 0.5
        sector = np.minimum((angle * CONFIG.sectors).astype(int), CONFIG.sectors - 1)
        own = sector[..., None] == np.arange(CONFIG.sectors)
        bands = []
        for low, high in (CONFIG.inner_radii, CONFIG.outer_radii):
            chosen = (own & ((away >= low) & (away < high))[..., None]).astype(np.float32)
            bands.append(chosen / np.maximum(chosen.sum(axis=0), 1))
        across = np.ascontiguousarray((bands[0] - bands[1]).reshape(len(away), -1))
        inner, outer = (np.ascontiguousarray(band.transpose(1, 0, 2)) for band in bands)
        far = np.linalg.norm(shifts, axis=1) / reach_mm
        return cls(inner, outer, across, far.astype(np.float32))

    def measure(self, off: Floats) -> Floats:
        """Measure places from their deviations (places x 3 x points): places x ``NAMES``."""
        count, each = len(off), np.arange(len(off))
        steps = np.square(off.reshape(3 * count, -1) @ self.across)
        steps = steps.reshape(count, 3, len(self.distance), CONFIG.sectors)
        chroma = steps[:, 1] + steps[:, 2]
        whole = np.sqrt(steps[:, 0] + chroma)
        spared = np.partition(whole, CONFIG.spared, axis=2)[..., CONFIG.spared]
        clear = whole.mean(axis=2) + spared
        best = (clear - CONFIG.astray * self.distance).argmax(axis=1)
        whole, chroma = whole[each, best], np.sort(np.sqrt(chroma[each, best]), axis=1)
        inside, outside = (off @ band[best] for band in (self.inner, self.outer))
        values = [
            whole.mean(axis=1),
            spared[each, best],
            chroma.mean(axis=1),
            chroma[:, CONFIG.spared],
            np.sqrt(inside.var(axis=2).sum(axis=1)),
            np.sqrt(np.square(outside).sum(axis=1)).mean(axis=1),
            outside[:, 0].mean(axis=1),
            outside[:, 0].min(axis=1),
            self.distance[best],
        ]
        return np.stack(values, axis=1).astype(np.float32)
