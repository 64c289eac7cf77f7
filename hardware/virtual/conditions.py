"""The conditions under which pictures are taken: what holds all evening, and what changes.

Lengths on the board are mm as in a board file; directions to lamps are (x, y, height), of any
length. The defaults are a friendly table: a pale board, barrels, one lamp, a lens without fault.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

import numpy as np

Style = Literal["pale", "dark", "parchment", "flat", "photographic", "engraved"]
Shape = Literal["barrel", "cube", "disc"]
Point = tuple[float, float]
Direction = tuple[float, float, float]
Table = Literal["oak", "walnut", "beech", "felt", "white", "cloth"]

EDITION: Final = 1
"""Copies of one edition of a board are printed alike, whatever table they lie on."""
FOCAL_PX: Final = 1065.0
"""The focal length of a lens that sees 62 degrees across."""
CORNER: Final = 800.0
"""Pixels from the middle of the picture to its corner, where lenses distort most."""


@dataclass(frozen=True, slots=True)
class Look:
    """How one table looks for a whole game.

    ``table`` is what the board lies on; ``style`` and ``edition`` choose the printed art;
    ``gloss`` is how much of the lamp the board mirrors (0 matt, 1 varnished); ``fold_mm`` is how
    far the board's middle fold stands up, ``curl_mm`` its corners.

    Merchants have one ``shape``: a cube's side is twice its ``radius_mm``, and its height.
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
    style: Style = "pale"
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

    @classmethod
    def random(cls, seed: int) -> "Look":
        """Choose a table as it might stand anywhere; the same for the same seed."""
        rng = np.random.default_rng([seed, 77])
        shape = get_args(Shape)[rng.integers(len(get_args(Shape)))]
        radius = {"barrel": (5.2, 6.8), "cube": (4.0, 6.0), "disc": (6.0, 8.5)}[shape]
        height = {"barrel": (10.0, 15.0), "cube": (1.0, 1.0), "disc": (3.0, 6.0)}[shape]
        radius_mm = float(rng.uniform(*radius))
        focal = float(rng.uniform(760.0, 1250.0))
        # As shares by which the picture's corner moves; the second keeps the lens one to one.
        barrel = rng.uniform(-0.16, 0.03)
        waves = rng.uniform(0.6, 1.5) * barrel**2
        up, around = np.radians(rng.uniform(28.0, 80.0)), rng.uniform(0.0, 2 * np.pi)
        return cls(
            table=get_args(Table)[rng.integers(len(get_args(Table)))],
            style=get_args(Style)[rng.integers(len(get_args(Style)))],
            edition=int(rng.integers(1_000_000)),
            gloss=float(max(0.0, rng.uniform(-0.6, 1.0))),
            fold_mm=float(max(0.0, rng.uniform(-3.0, 3.0))),
            curl_mm=float(max(0.0, rng.uniform(-3.0, 3.0))),
            shape=shape,
            radius_mm=radius_mm,
            height_mm=2 * radius_mm if shape == "cube" else float(rng.uniform(*height)),
            polish=float(rng.uniform(0.0, 1.0)),
            wear=float(rng.uniform(0.0, 1.0)),
            lamp=(
                float(np.cos(up) * np.cos(around)),
                float(np.cos(up) * np.sin(around)),
                float(np.sin(up)),
            ),
            room=float(rng.uniform(0.35, 0.75)),
            softness=float(np.exp(rng.uniform(np.log(0.3), np.log(2.5)))),
            falloff=float(rng.uniform(0.0, 0.25)),
            focal_px=focal,
            k1=float(barrel / (CORNER / focal) ** 2),
            k2=float(waves / (CORNER / focal) ** 4),
            height=float(rng.uniform(0.93, 1.08)),
            lean=(float(rng.uniform(-0.12, 0.12)), float(rng.uniform(-0.05, 0.26))),
            roll=float(rng.normal(0.0, 0.05)),
            blur_px=float(rng.uniform(0.0, 0.9)),
            noise=float(rng.uniform(1.5, 5.5)),
        )

    @property
    def can_lie(self) -> bool:
        """Tell whether a merchant of this shape looks different when it has been knocked over."""
        return self.shape != "cube"


@dataclass(frozen=True, slots=True)
class Lamp:
    """A second lamp: where it is, and how much light it adds to what a level board has."""

    towards: Direction
    strength: float


@dataclass(frozen=True, slots=True)
class Shadow:
    """An oval shadow of somebody out of view: radii along and across ``turn`` (radians)."""

    at_mm: Point
    radii_mm: Point
    turn: float = 0.0
    depth: float = 0.4
    soft_mm: float = 40.0


@dataclass(frozen=True, slots=True)
class Patch:
    """Light from a window, within a convex outline: ``gain`` times as bright as outside."""

    outline_mm: tuple[Point, ...]
    gain: float = 1.6
    soft_mm: float = 1.5


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp mirrored by the printed board: its middle, and what it adds there (1 is white)."""

    at_mm: Point
    radius_mm: float = 30.0
    strength: float = 0.6


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


@dataclass(frozen=True, slots=True)
class Air:
    """What changes from picture to picture.

    ``gain`` is the exposure and ``cast`` the colour of the light (BGR factors); ``lamp`` is a
    second one, on or off; ``defocus_px`` adds to the lens's blur. A picture's brightness is
    clipped after all of this. After a new ``lamp`` or ``nudge`` everything is drawn afresh, which
    takes as long as thirty pictures: let sagging go in steps.
    """

    gain: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    lamp: Lamp | None = None
    shadows: tuple[Shadow, ...] = ()
    patches: tuple[Patch, ...] = ()
    glares: tuple[Glare, ...] = ()
    nudge: Nudge = Nudge()
    defocus_px: float = 0.0

    def calm(self) -> "Air":
        """Give the same camera and lamps without passing shadows, patches and glare."""
        return replace(self, shadows=(), patches=(), glares=(), defocus_px=0.0)
