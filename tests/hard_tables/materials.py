"""Lenses that bend lines, other table tops, bent and varnished boards, worn pieces."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.virtual.camera_pose import MIDDLE_PX
from hardware.virtual.look import USUAL_SHARE, Direction, Finish, Lens, Sheet, TableLight
from hardware.virtual.painting import (
    Colour,
    Field,
    Picture,
    Point,
    Points,
    Rng,
    Surface,
    clipped,
    fractal,
    multiplied,
    noise,
    oak,
    wood,
)

CORNER_PX: Final = 800.0
"""From the middle of the picture to its corner, where lenses distort most."""
OUT_OF_VIEW: Final = 1.6
"""In parts of the way to the picture's corner: what is farther out is not distorted any more."""
ROUNDS: Final = 8
"""Newton steps: the error has long vanished in double precision."""
FLAT_AGAIN_MM: Final = 40.0
"""How far outside the board what stands there is no longer lifted."""
MIRRORED: Final = 190.0
"""Grey levels that a varnished board adds where it mirrors a usual lamp."""
LOBE: Final = 0.10
"""Radians around a usual lamp's mirror image within which varnish still shines."""
HIGHLIGHT: Final = 230.0
"""Grey levels that a polished edge adds where it mirrors a lamp that gives all the light."""
SHEEN: Final = 140.0
"""The same of a side or a top, which is painted by hand and not quite even."""
SHARPNESS: Final = 60.0
EDGE_SHARPNESS: Final = 9.0
"""A rounded edge turns through many directions, one of which mirrors the lamp."""
LEAST_SHINE: Final = 8.0
"""Grey levels; less shine cannot be seen."""
EDGE: Final = 0.88
"""A shining edge reaches this far in towards the middle of the top."""
WORN: Final = 0.11
"""By how much the brightness of one player's pieces differs where they are badly worn."""
TINTED: Final = 0.03
"""By how much each of their colour channels differs besides.

With 0.05 a worn yellow piece was half way to orange: people would not have known it either."""
GRAIN: Final = 0.07
GRAIN_PX: Final = 96


CHECK_MM: Final = 34.0
"""The side of a check of the table-cloth."""


def _walnut(rng: Rng, height: int, width: int, px_per_mm: float) -> Picture:
    return wood(rng, height, width, px_per_mm, (34.0, 50.0, 74.0))


def _beech(rng: Rng, height: int, width: int, px_per_mm: float) -> Picture:
    return wood(rng, height, width, px_per_mm, (128.0, 168.0, 204.0))


def _felt(rng: Rng, height: int, width: int, px_per_mm: float) -> Picture:
    fibre = fractal(rng, height, width, 3.0 * px_per_mm, 3)
    return multiplied((62.0, 96.0, 40.0), 1.0 + 0.05 * fibre)


def _white(rng: Rng, height: int, width: int, px_per_mm: float) -> Picture:
    fibre = fractal(rng, height, width, 3.0 * px_per_mm, 3)
    return multiplied((206.0, 210.0, 212.0), 1.0 + 0.012 * fibre)


def _cloth(rng: Rng, height: int, width: int, px_per_mm: float) -> Picture:
    """Weave a checked table-cloth of two colours."""
    check = CHECK_MM * px_per_mm
    light, dark = np.array((214.0, 216.0, 220.0)), rng.uniform((30.0,) * 3, (170.0,) * 3)
    rows, columns = (((np.arange(side) // check) % 2)[:, None] for side in (height, width))
    share = (0.5 * (rows + columns.T))[..., None]
    weave = 1.0 + 0.04 * rng.standard_normal((height, width, 1), np.float32)
    return clipped((light + (dark - light) * share) * weave)


TABLES: Final[tuple[Surface, ...]] = (oak, _walnut, _beech, _felt, _white, _cloth)


@dataclass(frozen=True)
class BentLens(Lens):
    """Radial distortion about the middle of the picture, as OpenCV has it (k1, k2)."""

    k1: float = 0.0
    k2: float = 0.0

    def distort(self, pixels: Points) -> Points:
        away = pixels - MIDDLE_PX
        far = OUT_OF_VIEW * CORNER_PX / self.focal_px
        radius = np.minimum(np.linalg.norm(away, axis=1, keepdims=True) / self.focal_px, far)
        return np.asarray(MIDDLE_PX + away * self._factor(radius))

    def undistort(self, pixels: Points) -> Points:
        away = pixels - MIDDLE_PX
        shown = np.linalg.norm(away, axis=1, keepdims=True) / self.focal_px
        radius = shown.copy()
        for _ in range(ROUNDS):
            slope = 1.0 + radius**2 * (3.0 * self.k1 + 5.0 * self.k2 * radius**2)
            radius -= (radius * self._factor(radius) - shown) / slope
        return np.asarray(MIDDLE_PX + away / self._factor(radius))

    def _factor(self, radius: Points) -> Points:
        return np.asarray(1.0 + radius**2 * (self.k1 + self.k2 * radius**2))


@dataclass(frozen=True)
class BentSheet(Sheet):
    """A board that stands up a little: along its middle fold, and at its corners.

    Only heights change: for a few mm the board's outline moves by less than a tenth of one.
    ``gloss`` is how much of the lamps it mirrors (0 matt, 1 varnished).
    """

    fold_mm: float = 0.0
    curl_mm: float = 0.0
    gloss: float = 0.0

    def lift(self, at_mm: Points) -> npt.NDArray[np.float64]:
        if not (self.fold_mm or self.curl_mm):
            return np.zeros(len(at_mm))
        inside = np.clip(at_mm, 0.0, self.size_mm)
        from_middle = np.abs(2.0 * inside / self.size_mm - 1.0)
        lift = self.fold_mm * (1.0 - from_middle[:, 0])
        lift += self.curl_mm * (from_middle**2).prod(axis=1)
        outside = np.linalg.norm(at_mm - inside, axis=1)
        return np.asarray(lift * np.clip(1.0 - outside / FLAT_AGAIN_MM, 0.0, 1.0))

    def mirrored(
        self, eye_mm: Direction, light: TableLight, at_mm: Points, normals: Points
    ) -> Points | None:
        if not self.gloss:
            return None
        view = np.array(eye_mm) - np.column_stack([at_mm, np.zeros(len(at_mm))])
        view /= np.linalg.norm(view, axis=1, keepdims=True)
        back = 2.0 * (view * normals).sum(axis=1, keepdims=True) * normals - view
        total = np.zeros(len(at_mm))
        wide = 0.5 + 0.5 * light.softness
        for towards, share in light.lamps:
            angle = np.arccos(np.clip(back @ towards, -1.0, 1.0))
            # The wider a lamp, the less bright it is itself for the same light on the table.
            total += share / USUAL_SHARE / wide * np.exp(-((angle / (LOBE * wide)) ** 2))
        return np.asarray(self.gloss * MIRRORED * total)


@dataclass(frozen=True)
class WornFinish(Finish):
    """Paint that shines as much as ``polish``, and differs from piece to piece by ``wear``."""

    polish: float = 0.0
    wear: float = 0.0

    def paint(self, colour: Colour, turn: float) -> npt.NDArray[np.float64]:
        paint = np.array(colour)
        if not self.wear:
            return paint
        rng = np.random.default_rng(int(turn * 1e6) % 2**32)
        lighter, *tint = np.clip(rng.normal(0.0, 1.0, 4), -2.0, 2.0)
        worn = paint * (1.0 + self.wear * (WORN * lighter + TINTED * np.array(tint)))
        return np.asarray(np.clip(worn, 22.0, 244.0))

    def shines(self, light: TableLight, normals: Points, view: Points) -> Points:
        return self.polish * SHEEN * shine(light, normals, view, SHARPNESS)

    def edge(
        self, rim: Points, normals: Points, cap: Points, light: TableLight, view: Points
    ) -> Iterator[tuple[Points, float]]:
        if not self.polish:
            return
        # A rounded edge is turned as far up, somewhere, as mirrors the lamp best.
        up = float(np.clip(_half(light, view, 0) @ cap, 0.0, 1.0))
        rounded = normals * np.sqrt(1.0 - up**2) + cap * up
        shines = self.polish * HIGHLIGHT * shine(light, rounded, view, EDGE_SHARPNESS)
        middle = rim.mean(axis=0)
        for sector in np.flatnonzero(shines > LEAST_SHINE):
            ends = rim[[sector, (sector + 1) % len(rim)]]
            yield np.concatenate([ends, middle + EDGE * (ends - middle)]), shines[sector]

    def grain(self, shape: tuple[int, int], at_mm: Point) -> Field | None:
        """Let the wood's grain and scratches show through the paint."""
        if not self.wear:
            return None
        sheet = _grain_sheet()
        top, left = (int(abs(mm) * 7.0) % (len(sheet) // 2) for mm in at_mm)
        patch = cv2.resize(sheet[top:, left:][:GRAIN_PX, :GRAIN_PX], shape[::-1])
        factor = 1.0 + self.wear * GRAIN * patch[..., None].repeat(3, axis=2)
        return np.asarray(factor, np.float32)


def shine(
    light: TableLight, normals: Points, view: Points, sharpness: float
) -> npt.NDArray[np.float64]:
    """Tell how much polished surfaces (n x 3 unit normals) mirror the lamps: 0 to about 1.

    ``view`` is the unit vector towards the camera.
    """
    mirrored = np.zeros(len(normals))
    for lamp, (_, share) in enumerate(light.lamps):
        half = _half(light, view, lamp)
        mirrored += share * np.clip(normals @ half, 0.0, None) ** sharpness
    return mirrored


def _half(light: TableLight, view: Points, lamp: int) -> Points:
    """Give the normal (a unit vector) that mirrors a lamp towards a view."""
    between = light.lamps[lamp][0] + view
    return np.asarray(between / np.linalg.norm(between))


@cache
def _grain_sheet() -> Field:
    """Make a sheet of streaks, larger than any piece."""
    return noise(np.random.default_rng(0), 3 * GRAIN_PX, 3 * GRAIN_PX, (2.0, 14.0))
