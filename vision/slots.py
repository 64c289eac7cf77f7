"""Reading one slot group: from patches to log likelihoods of what lies on each place.

The classifier's weights are data (``classifier.npz``), made by ``python -m tools.train`` from many
tables. Each member of the ensemble is a network with one hidden layer. Where several members
disagree about a place, its odds are even.
"""

from collections import deque
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from vision.config import ClassifierConfig, EvidenceConfig, LearningConfig
from vision.features import DENSITY, NAMES, Features
from vision.flat_board import FlatBoard
from vision.learning import Learnt, Piece, View
from vision.looks import Appearance, Correction, Paints, Quality, planes
from vision.reading import Floats, Indices, Mask, Reals
from vision.sight import Sight

CLASSIFIER: Final = ClassifierConfig()
LEARNING: Final = LearningConfig()
WEIGHTS: Final = Path(__file__).parent / "classifier.npz"
SPAN: Final = NAMES.index("span")


class Classifier:
    """An ensemble that gives the odds of a piece, and the worth of a difference in colour.

    How much certainty a nat between the colour densities of two classes gives depends on the
    picture and the place: on noise, on how well any class explains what is seen, on how much a
    piece shows.
    """

    def __init__(self, arrays: dict[str, Reals]) -> None:
        """Take the ensemble's arrays.

        ``mean`` and ``scale`` (features) standardise; ``hidden`` (members x features x units),
        ``hidden_bias``, ``output`` (members x units), ``output_bias`` are the layers; ``worth``
        (features x 4) and ``worth_bias`` (4) give the logarithms of the weights of a colour's four
        measures.
        """
        self.arrays = arrays

    def odds(self, values: Floats) -> Reals:
        """Give the log odds of a piece (places) from features (places x features)."""
        known = self.arrays
        hidden = self.scaled(values) @ known["hidden"] + known["hidden_bias"][:, None]
        out = (np.maximum(hidden, 0) @ known["output"][..., None])[..., 0]
        out += known["output_bias"][:, None]
        out.sort(axis=0)
        spared = min(CLASSIFIER.dissenters, (len(out) - 1) // 2)
        reached = np.maximum(out[spared], 0) + np.minimum(out[-1 - spared], 0)
        return np.asarray(np.clip(reached, -CLASSIFIER.most, CLASSIFIER.most))

    def scaled(self, values: Floats) -> Reals:
        """Standardise features (places x features)."""
        known = self.arrays
        scaled = (values - known["mean"]) / known["scale"]
        return np.asarray(np.clip(scaled, -CLASSIFIER.farthest, CLASSIFIER.farthest))

    def worth(self, values: Floats) -> Reals:
        """Give the weights of a colour's four measures (places x 4) from features."""
        worth = self.scaled(values) @ self.arrays["worth"] + self.arrays["worth_bias"]
        return np.asarray(np.exp(np.clip(worth, *CLASSIFIER.worth)))

    def of_colour(self, values: Floats, colour: Floats) -> Reals:
        """Give the log likelihoods of classes (places x classes), given that a piece is there."""
        said = (colour @ self.worth(values)[..., None])[..., 0]
        return np.asarray(said - np.logaddexp.reduce(said, axis=1, keepdims=True))

    def log_likelihood(self, features: Features, shows: tuple[Reals, Reals] | None = None) -> Reals:
        """Give log likelihoods of nothing and of each class (places x 1 + classes).

        ``shows`` limits them: the log odds of a piece that even the least visible class reaches at
        each place (places), and the most that each class reaches (places x classes). Beyond these
        neither nothing nor a piece is believed, unless its colour alone says more.
        """
        odds = self.odds(features.values)
        if shows is not None:
            colour = np.clip(CLASSIFIER.per_span * features.values[:, SPAN], 0, CLASSIFIER.most)
            least, most = shows
            own = most[np.arange(len(most)), features.colour[..., DENSITY].argmax(axis=1)]
            odds = np.clip(odds, -np.maximum(least, colour), np.maximum(own, colour))
        colour = self.of_colour(features.values, features.colour)
        empty, piece = -np.logaddexp(0, odds), -np.logaddexp(0, -odds)
        return np.column_stack([empty, piece[:, None] + np.maximum(colour, -CLASSIFIER.most)])


@cache
def trained() -> Classifier:
    """Load the ensemble that comes with the program."""
    with np.load(WEIGHTS) as arrays:
        return Classifier({name: arrays[name].astype(np.float64) for name in arrays.files})


CONFIG: Final = EvidenceConfig()


class SlotReader:
    """Reads the places of one group that was learnt.

    ``names`` are the classes. ``leads`` (classes x places x 1 + classes) is by how many nats a
    piece of each class, laid on each place, leads over every other reading. Rows of likelihoods
    begin with that of nothing, then have those of the classes.
    """

    def __init__(self, learnt: Learnt, flat_board: FlatBoard) -> None:
        """Take what was learnt, and the lattice on which changes are detected."""
        self.learnt = learnt
        self.names = learnt.names
        self._cells = _cells(learnt, flat_board)
        count = learnt.measure.patches.count
        self._before = np.full((*self._cells.shape, 3), np.inf, np.float32)
        self._quality = Quality.even(CONFIG.least_noise, CONFIG.least_chroma_noise)
        self._rows = np.zeros((count, 1 + len(self.names)))
        self._observed = np.zeros(count, bool)
        self._waiting = np.ones(count, bool)
        self._spread = np.random.default_rng(0).permutation(count)
        endless = np.full((count, len(self.names)), np.inf)
        self._shows: tuple[Reals, Reals] = endless[:, 0], endless
        self.leads, *shown = self._laid()
        least, most = (np.clip(CLASSIFIER.as_shown * one, 0.0, CLASSIFIER.most) for one in shown)
        self._shows = least.min(axis=0), most.T

    def measure(self, view: View, places: Indices | None = None) -> Features:
        """Measure the features of places, all by default, and the frame's quality if all."""
        measure = self.learnt.measure
        if places is None:
            self._quality = measure.bare.quality(view.seen)
        return measure.features(view.seen, view.clipped, self._quality, places)

    def weigh(self, view: View) -> Reals:
        """Give log likelihoods of a view's places (places x 1 + classes)."""
        return trained().log_likelihood(self.measure(view), self._shows)

    def read(self, sight: Sight, hidden: Mask | None = None) -> tuple[Reals, Mask]:
        """Give log likelihoods (places x 1 + classes), and a mask of the places observed (places).

        A place that is ``hidden``, or where nothing changed, keeps its last reading; one in doubt
        is read again. Under a hand the quality of the frame before it is used. A place is not
        observed if most points of its middle are out of view or saturated in a way that tells
        nothing, unless those that are left tell that it is bare.
        """
        measure = self.learnt.measure
        self._waiting |= np.take(sight.flat.changed, self._cells).any(axis=1)
        looked = np.flatnonzero(self._waiting if hidden is None else self._waiting & ~hidden)
        self._waiting[looked] = False
        changed = looked[:0]
        if len(looked):
            seen = sight.flat_board.lit_at(sight.flat, sight.light, self._cells[looked])
            off = planes(np.abs(seen - self._before[looked])).max(axis=2)
            second, first = np.sort(self._rows[looked], axis=1)[:, -2:].T
            changes = ~(off <= self._unchanged(looked)).all(axis=1) | (
                first - second < CONFIG.settled
            )
            changed, seen = looked[changes], seen[changes]
        if len(changed):
            many = len(changed) > CONFIG.many * len(self._rows)
            covered = hidden is not None and hidden.any()
            if many:
                self._quality = measure.bare.quality(sight.view(measure.patches).seen)
            elif sight.flat.changed.all() and not covered:
                self._judge(sight)
            self._quality = replace(self._quality, warmth=sight.light.warmth)
            view = sight.view(measure.patches, changed)
            measured = self.measure(view, changed)
            shows = self._shows[0][changed], self._shows[1][changed]
            self._rows[changed] = trained().log_likelihood(measured, shows)
            blind = measure.uninformative(view.seen, view.washed_out, changed)
            usable = (view.inside & ~blind) @ measure.discs.middle > CONFIG.least_observed
            bare = view.inside.all(axis=1) & (measured.unsaturated < -CONFIG.least_bare)
            self._observed[changed] = usable | bare
            self._before[changed] = seen
        return self._rows.copy(), self._observed.copy()

    def _judge(self, sight: Sight) -> None:
        """Measure the quality of a wholly new frame by some of its bare places."""
        bare = self._rows.argmax(axis=1) == 0
        places = self._spread[bare[self._spread]][: CONFIG.quality_places]
        if len(places):
            measure = self.learnt.measure
            seen = sight.view(measure.patches, places).seen
            self._quality = measure.bare.quality(seen, places)

    def _unchanged(self, places: Indices) -> Floats:
        """Give how much the means of a place's cells may differ (places x 3) if nothing changed."""
        noise = (self._quality.noise, self._quality.chroma_noise, self._quality.chroma_noise)
        grain = self.learnt.measure.bare.grain[places, None]
        return np.asarray(np.maximum(CONFIG.unchanged, grain * noise), np.float32)

    def unknown(self) -> list[int]:
        """Give the places whose bare look is mostly unknown."""
        measure = self.learnt.measure
        return np.flatnonzero(measure.bare.unknown @ measure.discs.middle > CONFIG.hidden).tolist()

    def correct(self, sight: Sight, place: int, name: str | None) -> Correction:
        """Remember that a place, as it looks now, has a piece of class ``name`` or is empty."""
        measure = self.learnt.measure
        patches, seen = measure.patches, sight.view(measure.patches, np.array([place])).seen[0]
        kind, appearance, paints = None, None, None
        if name is not None:
            kind = self.names.index(name)
            appearance = Appearance([seen[patches.away_mm <= self.learnt.radius_mm]], lamps=True)
            clear, where = np.zeros(seen.shape, bool)[None], np.array([place])
            mean = measure.features(seen[None], clear, self._quality, where).mean
            paints = Paints([mean])
        correction = Correction(place, kind, seen, appearance, paints)
        kept = measure.corrections.setdefault(place, deque(maxlen=CONFIG.most_corrections))
        kept.append(correction)
        self._before[place], self._waiting[place] = np.inf, True
        return correction

    def take_back(self, correction: Correction) -> None:
        kept = self.learnt.measure.corrections[correction.place]
        if correction in kept:
            kept.remove(correction)
        self._before[correction.place], self._waiting[correction.place] = np.inf, True

    @property
    def shown(self) -> list[Piece]:
        """List, of each class, the piece with the most contrast and the one with the least."""
        best = sorted(self.learnt.pieces, key=lambda piece: -piece.contrast)
        each = ([one for one in best if one.lesson.name == name] for name in self.names)
        return [one for pieces in each for one in pieces[:1] + pieces[1:][-1:]]

    def _laid(self) -> tuple[Reals, Reals, Reals]:
        """Lay pieces of each class on every place, in some shades, and read them.

        Gives by how many nats the class leads (classes x places x 1 + classes) and the log odds of
        any piece (classes x places), both for the less visible piece of each class, then these odds
        for the more visible one.
        """
        learnt, measure = self.learnt, self.learnt.measure
        clear = np.zeros(measure.bare.looks[0].shape, bool)
        whole = np.ones(clear.shape[:2], bool)
        leads: list[list[Reals]] = [[] for _ in self.names]
        odds: list[list[Reals]] = [[] for _ in self.names]
        for piece in self.shown:
            k = self.names.index(piece.lesson.name)
            rows = [
                self.weigh(View(learnt.laid(piece, shade), clear, whole))
                for shade in LEARNING.shades
            ]
            leads[k].append(np.mean([row[:, 1 + k, None] - row for row in rows], axis=0))
            any_piece = [np.logaddexp.reduce(row[:, 1:], axis=1) - row[:, 0] for row in rows]
            odds[k].append(np.mean(any_piece, axis=0))
        ahead, least = (
            np.array([np.min(each, axis=0) for each in pieces]) for pieces in (leads, odds)
        )
        return ahead, least, np.array([np.max(each, axis=0) for each in odds])


def _cells(learnt: Learnt, flat_board: FlatBoard) -> Indices:
    """Give the numbers of the cells that a piece on each place may cover (places x cells).

    Places with fewer cells than others have some of them twice.
    """
    patches, reach = learnt.measure.patches, learnt.radius_mm + learnt.measure.reach_mm
    each = [np.flatnonzero(flat_board.disc(at, reach)) for at in patches.centres_mm]
    most = max(len(cells) for cells in each)
    return np.array([np.resize(cells, most) for cells in each])
