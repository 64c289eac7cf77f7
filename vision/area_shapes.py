"""The shapes of pieces as a camera sees them: outlines that lean, and kernels to look for them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.camera import Matrix
from vision.config import AreaConfig
from vision.plan import Plan
from vision.reading import Floats, Reals

CONFIG: Final = AreaConfig()
Part = tuple[slice, slice]
PARTS: Final = 9
"""Discs between foot and head."""


@dataclass(frozen=True, slots=True)
class Lean:
    """Where the camera is: above ``below_mm`` on the board, ``distance_mm`` high."""

    below_mm: tuple[float, float]
    distance_mm: float

    def of(self, height_mm: float, at_mm: Reals) -> Reals:
        """Tell how far aside the top of a piece is seen (2, mm) that stands somewhere."""
        share = height_mm / max(self.distance_mm - height_mm, height_mm)
        return np.asarray(share * (at_mm - np.array(self.below_mm)))


def camera_above(plan: Plan, focal_px: float, size: tuple[int, int]) -> Lean:
    """Work out from a board's homography where a camera of a focal length hangs.

    ``size`` is its picture's width and height, whose middle it looks through.
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
    """A lamp: where it hangs, and the colour of what it does not light.

    Its ``lean`` is that of a camera there: what such a camera does not see lies in shadow.
    ``offset`` (3, opponent space) is by what the ground in its shadow differs from the bare look.
    """

    lean: Lean
    offset: tuple[float, float, float]


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
        """Draw it with its foot in the middle and its head aside (2, mm): 1 where it is seen.

        Its radii are taken ``share`` times and so much wider.
        """
        x, y = (np.round(aside_mm / step_mm * 2) / 2).tolist()
        foot, head = ((share * r + wider_mm) / step_mm for r in (self.foot_mm, self.head_mm))
        return _drawn(foot, head, x, y)


@lru_cache(maxsize=4096)
def _drawn(foot: float, head: float, x: float, y: float) -> Floats:
    """Draw discs from the foot (radius in cells) to the head at x and y."""
    reach = int(np.ceil(max(foot, head) + max(abs(x), abs(y)))) + 1
    span = np.arange(-reach, reach + 1)
    across, down = np.meshgrid(span, span)
    drawn = np.zeros(across.shape)
    for part in np.linspace(0, 1, PARTS):
        radius = foot + part * (head - foot)
        away = np.hypot(across - part * x, down - part * y)
        drawn = np.maximum(drawn, np.clip(radius - away + 0.5, 0, 1))
    return drawn.astype(np.float32)


class Shapes:
    """The weights with which outlines are looked for on a lattice, by class.

    ``cores`` weigh what lies within: in full in the middle, less at the rim; ``rings`` are around.
    ``covers`` mark what a piece covers, ``halos`` how far its colour may be smeared, ``shadows``
    what each known lamp shades, ``casts`` how far any lamp's shadow may fall and each known one's.
    ``reach`` is that of the largest core, ring or cover.
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
        near, far = kernels(CONFIG.smear_mm / 2), kernels(CONFIG.smear_mm)
        self.halos = [_between(*each, 0.5) for each in zip(near, far, strict=True)]
        self.covers = kernels(CONFIG.edge_mm)

        def shadows(one: Outline, wider_mm: float = 0.0) -> list[Floats]:
            fallen = [lamp.lean.of(one.height_mm, np.array(at_mm)) for lamp in lamps]
            return [one.kernel(each, step_mm, wider_mm) for each in fallen]

        self.shadows = [shadows(one) for one in outlines]
        self.casts = [
            [
                one.kernel(np.zeros(2), step_mm, CONFIG.cast_reach * one.height_mm),
                *shadows(one, CONFIG.edge_mm),
            ]
            for one in outlines
        ]
        self.reach = max(len(kernel) for kernel in (*wide, *self.covers)) // 2

    def gain(self, k: int, nats: Floats) -> Floats:
        """Tell what each place says for a piece of a class there, before chance is counted."""
        own = cv2.filter2D(nats, -1, self.cores[k], borderType=cv2.BORDER_CONSTANT)
        around = np.maximum(nats, 0)
        beside = cv2.filter2D(around, -1, self.rings[k], borderType=cv2.BORDER_CONSTANT)
        return np.asarray(own - np.float32(CONFIG.ring_weight) * beside, np.float32)


@lru_cache(maxsize=64)
def shapes_at(
    outlines: tuple[Outline, ...],
    lean: Lean,
    lamps: tuple[Lamp, ...],
    at_mm: tuple[float, float],
    step_mm: float,
) -> Shapes:
    """Give the shapes at a place of the board; they are the same in every frame."""
    return Shapes(outlines, lean, lamps, at_mm, step_mm)


def _between(inner: Floats, outer: Floats, share: float) -> Floats:
    """Give 1 within the one, and a share of that from there to the other."""
    own = np.pad(inner, (len(outer) - len(inner)) // 2)
    return np.asarray(own + np.float32(share) * (outer - own), np.float32)


def around(foot: tuple[int, int], reach: int, shape: tuple[int, ...]) -> Part:
    """Give the part of a window that is within reach of a cell."""
    (row, column), (rows, columns) = foot, shape
    return (
        slice(max(0, row - reach), min(rows, row + reach + 1)),
        slice(max(0, column - reach), min(columns, column + reach + 1)),
    )


def inside(part: Part, whole: Part) -> Part:
    """Tell where a part of a window lies in another part that has it whole."""
    (rows, columns), (top, left) = part, (whole[0].start, whole[1].start)
    return (
        slice(rows.start - top, rows.stop - top),
        slice(columns.start - left, columns.stop - left),
    )


def laid(drawn: Floats, foot: tuple[int, int], shape: tuple[int, ...]) -> tuple[Part, Floats]:
    """Lay what is drawn about a foot onto a window: the part of it, and what is drawn there."""
    reach = len(drawn) // 2
    part = around(foot, reach, shape)
    return part, drawn[inside(part, _whole(foot, reach))]


def _whole(foot: tuple[int, int], reach: int) -> Part:
    row, column = foot
    return slice(row - reach, row + reach + 1), slice(column - reach, column + reach + 1)
