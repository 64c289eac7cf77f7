"""Reading round places, locations and influence spaces: what lies on each, and how surely.

Around each place lies a square of sample points. Each point says how much likelier it is under
a colour than under the bare board; a disc of a piece's size is slid over the square, as pieces
stand off their spot, and the best place under it is the score.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.evidence import WHITE_TELLS, Palette, Scales
from vision.lessons import Lesson, Looks
from vision.light import ALL_CLIPPED, Floats, Marks
from vision.squares import Squares

SIDE: Final = 16
"""Sample points along a side of the squares that are read."""
CORE: Final = 0.7
"""Share of a piece's radius within which it is judged: its rim shows its neighbours too."""
CLIP: Final = 4.0
"""The most that one point may say (log likelihood ratio), as neighbours see the same thing."""
ASIDE: Final = 0.8
"""What it costs a score that a piece appears as far from its spot as it may, not upon it."""
WEIGHT_PER_MM2: Final = 0.04
"""Log likelihood that one step of score is worth between colours, for each mm² of a piece."""
LEAST_WEIGHT: Final = 3.0
"""What a step is worth between the colours of the smallest pieces."""
SURENESS: Final = 28.0
"""Log likelihood between a bare spot and a piece as it was taught."""
THRESHOLD: Final = 0.4
"""Where between the two a spot is as likely bare as not."""
VARIATION: Final = 1.5
"""How much higher than on the empty frame the bare board may score in another frame."""
LEAST_ART: Final = 0.12
"""Standard deviation of a spot's own art, as log of lightness, by which it can be recognised."""
ART_SHOWS: Final = 0.75
"""Correlation with the bare board from which its art is seen, in a gleam, and so no piece is."""
SHADE_ALIKE: Final = 0.15
"""How much higher that must be in a shadow: the dark side of a piece may chance to be like it."""
LOCAL: Final = 0.3
"""How much what a piece should look like on its very place counts, beside the usual place."""
CLIPPED_ALIKE: Final = 0.5
"""How much less a point tells that a gleam clips, as its neighbours are clipped for one reason."""
LEAST_RISE: Final = 1.0
"""The least by which a piece is held to raise the score of a place."""
STEEPNESS: Final = 2.0
"""What a step of score is worth at most, for each step by which a piece raises it just there."""
FOREIGN: Final = 2.0
"""How much better than any colour the unknown must fit for a spot to be left unjudged."""
BLOCK: Final = 4
"""Points along a side of the blocks of which a place's changes are the means."""
CHANGED: Final = 0.08
"""The change of a block (opponent space) above which its place is judged anew."""
STRAYED_MM: Final = 11.0
"""How far a piece may have been nudged off its spot and still not be held to be gone."""
LEAST_APART: Final = 4.0
"""Log likelihood by which the colours of the samples must differ on the average."""

Scores = npt.NDArray[np.float64]


def half_mm(squares: Squares, looks: Looks) -> float:
    """Tell how far around a place its square must reach for pieces of these looks."""
    return float(_strayed_mm(squares, looks).max()) + CORE * looks.radius_mm


def _strayed_mm(squares: Squares, looks: Looks) -> npt.NDArray[np.float64]:
    """Tell how far from each place (N) a piece may lie that strayed from it, and from no other.

    A piece on the next place may stand off that and reaches over it by its own radius.
    """
    places = squares.places
    room = places.spacing_mm - places.reach_mm - (1 + CORE) * looks.radius_mm
    return np.clip(room, places.reach_mm, np.maximum(places.reach_mm, STRAYED_MM))


class Spots:
    """A set of round places on the board, and the pieces known to lie on them by look.

    ``names`` are those of the pieces, ``squares`` the points at which the places are looked at,
    ``core_mm`` the radius within which a piece is judged.
    """

    def __init__(self, squares: Squares, looks: Looks) -> None:
        """Prepare to tell the looks on the squares, whose side is ``SIDE`` points."""
        self.squares = squares
        self.names = looks.names
        self.radius_mm = looks.radius_mm
        self._palette = Palette(np.stack(looks.tables), looks.own)
        self._scales = Scales(self._palette, squares.background)
        area = np.pi * (CORE * looks.radius_mm) ** 2
        self._weight = max(LEAST_WEIGHT, WEIGHT_PER_MM2 * area)
        self.core_mm = CORE * looks.radius_mm
        self._make_disc(self.core_mm)
        far = self.squares.distance_mm[None] <= _strayed_mm(squares, looks)[:, None]
        self._astray = np.where(far & (self._aside > ASIDE), ASIDE, 2 * CLIP).astype(np.float32)
        self._nothing = self._full = self._here = np.zeros((self.count, len(looks.names)))
        self._judged: tuple[Floats, Scores] | None = None

    @property
    def count(self) -> int:
        """How many places there are."""
        return self.squares.count

    def measure(self, lessons: Sequence[Lesson], seen: Sequence[Floats], bare: Floats) -> None:
        """Learn which scores the bare board and the pieces of the lessons reach.

        ``seen`` are the squares' points in each frame of the lessons, ``bare`` in the empty one.
        """
        count = len(self.names)
        empty = self.scores(bare)[:, :count]
        nothing = np.maximum(empty, np.median(empty, axis=0)) + VARIATION
        there: list[list[Scores]] = [[] for _ in self.names]
        for lesson in lessons:
            k = self.names.index(lesson.name)
            there[k].append(self.scores(self.put(lesson, seen[lesson.frame], bare))[:, k])
        here = np.stack([np.mean(each, axis=0) for each in there], axis=1)
        full = (1 - LOCAL) * np.median(here, axis=0) + LOCAL * here
        self._nothing, self._full = nothing, np.maximum(full, nothing + LEAST_RISE)
        self._here = np.maximum(here, nothing + LEAST_RISE)

    def put(self, lesson: Lesson, seen: Floats, bare: Floats, shade: float = 0.0) -> Floats:
        """Put the piece of a lesson on every place of the bare board, in another shade.

        ``seen`` and ``bare`` are all points in its frame and in the empty one, as is returned.
        """
        ratio = self.likeliest(seen) - self.squares.background.log_density(seen)
        covers = self.squares.of(ratio, lesson.place) > 0
        piece = self.squares.of(seen, lesson.place)[covers] + np.array([shade, 0, 0], np.float32)
        put = bare.reshape(self.count, -1, 3).copy()
        put[:, covers] = piece
        return np.asarray(put.reshape(-1, 3))

    def log_likelihood(self, scores: Scores, places: npt.NDArray[np.int64] | None = None) -> Scores:
        """Turn scores of all places or some into log likelihoods: N x (1 + names), empty first.

        How far the best score lies between what the bare board gives there and what a piece of
        that colour gives says whether there is one; the scores' differences say which.
        """
        places = np.arange(self.count) if places is None else places
        named, (unknown, astray, shows, ends, gleaming, visible) = scores[:, :-6], scores[:, -6:].T
        best = named.argmax(axis=1)
        top = named[np.arange(len(scores)), best]
        nothing, full = self._nothing[places, best], self._full[places, best]
        nothing = nothing + ends * np.maximum(0, -WHITE_TELLS - nothing)
        between = (nothing + THRESHOLD * (full - nothing)) * visible
        least = np.minimum(full, self._here[places, best]) - nothing
        presence = (top - between) * np.minimum(SURENESS / (full - nothing), STEEPNESS * least)
        presence *= 1 - CLIPPED_ALIKE * gleaming
        rows = np.column_stack(
            [np.zeros(len(scores)), presence[:, None] + self._weight * (named - top[:, None])]
        )
        foreign = (unknown > 0) & (unknown - top > FOREIGN)
        strayed = (presence < 0) & (astray > between)
        shown = (presence > 0) & (shows > ART_SHOWS)
        rows[foreign | strayed | shown] = 0.0
        return rows

    def alike(self, lessons: Sequence[Lesson], seen: Sequence[Floats]) -> tuple[str, str] | None:
        """Name two colours of the lessons that look alike, if any two do.

        Each must, in its own lessons and on the average, be clearly likelier than the other.
        """
        rows = [self._weight * self.scores(one) for one in seen]
        gaps: dict[tuple[str, str], list[float]] = {}
        for lesson in lessons:
            row = rows[lesson.frame][lesson.place, : len(self.names)]
            own = row[self.names.index(lesson.name)]
            for name, other in zip(self.names, row, strict=True):
                if name != lesson.name:
                    gaps.setdefault((lesson.name, name), []).append(float(own - other))
        return next((pair for pair, gap in gaps.items() if np.mean(gap) < LEAST_APART), None)

    def likeliest(self, seen: Floats, over: Marks | None = None) -> Floats:
        """Log density of each pixel (N x 3) under the colour that fits it best.

        ``over`` (N) marks clipped channels.
        """
        return self._palette.likeliest(seen, over)

    def read(self, seen: Floats, noise: float, over: Marks | None = None) -> Scores:
        """Give log likelihoods of all places from their points, as `log_likelihood` does.

        ``seen`` has the light removed, but not the shade of each place; ``over`` (N) marks clipped
        channels. Places at which nothing changed since they were last judged are not judged again.
        """
        size = (SIDE // BLOCK, self.count * SIDE // BLOCK)
        coarse = cv2.resize(seen.reshape(-1, SIDE, 3), size, interpolation=cv2.INTER_AREA)
        blocks: Floats = np.asarray(coarse, np.float32).reshape(self.count, -1)
        if self._judged is None:
            self._judged = blocks, np.zeros((self.count, 1 + len(self.names)))
            changed = np.arange(self.count)
        else:
            changed = np.flatnonzero(np.abs(blocks - self._judged[0]).max(axis=1) > CHANGED)
        before, rows = self._judged
        if len(changed):
            before[changed] = blocks[changed]
            each = seen.reshape(self.count, -1, 3)[changed]
            part = None if over is None else over.reshape(self.count, -1)[changed].ravel()
            lit = self.squares.unshaded(each.reshape(-1, 3), changed, part)
            scores = self.scores(lit, noise, changed, part)
            rows[changed] = self.log_likelihood(scores, changed)
        return rows.copy()

    def scores(
        self,
        seen: Floats,
        noise: float = 1.0,
        places: npt.NDArray[np.int64] | None = None,
        over: Marks | None = None,
    ) -> Scores:
        """Score all places or some: N x (names + 6).

        After the names come one for an object of no known colour, one for a piece that strayed
        farther from its place than a piece that stands on it, how well the board's art shows, of
        what share of the piece a channel is clipped, of what share beyond what the bare board
        would be, and what share shows anything at all.
        ``seen`` are the pixels at their points (opponent space, light and shade removed),
        ``noise`` how many times noisier the frame is than usual, ``over`` marks their clipped
        channels. A score is the mean log likelihood ratio to the bare board over the disc at its
        best place.
        """
        points = None
        if places is None:
            places = np.arange(self.count)
        else:
            points = (places[:, None] * SIDE * SIDE + np.arange(SIDE * SIDE)).ravel()
        said = self._scales.weigh(seen, noise, points, over)
        piece, strange = self._slid(np.stack([said.piece, said.strange]), places)
        astray = (piece - self._astray[places]).max(axis=1)
        aside = self._aside[places]
        piece -= aside
        where = piece.argmax(axis=1)
        best = piece[np.arange(len(places)), where]
        unknown = (strange - aside).max(axis=1)
        inside = self._placed[where].reshape(len(places), -1)
        each = said.each.reshape(len(self.names), len(places), -1)
        less = np.einsum("kpn,pn->pk", each, inside)
        ends, gleams, visible = (np.full(len(places), each) for each in (0.0, 0.0, 1.0))
        lit = inside
        if over is not None:
            marks = over.reshape(inside.shape)
            ends = np.einsum("pn,pn->p", marks > 0, inside)
            gleams = np.einsum("pn,pn->p", said.gleams.reshape(inside.shape), inside)
            visible = np.einsum("pn,pn->p", said.shown.reshape(inside.shape), inside)
            lit = inside * (marks < ALL_CLIPPED)
        shows = self._shows(seen, lit, places)
        scores = np.column_stack(
            [best[:, None] + less, unknown, astray, shows, ends, gleams, visible]
        )
        return scores.astype(np.float64)

    def _shows(self, seen: Floats, inside: Floats, places: npt.NDArray[np.int64]) -> Floats:
        """Tell how well the bare board's art is seen where pieces would be, in odd light.

        Correlations, lowered where it is darker than the bare board. ``inside`` (places x side²)
        weighs the points that a piece would cover and that show their lightness.
        """
        there = seen[:, 0].reshape(len(places), -1)
        inside = inside / np.maximum(inside.sum(axis=1, keepdims=True), 1e-6)
        bare = self.squares.background.mean[:, 0].reshape(self.count, -1)[places]
        level, usual = (np.einsum("pn,pn->p", inside, one)[:, None] for one in (there, bare))
        brighter = (level > usual).ravel()
        there, bare = there - level, bare - usual
        both, art, varies = (
            np.einsum("pn,pn,pn->p", inside, one, other)
            for one, other in ((there, bare), (bare, bare), (there, there))
        )
        alike = both / np.sqrt(np.maximum(art * varies, 1e-6))
        alike = np.where(brighter, alike, alike - SHADE_ALIKE)
        return np.where(art > LEAST_ART**2, alike, 0.0).astype(np.float32)

    def _slid(self, ratios: Floats, places: npt.NDArray[np.int64]) -> Floats:
        """Slide the disc over what the points say (kinds x N): means, kinds x places x side²."""
        clipped = np.clip(ratios, -CLIP, CLIP).reshape(-1, SIDE)
        slid = cv2.filter2D(clipped, -1, self._disc, borderType=cv2.BORDER_REPLICATE)
        return np.asarray(slid, np.float32).reshape(len(ratios), len(places), -1)

    def _make_disc(self, radius_mm: float) -> None:
        """Draw the disc of a piece as weights, and mark where its middle may be."""
        cell = self.squares.step_mm
        reach = max(1, int(np.ceil(radius_mm / cell)))
        fine = 8
        span = (np.arange((2 * reach + 1) * fine) + 0.5) / fine - (reach + 0.5)
        inside = (span[:, None] ** 2 + span[None] ** 2) <= (radius_mm / cell) ** 2
        disc = inside.reshape(2 * reach + 1, fine, 2 * reach + 1, fine).mean(axis=(1, 3))
        reach_mm = np.maximum(self.squares.places.reach_mm, cell)[:, None]
        far = self.squares.distance_mm[None] / reach_mm
        self._aside = np.where(far <= 1, ASIDE * far**2, 2 * CLIP).astype(np.float32)
        self._disc: Floats = (disc / disc.sum()).astype(np.float32)
        spots = np.eye(SIDE * SIDE, dtype=np.float32).reshape(-1, SIDE, SIDE)
        self._placed = np.array(
            [cv2.filter2D(s, -1, self._disc, borderType=cv2.BORDER_CONSTANT) for s in spots]
        )
