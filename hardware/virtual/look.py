"""How a table looks, what may move or be switched on, and the light of its lamps and of the room.

Lengths on the board are mm as in a board file; directions to lamps are (x, y, height), of any
length. The defaults are a friendly table: a pale board, barrels, one lamp, a lens without fault.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from hardware.virtual.painting import Point, Points, Table
from hardware.virtual.printed_board import EDITION, PALE, Printer

Shape = Literal["barrel", "cube", "disc"]
Direction = tuple[float, float, float]

FOCAL_PX: Final = 1065.0
"""The focal length of a lens that sees 62 degrees across."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """How one table looks for a whole game.

    ``table`` is what the board lies on; ``printer`` and ``edition`` choose the printed art;
    ``gloss`` is how much of the lamp the board mirrors (0 matt, 1 varnished); ``fold_mm`` is how
    far the board's middle fold stands up, ``curl_mm`` its corners.

    Pieces have one ``shape``: a cube's side is twice its ``radius_mm``, and its height.
    ``polish`` is how much their paint shines, ``wear`` how much paints differ from piece to piece.

    ``lamp`` points to the lamp; ``room`` is the share of the light that comes from everywhere
    else, so shadows are the deeper the smaller it is; ``softness`` is the lamp's width: 1 a
    shaded lamp, 0.2 a bare bulb, 3 a bright wall; ``falloff`` is how much brighter than its middle
    the board is on the lamp's side.

    ``focal_px`` is the lens's focal length, ``k1`` and ``k2`` its radial distortion (OpenCV's);
    the camera hangs ``height`` times as high as it must to see everything, leans away from above
    the board's middle by ``lean`` (parts of its height) and is turned by ``roll`` (radians); None
    leaves both to the seed of the table. ``blur_px`` is the deviation of the lens's blur,
    ``noise`` that of the sensor in grey levels.
    """

    table: Table = "oak"
    printer: Printer = PALE
    edition: int = EDITION
    gloss: float = 0.0
    fold_mm: float = 0.0
    curl_mm: float = 0.0
    shape: Shape = "barrel"
    radius_mm: float = 6.0
    height_mm: float = 14.0
    polish: float = 0.0
    wear: float = 0.0
    lamp: Direction = (-0.42, -0.50, 0.76)
    room: float = 0.52
    softness: float = 1.0
    falloff: float = 0.0
    focal_px: float = FOCAL_PX
    k1: float = 0.0
    k2: float = 0.0
    height: float = 1.0
    lean: Point | None = None
    roll: float | None = None
    blur_px: float = 0.0
    noise: float = 3.2

    @property
    def can_lie(self) -> bool:
        """Tell whether a piece of this shape looks different when it has been knocked over."""
        return self.shape != "cube"


@dataclass(frozen=True, slots=True)
class Lamp:
    """A second lamp: where it is, and how much light it adds to what a level board has."""

    towards: Direction
    strength: float


@dataclass(frozen=True, slots=True)
class Nudge:
    """How the camera has moved from where it was hung.

    ``by_mm`` along the table; ``turn_deg`` about its axis; ``tilt_deg`` to the right and down
    (what it aims at moves); ``sink_mm`` down.
    """

    by_mm: Point = (0.0, 0.0)
    turn_deg: float = 0.0
    tilt_deg: Point = (0.0, 0.0)
    sink_mm: float = 0.0


UNMOVED: Final = Nudge()


USUAL_SHARE: Final = 0.48
"""The lamp's share of the light in an ordinary room: depths of shadows are told for it."""
DEEPEST: Final = 0.97
"""No shadow in a room with walls is deeper."""


@dataclass(frozen=True)
class TableLight:
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
    def of(cls, look: TableLook) -> "TableLight":
        """Light a table as it looks all evening."""
        return cls(look.lamp, look.room, look.softness, look.falloff)

    def beside(self, lamp: Lamp | None) -> "TableLight":
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
