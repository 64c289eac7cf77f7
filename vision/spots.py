"""Reading round places, locations and influence spaces: what lies on each, and how surely.

Around each place lies a square of sample points. Each point says how much likelier it is under
a colour than under the bare board; a disc of a piece's size is slid over the square, as pieces
stand off their spot and their tops lean outward, and the best place under it is the score.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import UNKNOWN, Background, EmptyFrame, Slack
from vision.colour import cells, learn
from vision.light import Floats
from vision.masks import without_specks
from vision.plan import MOST_APART, ToPixels, nearest_mm
from vision.sampling import Sampler

SIDE: Final = 32
"""Sample points along a side of the square."""
POOL: Final = 2
"""Points averaged along each axis before the disc is slid."""
REACH: Final = 0.3
"""How far from its spot a piece's middle may appear, as a share of the spots' spacing."""
FARTHEST_MM: Final = 10.0
"""The most that is in mm: 5 off the spot, and half of the 8 by which a tall piece's top leans."""
LARGEST_MM: Final = 10.0
"""The largest radius that is looked for in a piece, unless the printed spots are larger."""
SLACK: Final = Slack(art=0.3, shaded=0.1, dark=0.35, light=0.08)
"""A spot's own shade has been taken off, so little more than a piece's own shadow is left."""
ODD: Final = 5.5
"""How much less likely than just as usual a point is before it is taken for part of a piece."""
CLIP: Final = 4.0
"""The most that one point may say (log likelihood ratio), as neighbours see the same thing."""
ASIDE: Final = 0.8
"""What it costs a score that a piece appears as far from its spot as it may, not upon it."""
WEIGHT_PER_MM2: Final = 0.04
"""Log likelihood that one step of score is worth between colours, for each mm² of a piece."""
LEAST_WEIGHT: Final = 3.0
"""What a step is worth between the colours of the smallest pieces."""
SURENESS: Final = 20.0
"""Log likelihood between a bare spot and a piece as it was taught."""
THRESHOLD: Final = 0.4
"""Where between the two a spot is as likely bare as not."""
VARIATION: Final = 1.5
"""How much higher than on the empty frame the bare board may score in another frame."""
FOREIGN: Final = 2.0
"""How much better than any colour the unknown must fit for a spot to be left unjudged."""
LEAST_APART: Final = 10.0
"""Log likelihood by which the colours of the samples must differ on the average."""
LEAST_SIZE: Final = 0.06
"""Share of a spot that a piece must show to be learnt from."""

SAME_HUE: Final = 2.5
"""Standard deviations of hue within which a point may be bare board in another shade."""
DEEPEST: Final = 1.0
"""The deepest shade looked for, as log of lightness."""
ENOUGH: Final = 0.5
"""Share of a place's points that must show the bare board's hue to judge its shade."""
AGREED: Final = 0.25
"""How far apart, as log of lightness, the middle half of them may lie."""
QUARTERS: Final = (0.25, 0.5, 0.75)

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One piece known to lie on a place: which place, its name (a colour, a kind), its frame."""

    place: int
    name: str
    seen: Floats


class Spots:
    """A set of round places on the board."""

    def __init__(
        self,
        centres_mm: npt.NDArray[np.float64],
        radii_mm: npt.NDArray[np.float64],
        to_px: ToPixels,
        empty: EmptyFrame,
    ) -> None:
        """Lay the sample points out; ``to_px`` maps board mm to pixels of the empty frame."""
        self.count = len(centres_mm)
        spacing_mm = np.minimum(nearest_mm(centres_mm), MOST_APART * radii_mm)
        self._reach_mm = np.minimum(REACH * spacing_mm, FARTHEST_MM)
        self._radius_mm = float(np.median(radii_mm))
        room = float(np.median(spacing_mm)) / 2
        self._largest_mm = min(room, max(self._radius_mm, LARGEST_MM))
        half = float(self._reach_mm.max()) + self._largest_mm
        self._step_mm = 2 * half / (SIDE - 1)
        span = np.linspace(-half, half, SIDE)
        grid = np.stack(np.meshgrid(span, span), axis=-1).reshape(1, -1, 2)
        self.sampler = Sampler(to_px((centres_mm[:, None] + grid).reshape(-1, 2)))
        self.background = Background(empty, self.sampler.points, SLACK)
        self._thin = 4
        self._distance_mm = np.linalg.norm(grid[0], axis=1)
        self.names: tuple[str, ...] = ()
        self._tables: list[Floats] = []
        self._disc = self._make_disc(self._radius_mm)

    def learn(self, lessons: Sequence[Lesson], bare: Floats) -> list[int]:
        """Learn the look of every name in the lessons; ``bare`` is seen on the empty board.

        Returns the indices of lessons on whose place nothing but the bare board was seen; when
        there are any, nothing was learnt.
        """
        pieces = [self._piece(lesson) for lesson in lessons]
        sizes = np.array([piece.sum() for piece in pieces])
        least = LEAST_SIZE * np.pi * (self._radius_mm / self._step_mm) ** 2
        if (sizes < least).any():
            return np.flatnonzero(sizes < least).tolist()
        usual = float(np.median(sizes[sizes >= np.median(sizes)]))
        radius = min(float(np.sqrt(usual / np.pi)) * self._step_mm, self._largest_mm)
        self._disc = self._make_disc(radius)
        pixels: dict[str, list[Floats]] = {}
        for lesson, piece, size in zip(lessons, pieces, sizes, strict=True):
            whole = piece if size >= usual / 2 else self._disc_on(lesson, radius)
            square = lesson.seen.reshape(self.count, SIDE * SIDE, 3)[lesson.place]
            pixels.setdefault(lesson.name, []).append(square[whole])
        self.names = tuple(pixels)
        self._tables = [learn(np.concatenate(parts)) for parts in pixels.values()]
        nothing = self.scores(bare)[:, :-1].max(axis=0) + VARIATION
        there: list[list[float]] = [[] for _ in self.names]
        for lesson in lessons:
            k = self.names.index(lesson.name)
            there[k].append(float(self.scores(lesson.seen)[lesson.place, k]))
        full = np.array([np.mean(each) for each in there])
        self._levels = np.column_stack([nothing, np.maximum(full, nothing + 1)])
        return []

    def log_likelihood(self, scores: Scores) -> Scores:
        """Turn scores into log likelihoods: N x (1 + names), the first column for empty.

        How far the best score lies between what the bare board gives and what a piece of that
        colour gives says whether there is one; the scores' differences say which.
        """
        named, unknown = scores[:, :-1], scores[:, -1]
        best = named.argmax(axis=1)
        top = named[np.arange(self.count), best]
        nothing, full = self._levels[best].T
        presence = SURENESS * ((top - nothing) / (full - nothing) - THRESHOLD)
        rows = np.column_stack(
            [np.zeros(self.count), presence[:, None] + self._weight * (named - top[:, None])]
        )
        foreign = (unknown > 0) & (unknown - top > FOREIGN)
        rows[foreign] = 0.0
        return rows

    def alike(self, lessons: Sequence[Lesson]) -> tuple[str, str] | None:
        """Name two colours of the lessons that look alike, if any two do.

        Each must, in its own lessons and on the average, be clearly likelier than the other.
        """
        gaps: dict[tuple[str, str], list[float]] = {}
        for lesson in lessons:
            row = self.log_likelihood(self.scores(lesson.seen))[lesson.place, 1:]
            own = row[self.names.index(lesson.name)]
            for name, other in zip(self.names, row, strict=True):
                if name != lesson.name:
                    gaps.setdefault((lesson.name, name), []).append(float(own - other))
        return next((pair for pair, gap in gaps.items() if np.mean(gap) < LEAST_APART), None)

    def likeliest(self, seen: Floats) -> Floats:
        """Log density of each pixel (N x 3) under the colour that fits it best."""
        at = cells(seen)
        return np.asarray(np.maximum.reduce([np.take(table, at) for table in self._tables]))

    def unshaded(self, seen: Floats) -> Floats:
        """Take the shadow or gleam off each place (N x 3 points, light removed).

        It is judged from the points that have the bare board's hue, where there are enough of
        them and they agree.
        """
        off = (seen - self.background.mean)[:: self._thin]
        hue = (np.abs(off[:, 1:]) < SAME_HUE * self.background.spread[:: self._thin, 1:]).all(1)
        bare = hue & (np.abs(off[:, 0]) < DEEPEST)
        each = np.where(bare, off[:, 0], 2 * DEEPEST).reshape(self.count, -1)
        each.sort(axis=1)
        found = bare.reshape(self.count, -1).sum(axis=1)
        places = np.arange(self.count)
        low, middle, high = (each[places, (found * share).astype(int)] for share in QUARTERS)
        agreed = (found >= ENOUGH * each.shape[1]) & (high - low < AGREED)
        shade = np.where(agreed, middle, 0.0).astype(np.float32)
        lit = seen.copy()
        lit[:, 0] -= np.repeat(shade, SIDE * SIDE)
        return lit

    def scores(self, seen: Floats, noise: float = 1.0) -> Scores:
        """Score every place: N x (names + 1), the last for an object of no known colour.

        ``seen`` are all sample points' pixels (opponent space, light removed), ``noise`` how many
        times noisier the frame is than usual. A score is the mean log likelihood ratio to the
        bare board over the disc at its best place.
        """
        bare = self.background.log_density(seen, noise)
        at = cells(seen)
        named = [np.take(table, at) for table in self._tables]
        piece = np.maximum.reduce(named)
        where, best = self._slide(piece - bare)
        _, unknown = self._slide(UNKNOWN - bare)
        inside = self._placed[where].reshape(self.count, -1)
        each = [(self._pool(one - piece).reshape(self.count, -1) * inside).sum(1) for one in named]
        return np.column_stack([*(best + one for one in each), unknown]).astype(np.float64)

    def _pool(self, points: Floats) -> Floats:
        size = (SIDE // POOL, self.count * SIDE // POOL)
        square = points.reshape(self.count * SIDE, SIDE)
        return np.asarray(cv2.resize(square, size, interpolation=cv2.INTER_AREA), np.float32)

    def _slide(self, ratio: Floats) -> tuple[npt.NDArray[np.int64], Scores]:
        """Slide the disc: for each place the best position and the mean there."""
        pooled = self._pool(np.clip(ratio, -CLIP, CLIP))
        slid = cv2.filter2D(pooled, -1, self._disc, borderType=cv2.BORDER_REPLICATE)
        squares = slid.reshape(self.count, -1) - self._aside
        where = squares.argmax(axis=1)
        return where, squares[np.arange(self.count), where].astype(np.float64)

    def _make_disc(self, radius_mm: float) -> Floats:
        """Draw the disc of a piece as weights, and mark where its middle may be."""
        self._weight = max(LEAST_WEIGHT, WEIGHT_PER_MM2 * np.pi * radius_mm**2)
        cell = self._step_mm * POOL
        reach = max(1, int(np.ceil(radius_mm / cell)))
        fine = 8
        span = (np.arange((2 * reach + 1) * fine) + 0.5) / fine - (reach + 0.5)
        inside = (span[:, None] ** 2 + span[None] ** 2) <= (radius_mm / cell) ** 2
        disc = inside.reshape(2 * reach + 1, fine, 2 * reach + 1, fine).mean(axis=(1, 3))
        side = SIDE // POOL
        middle = (np.arange(side) - (side - 1) / 2) * cell
        from_spot = np.hypot(*np.meshgrid(middle, middle)).ravel()
        reach_mm = np.maximum(self._reach_mm, cell)[:, None]
        far = from_spot[None] / reach_mm
        self._aside = np.where(far <= 1, ASIDE * far**2, 2 * CLIP).astype(np.float32)
        weights: Floats = (disc / disc.sum()).astype(np.float32)
        spots = np.eye(side * side, dtype=np.float32).reshape(-1, side, side)
        self._placed = np.array(
            [cv2.filter2D(s, -1, weights, borderType=cv2.BORDER_CONSTANT) for s in spots]
        )
        return weights

    def _piece(self, lesson: Lesson) -> npt.NDArray[np.bool_]:
        """Outline what lies on a place: the largest patch there that is not bare board."""
        square = self._square(lesson)
        bare = self.background.log_density(lesson.seen)[square]
        usual = self.background.peak[square]
        odd = (bare < np.maximum(usual - ODD, UNKNOWN)) & self._near(lesson)
        odd = without_specks(odd.reshape(SIDE, SIDE).astype(np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(odd)
        if count < 2:  # noqa: PLR2004 - label 0 is the bare board
            return np.zeros(SIDE * SIDE, bool)
        largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        return np.asarray(labels.ravel() == largest)

    def _disc_on(self, lesson: Lesson, radius_mm: float) -> npt.NDArray[np.bool_]:
        """Take for a piece a disc of the usual size, where the place looks least like bare board.

        So is a piece found whole of which only parts differ from the board, as of a white one.
        Points that are merely darker say nothing here: they may be the piece's own shadow.
        """
        square = self._square(lesson)
        off = (lesson.seen - self.background.mean)[square] / self.background.spread[square]
        off[:, 0] = np.maximum(off[:, 0], 0)
        odd = np.minimum((off * off).sum(axis=1) / 2, ODD) * self._near(lesson)
        reach = max(1, round(radius_mm / self._step_mm))
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
        whole = cv2.filter2D(odd.reshape(SIDE, SIDE), -1, disc.astype(np.float32))
        inner = np.where(self._distance_mm <= self._reach_mm[lesson.place], whole.ravel(), -1)
        row, column = divmod(int(inner.argmax()), SIDE)
        rows, columns = np.mgrid[:SIDE, :SIDE]
        return np.asarray(np.hypot(rows - row, columns - column).ravel() <= reach)

    def _square(self, lesson: Lesson) -> slice:
        """Find the points around the place of a lesson."""
        return slice(lesson.place * SIDE * SIDE, (lesson.place + 1) * SIDE * SIDE)

    def _near(self, lesson: Lesson) -> npt.NDArray[np.bool_]:
        """Mark the points around a place that a piece standing there may cover."""
        reach_mm = self._reach_mm[lesson.place] + self._largest_mm
        return np.asarray(self._distance_mm <= reach_mm)
