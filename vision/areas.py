"""Reading areas: pieces are found one by one, and the likelihoods of other contents given.

Each class has a map of evidence: how much likelier a cell shows it than bare ground. A piece's
evidence is what its outline covers, minus evidence of its colour around it. The piece with most of
it is taken, the cells that it covers count as explained, and so on. What is foreign then is a piece
of any class, in light that teaching did not show. Then each piece is compared with its absence and
with the other classes, and the best piece that was not taken with its presence. Pieces beside the
area are found too: they lean into it, and their shadows fall there.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from math import exp, log
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.area_colours import LOG_LAMP, LOG_NO_LAMP, Evidence
from vision.area_map import Plot
from vision.area_shapes import (
    ALL,
    Lamp,
    Lean,
    Outline,
    Part,
    around,
    correlated,
    inside,
    laid,
    shapes_at,
)
from vision.config import AreaConfig
from vision.looks import log_sum
from vision.reading import Floats, Indices, Reals

CONFIG: Final = AreaConfig()
Lying = tuple[str, ...]
NONE: Final = -1e6
"""The evidence given to cells where no piece may stand."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece that may stand in an area.

    ``kind`` is the number of its class, ``foot`` its cell in the window (row, column), ``gains``
    the evidence of each class there, in nats above what chance may show.
    """

    kind: int
    foot: tuple[int, int]
    gains: Reals


@dataclass(frozen=True, slots=True)
class Explained:
    """The cells of a window (rows x columns) that pieces explain.

    ``free`` are those that no piece covers, ``halo`` those where a piece's colour may be smeared,
    ``cast`` (1 + lamps x rows x columns) those where its shadow may fall.
    """

    free: Floats
    halo: Floats
    cast: Floats

    @classmethod
    def nothing(cls, cast: Floats) -> "Explained":
        """Give a window of which nothing is explained; ``cast`` has the shape of shadow maps."""
        shape = cast.shape[1:]
        return cls(np.ones(shape, np.float32), np.zeros(shape, np.float32), np.zeros_like(cast))


class Beside(NamedTuple):
    """How other pieces change the evidence of a part of a window (rows x columns each).

    ``halo`` is how much only unmixed colour counts, ``shaded`` what is subtracted of the evidence,
    ``free`` how much of the rest counts.
    """

    part: Part
    halo: Floats
    shaded: Floats
    free: Floats


class Search:
    """The search for pieces of some classes in one area of one frame."""

    def __init__(
        self,
        area: Plot,
        outlines: tuple[Outline, ...],
        lean: Lean,
        evidence: Evidence,
        lamps: tuple[Lamp, ...] = (),
    ) -> None:
        self._step, self._inside = area.step_mm, area.inside
        self._log_in = _log_logistic(area.away_mm / CONFIG.border_mm)
        self._evidence = evidence
        self._outlines = outlines
        at_mm: tuple[float, float] = tuple(area.middle_mm.tolist())
        self._shapes = shapes_at(outlines, lean, lamps, at_mm, self._step)
        self._explained = Explained.nothing(evidence.cast)
        self._told = {one: np.zeros(self._inside.shape, np.float32) for one in outlines}
        self._shining = np.full(len(lamps), LOG_LAMP - LOG_NO_LAMP)  # log odds, lamp by lamp
        self._classes = {
            one: np.flatnonzero([each == one for each in outlines]) for one in outlines
        }
        self._gains = np.empty_like(evidence.mixed)
        for of_one in self._classes.values():
            self._gains[of_one] = self._shapes.gains(int(of_one[0]), evidence.mixed[of_one])
        shape = self._gains.shape[1:]
        self._shown = {one: np.ones(shape, np.float32) for one in outlines}

    def run(self, most: int = CONFIG.most_pieces) -> list[Piece]:
        """Find the pieces, at most so many, and weigh for each which class it is."""
        taken = self.taken(most)
        unexplained = self._unexplained(most - len(taken))
        pieces = [*taken, *(piece for piece, _ in unexplained)]
        others = [self._explained_by_others(piece, pieces) for piece in pieces]
        shadows = [
            self._shadows(piece.kind, known, around(piece.foot, 0, self._inside.shape))[:, 0, 0]
            for piece, known in zip(pieces, others, strict=True)
        ]
        self._shining += sum(shadows)
        self._told = {
            one: _told(self._shadows(int(of_one[0]), self._explained), self._shining)
            for one, of_one in self._classes.items()
        }
        weighed = [
            self._weighed(piece, known, self._shining - own)
            for piece, known, own in zip(pieces, others, shadows, strict=True)
        ]
        of_any_class = zip(weighed[len(taken) :], unexplained, strict=True)
        return [
            *weighed[: len(taken)],
            *(_of_any_class(piece, gain) for piece, (_, gain) in of_any_class),
        ]

    def taken(self, most: int) -> list[Piece]:
        """Find the pieces of the classes' own colours, at most so many, the plainest first.

        Their gains are those that they had beside the ones before.
        """
        pieces: list[Piece] = []
        while len(pieces) < most:
            k, row, column = np.unravel_index(int(self._gains.argmax()), self._gains.shape)
            if self._gains[k, row, column] <= CONFIG.presence:
                break
            foot = self._placed(int(k), (int(row), int(column)))
            gains = self._gains[:, *foot].astype(np.float64) - CONFIG.presence
            pieces.append(Piece(int(k), foot, gains))
            self._take(pieces[-1])
        return pieces

    def _placed(self, k: int, foot: tuple[int, int]) -> tuple[int, int]:
        """Give where a piece stands that was found at a cell, as its shadows tell too.

        A black piece may be found where its shadow lies, as dark as itself: it is looked for as far
        as that cell and its foot may be apart, its own width.
        """
        reach = int(2 * self._outlines[k].radius_mm / self._step)
        part = around(foot, reach, self._inside.shape)
        shadows = _told(self._shadows(k, self._explained, part), self._shining)
        both = self._gains[k][part] + shadows
        row, column = np.unravel_index(int(both.argmax()), both.shape)
        return part[0].start + int(row), part[1].start + int(column)

    def _unexplained(self, most: int) -> list[tuple[Piece, float]]:
        """Find things that neither bare ground explains nor the pieces that were taken.

        They are looked for with the outline of the smallest class. Each is given with its evidence.
        """
        standing = [k for k, one in enumerate(self._outlines) if one.height_mm > 0]
        if not standing:
            return []
        k = min(standing, key=lambda k: self._outlines[k].radius_mm)
        held = ~self._inside | (self._gains[k] == NONE)
        found: list[tuple[Piece, float]] = []
        while len(found) < most:
            beside = self._explained
            stained = np.maximum(beside.halo, beside.cast.max(axis=0))
            free = np.minimum(beside.free, 1 - stained)
            foreign = self._evidence.foreign
            (gains,) = self._shapes.gains(k, np.minimum(foreign, foreign * free)[None])
            gains[held] = NONE
            row, column = np.unravel_index(int(gains.argmax()), gains.shape)
            gain = float(gains[row, column]) - CONFIG.presence
            if gain <= 0:
                break
            found.append((Piece(k, (int(row), int(column)), np.zeros(len(self._gains))), gain))
            self._explain(found[-1][0], self._explained)
        return found

    def left(self, trust: float) -> Reals:
        """Give the log odds that one more piece of each class stands in the area and shows.

        Where pieces that were taken would hide it nothing speaks against it, nor for it: how likely
        that is, ``unseen`` tells.
        """
        gains = np.stack(
            [
                np.where(self._shown[one] < CONFIG.shown, NONE, each) + self._told[one]
                for one, each in zip(self._outlines, self._gains, strict=True)
            ]
        )
        odds = trust * (gains - CONFIG.presence) + self._log_in
        return np.asarray(odds.max(axis=(1, 2)), np.float64)

    def unseen(self, nats: Sequence[Floats], trust: float) -> Reals:
        """Give the share of the area where a piece of each class might be overlooked.

        It would show no more evidence there than the most that is seen now, or the pieces that were
        taken would hide it. ``nats`` (classes of rows x columns) is the evidence that each cell
        would have for such a piece, in nats a look, at a lower resolution than the window's.
        """
        size = nats[0].shape[::-1]
        inside = cv2.resize(self._inside.view(np.uint8), size, interpolation=cv2.INTER_NEAREST)
        shares = []
        for k, expected in enumerate(nats):
            across = self._outlines[k].radius_mm / self._step * len(expected) / len(self._inside)
            looks = float(self._shapes.cores[k].sum()) * self._step**2 / CONFIG.look_mm2
            would_be = looks * cv2.GaussianBlur(expected, (0, 0), across / 2)[inside > 0]
            ahead = trust * (would_be - float(self._gains[k][self._inside].max()))
            one = self._outlines[k]
            hidden = (self._shown[one] < CONFIG.shown) & (self._gains[k] > NONE)
            told = trust * np.minimum(self._told[one], 0)
            # What casts no shadow where a lamp shines does not stand there, seen or not.
            missing = cv2.resize(told, size, interpolation=cv2.INTER_AREA)[inside > 0]
            share = np.exp(missing - np.logaddexp(0, ahead)).mean()
            share += (np.exp(told) * hidden)[self._inside].mean()
            shares.append(min(float(share), 1.0))
        return np.array(shares)

    def _take(self, piece: Piece) -> None:
        """Let a piece explain the cells that it covers, and let no other stand there."""
        shape, most = self._inside.shape, self._shapes.reach
        self._explain(piece, self._explained)
        about = (self._shapes.halos[piece.kind], *self._shapes.casts[piece.kind])
        reach = most + max(map(len, about)) // 2
        target = around(piece.foot, reach, shape)
        source = around(piece.foot, reach + most, shape)
        within = inside(target, source)
        beside = self._beside(self._explained, source)
        for one, shown in self._shown.items():
            core = self._shapes.cores[self._outlines.index(one)]
            shown[target] = correlated(beside.free[None], core, within)[0] / core.sum()
        for one, of_one in self._classes.items():
            found = self._gained(self._evidence.mixed, of_one, beside, within)
            feet = self._outlines[piece.kind].foot_mm + one.foot_mm
            near = around(piece.foot, int(CONFIG.apart * feet / self._step) + 1, shape)
            rows, columns = np.ogrid[near]
            away = np.hypot(rows - piece.foot[0], columns - piece.foot[1]) * self._step
            for k, gains in zip(of_one, found, strict=True):
                before = self._gains[k][target]
                before[before != NONE] = gains[before != NONE]
                self._gains[k][near][away < CONFIG.apart * feet] = NONE

    def _explained_by_others(self, piece: Piece, pieces: Sequence[Piece]) -> Explained:
        """Give what the other pieces explain near one of them."""
        reach = int(CONFIG.aside_mm / self._step) + 2 * self._shapes.extent
        explained = Explained.nothing(self._evidence.cast)
        for other in pieces:
            rows, columns = (abs(a - b) for a, b in zip(other.foot, piece.foot, strict=True))
            if max(rows, columns) <= reach and other is not piece:
                self._explain(other, explained)
        return explained

    def _weighed(self, piece: Piece, others: Explained, shining: Reals) -> Piece:
        """Weigh which class a piece is, with the other pieces explaining their cells.

        ``shining`` are the log odds, lamp by lamp, that it shines, as these pieces show.
        """
        reach, shape = int(CONFIG.aside_mm / self._step), self._inside.shape
        about = around(piece.foot, reach, shape)
        part = around(piece.foot, reach + self._shapes.reach, shape)
        near, beside = inside(about, part), self._beside(others, part)
        any_colour = self._evidence.untaught[part] * beside.free
        gains, shades = np.zeros(len(self._gains)), np.zeros(len(self._gains))
        for of_one in self._classes.values():
            untaught = self._shapes.gains(int(of_one[0]), any_colour[None], near).max()
            strange = CONFIG.untaught + float(untaught)
            found = self._gained(self._evidence.mixed, of_one, beside, near)
            found -= self._mixed_within(of_one, beside, near)
            shadows = _told(self._shadows(int(of_one[0]), others, about), shining)
            for k, each in zip(of_one.tolist(), found, strict=True):
                at = np.unravel_index(int((each + shadows).argmax()), each.shape)
                gains[k] = np.logaddexp(each[at], strange) - CONFIG.presence
                shades[k] = shadows[at]
        gains += shades
        # Classes of one outline differ by colour alone.
        best = int(gains.argmax())
        same = np.array([one == self._outlines[best] for one in self._outlines])
        gains[same] = gains[best] + CONFIG.tint * (gains[same] - gains[best])
        heights = np.array([one.height_mm for one in self._outlines])
        smaller = self._evidence.alike & (heights[None] < heights[:, None])
        both = self._evidence.mixed, self._evidence.clear
        for tall in np.flatnonzero(smaller.any(axis=1)).tolist():
            # Its shadow and the mixed colours at its edge make a small piece look like a tall one.
            small = int(np.where(smaller[tall], gains, -np.inf).argmax())
            of_tall, of_small = (
                sum(float(self._gained(says, np.array([k]), beside, near).max()) for says in both)
                / 2
                for k in (tall, small)
            )
            larger = float(self._shapes.cores[tall].sum() / self._shapes.cores[small].sum()) - 1
            ahead = of_tall - of_small - CONFIG.own_edge * max(larger * of_small, 0.0)
            ahead += float(shades[tall] - shades[small])
            likelier = max(gains[tall], gains[small])
            gains[tall], gains[small] = likelier + min(ahead, 0), likelier - max(ahead, 0)
        return replace(piece, gains=gains)

    def _gained(self, says: Floats, of_one: Indices, beside: Beside, wanted: Part) -> Floats:
        """Give the evidence of the ``wanted`` cells of a part of the window for some classes.

        They have one outline, and are named by their numbers (classes x rows x columns).
        """
        part, halo, shaded, free = beside
        own, clear = says[of_one, *part], self._evidence.clear[of_one, *part]
        left = own + halo * (np.minimum(own, clear) - own) - shaded
        return self._shapes.gains(int(of_one[0]), np.asarray(left * free, np.float32), wanted)

    def _mixed_within(self, of_one: Indices, beside: Beside, wanted: Part) -> Floats:
        """Give how much of ``_gained`` rests on colours in the middle that only mixed cells have.

        A small dark piece and what it smears on its ground look like a large one of any colour,
        mixed with the ground throughout; but its middle shows none of that.
        """
        own, clear = (
            says[of_one, *beside.part] for says in (self._evidence.mixed, self._evidence.clear)
        )
        ahead = np.maximum(own - clear, 0) * beside.free
        return correlated(ahead, self._shapes.middles[int(of_one[0])], wanted)

    def _beside(self, explained: Explained, part: Part) -> Beside:
        """Tell how pieces that explain cells change the evidence of a part of the window.

        Cells that these cover do not count. Around them colour may be smeared, so that only unmixed
        colour counts for another piece, and evidence that may be their shadow is reduced.
        """
        shaded = (explained.cast[:, *part] * self._evidence.cast[:, *part]).max(axis=0)
        return Beside(part, explained.halo[part], shaded, explained.free[part])

    def _shadows(self, k: int, beside: Explained, wanted: Part = ALL) -> Floats:
        """Give the evidence that a piece in the ``wanted`` cells casts each known lamp's shadow.

        It is in nats (lamps x rows x columns), if the lamp shines. That a piece casts none then is
        not impossible: the lamp may have been moved since teaching.
        """
        shape = (len(self._shining), *self._inside[wanted].shape)
        nats = np.empty(shape, np.float32)
        lamps = zip(self._evidence.shaded, beside.cast[1:], self._shapes.shadows[k], strict=True)
        for one, (says, explained, drawn) in zip(nats, lamps, strict=True):
            left = np.asarray(says * beside.free * (1 - explained), np.float32)
            one[:] = correlated(left[None], drawn, wanted)[0]
        return log_sum(nats + np.float32(LOG_LAMP), LOG_NO_LAMP)

    def _explain(self, piece: Piece, into: Explained) -> None:
        shape = self._inside.shape
        part, shown = laid(self._shapes.covers[piece.kind], piece.foot, shape)
        into.free[part] *= 1 - shown
        part, shown = laid(self._shapes.halos[piece.kind], piece.foot, shape)
        into.halo[part] = np.maximum(into.halo[part], shown)
        for each, drawn in zip(into.cast, self._shapes.casts[piece.kind], strict=True):
            part, shown = laid(drawn, piece.foot, shape)
            each[part] = np.maximum(each[part], shown)


def _told(shadows: Floats, shining: Reals) -> Floats:
    """Sum the evidence of lamps' shadows (lamps x rows x columns), each if the lamp shines.

    ``shining`` are the log odds that it does. Where none lies is no evidence if it does not.
    """
    odds = np.asarray(shining, np.float32)[:, None, None]
    each = log_sum(shadows - log_sum(-odds, 0.0), -log_sum(odds, 0.0))
    return np.asarray(each.sum(axis=0), np.float32)


def _of_any_class(piece: Piece, gain: float) -> Piece:
    """Share the evidence of a thing among the classes, by how well they fit."""
    fits = CONFIG.tint * piece.gains
    gains = gain + fits - np.logaddexp.reduce(fits)
    return replace(piece, kind=int(fits.argmax()), gains=gains)


def counts(
    area: Plot, names: Sequence[str], pieces: Sequence[Piece], more: Reals, trust: float
) -> dict[Lying, float]:
    """Give log likelihoods of what may lie in an area, the likeliest first.

    A piece near the border may belong to the area or not; ``more`` are the log odds that one more
    piece of each class lies there. ``trust`` is how many log odds a nat of evidence is worth.
    """
    found: dict[Lying, float] = {(): 0.0}
    for piece in pieces:
        away = area.away_mm[piece.foot] / CONFIG.border_mm
        log_in, log_out = float(_log_logistic(away)), float(_log_logistic(-away))
        elsewhere = trust * float(piece.gains.max()) + log_out
        options: dict[Lying, float] = {(): float(np.logaddexp(0.0, elsewhere))}
        for name, gain in zip(names, piece.gains.tolist(), strict=True):
            options[name,] = trust * gain + log_in
        found = _combined(found, options)
    besides: dict[Lying, float] = {
        (name,): odds for name, odds in zip(names, more.tolist(), strict=True)
    }
    return _combined(found, {(): 0.0, **besides})


def _log_logistic(deviations: Floats) -> Floats:
    """Approximate log probabilities of the normal distribution, within 0.01, by a logistic."""
    return -log_sum(np.float32(-1.702) * deviations, 0.0)


def _combined(found: Mapping[Lying, float], options: Mapping[Lying, float]) -> dict[Lying, float]:
    both: defaultdict[Lying, list[float]] = defaultdict(list)
    for lying, likely in found.items():
        for more, also in options.items():
            both[tuple(sorted((*lying, *more)))].append(likely + also)
    ranked = ((lying, _log_total(each)) for lying, each in both.items())
    return dict(nlargest(CONFIG.beam, ranked, key=lambda one: one[1]))


def _log_total(logs: Sequence[float]) -> float:
    most = max(logs)
    return most if len(logs) == 1 else most + log(sum(exp(one - most) for one in logs))
