"""The lamp over the table."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp, far away: ``towards`` points to it (x, y, height); the rest is the room's light."""

    towards: tuple[float, float, float] = (-0.42, -0.50, 0.76)
    room: float = 0.52

    def brightness(self, normals: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Tell how bright surfaces are (n x 3 unit normals): 1 is a level one."""
        lamp = np.clip(normals @ np.array(self.towards), 0.0, None) / self.towards[2]
        return np.asarray(self.room + (1.0 - self.room) * lamp)

    def cast(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Drop points (x, y, height; n x 3) along the light onto the board."""
        x, y, up = self.towards
        height = points[:, 2:]
        return np.asarray(points - height * np.array([x / up, y / up, 1.0]))
