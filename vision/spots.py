"""Reading round places, locations and influence spaces: what lies on each, and how surely.

What a place scores is set between what it scores when bare and what it does with a piece there.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.background import Mask
from vision.crowding import Crowd, Crowding
from vision.evidence import WHITE_TELLS, Palette
from vision.lessons import Lesson, Looks
from vision.light import Floats, Marks
from vision.sampling import Indices
from vision.scores import CORE, Scorer, Scores
from vision.squares import SLACK, Closeup, Look, Squares

WEIGHT_PER_MM2: Final = 0.04
"""Log likelihood that one step of score is worth between colours, for each mm² of a piece."""
LEAST_WEIGHT: Final = 3.0
"""What a step is worth between the colours of the smallest pieces."""
SURENESS: Final = 28.0
"""Log likelihood between a bare spot and a piece as it was taught."""
THRESHOLD: Final = 0.44
"""Where between the two a spot is as likely bare as not."""
VARIATION: Final = 1.5
"""How much higher than on the empty frame the bare board may score in another frame."""
ART_SHOWS: Final = 0.75
"""Correlation with the bare board from which its art is seen, in a gleam, and so no piece is."""
LOCAL: Final = 0.3
"""How much what a piece should look like on its very place counts, beside the usual place."""
CLIPPED_ALIKE: Final = 0.5
"""How much less a point tells that a gleam clips, as its neighbours are clipped for one reason."""
LEAST_RISE: Final = 1.0
"""The least by which a piece is held to raise the score of a place."""
STEEPNESS: Final = 2.0
"""What a step of score is worth at most, for each step by which a piece raises it just there."""
UNEVEN_TELLS: Final = 4.0
"""What it is worth how evenly a place differs from the bare board, where colours hardly tell."""
HARDLY: Final = 4.0
"""The most by which a piece raises the score of a place then, clearly less than twice that."""
HARDLY_BARE: Final = 2.0
"""The most that tells of a bare place then, when it is as uneven as only a piece makes it."""
FOREIGN: Final = 2.0
"""How much better than any colour the unknown must fit for a spot to be left unjudged."""
CHANGED: Final = 0.08
"""The change of a block (opponent space) above which its place is judged anew."""
PALE: Final = 110.0
"""Grey level of a bare place, with `DARK` added, from which noise is small enough for less to be
told, down to half: a white merchant on white changes it no more."""
LIT_ALIKE: Final = 0.21
"""Spread of how light the lightest part of a piece is, as its log, from one place to another."""
LIT_APART: Final = 2.0
"""How many times that a piece may be lighter than its colour was, where much of it gleams."""
GLEAMS: Final = 0.3
"""Share of a piece that gleams from which its rim alone, or its shadow, shows its colour."""
LEADS: Final = 8.0
"""Log likelihood by which what is told of a place in a gleam must lead all else to hold all the
same.

Measured at 14 hard tables: of places told by 4 or more all were told right, of others one in four
was not; a white merchant in too much light was once told as black by 5."""
LEAST_APART: Final = 4.0
"""Log likelihood by which the colours of the samples must differ on the average."""

Rows = npt.NDArray[np.float64]
Check = Callable[[Rows, Closeup], Rows]
"""Has another look at what was made of some places seen closely: their rows, as `Spots.read` has
them."""


def leading(rows: Rows) -> Mask:
    """Mark the rows of log likelihoods (N x choices) that hold in spite of a gleam."""
    second, first = np.sort(rows, axis=1)[:, -2:].T
    return np.asarray(first - second >= LEADS)


class Spots:
    """A set of round places on the board, and the pieces known to lie on them by look.

    ``names`` are those of the pieces, ``squares`` the points at which the places are looked at,
    ``core_mm`` the radius within which a piece is judged. ``changed`` (N) marks the places that
    were judged anew when they were last read.
    """

    def __init__(self, squares: Squares, looks: Looks) -> None:
        """Prepare to tell the looks on the squares, whose side is ``SIDE`` points."""
        self.squares = squares
        self.names = looks.names
        self.radius_mm = looks.radius_mm
        self._palette = Palette(np.stack(looks.tables), looks.own)
        self._scorer = Scorer(squares, looks.radius_mm, self._palette)
        self.core_mm = CORE * looks.radius_mm
        self._weight = max(LEAST_WEIGHT, WEIGHT_PER_MM2 * np.pi * self.core_mm**2)
        self._nothing = self._full = self._here = np.zeros((self.count, len(looks.names)))
        self._lightest = np.full(len(looks.names), -np.inf)
        lightness = squares.background.mean[:, 0].reshape(self.count, -1).mean(axis=1)
        self._changed = CHANGED * np.clip(PALE / np.exp(lightness), 0.5, 1)
        self._crowding = Crowding(squares, looks.radius_mm)
        self._judged: tuple[Floats, Rows, Indices] | None = None
        self.changed: Mask = np.ones(self.count, bool)

    @property
    def count(self) -> int:
        """How many places there are."""
        return self.squares.count

    def measure(self, lessons: Sequence[Lesson], seen: Sequence[Floats], bare: Floats) -> None:
        """Learn which scores the bare board and the pieces of the lessons reach.

        ``seen`` are the squares' points in each frame of the lessons, ``bare`` in the empty one.
        """
        empty = self.scores(bare).named
        nothing = np.maximum(empty, np.median(empty, axis=0)) + VARIATION
        there: list[list[Rows]] = [[] for _ in self.names]
        lightest = np.full(len(self.names), np.inf)
        own = [self.scores(one).lightest for one in seen]
        for lesson in lessons:
            k = self.names.index(lesson.name)
            lightest[k] = min(lightest[k], own[lesson.frame][lesson.place])
            there[k].append(self.scores(self.put(lesson, seen[lesson.frame], bare)).named[:, k])
        self._lightest = lightest
        here = np.stack([np.mean(each, axis=0) for each in there], axis=1)
        full = (1 - LOCAL) * np.median(here, axis=0) + LOCAL * here
        self._nothing, self._full = nothing, np.maximum(full, nothing + LEAST_RISE)
        self._here = np.maximum(here, nothing + LEAST_RISE)

    def learn_evenness(
        self, bare: Floats, aside: Sequence[Floats], guessed: Sequence[int] = ()
    ) -> None:
        """Learn how uneven places are in the empty frame and in it seen a little ``aside``.

        Each is the squares' points, shade removed. It is asked only where colours hardly tell, and
        not of places of which the bare look is but ``guessed``.
        """
        hardly = np.asarray((self._full - self._nothing < 2 * HARDLY).any(axis=1))
        self._scorer.evenness.learn(bare, aside, hardly, guessed)

    def as_even(self, seen: Floats, noise: float, places: npt.NDArray[np.int64]) -> Mask:
        """Mark the places that are as even as the bare board, by all their points ``seen``."""
        return self._scorer.evenness.usual(seen, noise, places)

    def put(self, lesson: Lesson, seen: Floats, bare: Floats, shade: float = 0.0) -> Floats:
        """Put the piece of a lesson on every place of the bare board, in another shade.

        ``seen`` and ``bare`` are all points in its frame and in the empty one, as is returned.
        """
        squares, place = self.squares, np.array([lesson.place])
        here = squares.of(seen, lesson.place)
        bare_here = squares.background.log_density(here, points=squares.points(place))
        covers = self.likeliest(here) > bare_here
        piece = here[covers] + np.array([shade, 0, 0], np.float32)
        put = bare.reshape(self.count, -1, 3).copy()
        put[:, covers] = piece
        return np.asarray(put.reshape(-1, 3))

    def log_likelihood(self, scores: Scores, places: npt.NDArray[np.int64] | None = None) -> Rows:
        """Turn scores of all places or some into log likelihoods: N x (1 + names), empty first.

        How far the best score lies between what the bare board gives there and what a piece of
        that colour gives says whether there is one; the scores' differences say which, and whether
        it is as light somewhere as each was when it was taught: sides may be like another's top.
        """
        places = np.arange(self.count) if places is None else places
        named = scores.named
        best = named.argmax(axis=1)
        top = named[np.arange(len(named)), best]
        nothing, full = self._nothing[places, best], self._full[places, best]
        nothing = nothing + scores.clipped * np.maximum(0, -WHITE_TELLS - nothing)
        between = (nothing + THRESHOLD * (full - nothing)) * scores.visible
        least = np.minimum(full, self._here[places, best]) - nothing
        presence = (top - between) * np.minimum(SURENESS / (full - nothing), STEEPNESS * least)
        hardly = np.clip(2 - (full - nothing) / HARDLY, 0, 1)
        presence += UNEVEN_TELLS * scores.uneven * hardly
        unlike = (scores.uneven >= 1) & (2 * hardly >= 1)
        presence[unlike] = np.maximum(presence[unlike], -HARDLY_BARE)
        presence *= 1 - CLIPPED_ALIKE * scores.gleams
        darker = np.maximum(self._lightest - scores.lightest[:, None], 0)
        shadow = darker / SLACK.dark - np.log(SLACK.shaded)
        colours = self._weight * named - np.minimum((darker / LIT_ALIKE) ** 2 / 2, shadow)
        colours -= colours.max(axis=1)[:, None]
        rows = np.zeros((len(named), 1 + len(self.names)))
        np.add(presence[:, None], colours, out=rows[:, 1:])
        foreign = (scores.unknown > 0) & (scores.unknown - top > FOREIGN)
        strayed = (presence < 0) & (scores.astray > between)
        bare = (presence > 0) & (scores.shows > ART_SHOWS)
        lighter = scores.lightest - self._lightest[colours.argmax(axis=1)] > LIT_APART * LIT_ALIKE
        blown_out = (scores.gleams > GLEAMS) & lighter & ~leading(rows)
        rows[foreign | strayed | bare | blown_out] = 0.0
        return rows

    def alike(self, lessons: Sequence[Lesson], seen: Sequence[Floats]) -> tuple[str, str] | None:
        """Name two colours of the lessons that look alike, if any two do.

        Each must, in its own lessons and on the average, be clearly likelier than the other.
        """
        rows = [self._weight * self.scores(one).named for one in seen]
        gaps: dict[tuple[str, str], list[float]] = {}
        for lesson in lessons:
            row = rows[lesson.frame][lesson.place]
            own = row[self.names.index(lesson.name)]
            for name, other in zip(self.names, row, strict=True):
                if name != lesson.name:
                    gaps.setdefault((lesson.name, name), []).append(float(own - other))
        return next((pair for pair, gap in gaps.items() if np.mean(gap) < LEAST_APART), None)

    def densities(self, seen: Floats) -> Floats:
        """Log density of each pixel (N x 3) under each piece (names x N)."""
        return self._palette.densities(seen)

    def likeliest(self, seen: Floats, over: Marks | None = None) -> Floats:
        """Log density of each pixel (N x 3) under the colour that fits it best.

        ``over`` (N) marks clipped channels.
        """
        return self._palette.likeliest(seen, over)

    def read(
        self, means: Floats, look: Look, noise: float = 1.0, checks: Sequence[Check] = ()
    ) -> Rows:
        """Give log likelihoods of all places, as `log_likelihood` does.

        ``means`` are those of each place's blocks (places x N, light removed, but not the shade of
        each place). Where they changed since a place was last judged, it is judged again by what
        ``look`` gives; ``checks`` have the last word on their rows.
        """
        if self._judged is None:
            none = np.zeros((self.count, 1 + len(self.names)))
            self._judged = means.copy(), none, np.zeros(self.count, np.int64)
            changed = np.arange(self.count)
        else:
            changed = np.flatnonzero(np.abs(means - self._judged[0]).max(axis=1) > self._changed)
        before, rows, middles = self._judged
        self.changed = np.zeros(self.count, bool)
        self.changed[changed] = True
        if len(changed):
            before[changed] = means[changed]
            closeup = look(changed)
            scores = self._scored(closeup, noise)
            rows[changed] = self.log_likelihood(scores, changed)
            middles[changed] = scores.middles
            crowd = self._crowding.found(rows, middles, changed)
            if crowd is not None:
                beside = closeup.only(np.searchsorted(changed, crowd.places))
                scores = self._scored(beside, noise, crowd)
                rows[crowd.places] = self.log_likelihood(scores, crowd.places)
                middles[crowd.places] = scores.middles
            for check in checks:
                rows[changed] = check(rows[changed], closeup)
        return rows.copy()

    def judge(self, closeup: Closeup, noise: float = 1.0) -> Rows:
        """Give log likelihoods of the places of a close look, as `log_likelihood` does."""
        return self.log_likelihood(self._scored(closeup, noise), closeup.places)

    def _scored(self, closeup: Closeup, noise: float, crowd: Crowd | None = None) -> Scores:
        places, over = closeup.places, closeup.over
        lit = self.squares.unshaded(closeup.seen, places, over)
        return self._scorer.score(lit, noise, places, over, crowd)

    def scores(
        self,
        seen: Floats,
        noise: float = 1.0,
        places: npt.NDArray[np.int64] | None = None,
        over: Marks | None = None,
    ) -> Scores:
        """Score all places or some, as ``Scorer.score`` does."""
        return self._scorer.score(seen, noise, places, over)
