"""The light over the table: a lamp, perhaps a second one, and what the room throws back."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from hardware.virtual.look import Direction, Lamp, Look

Points = npt.NDArray[np.float64]

USUAL_SHARE: Final = 0.48
"""The lamp's share of the light in an ordinary room: depths of shadows are told for it."""
DEEPEST: Final = 0.97
"""No shadow in a room with walls is deeper."""


@dataclass(frozen=True)
class Light:
    """Lamps far away, and the room's light from everywhere.

    ``towards`` points to the lamp (x, y, height); ``room`` is the share of the room in the light
    on a level surface when only that lamp is on. A ``second`` lamp adds to it. Brightness is
    relative to a level surface under all that is on: ``level`` tells how bright that is.
    """

    towards: Direction = (-0.42, -0.50, 0.76)
    room: float = 0.52
    softness: float = 1.0
    falloff: float = 0.0
    second: Lamp | None = None

    @classmethod
    def of(cls, look: Look) -> "Light":
        """Light a table as it looks all evening."""
        return cls(look.lamp, look.room, look.softness, look.falloff)

    def beside(self, lamp: Lamp | None) -> "Light":
        """Switch the second lamp on or off."""
        return replace(self, second=lamp)

    @property
    def level(self) -> float:
        """How bright a level surface is: 1 under the first lamp alone."""
        return 1.0 + (self.second.strength if self.second else 0.0)

    @cached_property
    def lamps(self) -> tuple[tuple[Points, float], ...]:
        """Each lamp's direction (a unit vector) and its share of the light on a level surface."""
        lamps = [(self.towards, 1.0 - self.room)]
        if self.second:
            lamps.append((self.second.towards, self.second.strength))
        return tuple(
            (np.array(towards) / np.linalg.norm(towards), share / self.level)
            for towards, share in lamps
        )

    def brightness(self, normals: Points) -> npt.NDArray[np.float64]:
        """Tell how bright surfaces are (n x 3 unit normals): 1 is a level one."""
        bright = np.full(len(normals), self.room / self.level)
        for towards, share in self.lamps:
            bright += share * np.clip(normals @ towards, 0.0, None) / towards[2]
        return bright

    def half(self, view: Points, lamp: int = 0) -> Points:
        """Give the normal (a unit vector) that mirrors a lamp towards a view."""
        between = self.lamps[lamp][0] + view
        return np.asarray(between / np.linalg.norm(between))

    def shine(self, normals: Points, view: Points, sharpness: float) -> npt.NDArray[np.float64]:
        """Tell how much polished surfaces (n x 3 unit normals) mirror the lamps: 0 to about 1.

        ``view`` is the unit vector towards the camera.
        """
        mirrored = np.zeros(len(normals))
        for lamp, (_, share) in enumerate(self.lamps):
            mirrored += share * np.clip(normals @ self.half(view, lamp), 0.0, None) ** sharpness
        return mirrored

    def cast(self, points: Points, lamp: int = 0) -> Points:
        """Drop points (x, y, height; n x 3) along a lamp's light onto the board."""
        x, y, up = self.lamps[lamp][0]
        height = points[:, 2:]
        return np.asarray(points - height * np.array([x / up, y / up, 1.0]))

    def depth(self, usual: float, lamp: int = 0) -> float:
        """Tell how deep a lamp's shadow is that is ``usual`` deep in an ordinary room."""
        return min(DEEPEST, usual * self.lamps[lamp][1] / USUAL_SHARE)

    def gradient(self, at_mm: Points, size_mm: tuple[float, float]) -> npt.NDArray[np.float64]:
        """Tell how much brighter places (n x 2, mm) are for being nearer to the lamps."""
        outward = 2.0 * at_mm / size_mm - 1.0
        total = np.ones(len(at_mm))
        for towards, share in self.lamps:
            flat = towards[:2] / max(float(np.linalg.norm(towards[:2])), 1e-9)
            total += self.falloff * share / USUAL_SHARE * np.tanh(outward @ flat)
        return np.asarray(np.clip(total, 0.2, None))
