"""Reading the row of city-state tiles by their look.

A slot's square is compared with every taught tile, turned and shifted a little, and with the
empty slots. The light has been removed before, so both pattern and colour count. What a shift
does to a tile counts for nothing, so that a coarse lattice of places will do.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.light import Floats
from vision.plan import ToPixels
from vision.sampling import Indices, Sampler
from vision.scores import SIDE as COARSE
from vision.squares import Look

SIDE: Final = 24
"""Sample points along a side of a tile."""
RIM: Final = 4
"""Points beyond each side of the slot, for tiles that lie off their place."""
SPARE: Final = 1
"""Points at half the size by which the rim reaches farther than a tile is sought."""
TURNS: Final = (-12.0, -6.0, 0.0, 6.0, 12.0)
"""Degrees by which a taught tile is turned for comparison."""
SCALE: Final = (0.2, 0.12, 0.12)
"""What counts as one step of difference in each channel; lightness varies with shadow."""
SOFT: Final = 0.8
"""Blur of what is compared, in points, so that part of a point's shift makes little difference."""
LIGHT: Final = 4.0
"""Points, as a standard deviation, over which lightness is light and not print."""
ALIKE: Final = 0.5
"""Correlation from which a slot shows a tile at all."""
MARGIN: Final = 0.7
"""Share of the second smallest difference that the smallest must stay under."""
FEW: Final = 2
"""Tiles, besides the best, and turns of each that are compared in full at first."""
CHANGED: Final = 0.08
"""The change of a block (opponent space) above which a slot is read anew."""


class RankingRow:
    """The slots of the ranking row, and the tiles known by look.

    ``side`` is how many of the ``sampler``'s points lie along a side of each slot; ``coarse`` has
    but as many as locations are looked at with, enough to see whether a slot changed.
    """

    side: Final = SIDE + 2 * RIM

    def __init__(self, slots_mm: tuple[tuple[float, ...], ...], to_px: ToPixels) -> None:
        """Lay sample points over each slot (x, y, width, height in mm)."""
        self._count = len(slots_mm)
        span = (np.arange(SIDE + 2 * RIM) - RIM + 0.5) / SIDE
        across, down = np.meshgrid(span, span)
        where = [
            np.stack([x + across * width, y + down * height], axis=-1).reshape(-1, 2)
            for x, y, width, height in slots_mm
        ]
        self.sampler = Sampler(to_px(np.concatenate(where)))
        slots = self.sampler.points.reshape(-1, self.side, self.side, 2)
        step = self.side // COARSE
        self.coarse = Sampler(slots[:, ::step, ::step].reshape(-1, 2))
        self._known: list[_Template] = []
        self._halves = self._own = self._flats = np.zeros(0, np.float32)
        self._places = 0
        self._windows = np.zeros((0, 3, 0), np.int64)
        self._last: tuple[Floats, list[list[_Fit]]] | None = None

    def learn(self, seen: Floats, names: tuple[str, ...], bare: Floats) -> None:
        """Learn each tile from the slot it lies in, and the empty slots from ``bare``.

        Where the board was taught in the middle of a game, those slots hold the same tiles.
        """
        for name, square in zip(names, self._squares(seen), strict=True):
            self._known += [_Template(name, _turned(square, turn)) for turn in TURNS]
        self._prepare()
        empty = [
            square for square in self._squares(bare) if _surely(self._ranked(square))[0] is None
        ]
        self._known += [_Template(None, _turned(square, 0.0)) for square in empty]
        self._prepare()

    def _prepare(self) -> None:
        """Lay out what is known for comparison."""
        self._flats = np.stack([template.flat for template in self._known])
        halves = [_level(_halved(template.picture)) for template in self._known]
        flat = np.stack([_flat(half) for half in halves])
        shifts = np.stack([_shifts(half) for half in halves])
        everything = np.stack([flat, *shifts.transpose(1, 0, 2)])
        self._own = np.einsum("stn,tn->st", everything, flat)
        self._halves = np.ascontiguousarray(everything.transpose(0, 2, 1))
        self._places = RIM + 1
        side, whole = (SIDE - RIM) // 2, SIDE // 2 + RIM
        where = np.arange(whole * whole * 3).reshape(whole, whole, 3)[SPARE:-SPARE, SPARE:-SPARE]
        windows = np.lib.stride_tricks.sliding_window_view(where, (side, side), axis=(0, 1))
        self._windows = windows.reshape(self._places**2, 3, -1)

    def read(self, means: Floats, look: Look) -> tuple[str | None, ...]:
        """Name the tile in each slot; None for an empty or unreadable one.

        ``means`` are those of each slot's blocks (slots x N, light removed). Where they changed
        since a slot was last read, it is read again by what ``look`` gives. There is one tile of
        each kind: where two slots look like the same, neither is believed.
        """
        if self._last is None:
            self._last = (np.full_like(means, np.inf), [[] for _ in range(self._count)])
        before, fits = self._last
        changed = np.flatnonzero(~(np.abs(means - before).max(axis=1) <= CHANGED))
        if len(changed):
            squares = self._squares(look(changed).seen)
            for i, square in zip(changed.tolist(), squares, strict=True):
                fits[i] = self._ranked(square)
                before[i] = means[i] if _surely(fits[i])[1] else np.inf
        return _assigned(fits)

    def _squares(self, seen: Floats) -> Floats:
        return seen.reshape(-1, self.side, self.side, 3)

    def _ranked(self, square: Floats) -> list["_Fit"]:
        """Rank what a square may show, the most alike first: one fit for each tile and for none.

        All that is known is compared at half the size first, then the likeliest in full.
        """
        scaled = _scaled(square)
        channels = np.ascontiguousarray(scaled.transpose(2, 0, 1))
        flat = np.take(_halved(scaled), self._windows)
        flat -= flat.mean(axis=2, keepdims=True)
        flat = flat.reshape(len(flat), -1)
        same = flat @ self._halves
        lengths = np.einsum("wi,wi->w", flat, flat)
        own, *ways = self._own
        apart = lengths[:, None] - 2 * same[0] + own
        for shifted, of_its_own in zip(same[1:], ways, strict=True):
            apart -= np.square(shifted - of_its_own)
        where = apart.argmin(axis=0)
        nearest = np.argsort(apart.min(axis=0), kind="stable")
        steps = np.stack(np.divmod(where, self._places), axis=1)
        ranked: list[_Fit] = []
        for most, aside in ((FEW, 0), (len(TURNS), 1)):  # in most frames a few looks do
            chosen = self._choose(nearest, most)
            fits = self._fit(channels, chosen, 2 * (steps[chosen] + SPARE), aside)
            best: dict[str | None, _Fit] = {}
            for fit in sorted(fits, key=lambda fit: fit.difference):
                best.setdefault(fit.template.name, fit)
            ranked = list(best.values())
            if _surely(ranked)[1]:
                break
        return ranked

    def _choose(self, nearest: Indices, most: int) -> Indices:
        """Choose looks, the nearest first: at most so many of each tile, and one tile more."""
        seen: Counter[str | None] = Counter()
        chosen = []
        for i in nearest.tolist():
            name = self._known[i].name
            if seen[name] < most:
                chosen.append(i)
            seen[name] += 1
            if len(seen) > most:
                break
        return np.array(chosen)

    def _fit(self, channels: Floats, chosen: Indices, at: Indices, aside: int) -> list["_Fit"]:
        """Fit chosen looks to a square (3 x rows x columns), each ``at`` its place or so beside.

        The differences are squares added up, what is free left out.
        """
        side = SIDE - RIM
        ways = range(-aside, aside + 1)
        found = np.stack(
            [
                channels[:, y + down : y + down + side, x + over : x + over + side].reshape(-1)
                for y, x in at.tolist()
                for down in ways
                for over in ways
            ]
        ).reshape(len(chosen), len(ways) ** 2, -1)
        off = found - self._flats[chosen][:, None]
        freely = np.stack([one @ self._known[i].free for one, i in zip(off, chosen, strict=True)])
        apart = np.square(off).sum(axis=2) - np.square(freely).sum(axis=2)
        best = apart.argmin(axis=1)
        return [
            _Fit(self._known[i], found[k, best[k]], float(apart[k, best[k]]))
            for k, i in enumerate(chosen.tolist())
        ]


@dataclass(frozen=True, slots=True)
class _Fit:
    """A picture that is like a tile: the tile, the picture (channel by channel), how far apart."""

    template: "_Template"
    found: Floats
    difference: float

    def alike(self) -> float:
        """Correlate the two."""
        off = self.found.reshape(3, -1)
        off = (off - off.mean(axis=1, keepdims=True)).ravel()
        length = float(np.einsum("n,n->", off, off))
        same = float(np.einsum("n,n->", off, self.template.plain))
        return same / float(np.sqrt(max(length, 1e-9)))


def _surely(ranked: Sequence[_Fit], besides: Collection[str] = ()) -> tuple[str | None, bool]:
    """Name what fits best by a margin, None for an empty slot; tell whether anything does.

    Tiles ``besides`` are known to lie elsewhere.
    """
    left = [fit for fit in ranked if fit.template.name not in besides]
    if not left:
        return None, False
    first = left[0]
    if len(left) > 1 and first.difference >= MARGIN * left[1].difference:
        return None, False
    name = first.template.name
    sure = name is None or first.alike() >= ALIKE
    return (name if sure else None), sure


def _assigned(fits: Sequence[Sequence[_Fit]]) -> tuple[str | None, ...]:
    """Name the tile in each slot, None for an empty or unreadable one: each tile lies but once.

    What is surely read somewhere is no rival elsewhere; where two slots surely show the same,
    neither is believed.
    """
    read = [_surely(each) for each in fits]
    taken = {name for name, _ in read if name is not None}
    names = [
        name if sure else _surely(each, taken)[0]
        for each, (name, sure) in zip(fits, read, strict=True)
    ]
    often = Counter(names)
    return tuple(name if often[name] == 1 else None for name in names)


class _Template:
    """A tile called ``name`` as it was taught, or an empty slot: its inner ``picture``, scaled.

    ``free`` (size x ways) are the directions in which it changes when it is shifted or turned a
    little, or lit otherwise, which count for nothing (tangent distance: Simard, LeCun, Denker
    1993); ``flat`` is the picture channel by channel, ``plain`` the same with its mean taken off.
    """

    def __init__(self, name: str | None, picture: Floats) -> None:
        self.name = name
        self.picture = picture
        down, across = (np.asarray(each) for each in np.gradient(picture, axis=(0, 1)))
        span = np.arange(len(picture)) - (len(picture) - 1) / 2
        x, y = span[None, :, None], span[:, None, None]
        channels = [np.broadcast_to(one, picture.shape) for one in np.eye(3)]
        ways = [down, across, x * down - y * across, picture, *channels]
        free, _ = np.linalg.qr(np.stack([_flat(way) for way in ways], axis=1))
        self.free: Floats = free.astype(np.float32)
        self.flat = _flat(picture)
        plain = _flat(picture - picture.mean(axis=(0, 1)))
        self.plain: Floats = plain / max(float(np.linalg.norm(plain)), 1e-9)


def _shifts(picture: Floats) -> Floats:
    """Give the directions in which a picture changes when it is shifted a little (2 x size)."""
    ways = [_flat(_level(np.asarray(way))) for way in np.gradient(picture, axis=(0, 1))]
    return np.linalg.qr(np.stack(ways, axis=1))[0].T.astype(np.float32)


def _level(picture: Floats) -> Floats:
    """Take the mean off each channel."""
    return np.asarray(picture - picture.mean(axis=(0, 1)), np.float32)


def _flat(picture: Floats) -> Floats:
    """Lay a picture (rows x columns x 3) out channel by channel."""
    return np.ascontiguousarray(picture.transpose(2, 0, 1), np.float32).ravel()


def _scaled(square: Floats) -> Floats:
    """Give all channels the same scale, and take off what light does to a square.

    Shadows' edges and mirrored lamps are wider than what is printed on a tile.
    """
    scaled = cv2.GaussianBlur(square, (0, 0), SOFT) / np.array(SCALE, np.float32)
    scaled[..., 0] -= cv2.GaussianBlur(scaled[..., 0], (0, 0), LIGHT)
    return np.ascontiguousarray(scaled, np.float32)


def _halved(picture: Floats) -> Floats:
    """Halve the size, softly, so that half a point's shift makes little difference."""
    soft = cv2.blur(picture, (3, 3))
    return np.asarray(cv2.resize(soft, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


def _turned(square: Floats, degrees: float) -> Floats:
    """Cut the tile out of its square, turned about its middle."""
    middle = ((SIDE + 2 * RIM - 1) / 2,) * 2
    turn = cv2.getRotationMatrix2D(middle, degrees, 1.0)
    turned = cv2.warpAffine(square, turn, square.shape[:2], borderMode=cv2.BORDER_REPLICATE)
    inner = slice(RIM + 2, RIM + SIDE - 2)
    return np.ascontiguousarray(_scaled(np.asarray(turned, np.float32))[inner, inner])
