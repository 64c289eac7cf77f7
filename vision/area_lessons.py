"""The pieces that frames of teaching show: their cells, their outlines, and where they stand.

A piece is seen as two discs and what is between them: its foot, and its head, which leans away from
the point below the camera, the more the taller the piece and the farther off it stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from vision.area_colours import CLEAR, Evidence, Ground, evidence_of_one, unmixed
from vision.area_lamps import Stand
from vision.area_map import Plot
from vision.area_shapes import ALL, Lean, Outline, camera_above, correlated
from vision.areas import Piece, Search
from vision.config import AreaConfig, EvidenceConfig
from vision.looks import Appearance
from vision.plan import Plan
from vision.reading import Floats, Image, Mask, Reals

CONFIG: Final = AreaConfig()
EVIDENCE: Final = EvidenceConfig()
LEAST_CELLS: Final = 12
"""Cells from which the colour of a class can be learnt."""
USUAL: Final = np.array(EVIDENCE.bare_spread, np.float32)
FOCALS: Final = (0.6, 0.7, 0.8, 0.95, 1.15, 1.4, 1.8)
"""Focal lengths that cameras have, in widths of their pictures: 80 to 31 degrees across."""
HEIGHTS_MM: Final = (10.0, 13.0, 16.0, 20.0, 25.0, 30.0)
FEET_MM: Final = (4.0, 5.0, 6.0, 7.0, 8.0, 9.5, 11.0)
HEADS_MM: Final = (2.5, 3.5, 4.5, 5.5, 6.5, 8.0, 10.0)
"""What players' pieces measure: pegs and barrels of boxed games."""
WIDTHS_MM: Final = (6.0, 6.5, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 11.0, 12.0, 14.0, 16.0)
"""What dice and balls of boxed games measure."""
HARDLY: Final = 0.02
"""Share of what the best width explains by which another one hardly differs from it: of table-s1's
dice 9.0 and 9.5 mm explain the same to 0.7 %, and 8.5 mm a tenth less."""
MOST_IN_HEAP: Final = 40
"""Pieces of a heap that are looked for."""
AT_ONCE: Final = USUAL / np.float32(3)
"""Standard deviation of the bare look in frames that are taken one after another, beside noise:
with the usual one white dice on pale paper, 13 % brighter, were not seen at all."""
OWN: Final = 0.5
"""Share of the foreign cells, the most foreign ones, from which a heap's colour is first learnt:
the rest may be its shadow."""
ALONE: Final = 0.4
"""Size, as a share of the largest, from which a patch in a sample's area is a piece too."""
SURE: Final = 0.25
"""Share of a heap's foreign cells that must not be shadows for those that may be to be left out:
faces of white pieces are more than that, glints on black ones less."""
BESIDE_MM: Final = 12.0
"""How far from its shadow a player's piece may stand."""
INNER: Final = 2
"""Cells at a piece's edge that are mixed with what is behind it."""


SOFT: Final = 1.5
"""Cells by which a heap is blurred to find what is hardly another colour than its ground: dice of
six millimetres and more are still plain, and two thirds of the noise are gone."""
SOFT_SPREAD: Final = USUAL * np.float32(0.12)
"""Standard deviation of the bare look that is left then: light that is judged a little wrong. At
path-traced tables one cell in 300 of bare boxes is foreign by it, and half of those of white dice,
7 % brighter than the pale box that they lie in."""


CHANGED: Final = 6.0
"""Standard deviations off such a bare look from which something lies there, or casts a shadow."""


@dataclass(frozen=True)
class Grounds:
    """The ``bare`` look of a window, as exactly as it is known for different frames.

    ``usual`` is for any frame, ``exact`` for frames taken right after the empty one; ``soft`` is
    the exact one blurred. ``noise`` is as for ``Ground``.
    """

    bare: Floats
    step_mm: float
    noise: Reals

    @cached_property
    def usual(self) -> Ground:
        return Ground(self.bare, self.step_mm, self.noise, USUAL)

    @cached_property
    def exact(self) -> Ground:
        return Ground(self.bare, self.step_mm, self.noise, AT_ONCE)

    @cached_property
    def soft(self) -> Ground:
        return Ground(_soft(self.bare), self.step_mm, self.noise / 3, SOFT_SPREAD)


@dataclass(frozen=True, slots=True)
class Shown:
    """Pieces of one class seen in a window, and the cells that are theirs.

    ``seen`` is rows x columns x 3 (opponent space), ``mask`` marks the cells of the pieces, which
    may hold some of their shadows, ``own`` those that show their colour. Of ``faint`` pieces,
    hardly another colour than the ground, these may be the ground itself. ``ground`` is the usual
    one that they stand on. ``bare`` are the log densities of what is seen on bare ground, by which
    the pieces were found.
    """

    name: str
    seen: Floats
    bare: Floats
    mask: Mask
    own: Mask
    plot: Plot
    ground: Ground
    faint: bool = False


def shown(name: str, grounds: Grounds, lit: Floats, plot: Plot) -> Shown:
    """Find pieces that stand alone in an area: the patches of colours that bare ground has not."""
    seen, bare = grounds.usual.log_density(lit)
    foreign = (bare < EVIDENCE.any_colour) & plot.inside
    patches = _patches_of(foreign)
    own, faint = _pale(foreign, grounds.usual, seen), False
    if not own.any():
        # Pale pieces may be hardly another colour than pale ground, but their shadows are.
        closer, density = grounds.exact.log_density(lit)
        near = cv2.dilate(foreign.astype(np.uint8), _disc(round(BESIDE_MM / plot.step_mm))) > 0
        also = (density < EVIDENCE.any_colour) & plot.inside & near
        own = _pale(also, grounds.exact, closer)
        faint = bool(own.any())
    own = own if own.any() else patches
    return Shown(name, seen, bare, patches, own, plot, grounds.usual, faint)


def agreed(pieces: Sequence[Shown]) -> list[Shown]:
    """Decide by the plain pieces of a class which cells the faint ones are.

    What is paler there than the ground may be the ground itself in other light, and what is darker
    the piece: the one is taken that looks more as the class does elsewhere.
    """
    plain = [own_cells(one) for one in pieces if not one.faint and one.own.any()]
    if not plain:
        return [*pieces]
    known = Appearance([np.concatenate(plain)])

    def alike(one: Shown) -> float:
        return float(known.log_density(own_cells(one)).mean()) if one.own.any() else -np.inf

    darker = [replace(one, own=one.mask) if one.faint else one for one in pieces]
    return [max(both, key=alike) for both in zip(pieces, darker, strict=True)]


def _pale(foreign: Mask, ground: Ground, seen: Floats) -> Mask:
    """Mark the foreign cells that are no shadows, if they show that pieces are paler than ground.

    A dark cell of a dark piece may be its shaded side; one of a pale piece is its shadow.
    """
    sure = foreign & ~ground.may_be_shaded(seen)
    enough = np.count_nonzero(sure) >= max(1, SURE * np.count_nonzero(foreign))
    pale = enough and np.median((seen - ground.bare)[sure, 0]) > 0
    return np.asarray(sure & pale)


def own_cells(one: Shown) -> Floats:
    """Give the colours of the pieces seen (N x 3), without the ground's part in them."""
    return unmixed(one.seen, one.ground.around, *CLEAR)[inner(one.own)]


def _patches_of(cells: Mask) -> Mask:
    """Close gaps between marked cells; keep the patches that are not tiny beside the largest."""
    bits = cv2.morphologyEx(cells.astype(np.uint8), cv2.MORPH_CLOSE, _disc(2))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(bits)
    sizes = stats[:, cv2.CC_STAT_AREA].copy()
    sizes[0] = 0
    kept = (sizes > 0) & (sizes >= ALONE * sizes.max())
    return np.asarray(kept[labels])


def heap(name: str, grounds: Grounds, lit: Floats, plot: Plot) -> Shown:
    """Find the pieces of a heap: the cells that have the colour of its most foreign cells.

    Where only shadows are seen and no foreign colour, the pieces have the colour of the ground.
    """
    seen, bare = grounds.exact.log_density(lit)
    ground, looked, density = grounds.exact, seen, bare
    face = (WIDTHS_MM[0] / plot.step_mm) ** 2
    foreign = (density < EVIDENCE.any_colour) & plot.inside
    if np.count_nonzero(foreign) < face:
        ground = grounds.soft
        looked, density = ground.log_density(_soft(lit))
        foreign = (density < EVIDENCE.any_colour) & plot.inside
        if np.count_nonzero(foreign) < face:
            changed = (ground.deviations(looked) > CHANGED) & plot.inside
            there = np.count_nonzero(changed) >= face
            alike = plot.inside & ~changed if there else np.zeros_like(foreign)
            return Shown(name, seen, bare, alike, alike, plot, grounds.usual)
    off = ground.deviations(looked)
    sure = _pale(foreign, ground, looked)
    if np.count_nonzero(sure) < face:
        sure = foreign
    own = sure & (off >= np.quantile(off[sure], OWN))
    for _ in range(2):
        own_density = Appearance([looked[own]]).log_density(looked)[..., 0]
        own = (own_density > np.maximum(density, EVIDENCE.any_colour) + 1) & plot.inside
        own &= cv2.dilate(foreign.astype(np.uint8), _disc(3)) > 0
        if np.count_nonzero(own) < face:
            own = foreign
    bits = cv2.morphologyEx(own.astype(np.uint8), cv2.MORPH_OPEN, _disc(1))
    mask = np.asarray(bits > 0)
    return Shown(name, seen, bare, mask, mask, plot, grounds.usual)


def shadows(shown: Sequence[Shown], step_mm: float) -> Appearance | None:
    """Learn what pieces cast beside them: cells that are neither pieces nor bare ground."""
    near, far = (round(each / step_mm) for each in CONFIG.shadow_mm)
    found = [np.zeros((0, 3), np.float32)]
    for one in shown:
        away = cv2.distanceTransform((~one.mask).astype(np.uint8), cv2.DIST_L2, 5)
        strange = one.ground.deviations(one.seen) > CONFIG.least_shadow
        found.append(one.ground.offsets(one.seen)[(away > near) & (away < far) & strange])
    pixels = np.concatenate(found)
    return Appearance([pixels]) if len(pixels) else None


def inner(mask: Mask) -> Mask:
    """Drop the edge of a mask, if enough cells to learn from are left without."""
    core = cv2.erode(mask.astype(np.uint8), _disc(INNER)) > 0
    return np.asarray(core if np.count_nonzero(core) >= LEAST_CELLS else mask)


def small_outline(heaps: Sequence[Shown], lean: Lean) -> Outline:
    """Measure the pieces in heaps: dice or balls, as wide as they are high.

    Pieces of the right width explain most of the heaps, with as few as are needed. Of all widths
    that explain nearly as much as the best the least is taken: blur only makes pieces wider.
    """
    known = [(one, _own_evidence(one)) for one in heaps if one.mask.any()]

    def explained(width_mm: float) -> float:
        found = (_pieces(one, _die(width_mm), lean, evidence) for one, evidence in known)
        return float(sum(piece.gains[0] for pieces in found for piece in pieces))

    each = {width: explained(width) for width in WIDTHS_MM}
    best = max(each.values())
    least = best - HARDLY * abs(best)
    return _die(min(width for width, nats in each.items() if nats >= least))


def _die(width_mm: float) -> Outline:
    """Give the outline of a die: a disc with the area of its face, however it is turned."""
    return Outline(width_mm * 0.56, width_mm * 0.56, width_mm)


def _own_evidence(one: Shown) -> Evidence:
    """Give the evidence for pieces of a heap's colour."""
    return evidence_of_one(Appearance([own_cells(one)]), one.ground, one.seen, one.bare)


def _pieces(one: Shown, outline: Outline, lean: Lean, evidence: Evidence) -> list[Piece]:
    return Search(one.plot, (outline,), lean, evidence).taken(MOST_IN_HEAP)


def tall_outline(
    shown: Sequence[Shown], plan: Plan, size: tuple[int, int], step_mm: float
) -> tuple[Outline, Lean]:
    """Fit the size of players' pieces, and the camera's height, to the patches that they make."""
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


def _patches(one: Shown, step_mm: float) -> list[tuple[Floats, Reals]]:
    """Cut out each patch of a class: 1 in it, -1 around it, and where it lies (mm)."""
    found = []
    count, labels, _, middles = cv2.connectedComponentsWithStats(one.mask.astype(np.uint8))
    half = round(30.0 / step_mm)
    for k in range(1, count):
        x, y = np.round(middles[k]).astype(int).tolist()
        padded = np.pad((labels == k).astype(np.float32), half)
        patch = padded[y : y + 2 * half + 1, x : x + 2 * half + 1]
        found.append((2 * patch - 1, one.plot.at_mm + middles[k] * step_mm))
    return found


def _fit(
    patches: Sequence[tuple[Floats, Reals]], outline: Outline, lean: Lean, step_mm: float
) -> float:
    """Give how well an outline fits patches: the mean of what it covers, less what it misses."""
    fits = []
    for patch, at_mm in patches:
        kernel = outline.kernel(lean.of(outline.height_mm, at_mm), step_mm)
        covered = correlated(patch[None], kernel, ALL)
        fits.append(float(covered.max()) / max(float((patch > 0).sum()), 1.0))
    return float(np.mean(fits))


def heap_feet(one: Shown, outline: Outline, lean: Lean) -> list[tuple[int, int]]:
    """Give where the pieces of a heap stand: cells of its window."""
    if not one.mask.any():
        return []
    return [piece.foot for piece in _pieces(one, outline, lean, _own_evidence(one))]


def tall_feet(one: Shown, outline: Outline, lean: Lean) -> list[tuple[int, int]]:
    """Give where the feet of pieces that stand alone are: cells of their window."""
    count, labels = cv2.connectedComponents(one.mask.astype(np.uint8))
    kernel = outline.kernel(lean.of(outline.height_mm, one.plot.middle_mm), one.plot.step_mm)
    feet = []
    for k in range(1, count):
        patch = np.where(labels == k, np.float32(1), np.float32(-1))
        (covered,) = correlated(patch[None], kernel, ALL)
        row, column = np.unravel_index(int(covered.argmax()), covered.shape)
        feet.append((int(row), int(column)))
    return feet


def stand_of(one: Shown, outline: Outline, feet: Sequence[tuple[int, int]]) -> Stand:
    """Give what pieces whose feet are known leave of the ground around them, for finding lamps."""
    taken = cv2.dilate(one.mask.astype(np.uint8), _disc(1)) > 0
    return Stand(one.plot, one.seen - one.ground.bare, ~taken, outline, feet)


def _soft(values: Floats) -> Floats:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), SOFT), np.float32)


def _disc(radius: int) -> Image:
    side = 2 * radius + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
