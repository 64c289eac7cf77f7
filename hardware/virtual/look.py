"""How a table looks, what may move or be switched on, and the light of its lamps and of the room.

Lengths on the board are mm as in a board file; directions to lamps are (x, y, height), of any
length. The defaults are a friendly table: a pale board, barrels, one lamp, a lens without fault.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from hardware.virtual.painting import Colour, Field, Point, Points, Surface, oak
from hardware.virtual.printed_board import EDITION, PALE, Printer

Shape = Literal["barrel", "block", "disc"]
Direction = tuple[float, float, float]

FOCAL_PX: Final = 1065.0
"""The focal length of a lens that sees 62 degrees across."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A second lamp: where it is, and how much light it adds to what a level board has."""

    towards: Direction
    strength: float


USUAL_SHARE: Final = 0.48
"""The lamp's share of the light in an ordinary room: depths of shadows are told for it."""
DEEPEST: Final = 0.97
"""No shadow in a room with walls is deeper."""


@dataclass(frozen=True)
class TableLight:
    """Lamps far away, and the room's light from everywhere.

    ``towards`` points to the lamp; ``room`` is the share of the light that comes from everywhere
    else, so shadows are the deeper the smaller it is; ``softness`` is the lamp's width: 1 a
    shaded lamp, 0.2 a bare bulb, 3 a bright wall; ``falloff`` is how much brighter than its middle
    the board is on the lamp's side. A ``second`` lamp adds to it. Brightness is relative to a level
    surface under all that is on: ``level`` tells how bright that is.
    """

    towards: Direction = (-0.42, -0.50, 0.76)
    room: float = 0.52
    softness: float = 1.0
    falloff: float = 0.0
    second: Lamp | None = None

    def beside(self, lamp: Lamp | None) -> "TableLight":
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


@dataclass(frozen=True)
class Lens:
    """The camera's lens; this one is a pin-hole, and bends no line."""

    focal_px: float = FOCAL_PX

    def distort(self, pixels: Points) -> Points:
        """Turn what a pin-hole would see (n x 2, pixels) into what the lens shows."""
        return pixels

    def undistort(self, pixels: Points) -> Points:
        """Turn pixels of a picture (n x 2) into what a pin-hole would have seen."""
        return pixels


@dataclass(frozen=True)
class Sheet:
    """The printed board as a body; this one is flat and matt."""

    size_mm: tuple[float, float] = (1.0, 1.0)

    def lift(self, at_mm: Points) -> npt.NDArray[np.float64]:
        """Tell how high the printed face is above a flat one at points (n x 2, mm)."""
        return np.zeros(len(at_mm))

    def mirrored(
        self, eye_mm: Direction, light: TableLight, at_mm: Points, normals: Points
    ) -> Points | None:
        """Tell what grey levels the lamps' images add at points (n x 2, mm); None for nothing."""
        del eye_mm, light, at_mm, normals
        return None


@dataclass(frozen=True)
class Finish:
    """How pieces are painted; these are all of one colour, matt and new.

    A piece is known by its ``turn``, wherever it stands. ``view`` is the unit vector from it to
    the camera; normals are n x 3.
    """

    def paint(self, colour: Colour, turn: float) -> npt.NDArray[np.float64]:
        del turn
        return np.array(colour)

    def shines(self, light: TableLight, normals: Points, view: Points) -> Points:
        """Tell what grey levels mirrored lamps add to surfaces (n)."""
        del light, view
        return np.zeros(len(normals))

    def edge(
        self, rim: Points, normals: Points, cap: Points, light: TableLight, view: Points
    ) -> Iterator[tuple[Points, float]]:
        """Yield the strips of a top's rounded edge that shine (corners in pixels), and how much.

        ``rim`` are the pixels of that top, ``normals`` those of the sides, ``cap`` its own.
        """
        del rim, normals, cap, light, view
        yield from ()

    def grain(self, shape: tuple[int, int], at_mm: Point) -> Field | None:
        """Give by what the colours of a drawn piece are multiplied; None for nothing."""
        del shape, at_mm
        return None


PIN_HOLE: Final = Lens()
FLAT: Final = Sheet()
NEW: Final = Finish()
ONE_LAMP: Final = TableLight()


@dataclass(frozen=True, slots=True)
class TableLook:
    """How one table looks for a whole game.

    ``table`` paints what the board lies on; ``printer`` and ``edition`` choose the printed art, and
    ``sheet`` is what that is printed on.

    Pieces have one ``shape``, painted with one ``finish``: a block's side is twice its
    ``radius_mm``, and its height.

    The camera hangs ``height`` times as high as it must to see everything, leans away from above
    the board's middle by ``lean`` (parts of its height) and is turned by ``roll`` (radians); None
    leaves both to the seed of the table. ``blur_px`` is the deviation of the lens's blur,
    ``noise`` that of the sensor in grey levels.
    """

    table: Surface = oak
    printer: Printer = PALE
    edition: int = EDITION
    sheet: Sheet = FLAT
    shape: Shape = "barrel"
    radius_mm: float = 6.0
    height_mm: float = 14.0
    finish: Finish = NEW
    light: TableLight = ONE_LAMP
    lens: Lens = PIN_HOLE
    height: float = 1.0
    lean: Point | None = None
    roll: float | None = None
    blur_px: float = 0.0
    noise: float = 3.2

    @property
    def can_lie(self) -> bool:
        """Tell whether a piece of this shape looks different when it has been knocked over."""
        return self.shape != "block"


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
