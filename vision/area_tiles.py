"""The tiles that lie under the pieces of areas: how each lies, and what it shows there."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.config import ROUNDS, IlluminationConfig, TileConfig
from vision.illumination import from_linear, linear
from vision.reading import Floats, Image, Mask, Reals

TURNS: Final = tuple(range(-10, 11, 2))
"""Degrees by which a tile may be turned against how it was taught."""
FINER: Final = (-1.5, -1.0, -0.5, 0.5, 1.0, 1.5)
"""Degrees that are tried then, from the best of ``TURNS``."""
REACH_MM: Final = 8.0
"""How far a tile may lie off where it was taught."""
INNER_MM: Final = 5.0
"""The rim of a tile that is left out of the comparison: what is beside it differs."""
EDGE_MM: Final = 1.5
"""Standard deviation of the neighbourhood by which a tile's edge is seen: noise is less in it."""
LIGHT: Final = IlluminationConfig()
SCALE: Final = np.array(TileConfig().scale, np.float32)
ALIKE: Final = 0.5
"""Correlation from which a slot shows a tile, pieces upon it or not."""
NAMED: Final = 0.3
"""The same where the row tells which tile it is: four pieces on a tile leave less than that."""
MOST_LIGHT: Final = 2.0
"""How many times as bright as another a slot may be: one beside a lamp."""
DARKEST: Final = 0.02
"""Share of the brightest light, level 43 of 255, below which noise is most of what differs."""
EVEN: Final = 1e-3
"""How firmly two slots are taken to be lit alike: as by so large a share of the tile's cells."""


class Laid(NamedTuple):
    """A tile as it lies in a slot: ``turn`` (2 x 3) maps its picture to the slot's window.

    ``shown`` is the slot's look then (rows x columns x 3, opponent space, taught light).
    """

    name: str
    turn: Reals
    shown: Floats


class TilesUnder:
    """Tiles by name, each as rows x columns x 3 (taught light) round the middle of a slot.

    ``size_mm`` is the slots' width and height.
    """

    def __init__(
        self, known: Mapping[str, Floats], size_mm: tuple[float, float], step_mm: float
    ) -> None:
        self._known = known
        self._tiles: dict[tuple[str, float], tuple[Reals, Floats]] = {}
        self._step = step_mm
        self._size_mm = size_mm
        self._half = tuple(round((side / 2 - INNER_MM) / step_mm) for side in size_mm)

    def under(self, seen: Floats, bare: Floats, name: str | None) -> tuple[list[Laid], bool]:
        """Give the tile under a slot's pieces, or all that it may be, and which.

        ``seen`` shows the slot, its middle in the middle; ``bare`` is what is printed there,
        ``name`` the tile's name if it is known. True means that the slot correlates with the one
        given; False that it hardly does with any: each is given as it would most likely lie there.
        All are rows x columns x 3 (opponent space, taught light).
        """
        names = [name] if name is not None and name in self._known else [*self._known]
        scaled = np.asarray(seen / SCALE, np.float32)
        found = [(*self._laid(scaled, each), each) for each in names]
        alike, *_ = best = max(found, key=lambda one: one[0])
        sure = alike >= (NAMED if name in self._known else ALIKE)
        laid = [best] if sure else found
        return [self.laid(seen, bare, each, turn) for _, turn, each in laid], sure

    def laid(self, seen: Floats, bare: Floats, name: str, turn: Reals) -> Laid:
        """Give a tile as it shows in the light of ``seen``, lying as ``turn`` maps its picture."""
        picture = self._known[name]
        size = (seen.shape[1], seen.shape[0])
        laid = cv2.warpAffine(picture, turn, size, borderMode=cv2.BORDER_REPLICATE)
        inner = cv2.warpAffine(self._marked(picture.shape[:2], -INNER_MM), turn, size) > 0
        laid = _in_own_light(laid, seen, inner)
        # Cut off what was beside the tile when it was taught: slots are larger than tiles.
        outer = cv2.warpAffine(self._marked(picture.shape[:2], INNER_MM), turn, size) > 0
        shown = inner | (outer & (self._off(seen, laid) < self._off(seen, bare)))
        return Laid(name, turn, np.where(shown[..., None], laid, bare))

    def _marked(self, shape: tuple[int, int], wider_mm: float) -> Image:
        """Mark a slot in the middle of a window, so much wider on each side."""
        bits = np.zeros(shape, np.uint8)
        row, column = shape[0] // 2, shape[1] // 2
        x, y = (round((side / 2 + wider_mm) / self._step) for side in self._size_mm)
        bits[max(0, row - y) : row + y + 1, max(0, column - x) : column + x + 1] = 1
        return bits

    def _off(self, seen: Floats, known: Floats) -> Floats:
        """Give how the neighbourhood of each cell differs from what is known there."""
        off2 = np.square((seen - known) / SCALE).sum(axis=2)
        return np.asarray(cv2.GaussianBlur(off2, (0, 0), EDGE_MM / self._step), np.float32)

    def _laid(self, seen: Floats, name: str) -> tuple[float, Reals]:
        """Find how a tile lies in a slot: the correlation, and the map from its picture.

        ``seen`` is in units of ``SCALE``.
        """
        coarse = [(*self._placed(seen, name, turn), turn) for turn in TURNS]
        middle = max(coarse, key=lambda one: one[0])[2]
        fine = [(*self._placed(seen, name, middle + turn), middle + turn) for turn in FINER]
        alike, moved, _ = max([*coarse, *fine], key=lambda one: one[0])
        return alike, moved

    def _placed(self, seen: Floats, name: str, degrees: float) -> tuple[float, Reals]:
        """Find where a tile turned by some degrees lies: correlation, and map from its picture.

        ``seen`` is in units of ``SCALE``.
        """
        reach = round(REACH_MM / self._step)
        (height, width), (x, y) = self._known[name].shape[:2], self._half
        turn, tile = self._turned(name, degrees)
        row, column = seen.shape[0] // 2, seen.shape[1] // 2
        top, left = max(0, row - y - reach), max(0, column - x - reach)
        part = seen[top : row + y + reach + 1, left : column + x + reach + 1]
        _, best, _, (across, down) = cv2.minMaxLoc(
            cv2.matchTemplate(part, tile, cv2.TM_CCOEFF_NORMED)
        )
        moved = (left + across - (width // 2 - x), top + down - (height // 2 - y))
        return float(best), turn + np.pad(np.array([moved]).T, ((0, 0), (2, 0)))

    def _turned(self, name: str, degrees: float) -> tuple[Reals, Floats]:
        """Turn a tile's picture: give the map from it (2 x 3), and the tile in units of ``SCALE``.

        It is done once for each tile and turn.
        """
        if (name, degrees) not in self._tiles:
            picture, (x, y) = self._known[name], self._half
            height, width = picture.shape[:2]
            turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1.0)
            turned = cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
            row, column = height // 2, width // 2
            tile = turned[row - y : row + y + 1, column - x : column + x + 1] / SCALE
            self._tiles[name, degrees] = np.asarray(turn, np.float64), np.asarray(tile, np.float32)
        return self._tiles[name, degrees]


def _in_own_light(laid: Floats, seen: Floats, tile: Mask) -> Floats:
    """Give a tile as it lies in a slot (rows x columns x 3) in the light that falls there.

    The taught light is even only for what is printed on the board: a tile still shows that of the
    slot where it was taught. From there to here its light is multiplied by a plane, and another
    plane of white is added (taken away, where it mirrored a lamp there). Both are fitted robustly
    to what is ``seen`` (rows x columns x 3) of the ``tile`` (rows x columns), most of which no
    piece hides.
    """
    rows, columns = tile.shape
    across, down = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    plane = np.stack([np.ones_like(across), across, down], axis=-1).astype(np.float32)
    some = tile.copy()
    some[::2] = some[:, ::2] = False  # a quarter of the cells is enough
    own, at = linear(laid), plane[some]
    known = own[some][..., None]  # cells x channels x 1
    certainty = 1 / (known + DARKEST)
    terms = np.concatenate([known * at[:, None], np.ones_like(known) * at[:, None]], axis=2)
    terms, wanted = terms * certainty, linear(seen)[some] * certainty[..., 0]
    firm = EVEN * len(at)
    found = same = np.eye(1, 6, dtype=np.float32)[0]
    off = (seen - laid)[some]
    left = np.linalg.norm(off - np.median(off, axis=0), axis=1)  # at first as if light were even
    for _ in range(ROUNDS):
        usual = max(float(np.median(left)), LIGHT.least_left)
        weights = 1 / (1 + np.square(left / (2 * usual)))
        weighted = terms * weights[:, None, None]
        square = np.einsum("nci,ncj->ij", weighted, terms) + firm * np.eye(6)
        found = np.linalg.solve(square, np.einsum("nci,nc->i", weighted, wanted) + firm * same)
        left = np.linalg.norm(wanted - terms @ found, axis=1)
    gain, white = np.moveaxis(plane @ found.reshape(2, 3).T, -1, 0)[..., None]
    gain = np.clip(gain, 1 / MOST_LIGHT, MOST_LIGHT)
    return from_linear(np.clip(own * gain + white, 0, 1).astype(np.float32))
