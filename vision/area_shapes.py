"""The shapes of pieces as a camera sees them: leaning outlines, and kernels to find them."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

import cv2
import numpy as np

from vision.camera import Matrix
from vision.config import AreaConfig
from vision.plan import Plan
from vision.reading import Floats, Reals

CONFIG: Final = AreaConfig()
Part = tuple[slice, slice]
ALL: Final[Part] = (slice(None), slice(None))
PARTS: Final = 9
"""Discs between foot and head."""


@dataclass(frozen=True, slots=True)
class Lean:
    """Where a camera is: above the point ``below_mm`` of the board, ``distance_mm`` high."""

    below_mm: tuple[float, float]
    distance_mm: float

    def of(self, height_mm: float, at_mm: Reals) -> Reals:
        """Give how far aside (2, mm) the top of a piece of some height is seen, at some place."""
        share = height_mm / max(self.distance_mm - height_mm, height_mm)
        return np.asarray(share * (at_mm - np.array(self.below_mm)))

    def light_at(self, at_mm: Reals) -> float:
        """Give how bright a lamp in this place makes a point of the board; below it 1.

        It falls with the square of the distance and with the cosine of the angle at which it comes.
        """
        aside = np.square((at_mm - np.array(self.below_mm)) / self.distance_mm).sum()
        return float((1 + aside) ** -1.5)


def camera_above(plan: Plan, focal_px: float, size: tuple[int, int]) -> Lean:
    """Calculate where a camera of a focal length hangs, from a board's homography.

    ``size`` is its picture's width and height; it looks through the middle.
    """
    width, height = size
    inner: Matrix = np.array(
        [[focal_px, 0, (width - 1) / 2], [0, focal_px, (height - 1) / 2], [0, 0, 1.0]]
    )
    seen = np.linalg.solve(inner, plan.to_px)
    seen = seen / np.linalg.norm(seen[:, :2], axis=0).mean()
    across, down = (seen[:, k] / np.linalg.norm(seen[:, k]) for k in (0, 1))
    turned = np.stack([across, down, np.cross(across, down)], axis=1)
    x, y, z = np.linalg.solve(turned, -seen[:, 2]).tolist()
    return Lean((x, y), abs(z))


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp: where it hangs, and how the ground looks that it does not light.

    ``lean`` is that of a camera in its place: what such a camera cannot see lies in shadow.
    ``offset`` (3, opponent space) is how the ground in its shadow differs from the bare look, at
    the point ``at_mm`` of the board.
    """

    lean: Lean
    offset: tuple[float, float, float]
    at_mm: tuple[float, float]

    def at(self, at_mm: Reals) -> "Lamp":
        """Give it with the offset at another point: shadows are deeper where the lamp is nearer.

        All other light is taken to be the same there.
        """
        added = np.expm1(-self.offset[0])  # by the lamp, as a share of all other light
        added *= self.lean.light_at(at_mm) / self.lean.light_at(np.array(self.at_mm))
        deeper, (x, y) = -np.log1p(added) / self.offset[0], at_mm.tolist()
        lightness, red, yellow = (float(deeper * one) for one in self.offset)
        return Lamp(self.lean, (lightness, red, yellow), (x, y))


@dataclass(frozen=True, slots=True)
class Outline:
    """A piece's shape: the radii of its foot and its head, and the head's height, in mm."""

    foot_mm: float
    head_mm: float
    height_mm: float

    @property
    def radius_mm(self) -> float:
        return max(self.foot_mm, self.head_mm)

    def kernel(
        self, aside_mm: Reals, step_mm: float, wider_mm: float = 0.0, share: float = 1.0
    ) -> Floats:
        """Draw it with its foot in the middle and its head ``aside`` (2, mm): 1 where it is seen.

        Its radii are multiplied by ``share``, then made ``wider_mm`` larger.
        """
        x, y = (round(each / step_mm * 2) / 2 for each in aside_mm.tolist())
        foot, head = ((share * r + wider_mm) / step_mm for r in (self.foot_mm, self.head_mm))
        return _drawn(foot, head, x, y)


@lru_cache(maxsize=4096)
def _drawn(foot: float, head: float, x: float, y: float) -> Floats:
    """Draw discs from the foot (radius in cells) to the head at x and y."""
    reach = int(np.ceil(max(foot, head) + max(abs(x), abs(y)))) + 1
    span = np.arange(-reach, reach + 1, dtype=np.float32)
    inside = np.full((len(span), len(span)), -np.inf, np.float32)
    for part in np.linspace(0, 1, PARTS).tolist():
        radius = foot + part * (head - foot)
        away = np.sqrt(np.square(span - part * x) + np.square(span - part * y)[:, None])
        inside = np.maximum(inside, radius - away)
    return np.asarray(np.clip(inside + np.float32(0.5), 0, 1), np.float32)


class Shapes:
    """The kernels with which outlines are looked for on a lattice, a list by class of each.

    ``cores`` weigh the inside, in full in the middle, less at the rim; ``rings`` weigh what is
    around. ``middles`` mark the inside that is too far from the rim for the ground's colour to be
    smeared there, ``covers`` what a piece covers, ``halos`` how far its colour may be smeared,
    ``shadows`` (by lamp) what each known lamp shades beside it, ``casts`` how far the shadow of any
    lamp may fall, then that of each known one. ``reach`` is the largest extent of cores, rings and
    covers, ``extent`` that of any kernel.
    """

    def __init__(
        self,
        outlines: tuple[Outline, ...],
        lean: Lean,
        lamps: tuple[Lamp, ...],
        at_mm: tuple[float, float],
        step_mm: float,
    ) -> None:
        aside = [lean.of(one.height_mm, np.array(at_mm)) for one in outlines]

        def kernels(wider_mm: float, share: float = 1.0) -> list[Floats]:
            both = zip(outlines, aside, strict=True)
            return [one.kernel(leant, step_mm, wider_mm, share) for one, leant in both]

        inner, whole = kernels(0.0, CONFIG.core), kernels(0.0)
        self.cores = [_between(*each, CONFIG.rim_weight) for each in zip(inner, whole, strict=True)]
        wide = kernels(CONFIG.ring_mm)
        self.rings = [
            _between(*each, 1.0) - _between(*each, 0.0) for each in zip(whole, wide, strict=True)
        ]
        self.middles = kernels(-CONFIG.smear_mm / 2)
        near, far = kernels(CONFIG.smear_mm / 2), kernels(CONFIG.smear_mm)
        self.halos = [_between(*each, 0.5) for each in zip(near, far, strict=True)]
        self.covers = kernels(CONFIG.edge_mm)

        def shadows(one: Outline, wider_mm: float = 0.0) -> list[Floats]:
            fallen = [lamp.lean.of(one.height_mm, np.array(at_mm)) for lamp in lamps]
            return [one.kernel(each, step_mm, wider_mm) for each in fallen]

        self.shadows = [
            [_without(shadow, cover) for shadow in shadows(one)]
            for one, cover in zip(outlines, self.covers, strict=True)
        ]
        self.casts = [
            [
                one.kernel(np.zeros(2), step_mm, CONFIG.cast_reach * one.height_mm),
                *shadows(one, CONFIG.edge_mm),
            ]
            for one in outlines
        ]
        self.reach = max(len(kernel) for kernel in (*wide, *self.covers)) // 2
        drawn = (*far, *chain(*self.shadows), *chain(*self.casts))
        self.extent = max(self.reach, *(len(kernel) // 2 for kernel in drawn))

    def gains(self, k: int, nats: Floats, wanted: Part = ALL) -> Floats:
        """Give the evidence of the ``wanted`` cells for pieces standing there, in nats.

        ``nats`` (maps x rows x columns) is the evidence of all cells for classes that have the
        outline of class ``k``; there is none beyond them.
        """
        own = correlated(nats, self.cores[k], wanted)
        beside = correlated(np.maximum(nats, 0), self.rings[k], wanted)
        return own - np.float32(CONFIG.ring_weight) * beside


@lru_cache(maxsize=64)
def shapes_at(
    outlines: tuple[Outline, ...],
    lean: Lean,
    lamps: tuple[Lamp, ...],
    at_mm: tuple[float, float],
    step_mm: float,
) -> Shapes:
    """Give the shapes at a place of the board, cached, as they are the same in every frame."""
    return Shapes(outlines, lean, lamps, at_mm, step_mm)


def correlated(values: Floats, kernel: Floats, wanted: Part) -> Floats:
    """Correlate maps of values (maps x rows x columns) with a kernel at the wanted cells.

    They are laid one below the other, so that the kernel is transformed once.
    """
    reach = len(kernel) // 2
    (top, bottom, _), (left, right, _) = (
        one.indices(length) for one, length in zip(wanted, values.shape[1:], strict=True)
    )
    rows, columns = bottom - top, right - left
    wide = np.zeros((len(values), rows + 2 * reach, columns + 2 * reach), np.float32)
    down, across = max(0, reach - top), max(0, reach - left)
    part = values[:, max(0, top - reach) : bottom + reach, max(0, left - reach) : right + reach]
    wide[:, down : down + part.shape[1], across : across + part.shape[2]] = part
    found = cv2.matchTemplate(wide.reshape(-1, wide.shape[2]), kernel, cv2.TM_CCORR)
    each = [found[first : first + rows] for first in range(0, len(found), rows + 2 * reach)]
    return np.asarray(each, np.float32)


def _between(inner: Floats, outer: Floats, share: float) -> Floats:
    """Give a kernel that is 1 within ``inner``, and ``share`` from there to ``outer``."""
    own = np.pad(inner, (len(outer) - len(inner)) // 2)
    return np.asarray(own + np.float32(share) * (outer - own), np.float32)


def _without(drawn: Floats, cover: Floats) -> Floats:
    """Give a kernel without the cells that another one covers."""
    wide = max(len(drawn), len(cover))
    one, other = (np.pad(each, (wide - len(each)) // 2) for each in (drawn, cover))
    return np.asarray(one * (1 - other), np.float32)


def around(foot: tuple[int, int], reach: int, shape: tuple[int, ...]) -> Part:
    """Give the part of a window within reach of a cell."""
    (row, column), (rows, columns) = foot, shape
    return (
        slice(max(0, row - reach), min(rows, row + reach + 1)),
        slice(max(0, column - reach), min(columns, column + reach + 1)),
    )


def inside(part: Part, whole: Part) -> Part:
    """Give where a part of a window lies within a larger part of it."""
    (rows, columns), (top, left) = part, (whole[0].start, whole[1].start)
    return (
        slice(rows.start - top, rows.stop - top),
        slice(columns.start - left, columns.stop - left),
    )


def laid(drawn: Floats, foot: tuple[int, int], shape: tuple[int, ...]) -> tuple[Part, Floats]:
    """Lay a kernel about a foot onto a window: give the window's part, and the kernel's part."""
    reach = len(drawn) // 2
    part = around(foot, reach, shape)
    return part, drawn[inside(part, _whole(foot, reach))]


def _whole(foot: tuple[int, int], reach: int) -> Part:
    row, column = foot
    return slice(row - reach, row + reach + 1), slice(column - reach, column + reach + 1)
