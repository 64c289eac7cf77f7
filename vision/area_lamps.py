"""Lamps: where they hang, as far as the shadows of pieces in the frames of teaching tell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from vision.area_map import Plot
from vision.area_shapes import Lamp, Lean, Outline, Part, laid
from vision.config import LampConfig
from vision.reading import Floats, Mask, Reals

CONFIG: Final = LampConfig()


@dataclass(frozen=True, slots=True)
class Stand:
    """Pieces of one outline whose positions in a window are known.

    ``off`` (rows x columns x 3, opponent space) is how what is seen differs from the bare look,
    ``free`` marks the cells that show no piece, ``feet`` are the cells (row, column) in which the
    pieces stand.
    """

    plot: Plot
    off: Floats
    free: Mask
    outline: Outline
    feet: Sequence[tuple[int, int]]

    def at_mm(self, foot: tuple[int, int]) -> Reals:
        return np.asarray(self.plot.at_mm + np.array(foot[::-1]) * self.plot.step_mm, np.float64)


class _Cast:
    """One known piece, and how much darker than a faint shadow each cell around it is."""

    def __init__(self, stand: Stand, foot: tuple[int, int], dark: Floats) -> None:
        self.at_mm, self._stand, self._foot, self._dark = stand.at_mm(foot), stand, foot, dark

    def fit(self, lean: Lean) -> float:
        """Give how much shadow lies where a lamp would cast it, as log lightness times mm²."""
        part, drawn = self._drawn(lean)
        return float((self._dark[part] * drawn).sum()) * self._stand.plot.step_mm**2

    def explain(self, lean: Lean) -> Floats:
        """Give how the ground in a lamp's shadow differs (N x 3), and mark it as explained."""
        part, drawn = self._drawn(lean)
        shaded = (drawn > CONFIG.within) & (self._dark[part] > 0)
        self._dark[part][drawn > 0] = 0
        return np.asarray(self._stand.off[part][shaded])

    def _drawn(self, lean: Lean) -> tuple[Part, Floats]:
        one = self._stand
        aside = lean.of(one.outline.height_mm, self.at_mm)
        return laid(one.outline.kernel(aside, one.plot.step_mm), self._foot, one.free.shape)


def lamps_of(stands: Sequence[Stand]) -> tuple[Lamp, ...]:
    """Find the lamps whose shadows are seen, the strongest first."""
    casts = [each for stand in stands for each in _casts(stand)]
    found: list[Lamp] = []
    while casts and len(found) < CONFIG.most:
        middle = np.mean([cast.at_mm for cast in casts], axis=0)
        lean = _refined(casts, middle, _best(casts, _far(middle)))
        if sum(cast.fit(lean) for cast in casts) < CONFIG.least_fit * len(casts):
            break
        found.append(_lamp(lean, middle, [(cast.at_mm, cast.explain(lean)) for cast in casts]))
    return tuple(found)


def _lamp(lean: Lean, middle: Reals, shaded: Sequence[tuple[Reals, Floats]]) -> Lamp:
    """Give a lamp by how the ground differs in its shadows (N x 3) at some points (mm).

    Near a low lamp they are far deeper than at the other end of the board. What the lamp adds to
    all other light, as it would be in the ``middle``, is the same all over. Most cells of a shadow
    lie at its soft edge, and some pieces stand where the lamp is hidden.
    """
    usual = lean.light_at(middle)
    added = [np.expm1(-off[:, 0]) * usual / lean.light_at(at_mm) for at_mm, off in shaded]
    lightness = -float(np.log1p(np.quantile(np.concatenate(added), CONFIG.deepest)))
    red, yellow = np.median(np.concatenate([off[:, 1:] for _, off in shaded]), axis=0).tolist()
    x, y = middle.tolist()
    return Lamp(lean, (lightness, red, yellow), (x, y))


def _casts(stand: Stand) -> list[_Cast]:
    darker = np.clip(-stand.off[..., 0] - CONFIG.least_dark, -CONFIG.least_dark, CONFIG.most_dark)
    dark = np.where(stand.free, darker, 0).astype(np.float32)
    return [_Cast(stand, foot, dark) for foot in stand.feet[: CONFIG.most_pieces]]


def _far(middle: Reals) -> Iterable[Lean]:
    """Give lamps in every direction, far away."""
    angles = np.linspace(0, 2 * np.pi, CONFIG.directions, endpoint=False)
    for angle, length in product(angles, CONFIG.lengths):
        yield _lean(middle, length * np.array([np.cos(angle), np.sin(angle)]), CONFIG.far_mm)


def _refined(casts: Sequence[_Cast], middle: Reals, lean: Lean) -> Lean:
    """Move a lamp by ever smaller steps for as long as shadows fit better."""
    for step in CONFIG.steps:
        before = None
        while lean != before:
            before = lean
            lean = _best(casts, (lean, *_beside(middle, lean, step)))
    return lean


def _beside(middle: Reals, lean: Lean, step: float) -> Iterable[Lean]:
    """Give lamps a step nearer or farther, and with shadows that fall a step to any side."""
    aside, nearness = lean.of(1.0, middle), 1 / lean.distance_mm
    for nearer in (-1, 1):
        near = nearness + nearer * step / CONFIG.low_mm
        yield _lean(middle, aside, 1 / max(near, 1 / CONFIG.far_mm))
    for side in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield _lean(middle, aside + step * np.array(side), lean.distance_mm)


def _lean(middle: Reals, aside: Reals, high_mm: float) -> Lean:
    """Give a lamp at a height whose shadows in the middle fall ``aside``, in heights of pieces."""
    x, y = (middle - aside * (high_mm - 1)).tolist()
    return Lean((x, y), high_mm)


def _best(casts: Sequence[_Cast], leans: Iterable[Lean]) -> Lean:
    return max(leans, key=lambda lean: sum(cast.fit(lean) for cast in casts))
