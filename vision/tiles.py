"""Reading a row of tiles by their look.

A slot's square is compared with every taught tile, turned and shifted a little, and with the empty
slots. The light has been removed before, so both pattern and colour count. The change that a small
shift makes is ignored, so that a coarse lattice of positions suffices.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from vision.camera import Sampler
from vision.config import IlluminationConfig, TileConfig
from vision.illumination import channel_mean, levels_of, opponent
from vision.plan import ToPixels
from vision.reading import Floats, Indices, Mask, Reals, Slots

Seen = Callable[[Sampler, Indices | None], Floats]
"""Gives a sampler's points, all or some, of a frame (N x 3, opponent space, taught light)."""
CONFIG: Final = TileConfig()
DARK: Final = IlluminationConfig().dark


class TileRow:
    """The slots of a row, and the tiles known by their look.

    ``side`` is how many of the ``sampler``'s points lie along a side of each slot; ``coarse`` has
    fewer, enough to see whether a slot changed. ``was_laid``, once tiles are learnt: they already
    lay there on the bare board.
    """

    side: Final = CONFIG.side + 2 * CONFIG.rim

    def __init__(
        self, slots_mm: tuple[tuple[float, ...], ...], to_px: ToPixels, *, once: bool = True
    ) -> None:
        """Lay sample points over each slot (x, y, width, height in mm).

        ``once``: there is only one tile of each kind.
        """
        self._count = len(slots_mm)
        self._once = once
        self.was_laid = False
        span = (np.arange(CONFIG.side + 2 * CONFIG.rim) - CONFIG.rim + 0.5) / CONFIG.side
        across, down = np.meshgrid(span, span)
        where = [
            np.stack([x + across * width, y + down * height], axis=-1).reshape(-1, 2)
            for x, y, width, height in slots_mm
        ]
        self.sampler = Sampler(to_px(np.concatenate(where)))
        slots = self.sampler.points.reshape(-1, self.side, self.side, 2)
        step = self.side // CONFIG.coarse_side
        self.coarse = Sampler(slots[:, ::step, ::step].reshape(-1, 2))
        self._known: list[_Template] = []
        nothing: Floats = np.zeros(0, np.float32)
        self._halves = self._own = self._flats = self._free = nothing
        self._places = 0
        self._windows = np.zeros((0, 3, 0), np.int64)
        self._classes: tuple[str | None, ...] = (None,)
        self._rows = np.zeros((self._count, 1))
        self._waiting = np.ones(self._count, bool)
        self._last: tuple[Floats, list[_Fits]] | None = None

    def learn(self, lessons: Sequence[tuple[Floats, tuple[str, ...]]], bare: Floats) -> None:
        """Learn each tile from the slot it lies in, and the empty slots from ``bare``.

        ``lessons`` are what is seen in some frames, and the tiles that lie there. Where tiles lay
        in the row when the board was to be bare, nothing is learnt of empty slots.
        """
        self._classes = (None, *sorted({name for _, names in lessons for name in names}))
        for seen, names in lessons:
            for name, square in zip(names, self._squares(seen), strict=True):
                self._known += [_Template(name, _turned(square, turn)) for turn in CONFIG.turns]
        self._prepare()
        squares = self._squares(bare)
        ranked = self._ranked(squares)
        named = self._named(ranked)
        # Tiles are laid or taken away all together, though some may be hard to see.
        there = sum(name is not None for name in named)
        self.was_laid = self._once and there >= CONFIG.laid * self._count
        for square, each, tile in zip(squares, ranked, named, strict=True):
            if not self.was_laid and (tile is None or each.alike(tile) < CONFIG.the_same):
                self._known.append(_Template(None, _turned(square, 0.0)))
        self._prepare()

    def _prepare(self) -> None:
        self._flats = np.stack([template.flat for template in self._known])
        self._free = np.stack([template.free for template in self._known])
        halves = [_level(_halved(template.picture)) for template in self._known]
        flat = np.stack([_flat(half) for half in halves])
        shifts = np.stack([_shifts(half) for half in halves])
        everything = np.stack([flat, *shifts.transpose(1, 0, 2)])
        self._own = np.einsum("stn,tn->st", everything, flat)
        self._halves = everything.reshape(-1, everything.shape[2])
        self._places = CONFIG.rim + 1
        side, whole = (CONFIG.side - CONFIG.rim) // 2, CONFIG.side // 2 + CONFIG.rim
        where = np.arange(whole * whole * 3).reshape(whole, whole, 3)[
            CONFIG.spare : -CONFIG.spare, CONFIG.spare : -CONFIG.spare
        ]
        windows = np.lib.stride_tricks.sliding_window_view(where, (side, side), axis=(0, 1))
        self._windows = windows.reshape(self._places**2, 3, -1)

    def read(
        self, seen: Seen, hidden: Mask | None = None, changed_slots: Mask | None = None
    ) -> Slots:
        """Give log likelihoods of what lies in each slot, all equal where that is unknown.

        Of the ``changed_slots`` (all by default) those are read again in which blocks changed,
        unless they are ``hidden`` (both slots). With one tile of each kind, two slots that look
        like the same tile are both left unknown.
        """
        hidden = np.zeros(self._count, bool) if hidden is None else hidden
        self._waiting |= np.ones(self._count, bool) if changed_slots is None else changed_slots
        if not (self._waiting & ~hidden).any():
            return Slots(self._classes, self._rows.copy(), ~hidden, hidden)
        self._waiting &= hidden
        coarse = seen(self.coarse, None).reshape(-1, CONFIG.coarse_side, 3)
        means = np.hstack([self._means(coarse, *each) for each in CONFIG.changed])
        if self._last is None:
            self._last = (np.full_like(means, np.inf), [_Fits(()) for _ in range(self._count)])
        before, ranked = self._last
        changes = ~(np.abs(means - before).max(axis=1) <= 1)
        changes &= ~(hidden & [bool(each.fits) for each in ranked])
        changed = np.flatnonzero(changes)
        if len(changed):
            squares = self._rank(seen, changed, ranked)
            often = self._often(ranked)
            # There is one tile of each kind: where it is seen in two slots, what lies in one that
            # seemed unchanged may be a tile that only looks like it.
            twice = np.array([often[each.nearest] > 1 for each in ranked])
            stale = np.flatnonzero(twice & ~changes & ~hidden)
            if len(stale):
                squares |= self._rank(seen, stale, ranked)
                often = self._often(ranked)
            for i, square in squares.items():
                before[i] = means[i] if ranked[i].sure[1] else np.inf
                if often[ranked[i].nearest] > 1:  # what lies elsewhere must be made way for
                    ranked[i] = self._ranked(square[None], whole=True)[0]
            before[[often[each.nearest] > 1 for each in ranked]] = np.inf
            named = self._named(ranked)
            self._rows = self._likelihoods(ranked, named)
        return Slots(self._classes, self._rows.copy(), ~hidden, hidden)

    def _means(self, coarse: Floats, side: int, change: float) -> Floats:
        """Give the mean colours of each slot's blocks, in units of a change that matters."""
        across = CONFIG.coarse_side // side
        size = (across, self._count * across)
        blocks = cv2.resize(coarse, size, interpolation=cv2.INTER_AREA)
        return np.asarray(blocks.reshape(self._count, -1) / np.float32(change), np.float32)

    def _rank(self, seen: Seen, slots: Indices, ranked: list["_Fits"]) -> dict[int, Floats]:
        """Rank anew what some slots may show; give their squares."""
        points = (slots[:, None] * self.side**2 + np.arange(self.side**2)).ravel()
        squares = self._squares(seen(self.sampler, points))
        for i, each in zip(slots.tolist(), self._ranked(squares), strict=True):
            ranked[i] = each
        return dict(zip(slots.tolist(), squares, strict=True))

    def _often(self, ranked: list["_Fits"]) -> Counter[str | None]:
        """Count the slots that show each tile best, where there is but one of each."""
        return Counter(each.nearest for each in ranked if self._once)

    def _named(self, ranked: list["_Fits"]) -> tuple[str | None, ...]:
        """Name the tile in each slot, None for an empty or unreadable one."""
        return _assigned(ranked) if self._once else tuple(each.sure[0] for each in ranked)

    def _likelihoods(self, ranked: Sequence["_Fits"], named: Sequence[str | None]) -> Reals:
        """Give each slot's log likelihoods, once tiles are assigned to all of them."""
        rows = np.array([each.log_likelihood(self._classes) for each in ranked], np.float64)
        for row, each, name in zip(rows, ranked, named, strict=True):
            if name is None and each.sure != (None, True):
                row[:] = 0
                continue
            which = self._classes.index(name)
            own, row[which] = row[which], -np.inf
            row[which] = max(own, row.max() + CONFIG.sure)
        return rows

    def _squares(self, seen: Floats) -> Floats:
        return seen.reshape(-1, self.side, self.side, 3)

    def _ranked(self, squares: Floats, *, whole: bool = False) -> list["_Fits"]:
        """Rank what each of some squares may show.

        All templates are compared at half the size first, then the likeliest in full; with
        ``whole`` all.
        """
        scaled = np.stack([_scaled(square) for square in squares])
        where, apart = self._at_half_size(scaled)
        pictures = np.ascontiguousarray(scaled.transpose(0, 3, 1, 2))
        each = zip(pictures, where, apart, strict=True)
        return [self._in_full(*one, whole=whole) for one in each]

    def _at_half_size(self, scaled: Floats) -> tuple[Indices, Floats]:
        """Compare pictures (N x rows x columns x 3) with all templates at half the size.

        Gives where in a picture each template fits best, the numbers of its row and column (N x
        templates x 2, points of the whole size), and how far off it is there (N x templates).
        """
        halves = np.stack([_halved(picture).ravel() for picture in scaled])
        flat = np.take(halves, self._windows, axis=1)
        flat -= flat.mean(axis=3, keepdims=True)
        flat = flat.reshape(len(scaled), len(self._windows), -1)
        same = self._halves @ flat.transpose(0, 2, 1)  # N x ways times templates x windows
        same = same.reshape(len(scaled), *self._own.shape, -1)
        lengths = np.einsum("nwi,nwi->nw", flat, flat)
        apart = lengths[:, None] - 2 * same[:, 0] + self._own[0][:, None]
        for way, own in enumerate(self._own[1:], 1):
            apart -= np.square(same[:, way] - own[:, None])
        steps = np.stack(np.divmod(apart.argmin(axis=2), self._places), axis=2)
        return 2 * (steps + CONFIG.spare), apart.min(axis=2)

    def _in_full(self, picture: Floats, where: Indices, apart: Floats, *, whole: bool) -> "_Fits":
        """Rank what a picture (3 x rows x columns) may show, from the comparison at half size."""
        nearest = np.argsort(apart, kind="stable")
        ranked = _Fits(())
        for most, aside in (
            (CONFIG.few, 0),
            (len(CONFIG.turns), 1),
        ):  # in most frames a few looks do
            chosen = self._choose(nearest, most)
            ranked = _Fits.of(self._fit(picture, chosen, where[chosen], aside))
            if ranked.sure[1] and not whole:
                return ranked
        # In doubt all tiles are compared: what the other slots show may decide.
        known = {fit.template.name for fit in ranked.fits}
        rest = [i for i in nearest.tolist() if self._known[i].name not in known]
        first = {self._known[i].name: i for i in reversed(rest)}
        chosen = np.array(list(first.values()), np.int64)
        if not len(chosen):
            return ranked
        return _Fits.of([*ranked.fits, *self._fit(picture, chosen, where[chosen], 1)])

    def _choose(self, nearest: Indices, most: int) -> Indices:
        """Choose the nearest templates, up to ``most`` of a tile, until ``most + 1`` have any."""
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
        """Fit chosen templates to a square (3 x rows x columns), each ``at`` its place or near it.

        Differences are sums of squares, without the ``free`` directions.
        """
        side = CONFIG.side - CONFIG.rim
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
        freely = off @ self._free[chosen].transpose(0, 2, 1)
        apart = np.square(off).sum(axis=2) - np.square(freely).sum(axis=2)
        best = apart.argmin(axis=1)
        return [
            _Fit(self._known[i], found[k, best[k]], float(apart[k, best[k]]))
            for k, i in enumerate(chosen.tolist())
        ]


@dataclass(frozen=True)
class _Fit:
    """A picture compared with a tile: the template, the picture by channel, and the difference."""

    template: "_Template"
    found: Floats
    difference: float

    @cached_property
    def alike(self) -> float:
        """The correlation of the two."""
        off = self.found.reshape(3, -1)
        off = (off - off.mean(axis=1, keepdims=True)).ravel()
        length = float(np.einsum("n,n->", off, off))
        same = float(np.einsum("n,n->", off, self.template.plain))
        return same / float(np.sqrt(max(length, 1e-9)))


@dataclass(frozen=True)
class _Fits:
    """What a slot may show, the most similar first: one fit for each tile and for none."""

    fits: tuple[_Fit, ...]

    @classmethod
    def of(cls, fits: Sequence[_Fit]) -> "_Fits":
        """Keep the best fit of each tile."""
        best: dict[str | None, _Fit] = {}
        for fit in sorted(fits, key=lambda fit: fit.difference):
            best.setdefault(fit.template.name, fit)
        return cls(tuple(best.values()))

    @property
    def nearest(self) -> str | None:
        return self.fits[0].template.name

    @cached_property
    def sure(self) -> tuple[str | None, bool]:
        """What fits best, None for an empty slot, and whether it does so beyond doubt."""
        if not self.fits:
            return None, False
        likely = sorted(self._nats.values())
        first = self.fits[0]
        sure = len(likely) == 1 or likely[-1] - likely[-2] >= CONFIG.sure
        sure = sure and (first.template.name is None or first.alike >= CONFIG.alike)
        return (first.template.name if sure else None), sure

    def alike(self, name: str | None) -> float:
        """Give a slot's correlation with a tile; 0 where the two were not compared in full."""
        return max((fit.alike for fit in self.fits if fit.template.name == name), default=0.0)

    def log_likelihood(self, names: Sequence[str | None]) -> list[float]:
        """Give log likelihoods of what a slot may show, one a name, from the differences.

        The noise is not known, so it is estimated by the difference itself (a normal likelihood
        with its best variance); what was not compared in full gets far less.
        """
        nats = self._nats
        least = max(nats.values(), default=0.0) - CONFIG.far_behind
        return [max(nats.get(name, least), least) for name in names]

    @cached_property
    def _nats(self) -> dict[str | None, float]:
        """The log likelihoods of what was compared in full."""
        return {
            fit.template.name: -CONFIG.independent / 2 * math.log(max(fit.difference, 1e-3))
            for fit in self.fits
        }


def _assigned(ranked: Sequence[_Fits]) -> tuple[str | None, ...]:
    """Give the tile in each slot, None for an empty or unreadable one, each tile once at most.

    The likeliest assignment of tiles is compared with the likeliest in which a slot differs.
    """
    alone = [each.sure for each in ranked]
    named = [name for name, _ in alone if name is not None]
    if all(sure for _, sure in alone) and len(set(named)) == len(named):
        return tuple(name for name, _ in alone)  # nothing else can be likelier
    tiles = sorted({fit.template.name or "" for each in ranked for fit in each.fits} - {""})
    names = [None, *tiles]
    likely = np.array([each.log_likelihood(names) for each in ranked])
    best, chosen = _best_way(likely)
    read: list[str | None] = []
    for slot, which in enumerate(chosen):
        name = names[which]
        if name is None or ranked[slot].alike(name) < CONFIG.alike:
            read.append(None)
            continue
        other = likely.copy()
        other[slot, which] = -np.inf
        read.append(name if best - _best_way(other)[0] >= CONFIG.sure else None)
    return tuple(read)


def _best_way(likely: Floats) -> tuple[float, list[int]]:
    """Find the likeliest way to fill slots (slots x 1 + tiles), each tile used once at most.

    The first column, nothing, may be used any number of times. Gives the log likelihood and what
    lies in each slot. By dynamic programming over the sets of used tiles.
    """
    tiles = likely.shape[1] - 1
    sets = np.arange(1 << tiles)
    best = np.full(1 << tiles, -np.inf)
    best[0] = 0.0
    ways: list[Indices] = []
    for row in likely.astype(np.float64):
        options = [best + row[0]]
        for tile in range(tiles):
            without = best[sets & ~(1 << tile)]
            used = (sets >> tile & 1) == 1
            options.append(np.where(used, without + row[1 + tile], -np.inf))
        table = np.array(options)
        way = table.argmax(axis=0)
        ways.append(way)
        best = table[way, sets]
    left = int(best.argmax())
    whole, chosen = float(best[left]), []
    for way in reversed(ways):
        which = int(way[left])
        chosen.append(which)
        left &= ~(1 << (which - 1)) if which else -1
    return whole, chosen[::-1]


class _Template:
    """A tile as it was taught, or an empty slot: its inner ``picture``, scaled.

    ``free`` (ways x size) are the directions in which it changes when it is shifted or turned a
    little, or lit otherwise, which are ignored (tangent distance: Simard, LeCun, Denker 1993);
    ``flat`` is the picture by channel, ``plain`` the same without its mean.
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
        self.free: Floats = np.ascontiguousarray(free.T, np.float32)
        self.flat = _flat(picture)
        plain = _flat(picture - picture.mean(axis=(0, 1)))
        self.plain: Floats = plain / max(float(np.linalg.norm(plain)), 1e-9)


def _shifts(picture: Floats) -> Floats:
    """Give the directions in which a picture changes when it is shifted a little (2 x size)."""
    ways = [_flat(_level(np.asarray(way))) for way in np.gradient(picture, axis=(0, 1))]
    return np.linalg.qr(np.stack(ways, axis=1))[0].T.astype(np.float32)


def _level(picture: Floats) -> Floats:
    return np.asarray(picture - picture.mean(axis=(0, 1)), np.float32)


def _flat(picture: Floats) -> Floats:
    """Lay a picture (rows x columns x 3) out channel by channel."""
    return np.ascontiguousarray(picture.transpose(2, 0, 1), np.float32).ravel()


def _scaled(square: Floats) -> Floats:
    """Give all channels the same scale, and remove slow changes of light from a square.

    Edges of shadows and images of lamps are wider than what is printed on a tile. Levels are
    compared with those around them: in logarithms the noise of dark parts would hide a sign.
    """
    levels = levels_of(square)
    around = cv2.GaussianBlur(channel_mean(levels), (0, 0), CONFIG.light) + np.float32(DARK)
    scaled = cv2.GaussianBlur(opponent(levels / around[..., None]), (0, 0), CONFIG.blur)
    scaled /= np.array(CONFIG.scale, np.float32)
    scaled[..., 0] -= cv2.GaussianBlur(scaled[..., 0], (0, 0), CONFIG.light)
    return np.ascontiguousarray(scaled, np.float32)


def _halved(picture: Floats) -> Floats:
    """Halve the size with a blur, so that a shift by half a point makes little difference."""
    soft = cv2.blur(picture, (3, 3))
    return np.asarray(cv2.resize(soft, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


def _turned(square: Floats, degrees: float) -> Floats:
    """Cut the tile out of its square, turned about its middle."""
    middle = ((CONFIG.side + 2 * CONFIG.rim - 1) / 2,) * 2
    turn = cv2.getRotationMatrix2D(middle, degrees, 1.0)
    turned = cv2.warpAffine(square, turn, square.shape[:2], borderMode=cv2.BORDER_REPLICATE)
    inner = slice(CONFIG.rim + 2, CONFIG.rim + CONFIG.side - 2)
    return np.ascontiguousarray(_scaled(np.asarray(turned, np.float32))[inner, inner])
