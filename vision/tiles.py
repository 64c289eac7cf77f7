"""Reading the row of city-state tiles by their look.

A slot's square is compared with every taught tile, turned and shifted a little, and with the
empty slots. The light has been removed before, so both pattern and colour count.
"""

from typing import Final

import cv2
import numpy as np

from vision.light import Floats
from vision.plan import ToPixels
from vision.sampling import Sampler

SIDE: Final = 24
"""Sample points along a side of a tile."""
RIM: Final = 4
"""Points beyond each side of the slot, for tiles that lie off their place."""
TURNS: Final = (-12.0, -8.0, -4.0, 0.0, 4.0, 8.0, 12.0)
"""Degrees by which a taught tile is turned for comparison."""
SCALE: Final = (0.3, 0.12, 0.12)
"""What counts as one step of difference in each channel; lightness varies with shadow."""
ALIKE: Final = 0.5
"""Correlation from which a slot shows a tile at all."""
MARGIN: Final = 0.75
"""Share of the second smallest difference that the smallest must stay under."""
FEW: Final = 2
"""Tiles, besides the best, and turns of each that are compared in full at first."""
CHANGED: Final = 0.05
"""Mean change of a slot's points (opponent space) from which it is read anew."""


class RankingRow:
    """The slots of the ranking row, and the tiles known by look."""

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
        self._known: list[tuple[str | None, Floats]] = []
        self._halves = self._lengths = np.zeros(0, np.float32)
        self._places = 0
        self._last: tuple[Floats, list[str | None]] | None = None

    def learn(self, seen: Floats, names: tuple[str, ...], bare: Floats) -> None:
        """Learn each tile from the slot it lies in, and the empty slots from ``bare``.

        Where the board was taught in the middle of a game, those slots hold the same tiles.
        """
        for name, square in zip(names, self._squares(seen), strict=True):
            self._known += [(name, _turned(square, turn)) for turn in TURNS]
        self._prepare()
        empty = [square for square in self._squares(bare) if self._name(square)[0] is None]
        self._known += [(None, _turned(square, 0.0)) for square in empty]
        self._prepare()

    def _prepare(self) -> None:
        """Lay out what is known for comparison."""
        halves = [_halved(template) for _, template in self._known]
        self._halves = np.stack([half.transpose(2, 0, 1).ravel() for half in halves])
        self._lengths = (self._halves * self._halves).sum(axis=1)
        self._places = (SIDE + 2 * RIM) // 2 - halves[0].shape[0] + 1

    def read(self, seen: Floats) -> tuple[str | None, ...]:
        """Name the tile in each slot; None for an empty or unreadable one."""
        squares = self._squares(seen)
        if self._last is None:
            self._last = (np.full_like(squares, np.inf), [None] * self._count)
        before, names = self._last
        for i, square in enumerate(squares):
            if not np.abs(square - before[i]).mean() < CHANGED:
                names[i], sure = self._name(square)
                before[i] = square if sure else np.inf
        return tuple(names)

    def _squares(self, seen: Floats) -> Floats:
        return seen.reshape(self._count, SIDE + 2 * RIM, SIDE + 2 * RIM, 3)

    def _name(self, square: Floats) -> tuple[str | None, bool]:
        """Name the tile in a square, None when empty or unreadable; tell whether that is sure.

        All that is known is compared at half the size first, then the likeliest two in full.
        """
        scaled: Floats = np.ascontiguousarray(square / np.array(SCALE, np.float32))
        half = _halved(scaled)
        side = half.shape[0] - self._places + 1
        windows = np.lib.stride_tricks.sliding_window_view(half, (side, side), axis=(0, 1))
        flat = windows.reshape(self._places**2, -1)
        # By einsum, as a library for matrices would start threads for so little.
        same = np.einsum("wi,ti->wt", flat, self._halves)
        apart = (flat * flat).sum(axis=1)[:, None] - 2 * same
        nearest = np.argsort(apart.min(axis=0) + self._lengths, kind="stable")
        for most in (FEW, len(TURNS)):  # in most frames a few turns of the likeliest do
            fits: dict[str | None, list[tuple[float, float]]] = {}
            for i in nearest.tolist():
                name, template = self._known[i]
                if len(fits.setdefault(name, [])) < most:
                    fits[name].append(_fit(scaled, template))
                if len(fits) > most:
                    break
            name, other = sorted(fits, key=lambda one: min(fits[one]))[:2]
            (first, alike), (second, _) = min(fits[name]), min(fits[other])
            sure = first < MARGIN * second and (alike >= ALIKE or name is None)
            if sure:
                break
        return (name if sure else None), sure


def _halved(picture: Floats) -> Floats:
    """Halve the size, softly, so that half a point's shift makes little difference."""
    soft = cv2.blur(picture, (3, 3))
    return np.asarray(cv2.resize(soft, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


def _fit(scaled: Floats, template: Floats) -> tuple[float, float]:
    """Lay a template on a square where it fits best: squared difference, and correlation there."""
    apart = cv2.matchTemplate(scaled, template, cv2.TM_SQDIFF)
    difference, _, (x, y), _ = cv2.minMaxLoc(apart)
    found = scaled[y : y + template.shape[0], x : x + template.shape[1]]
    return difference, float(cv2.matchTemplate(found, template, cv2.TM_CCOEFF_NORMED).item())


def _turned(square: Floats, degrees: float) -> Floats:
    """Cut the tile out of its square, turned about its middle."""
    middle = ((SIDE + 2 * RIM - 1) / 2,) * 2
    turn = cv2.getRotationMatrix2D(middle, degrees, 1.0)
    turned = cv2.warpAffine(square, turn, square.shape[:2], borderMode=cv2.BORDER_REPLICATE)
    inner = slice(RIM + 2, RIM + SIDE - 2)
    return np.ascontiguousarray(turned[inner, inner] / np.array(SCALE, np.float32))
