"""How a table looks, and what may move or be switched on: its lamps and its camera.

Lengths on the board are mm as in a board file; directions to lamps are (x, y, height), of any
length. The defaults are a friendly table: a pale board, barrels, one lamp, a lens without fault.
"""

from dataclasses import dataclass
from typing import Final, Literal

from hardware.virtual.painting import Point, Table
from hardware.virtual.printed_board import EDITION, PALE, Printer

Shape = Literal["barrel", "cube", "disc"]
Direction = tuple[float, float, float]

FOCAL_PX: Final = 1065.0
"""The focal length of a lens that sees 62 degrees across."""


@dataclass(frozen=True, slots=True)
class Look:
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
