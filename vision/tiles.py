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
        self._last: tuple[Floats, list[str | None]] | None = None

    def learn(self, seen: Floats, names: tuple[str, ...], bare: Floats) -> None:
        """Learn each tile from the slot it lies in, and the empty slots from ``bare``."""
        for name, square in zip(names, self._squares(seen), strict=True):
            self._known += [(name, _turned(square, turn)) for turn in TURNS]
        self._known += [(None, _turned(square, 0.0)) for square in self._squares(bare)]

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
        """Name the tile in a square, None when empty or unreadable; tell whether that is sure."""
        scaled = np.ascontiguousarray(square / np.array(SCALE, np.float32))
        least: dict[str | None, tuple[float, float]] = {}
        for name, template in self._known:
            apart = cv2.matchTemplate(scaled, template, cv2.TM_SQDIFF)
            difference, _, (x, y), _ = cv2.minMaxLoc(apart)
            if name not in least or difference < least[name][0]:
                found = scaled[y : y + template.shape[0], x : x + template.shape[1]]
                same = cv2.matchTemplate(found, template, cv2.TM_CCOEFF_NORMED)
                least[name] = (difference, float(same.item()))
        order = sorted(least.items(), key=lambda item: item[1])
        (name, (first, alike)), (_, (second, _)) = order[0], order[1]
        clear = first < MARGIN * second
        sure = clear and (alike >= ALIKE or name is None)
        return (name if sure else None), sure


def _turned(square: Floats, degrees: float) -> Floats:
    """Cut the tile out of its square, turned about its middle."""
    middle = ((SIDE + 2 * RIM - 1) / 2,) * 2
    turn = cv2.getRotationMatrix2D(middle, degrees, 1.0)
    turned = cv2.warpAffine(square, turn, square.shape[:2], borderMode=cv2.BORDER_REPLICATE)
    inner = slice(RIM + 2, RIM + SIDE - 2)
    return np.ascontiguousarray(turned[inner, inner] / np.array(SCALE, np.float32))
