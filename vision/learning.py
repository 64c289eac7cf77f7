"""Learning a slot group: what its places look like when bare, and what its pieces look like.

The pieces of the samples are segmented: where they lie, how large they are, their colours. What a
place shows with nothing or a piece on it is then measured on pictures made for that: the empty
board sampled a little aside and with noise, and pieces of the samples laid on every place.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.config import NORMAL_MEDIAN, ROUNDS, EvidenceConfig, IlluminationConfig, LearningConfig
from vision.features import DENSITY, NAMES, Expectation, Measure
from vision.flat_board import Discs, Patches, cores_of
from vision.illumination import channel_min
from vision.looks import Appearance, BareLook, Paints, Quality
from vision.outlines import Outlines
from vision.reading import Floats, Mask, Reals

CONFIG: Final = LearningConfig()
LOOKS: Final = EvidenceConfig()
CORRELATION: Final = NAMES.index("correlation")
MISFIT: Final = NAMES.index("middle misfit")
OUTLINE: Final = NAMES.index("outline")
_LUMA: Final = np.array([1.0, 0.5, 0.6], np.float32)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A piece of class ``name`` on a place in a frame, both given by their numbers."""

    place: int
    name: str
    frame: int


@dataclass(frozen=True, slots=True)
class View:
    """A group's patches in one frame, as in the taught light.

    ``seen`` is places x points x 3 (opponent space); ``clipped`` (the same) marks channels at the
    camera's limit, ``inside`` (places x points) the points in view.
    """

    seen: Floats
    clipped: Mask
    inside: Mask

    @property
    def washed_out(self) -> Mask:
        """Mark the points that are white beyond the camera's range (places x points)."""
        return channel_min(self.clipped)


@dataclass(frozen=True, slots=True)
class Piece:
    """A segmented piece of a lesson.

    ``contrast`` is how much of its middle differs from the bare board (0 to 1), ``middle_mm`` where
    it lies relative to its place, ``radius_mm`` how large it is.
    """

    lesson: Lesson
    contrast: float
    middle_mm: Reals
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Learnt:
    """A group that was learnt: how it is measured, its classes, its pieces, and the views."""

    measure: Measure
    names: tuple[str, ...]
    pieces: tuple[Piece, ...]
    views: tuple[View, ...]

    def laid(self, piece: Piece, shade: float = 0.0) -> Floats:
        """Lay a piece of the lessons on every bare place (places x points x 3).

        ``shade`` is added to its lightness (log).
        """
        patches, seen = self.measure.patches, self.views[piece.lesson.frame].seen
        away = np.linalg.norm(patches.offsets_mm - piece.middle_mm, axis=1)
        inside = away <= self.radius_mm
        laid = self.measure.bare.looks[0].copy()
        laid[:, inside] = seen[piece.lesson.place, inside]
        laid[:, inside, 0] += shade
        return laid

    @property
    def radius_mm(self) -> float:
        return _radius(self.pieces, self.measure.patches)


def learn(  # noqa: PLR0913, PLR0917 - all that a group is learnt from
    patches: Patches,
    bare: BareLook,
    again: Sequence[Floats],
    views: Sequence[View],
    lessons: Sequence[Lesson],
    listed: Sequence[frozenset[int]],
) -> Learnt:
    """Learn a group from its bare look and the views of its lessons' frames.

    ``again`` are the bare places sampled again a little aside (each places x points x 3);
    ``listed`` names for each view the places on which pieces are known to lie.
    """
    names = tuple(dict.fromkeys(lesson.name for lesson in lessons))
    rough = cores_of(patches, *(share * patches.radius_mm for share in CONFIG.rough))
    pieces = tuple(_segment(patches, bare, views[one.frame].seen, one, rough) for one in lessons)
    radius = _radius(pieces, patches)
    reach = float(
        np.clip(
            patches.spacing_mm / 2 - CONFIG.room * radius,
            CONFIG.reach[0] * patches.radius_mm,
            CONFIG.reach[1] * patches.radius_mm,
        )
    )
    discs = Discs.of(patches, radius, reach)
    pixels: dict[str, list[Floats]] = {name: [] for name in names}
    for piece in pieces:
        away = np.linalg.norm(patches.offsets_mm - piece.middle_mm, axis=1)
        inner = away <= CONFIG.inner * radius
        pixels[piece.lesson.name].append(views[piece.lesson.frame].seen[piece.lesson.place, inner])
    appearance = Appearance([np.concatenate(each) for each in pixels.values()], lamps=True)
    count = patches.count
    unknown = Expectation(
        np.full(count, -CONFIG.unknown, np.float32),
        1.0,
        np.full((count, len(names)), CONFIG.unknown, np.float32),
        np.ones(count, np.float32),
        np.zeros(count, np.float32),
        np.zeros(len(names), np.float32),
        np.zeros(count, np.float32),
        np.full((count, len(names)), CONFIG.unknown, np.float32),
    )
    outlines = Outlines.of(patches, radius, reach)
    no_paints = Paints([np.zeros((1, 3), np.float32) for _ in names])
    measure = Measure(patches, bare, appearance, no_paints, discs, outlines, reach, unknown, {})
    qualities = [bare.quality(view.seen) for view in views]
    measure = replace(measure, paints=_paints(measure, views, qualities, lessons, names))
    learnt = Learnt(measure, names, pieces, tuple(views))
    expectation = _expect(learnt, qualities, again, listed)
    return replace(learnt, measure=replace(measure, expectation=expectation))


def _paints(
    measure: Measure,
    views: Sequence[View],
    qualities: Sequence[Quality],
    lessons: Sequence[Lesson],
    names: Sequence[str],
) -> Paints:
    means: dict[str, list[Floats]] = {name: [] for name in names}
    for lesson in lessons:
        view, quality = views[lesson.frame], qualities[lesson.frame]
        place = np.array([lesson.place])
        found = measure.features(view.seen[place], view.clipped[place], quality, place)
        means[lesson.name].append(found.mean[0])
    return Paints([np.array(each) for each in means.values()])


def _expect(
    learnt: Learnt,
    qualities: Sequence[Quality],
    again: Sequence[Floats],
    listed: Sequence[frozenset[int]],
) -> Expectation:
    """Measure what places show when nothing is there, and when a piece is.

    ``qualities`` are those of the views.
    """
    measure, views = learnt.measure, learnt.views
    count = measure.patches.count
    noise = max([quality.noise for quality in qualities], default=0.0)
    chance = np.random.default_rng(0)
    clear = np.zeros(measure.bare.looks[0].shape, bool)
    ratios, alike, misfits, outlines = [], [], [], []
    for seen in again:
        grain = chance.normal(0, noise, seen.shape).astype(np.float32) * _LUMA
        noisy = seen + grain * measure.bare.noisy[..., None]
        found = measure.features(noisy, clear, measure.bare.quality(noisy))
        ratios.append(found.values[:, 0])
        alike.append(found.values[:, CORRELATION])
        misfits.append(found.values[:, MISFIT])
        outlines.append(found.values[:, OUTLINE])
    nothing = np.max(ratios, axis=0)
    # Empty places may respond more in other frames, where it is not known which are empty.
    more = [0.0]
    around = [*(np.array(ratios) - nothing)]
    for view, quality, there in zip(views, qualities, listed, strict=True):
        found = measure.features(view.seen, view.clipped, quality)
        free = np.setdiff1d(np.arange(count), list(there))
        if len(free):
            around.append((found.values[:, 0] - nothing)[free])
            more.append(float(np.median(around[-1])))
    responses: dict[str, list[Floats]] = {name: [] for name in learnt.names}
    outline: dict[str, list[Floats]] = {name: [] for name in learnt.names}
    own: dict[str, list[float]] = {name: [] for name in learnt.names}
    sharp = Quality.even(noise or LOOKS.least_noise, LOOKS.least_noise)
    for piece in learnt.pieces:
        k = learnt.names.index(piece.lesson.name)
        found = measure.features(learnt.laid(piece), clear, sharp)
        responses[piece.lesson.name].append(found.response[:, k])
        outline[piece.lesson.name].append(found.values[:, OUTLINE])
        own[piece.lesson.name].append(float(np.median(found.colour[:, k, DENSITY])))
    return Expectation(
        (nothing + max(more)).astype(np.float32),
        max(LOOKS.least_spread, *(_spread(each) for each in around)),
        np.stack([np.mean(each, axis=0) for each in responses.values()], 1).astype(np.float32),
        np.mean(alike, axis=0).astype(np.float32),
        np.mean(misfits, axis=0).astype(np.float32),
        np.array([np.mean(each) for each in own.values()], np.float32),
        np.mean(outlines, axis=0).astype(np.float32),
        np.stack([np.mean(each, axis=0) for each in outline.values()], 1).astype(np.float32),
    )


def _spread(values: Floats) -> float:
    """Give the standard deviation that the median of absolute differences stands for."""
    return float(np.median(np.abs(values - np.median(values)))) / NORMAL_MEDIAN


def _segment(
    patches: Patches,
    bare: BareLook,
    seen: Floats,
    lesson: Lesson,
    rough: tuple[Reals, Floats, Floats],
) -> Piece:
    """Find a lesson's piece on its patch (``seen`` is places x points x 3).

    ``rough`` are the discs by which it is first looked for, as ``cores_of`` gives them.
    """
    shifts_mm, distance_mm, core = rough
    away, radius = patches.away_mm, patches.radius_mm
    rim = away > CONFIG.far_rim * radius
    off = seen[lesson.place] - bare.looks[0][lesson.place]
    off -= np.median(off[rim], axis=0)
    usual = IlluminationConfig().least_left + np.median(np.abs(off[rim]), axis=0) / NORMAL_MEDIAN
    slack = CONFIG.misplaced_px * np.sqrt(bare.slope2[lesson.place])
    steps = np.abs(off) / (CONFIG.clearly * usual + slack + np.array(CONFIG.least_off, np.float32))
    shadow = (off[:, 0] < 0) & (off[:, 0] > CONFIG.shadow)
    steps[:, 0] = np.where(shadow, CONFIG.of_shadow * steps[:, 0], steps[:, 0])
    changed = np.clip(np.linalg.norm(steps, axis=1) / 2, 0, 1)
    changed[changed < CONFIG.least_change] = 0
    score = changed @ core - CONFIG.offset_penalty * distance_mm / radius
    middle = shifts_mm[score.argmax()]
    for _ in range(ROUNDS):
        near = np.linalg.norm(patches.offsets_mm - middle, axis=1) < CONFIG.near * radius
        weights = changed * near
        if weights.sum() < 1:
            break
        middle = (weights[:, None] * patches.offsets_mm).sum(axis=0) / weights.sum()
    away = np.linalg.norm(patches.offsets_mm - middle, axis=1)
    edges = np.arange(0, CONFIG.profile_radii, CONFIG.profile_step) * radius
    belts = np.digitize(away, edges) - 1
    counts = np.bincount(belts, minlength=len(edges))[: len(edges) - 1]
    sums = np.bincount(belts, changed, minlength=len(edges))[: len(edges) - 1]
    profile = np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)
    inner = profile[: CONFIG.core_belts]
    contrast = float(np.nanmax(inner)) if not np.isnan(inner).all() else 0.0
    # Where a step from the contrast to nothing fits best; a belt inside may look like the board.
    gain = np.cumsum(np.where(counts > 0, sums - contrast / 2 * counts, 0.0))
    reach = edges[1 + gain.argmax()]
    return Piece(lesson, contrast, middle, float(reach))


def _radius(pieces: Sequence[Piece], patches: Patches) -> float:
    clear = [piece.radius_mm for piece in pieces if piece.contrast >= CONFIG.clear]
    usual = np.percentile(clear or [piece.radius_mm for piece in pieces], CONFIG.percentile)
    low, high = CONFIG.radii
    radius = float(np.clip(usual, low * patches.radius_mm, high * patches.radius_mm))
    return min(radius, patches.spacing_mm / 2)
