"""Samples of pieces in frames of teaching: which cells are theirs, and how large they are.

A piece is seen as two discs and what is between them: its foot, and its head, which leans away
from the point below the camera the more the taller it is and the farther off it stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.area_map import Ground
from vision.area_shapes import Lean, Outline, camera_above
from vision.config import AreaConfig, EvidenceConfig
from vision.illumination import Floats, Mask
from vision.looks import Appearance
from vision.plan import Plan

CONFIG: Final = AreaConfig()
EVIDENCE: Final = EvidenceConfig()
Vector = npt.NDArray[np.float64]

FOCALS: Final = (0.6, 0.7, 0.8, 0.95, 1.15, 1.4, 1.8)
"""Focal lengths that cameras have, in widths of their pictures: 80 to 31 degrees across."""
HEIGHTS_MM: Final = (10.0, 13.0, 16.0, 20.0, 25.0, 30.0)
FEET_MM: Final = (4.0, 5.0, 6.0, 7.0, 8.0, 9.5, 11.0)
HEADS_MM: Final = (2.5, 3.5, 4.5, 5.5, 6.5, 8.0, 10.0)
"""What players' pieces measure: pegs and barrels of boxed games."""
OWN: Final = 0.5
"""Share of the foreign cells, the most foreign ones, from which a heap's colour is first learnt:
the rest may be its shadow."""
ALONE: Final = 0.4
"""Size, as a share of the largest, from which a patch in a sample's area is a piece too."""
LEAST_SHADOWS: Final = 50
"""Cells from which shadows are learnt at all."""
INNER: Final = 2
"""Cells at a piece's edge that are mixed with what is behind it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Pieces of one class shown in a window: what is seen there and which cells are theirs.

    ``seen`` is rows x columns x 3 (opponent space), ``off`` the same beside the ground, ``mask``
    marks the cells, ``at_mm`` is the window's first cell.
    """

    name: str
    seen: Floats
    mask: Mask
    at_mm: Vector
    off: Floats


def shown(name: str, ground: Ground, lit: Floats, inside: Mask, at_mm: Vector) -> Shown:
    """Find pieces that stand alone in an area: the patches of foreign colour."""
    seen, foreign = ground.foreign(lit)
    bits = cv2.morphologyEx((foreign & inside).astype(np.uint8), cv2.MORPH_CLOSE, _disc(2))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(bits)
    sizes = stats[:, cv2.CC_STAT_AREA].copy()
    sizes[0] = 0
    kept = (sizes > 0) & (sizes >= ALONE * sizes.max(initial=0)) if count > 1 else sizes > 0
    return Shown(name, seen, np.asarray(kept[labels]), at_mm, ground.offsets(seen))


def heap(name: str, ground: Ground, lit: Floats, inside: Mask, at_mm: Vector) -> Shown:
    """Find the pieces of a heap: what has the colour of its most foreign cells."""
    seen, foreign = ground.foreign(lit)
    foreign &= inside
    if not foreign.any():
        return Shown(name, seen, foreign, at_mm, ground.offsets(seen))
    bare = ground.log_density(lit)[1]
    off = ground.strangeness(seen)
    own = foreign & (off >= np.quantile(off[foreign], OWN))
    for _ in range(2):
        density = Appearance([seen[own]]).log_density(seen)[..., 0]
        own = (density > np.maximum(bare, EVIDENCE.any_colour) + 1) & inside
        own &= cv2.dilate(foreign.astype(np.uint8), _disc(3)) > 0
        if not own.any():
            own = foreign
    bits = cv2.morphologyEx(own.astype(np.uint8), cv2.MORPH_OPEN, _disc(1))
    return Shown(name, seen, np.asarray(bits > 0), at_mm, ground.offsets(seen))


def shadows(shown: Sequence[Shown], grounds: Sequence[Ground], step_mm: float) -> Appearance | None:
    """Learn what pieces cast beside them: cells that are neither theirs nor bare ground."""
    near, far = (round(each / step_mm) for each in CONFIG.shadow_mm)
    found = []
    for one, ground in zip(shown, grounds, strict=True):
        away = cv2.distanceTransform((~one.mask).astype(np.uint8), cv2.DIST_L2, 5)
        cast = (away > near) & (away < far) & (ground.strangeness(one.seen) > CONFIG.least_shadow)
        found.append(one.off[cast])
    pixels = np.concatenate(found) if found else np.zeros((0, 3), np.float32)
    return Appearance([pixels]) if len(pixels) >= LEAST_SHADOWS else None


def inner(mask: Mask) -> Mask:
    """Leave out the edge of what is marked, where anything is left without."""
    core = cv2.erode(mask.astype(np.uint8), _disc(INNER)) > 0
    return np.asarray(core if core.any() else mask)


def small_outline(heaps: Sequence[Shown], step_mm: float) -> Outline:
    """Measure the pieces that heaps are of: dice or balls, as wide as they are high.

    Where pieces touch, the middle of each is still farthest from what is no piece.
    """
    widths: list[float] = []
    for one in heaps:
        if not one.mask.any():
            continue
        depth = cv2.distanceTransform(one.mask.astype(np.uint8), cv2.DIST_L2, 5)
        summit = (depth >= cv2.dilate(depth, _disc(4))) & (depth * step_mm > 1)
        widths += (2 * depth[summit] * step_mm).tolist()
    width = float(np.percentile(widths, 35)) if widths else 8.0
    return Outline(width * 0.56, width * 0.56, width)


def tall_outline(
    shown: Sequence[Shown], plan: Plan, size: tuple[int, int], step_mm: float
) -> tuple[Outline, Lean]:
    """Fit players' pieces, and how high the camera hangs, to the patches that they make."""
    patches = [patch for one in shown for patch in _patches(one, step_mm)]
    leans = [camera_above(plan, focal * size[0], size) for focal in FOCALS]
    best = Outline(6.0, 4.5, 20.0), leans[3]
    if not patches:
        return best
    most = _fit(patches, *best, step_mm)
    for _ in range(2):
        outline, lean = best
        tries = [
            *((outline, other) for other in leans),
            *((replace(outline, height_mm=each), lean) for each in HEIGHTS_MM),
            *((replace(outline, foot_mm=each), lean) for each in FEET_MM),
            *((replace(outline, head_mm=each), lean) for each in HEADS_MM),
            *(
                (Outline(foot, head, outline.height_mm), lean)
                for foot in FEET_MM
                for head in HEADS_MM
            ),
        ]
        for trial in tries:
            fit = _fit(patches, *trial, step_mm)
            if fit > most:
                best, most = trial, fit
    return best


def _patches(one: Shown, step_mm: float) -> list[tuple[Floats, Vector]]:
    """Cut out each patch of a class: 1 in it, -1 around it, and where it lies (mm)."""
    found = []
    count, labels, _, middles = cv2.connectedComponentsWithStats(one.mask.astype(np.uint8))
    half = round(30.0 / step_mm)
    for k in range(1, count):
        x, y = np.round(middles[k]).astype(int).tolist()
        padded = np.pad((labels == k).astype(np.float32), half)
        patch = padded[y : y + 2 * half + 1, x : x + 2 * half + 1]
        found.append((2 * patch - 1, one.at_mm + middles[k] * step_mm))
    return found


def _fit(
    patches: Sequence[tuple[Floats, Vector]], outline: Outline, lean: Lean, step_mm: float
) -> float:
    """Tell how well an outline covers patches: the mean of what it covers, less what it misses."""
    fits = []
    for patch, at_mm in patches:
        kernel = outline.kernel(lean.of(outline.height_mm, at_mm), step_mm)
        covered = cv2.filter2D(patch, -1, kernel, borderType=cv2.BORDER_CONSTANT)
        fits.append(float(covered.max()) / max(float((patch > 0).sum()), 1.0))
    return float(np.mean(fits))


def _disc(radius: int) -> npt.NDArray[np.uint8]:
    side = 2 * radius + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
