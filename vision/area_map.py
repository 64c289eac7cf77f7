"""The map: an even lattice over all areas of a board, its bare ground, and tiles that lie on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Kept, Points, Pose
from vision.config import AreaConfig, EvidenceConfig
from vision.illumination import Floats, Light, Mask, field_terms
from vision.looks import Appearance
from vision.plan import Plan
from vision.reading import Image

CONFIG: Final = AreaConfig()
EVIDENCE: Final = EvidenceConfig()
COARSE: Final = 10
"""Cells between the points that are projected; perspective and light are even between them."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the map's cells: rows and columns."""

    rows: slice
    columns: slice

    @property
    def both(self) -> tuple[slice, slice]:
        return self.rows, self.columns

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows.stop - self.rows.start, self.columns.stop - self.columns.start


@dataclass(frozen=True, slots=True)
class Quality:
    """How a frame shows the bare board beside how it was taught.

    ``noise`` is the standard deviation of a cell's log lightness, ``tone`` that of some cells
    together, ``chroma_noise`` (2) that of their chromas, where lightness is the ``usual`` one.
    ``strength`` (2) is by how much stronger colours are, about the board's ``middle`` ones (2).
    ``off`` (3, opponent space) are the standard deviations by which pieces as a whole may look
    otherwise than taught.
    """

    noise: float
    tone: float
    chroma_noise: npt.NDArray[np.float64]
    usual: float
    strength: npt.NDArray[np.float64]
    middle: npt.NDArray[np.float64]
    off: npt.NDArray[np.float64]

    @property
    def smeared(self) -> float:
        """The share of a colour that may be what is beside it: the noisier, the more."""
        return float(np.interp(self.noise, CONFIG.noises, CONFIG.mixed_shares))

    @property
    def coded(self) -> float:
        """How coarsely colours are coded: from 0, as finely as usual, to 1."""
        return float(np.interp(self.chroma_noise.mean(), CONFIG.coded_noises, (0.0, 1.0)))

    def weaken(self, lit: Floats) -> Floats:
        """Show colours (... x 3, opponent space) as strong as taught."""
        off = self.middle - self.middle / self.strength
        turn = np.append(1.0, 1 / self.strength).astype(np.float32)
        return np.asarray(lit * turn + np.append(0.0, off).astype(np.float32), np.float32)


class AreaMap:
    """The lattice over one board's areas.

    ``step_mm`` is the cells' distance, ``origin_mm`` the place of the first, ``shape`` rows and
    columns.
    """

    def __init__(self, plan: Plan, corners_mm: npt.NDArray[np.float64]) -> None:
        self.step_mm = max(CONFIG.step_mm, CONFIG.step_px / plan.px_per_mm)
        rim = CONFIG.rim_mm + 3 * self.step_mm
        low, high = corners_mm.min(axis=0) - rim, corners_mm.max(axis=0) + rim
        columns, rows = (np.ceil((high - low) / self.step_mm / COARSE).astype(int)).tolist()
        self.origin_mm = low
        self.shape = (rows * COARSE, columns * COARSE)
        x, y = (np.arange(count + 1) * COARSE * self.step_mm for count in (columns, rows))
        coarse = low + np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        self._coarse = (rows + 1, columns + 1)
        self._at = plan.pixels(coarse)
        self._terms = field_terms(coarse, plan.size_mm)
        self._maps = Kept(self._project)

    def sample(self, frame: Image, pose: Pose) -> Image:
        where = self._maps.under(pose)
        soft = cv2.blur(frame, (CONFIG.soft_px, CONFIG.soft_px))
        seen = cv2.remap(soft, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.uint8)

    def in_view(self, pose: Pose, size: tuple[int, int], window: Window) -> Mask:
        where = self._maps.under(pose)[window.both]
        return np.asarray(((where >= 0) & (where <= np.array(size) - 1)).all(axis=2))

    def lit(self, pixels: Image, window: Window, light: Light) -> Floats:
        offset = light.offset(self._terms).reshape(*self._coarse, 3)
        return light.show(pixels, self._spread(offset, window))

    def coarse(self, pixels: Image, light: Light) -> Floats:
        """Show the map's pixels on a coarse lattice: means of squares of 8 mm, or ten cells."""
        rows, columns = self._coarse
        small = cv2.resize(pixels, (columns - 1, rows - 1), interpolation=cv2.INTER_AREA)
        offset = light.offset(self._terms).reshape(rows, columns, 3)[:-1, :-1]
        return light.show(small, np.ascontiguousarray(offset, np.float32))

    def window(self, corners_mm: npt.NDArray[np.float64], rim_mm: float) -> Window:
        """Find the cells of the rectangle round corners (N x 2, mm) and a rim around it.

        Its middle is a cell, so that rectangles of one size have windows of one shape.
        """
        low, high = corners_mm.min(axis=0), corners_mm.max(axis=0)
        column, row = np.round(self.cells((low + high)[None] / 2)[0]).astype(int).tolist()
        across, down = np.ceil(((high - low) / 2 + rim_mm) / self.step_mm).astype(int).tolist()
        return Window(
            slice(row - down, row + down + 1), slice(column - across, column + across + 1)
        )

    def cells(self, points_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return np.asarray((points_mm - self.origin_mm) / self.step_mm)

    def millimetres(self, cells: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        return np.asarray(self.origin_mm + cells * self.step_mm)

    def inside(self, corners_mm: npt.NDArray[np.float64], window: Window) -> Mask:
        bits = np.zeros(window.shape, np.uint8)
        corner = (window.columns.start, window.rows.start)
        corners = np.round((self.cells(corners_mm) - corner) * 16).astype(np.int32)
        cv2.fillPoly(bits, [corners], 1, shift=4)
        return np.asarray(bits > 0)

    def _project(self, pose: Pose) -> Points:
        coarse = pose.apply(self._at).reshape(*self._coarse, 2)
        rows, columns = self.shape
        return self._spread(coarse, Window(slice(0, rows), slice(0, columns)))

    def _spread(self, coarse: Floats, window: Window) -> Floats:
        across = np.arange(window.columns.start, window.columns.stop, dtype=np.float32) / COARSE
        down = np.arange(window.rows.start, window.rows.stop, dtype=np.float32) / COARSE
        x, y = np.meshgrid(across, down)
        fine = cv2.remap(np.ascontiguousarray(coarse, np.float32), x, y, cv2.INTER_LINEAR)
        return np.asarray(fine, np.float32)


_SPREAD: Final = np.array(EVIDENCE.bare_spread, np.float32)
_LOCAL: Final = np.array(CONFIG.local, np.float32)
_LOG_TURN: Final = float(np.log(2 * np.pi))
_MIDDLE: Final = np.array([4.5, 0, 0], np.float32)
"""The colour that no difference is shown as: in the midst of those that are tabulated."""
_ROUNDS: Final = 3
"""Rounds in which an area's own light is judged, without what was unlike the ground before."""
_UNLIT: Final = 0.1
"""Share of the neighbourhood that must tell of the light for half of that to be believed."""
_SAME_LIGHT: Final = (0.6, 3.0)
"""Log lightness, and standard deviations of chroma, within which a cell tells of the light."""


class Ground:
    """The bare look of a window (rows x columns x 3, opponent space) and how exact it is."""

    def __init__(self, bare: Floats, step_mm: float) -> None:
        self.bare, self.step_mm = bare, step_mm
        slope = [
            np.hypot(
                cv2.Sobel(channel, cv2.CV_32F, 1, 0, scale=1 / 8),
                cv2.Sobel(channel, cv2.CV_32F, 0, 1, scale=1 / 8),
            )
            for channel in np.moveaxis(bare, -1, 0)
        ]
        misplaced = np.stack(slope, axis=-1) * np.float32(CONFIG.misplaced_mm / step_mm)
        self._spread = np.sqrt(_SPREAD**2 + misplaced**2)
        self._variance = np.ascontiguousarray(np.moveaxis(np.square(self._spread), -1, 0))
        self.around = cv2.GaussianBlur(bare, (0, 0), CONFIG.smear_mm / 2 / step_mm)
        self._beside2 = np.moveaxis(np.square(bare - self.around)[..., 1:], -1, 0)
        self._blur = CONFIG.light_mm / step_mm / 4

    def log_density(
        self, lit: Floats, shadows: Appearance | None = None, quality: Quality | None = None
    ) -> tuple[Floats, Floats]:
        """Show what is seen in the area's own light, and its log densities on bare ground.

        ``shadows`` are what pieces were seen to cast: densities of what ``offsets`` gives.
        ``quality`` is the frame's, where it is one that may be worse than those of teaching.
        """
        off = lit - self.bare
        light = self._own_light(off)
        off = off - light
        lightness, red, yellow = np.ascontiguousarray(np.moveaxis(off, -1, 0))
        spread = self._variance if quality is None else self._variance_in(quality)
        greatest = -0.5 * np.log(spread).sum(axis=0) - 1.5 * _LOG_TURN
        usual = lightness**2 / spread[0] + red**2 / spread[1] + yellow**2 / spread[2]
        usual = greatest - 0.5 * usual
        dark = np.maximum(-lightness, 0)
        more = np.square(CONFIG.cast * dark)
        one, two = spread[1] + more, spread[2] + more
        shade = -0.5 * (red**2 / one + yellow**2 / two + np.log(one * two)) - _LOG_TURN
        darker, lighter = EVIDENCE.shadow_rate, EVIDENCE.above_rate
        shade -= np.where(lightness < 0, darker * dark, lighter * lightness)
        shade -= CONFIG.deep_rate * np.maximum(dark - CONFIG.deepest, 0)
        shade += np.log(darker * lighter / (darker + lighter))
        share = EVIDENCE.shadow_share
        ground = np.logaddexp(np.log(1 - share) + usual, np.log(share) + shade)
        if shadows is not None:
            known = shadows.log_density(off + _MIDDLE)[..., 0]
            ground = np.logaddexp(ground, np.log(CONFIG.known_share) + known)
        density = np.logaddexp(ground, EVIDENCE.bare_floor)
        return np.asarray(lit - light, np.float32), np.asarray(density, np.float32)

    def _variance_in(self, quality: Quality) -> Floats:
        """Tell by how much the bare look may vary in a frame (3 x rows x columns).

        Its chromas have the frame's errors, in levels: the more of a logarithm the darker the
        print; they are smeared, and as strong as taught but for a share.
        """
        found = self._variance.copy()
        darker = np.exp(np.clip(quality.usual - self.bare[..., 0], 0, CONFIG.darkest))
        for k in (0, 1):
            noise = np.float32(quality.chroma_noise[k]) * darker
            off = self.bare[..., k + 1] - np.float32(quality.middle[k])
            found[k + 1] += np.square(noise) + np.square(np.float32(CONFIG.off_strength) * off)
            found[k + 1] += np.float32(quality.smeared**2) * self._beside2[k]
        return found

    def _own_light(self, off: Floats) -> Floats:
        """Judge the light over the window from cells that differ from the ground by no colour.

        It is worked out at a quarter of the size.
        """
        small = cv2.resize(off, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        spread = cv2.resize(self._spread, small.shape[1::-1], interpolation=cv2.INTER_AREA)
        light = np.zeros_like(small)
        for _ in range(_ROUNDS):
            left = small - light
            far = np.abs(left[..., 1:]) / spread[..., 1:]
            weight = (np.abs(left[..., 0]) < _SAME_LIGHT[0]) & (far.max(axis=2) < _SAME_LIGHT[1])
            weights = weight.astype(np.float32) / (1 + np.square(left[..., 0] / 0.15))
            sums = cv2.GaussianBlur(small * weights[..., None], (0, 0), self._blur)
            total = cv2.GaussianBlur(weights, (0, 0), self._blur) + np.float32(_UNLIT)
            light = np.clip(sums / total[..., None], -_LOCAL, _LOCAL)
        whole = cv2.resize(light, off.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        return np.asarray(whole, np.float32)

    def foreign(self, lit: Floats) -> tuple[Floats, Mask]:
        seen, density = self.log_density(lit)
        return seen, np.asarray(density < EVIDENCE.any_colour)

    def offsets(self, seen: Floats) -> Floats:
        """Tell how cells in their own light differ from the ground, as a colour of middle grey."""
        return np.asarray(seen - self.bare + _MIDDLE, np.float32)

    def strangeness(self, seen: Floats) -> Floats:
        return np.asarray(np.linalg.norm((seen - self.bare) / self._spread, axis=2), np.float32)


TURNS: Final = tuple(range(-10, 11, 2))
"""Degrees by which a tile may lie turned from how it was taught."""
FINER: Final = (-1.5, -1.0, -0.5, 0.5, 1.0, 1.5)
"""Degrees about the best of these that are tried then."""
REACH_MM: Final = 8.0
"""How far a tile may lie off where it was taught."""
INNER_MM: Final = 5.0
"""The rim of a tile that is left out of the comparison: what is beside it differs."""
SCALE: Final = np.array([0.2, 0.12, 0.12], np.float32)
"""What counts as one step of difference in each channel, as for rows of tiles."""
ALIKE: Final = 0.5
"""Correlation from which a slot shows a tile, pieces upon it or not."""
NAMED: Final = 0.3
"""The same where the row tells which tile it is: four pieces on a tile leave less than that."""

Turn = npt.NDArray[np.float64]


class TilesUnder:
    """Tiles by name, each as rows x columns x 3 (taught light) round the middle of a slot.

    ``size_mm`` is the slots' width and height.
    """

    def __init__(
        self, known: Mapping[str, Floats], size_mm: tuple[float, float], step_mm: float
    ) -> None:
        self._known = known
        self._step = step_mm
        self._half = tuple(round((side / 2 - INNER_MM) / step_mm) for side in size_mm)

    def under(self, seen: Floats, name: str | None) -> Floats | None:
        """Show what is under the pieces of a slot (``seen``, its middle in the middle).

        ``name`` is the tile's, if known. None where no tile is found.
        """
        names = [name] if name in self._known else list(self._known)
        found = [(*self._laid(seen, self._known[each]), each) for each in names if each]
        if not found:
            return None
        alike, turn, best = max(found, key=lambda one: one[0])
        if alike < (NAMED if name in self._known else ALIKE):
            return None
        picture = self._known[best]
        size = (seen.shape[1], seen.shape[0])
        laid = cv2.warpAffine(picture, turn, size, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(laid, np.float32)

    def _laid(self, seen: Floats, picture: Floats) -> tuple[float, Turn]:
        """Find how a tile lies in a slot: how alike it is so, and from its picture to there."""
        coarse = [(*self._placed(seen, picture, turn), turn) for turn in TURNS]
        middle = max(coarse, key=lambda one: one[0])[2]
        fine = [(*self._placed(seen, picture, middle + turn), middle + turn) for turn in FINER]
        alike, moved, _ = max([*coarse, *fine], key=lambda one: one[0])
        return alike, moved

    def _placed(self, seen: Floats, picture: Floats, degrees: float) -> tuple[float, Turn]:
        """Find where a turned tile lies: how alike, and from its picture to the slot."""
        reach = round(REACH_MM / self._step)
        (height, width), (x, y) = picture.shape[:2], self._half
        centre = ((width - 1) / 2, (height - 1) / 2)
        turn = np.asarray(cv2.getRotationMatrix2D(centre, degrees, 1.0), np.float64)
        turned = cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
        row, column = height // 2, width // 2
        tile = turned[row - y : row + y + 1, column - x : column + x + 1] / SCALE
        row, column = seen.shape[0] // 2, seen.shape[1] // 2
        top, left = max(0, row - y - reach), max(0, column - x - reach)
        part = seen[top : row + y + reach + 1, left : column + x + reach + 1] / SCALE
        alike = cv2.matchTemplate(
            np.asarray(part, np.float32), np.asarray(tile, np.float32), cv2.TM_CCOEFF_NORMED
        )
        _, best, _, (across, down) = cv2.minMaxLoc(alike)
        turn[:, 2] += (
            left + across - (width // 2 - x),
            top + down - (height // 2 - y),
        )
        return float(best), turn
