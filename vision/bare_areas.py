"""Bare ground: how an area without pieces looks, and how unlike it the cells of a frame are."""

from typing import Final

import cv2
import numpy as np

from vision.appearance import Appearance
from vision.config import AreaConfig
from vision.illumination import Floats, Mask

CONFIG: Final = AreaConfig()
_SPREAD: Final = np.array(CONFIG.spread, np.float32)
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
        """Measure where art is fine: there a pose that is off by little differs most."""
        self.bare = bare
        slope = [
            np.hypot(
                cv2.Sobel(channel, cv2.CV_32F, 1, 0, scale=1 / 8),
                cv2.Sobel(channel, cv2.CV_32F, 0, 1, scale=1 / 8),
            )
            for channel in np.moveaxis(bare, -1, 0)
        ]
        misplaced = np.stack(slope, axis=-1) * np.float32(CONFIG.misplaced_mm / step_mm)
        self._spread = np.sqrt(_SPREAD**2 + misplaced**2)
        self._blur = CONFIG.light_mm / step_mm / 4

    def log_density(self, lit: Floats, shadows: Appearance | None = None) -> tuple[Floats, Floats]:
        """Show what is seen in the area's own light, and its log densities on bare ground.

        ``shadows`` are what pieces were seen to cast: densities of what ``offsets`` gives.
        """
        off = lit - self.bare
        light = self._own_light(off)
        off = off - light
        usual = -0.5 * np.square(off / self._spread).sum(axis=2)
        usual -= np.log(self._spread).sum(axis=2) + 1.5 * _LOG_TURN
        dark = np.maximum(-off[..., 0], 0)
        cast = np.square(self._spread[..., 1:]) + np.square(CONFIG.cast * dark)[..., None]
        shade = -0.5 * (np.square(off[..., 1:]) / cast + np.log(cast)).sum(axis=2) - _LOG_TURN
        darker, lighter = CONFIG.shadow_rate, CONFIG.above_rate
        shade -= np.where(off[..., 0] < 0, darker * dark, lighter * off[..., 0])
        shade -= CONFIG.deep_rate * np.maximum(dark - CONFIG.deepest, 0)
        shade += np.log(darker * lighter / (darker + lighter))
        share = CONFIG.shadow_share
        ground = np.logaddexp(np.log(1 - share) + usual, np.log(share) + shade)
        if shadows is not None:
            known = shadows.log_density(off + _MIDDLE)[..., 0]
            ground = np.logaddexp(ground, np.log(CONFIG.known_share) + known)
        density = np.logaddexp(ground, CONFIG.bare_floor)
        return np.asarray(lit - light, np.float32), np.asarray(density, np.float32)

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
        """Show what is seen in the area's own light, and mark what is likelier any other colour."""
        seen, density = self.log_density(lit)
        return seen, np.asarray(density < CONFIG.any_colour)

    def offsets(self, seen: Floats) -> Floats:
        """Tell how cells in their own light differ from the ground, as a colour of middle grey."""
        return np.asarray(seen - self.bare + _MIDDLE, np.float32)

    def strangeness(self, seen: Floats) -> Floats:
        """Tell how many standard deviations cells in their own light are off the ground."""
        return np.asarray(np.linalg.norm((seen - self.bare) / self._spread, axis=2), np.float32)
