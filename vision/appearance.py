"""How pieces look: the colours of each class, as taught and as players corrected it.

A place that was said to be empty may look as it did then and be bare; one on which a piece was
said to lie may show that piece so. Each correction is believed of its own place alone, only so
many a place are kept, and each can be taken back: a wrong answer does no lasting harm.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.config import AppearanceConfig, EvidenceConfig
from vision.illumination import Floats

CONFIG: Final = AppearanceConfig()
_LOW: Final = np.array(CONFIG.low, np.float32)
_STEP: Final = (np.array(CONFIG.high, np.float32) - _LOW) / np.array(CONFIG.cells, np.float32)


class Appearance:
    """Kernel densities of some classes, tabulated.

    A narrow kernel stands for texture and noise, a wide one with a small share for light that
    differs more, and a floor for what nobody taught.
    """

    def __init__(self, pixels: Sequence[Floats]) -> None:
        """Learn from the pixels (N x 3, opponent space) of each class."""
        each = []
        volume = float(np.prod(_STEP))
        for seen in pixels:
            counts = np.bincount(_cells(seen), minlength=int(np.prod(CONFIG.cells)))
            narrow = _smooth(counts.astype(np.float32).reshape(CONFIG.cells), CONFIG.narrow)
            wide = _smooth(narrow, CONFIG.wide)
            density = (1 - CONFIG.wide_share) * narrow + CONFIG.wide_share * wide
            each.append(np.log(density.ravel() / (max(len(seen), 1) * volume) + CONFIG.floor))
        self._table = np.ascontiguousarray(np.stack(each, axis=1), np.float32)

    def log_density(self, seen: Floats) -> Floats:
        """Give log densities of colours (... x 3, opponent space) under each class (... x K)."""
        return np.take(self._table, _cells(seen), axis=0)


def _cells(seen: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """Find the cells of the table that colours (... x 3) lie in (...)."""
    whole = np.zeros((), np.int32)
    for axis, count in enumerate(CONFIG.cells):
        cell = ((seen[..., axis] - _LOW[axis]) / _STEP[axis]).astype(np.int32)
        whole = whole * np.int32(count) + np.clip(cell, 0, count - 1)
    return whole


def _smooth(table: Floats, spread: Sequence[float]) -> Floats:
    """Blur a table along its three axes by Gaussians of these widths (opponent space)."""
    for axis, width in enumerate(spread):
        sigma = width / float(_STEP[axis])
        moved = np.moveaxis(table, axis, 0)
        flat = np.ascontiguousarray(moved).reshape(table.shape[axis], -1)
        size = (1, 2 * int(np.ceil(3 * sigma)) + 1)
        flat = cv2.GaussianBlur(flat, size, 1e-9, sigmaY=sigma, borderType=cv2.BORDER_CONSTANT)
        table = np.moveaxis(flat.reshape(moved.shape), 0, axis)
    return np.ascontiguousarray(table, np.float32)


EVIDENCE: Final = EvidenceConfig()


@dataclass(frozen=True, slots=True, eq=False)
class Correction:
    """What one place looked like (points x 3) when ``kind`` (a class, None: nothing) lay there."""

    place: int
    kind: int | None
    seen: Floats
    appearance: Appearance | None


class Corrections:
    """The corrections of one group."""

    def __init__(self) -> None:
        """Begin without any."""
        self._each: dict[int, list[Correction]] = {}

    def of(self, place: int) -> list[Correction]:
        """List those of a place, the oldest first."""
        return self._each.get(place, [])

    def add(self, correction: Correction) -> None:
        """Keep one; the oldest of its place goes where there are too many."""
        kept = self._each.setdefault(correction.place, [])
        kept.append(correction)
        del kept[: -EVIDENCE.most_corrections]

    def take_back(self, correction: Correction) -> None:
        """Forget one, if it is still known."""
        kept = self._each.get(correction.place, [])
        self._each[correction.place] = [one for one in kept if one is not correction]
