"""Whether a step of lightness or chroma closes around a disc, as the outline of a piece does."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.config import OutlineConfig
from vision.flat_board import Patches
from vision.reading import Floats, Indices

CONFIG: Final = OutlineConfig()
OUTLINE_NAMES: Final = (
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
"""The features of outlines, in order; measured on the sectors of the disc with the clearest rim."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """Discs that are tried as outlines, cut into sectors, as weights of a patch's points.

    ``points`` are the numbers of those that have any. ``inner`` and ``outer`` (discs x points x
    sectors) are bands on either side of the rim, ``across`` (discs times sectors x points) is their
    difference, ``distance`` (discs) how far off the middle they lie, in reaches.
    """

    points: Indices
    inner: Floats
    outer: Floats
    across: Floats
    distance: Floats

    @classmethod
    def of(cls, patches: Patches, radius_mm: float, reach_mm: float) -> "Outlines":
        """Give the discs of a radius with their middles within reach of the place's."""
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
        points = np.flatnonzero(np.any(bands, axis=(0, 2, 3)))
        bands = [band[points] for band in bands]
        across = np.ascontiguousarray((bands[0] - bands[1]).reshape(len(points), -1).T)
        inner, outer = (np.ascontiguousarray(band.transpose(1, 0, 2)) for band in bands)
        far = np.linalg.norm(shifts, axis=1) / reach_mm
        return cls(points, inner, outer, across, far.astype(np.float32))

    def measure(self, off: Floats) -> Floats:
        """Give the features of outlines from changes (places x 3 x points): ``OUTLINE_NAMES``."""
        off = np.take(off, self.points, axis=2)
        count, each = len(off), np.arange(len(off))
        # The large factor first: so the product takes a third of the time.
        steps = np.ascontiguousarray((self.across @ off.reshape(3 * count, -1).T).T)
        steps = np.square(steps).reshape(count, 3, len(self.distance), CONFIG.sectors)
        chroma = steps[:, 1] + steps[:, 2]
        whole = np.sqrt(steps[:, 0] + chroma)
        spared = np.partition(whole, CONFIG.spared, axis=2)[..., CONFIG.spared]
        clear = whole.sum(axis=2) / CONFIG.sectors + spared
        best = (clear - CONFIG.offset_penalty * self.distance).argmax(axis=1)
        whole, chroma = whole[each, best], np.sort(np.sqrt(chroma[each, best]), axis=1)
        inside, outside = (off @ band[best] for band in (self.inner, self.outer))
        inside -= inside.sum(axis=2, keepdims=True) / CONFIG.sectors
        around = np.sqrt(np.square(outside).sum(axis=1))
        light = outside[:, 0]
        means = np.array([whole, chroma, around, light]).sum(axis=2) / CONFIG.sectors
        values = np.empty((count, len(OUTLINE_NAMES)), np.float32)
        values.T[:] = (
            means[0],
            spared[each, best],
            means[1],
            chroma[:, CONFIG.spared],
            np.sqrt(np.einsum("ncs,ncs->n", inside, inside) / CONFIG.sectors),
            *means[2:],
            light.min(axis=1),
            self.distance[best],
        )
        return values
