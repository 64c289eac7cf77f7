"""The colours of pieces in areas: how much likelier a cell shows each class than bare ground."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.area_map import Ground, Quality
from vision.area_shapes import Lean, Outline
from vision.config import AreaConfig
from vision.illumination import Floats
from vision.looks import Appearance

CONFIG: Final = AreaConfig()


@dataclass(frozen=True)
class Looks:
    """How the classes look: their ``names``, colours, outlines, and where the camera is.

    ``shadows`` is what they cast on the ground beside them, as far as that was seen. ``confused``
    are pairs of names that neither colour nor outline tells apart, each with the lead of the truth.
    """

    names: tuple[str, ...]
    appearance: Appearance
    outlines: tuple[Outline, ...]
    lean: Lean
    shadows: Appearance | None = None
    confused: tuple[tuple[str, str, float], ...] = ()


class Evidence:
    """What the cells of a window say for each class, in nats a cell.

    ``mixed`` (classes x rows x columns) reckons with colours that may be mixed with the ground's
    in any cell, ``clear`` with those that are not. What sets one class apart from the likeliest
    counts in full, while what sets that one apart from the ground is cut. The noisier a frame, the
    more its colours are smeared.
    """

    def __init__(
        self, looks: Looks, kinds: Sequence[int], ground: Ground, lit: Floats, quality: Quality
    ) -> None:
        self._looks, self._kinds = looks, list(kinds)
        self._ground = ground
        self._weight = np.float32(ground.step_mm**2 / CONFIG.look_mm2)
        self._smeared = quality.smeared
        self._seen, bare = ground.log_density(lit, looks.shadows, quality)
        self.mixed, self.clear = (self._nats(each, bare) for each in self._densities())

    def _densities(self) -> tuple[Floats, Floats]:
        """Give log densities of colours under each class (classes x ...), mixed or not.

        A lens that is a little out of focus mixes all of a small piece with what is around it;
        coding mixes its colour, of which it keeps a quarter of the pixels or fewer, over more.
        """
        known, bare = self._looks.appearance, self._ground.bare
        own = known.log_density(self._seen)
        found = cv2.exp(own) * np.float32(1 - self._smeared)
        off = self._seen - bare
        for light, chroma, part in CONFIG.mixed:
            weight = self._smeared * part
            cleared = np.asarray(bare + off / np.array((light, chroma, chroma)), np.float32)
            each = cv2.exp(known.log_density(cleared))
            found += each * np.float32(weight / (light * chroma**2))
        return self._classes(np.asarray(cv2.log(found), np.float32)), self._classes(own)

    def _classes(self, density: Floats) -> Floats:
        return np.ascontiguousarray(np.moveaxis(density, -1, 0)[self._kinds])

    def _nats(self, density: Floats, bare: Floats) -> Floats:
        best = density.max(axis=0)
        ahead = np.clip(best - bare, CONFIG.least, CONFIG.most)
        return np.asarray(np.maximum(density + (ahead - best), CONFIG.least) * self._weight)
