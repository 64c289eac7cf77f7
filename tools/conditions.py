"""The conditions of hardening: what may disturb a frame, from weak to strong."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from tools.disturb import camera, hand, light
from vision.reading import Image

GOLDEN: Final = (sqrt(5) - 1) / 2
"""Multiples of it, less their whole part, never come near each other."""
SHADOW_RADIUS: Final = 0.2
"""Of the frame's width and height: a head, or an arm and shoulder, beside the lamp."""
SHADOW_SOFT_PX: Final = 30.0
"""The edge that a wide lamp gives, as a standard deviation."""
SHADOW_HARD_PX: Final = 0.7
"""The edge that the sun gives, as sharp as a lens shows any."""
SHIFT_DEGREES: Final = 25.0
"""Where a bump pushes the picture, below the horizontal, so that both axes take part."""
PALE: Final = (165.0, 188.0, 232.0)
DARK: Final = (48.0, 72.0, 122.0)
"""Skins (blue, green, red) between which a hand's lies."""
ASLANT: Final = 0.35
"""The most by which an arm leans from straight across the edge, as a tangent."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One frame of a sequence: its number, how many there are, and the board in the picture.

    ``corners_px`` (4 x 2) are the board's as taught, from top-left clockwise.
    """

    index: int
    count: int
    corners_px: npt.NDArray[np.float64]
    px_per_mm: float

    @property
    def progress(self) -> float:
        """How far through the sequence it is, 0 to 1."""
        return self.index / max(1, self.count - 1)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the board in pixels."""
        x, y = self.corners_px.mean(axis=0).tolist()
        return x, y

    def somewhere(self) -> tuple[float, float]:
        """Give another place in each frame, spread evenly: shares of width and height."""
        step = self.index + 1
        return 0.15 + 0.7 * (step * GOLDEN % 1), 0.15 + 0.7 * (step * GOLDEN**2 * 1.7 % 1)


@dataclass(frozen=True, slots=True)
class Disturbed:
    """A disturbed frame: what ``hides`` (pixels), whether by a hand, how the camera ``moved``."""

    frame: Image
    hides: npt.NDArray[np.bool_] | None = None
    hand: bool = False
    moved: camera.Matrix | None = None


Change = Callable[[Image, float, Moment], Disturbed]


@dataclass(frozen=True, slots=True)
class Condition:
    """One way to disturb frames; ``strengths`` go from weak to strong.

    With ``clear_first`` every frame without a hand is shown at rest and then disturbed, and
    only the latter counts; frames with a hand of their own are left out. ``teach`` disturbs the
    pictures that the eye is taught from.
    """

    name: str
    strengths: tuple[float, ...]
    change: Change
    clear_first: bool = False
    teach: Callable[[Image, float], Image] | None = None


def _at_once(change: Callable[[Image, float], Image]) -> Change:
    """Disturb every frame of a sequence alike."""
    return lambda frame, strength, _: Disturbed(change(frame, strength))


def _as_it_is(frame: Image, _: float) -> Image:
    return frame


def _cold(frame: Image, strength: float) -> Image:
    return light.tinted(frame, -strength)


def _noise(frame: Image, strength: float, moment: Moment) -> Disturbed:
    return Disturbed(camera.noisy(frame, strength, moment.index))


def _moved(frame: Image, move: camera.Matrix) -> Disturbed:
    return Disturbed(camera.moved(frame, move), moved=move)


def _rotation(frame: Image, strength: float, moment: Moment) -> Disturbed:
    return _moved(frame, camera.turn(moment.middle, strength))


def _shift(frame: Image, strength: float, _: Moment) -> Disturbed:
    aim = radians(SHIFT_DEGREES)
    return _moved(frame, camera.shift((strength * cos(aim), strength * sin(aim))))


def _scale(frame: Image, strength: float, moment: Moment) -> Disturbed:
    return _moved(frame, camera.scale(moment.middle, strength))


def _sag(frame: Image, strength: float, moment: Moment) -> Disturbed:
    return _moved(frame, camera.shift((0.0, strength * moment.progress)))


def _shadow(edge_px: float) -> Change:
    """Cast a shadow with a wide or a sharp edge, in another place in each frame."""
    return lambda frame, strength, moment: Disturbed(
        light.shaded(frame, strength, moment.somewhere(), SHADOW_RADIUS, edge_px)
    )


def _glare(frame: Image, strength: float, moment: Moment) -> Disturbed:
    return Disturbed(*light.with_glare(frame, moment.somewhere(), strength))


def _lamp(frame: Image, strength: float, moment: Moment) -> Disturbed:
    lit = 2 * moment.index >= moment.count
    return Disturbed(light.lamp_lit(frame, strength) if lit else frame)


def _dusk(frame: Image, strength: float, moment: Moment) -> Disturbed:
    """Let it grow darker until the end, and half as much warmer."""
    gain = strength**moment.progress
    return Disturbed(light.tinted(light.brightened(frame, gain), (1 - gain) / 2))


def _hand(frame: Image, strength: float, moment: Moment) -> Disturbed:
    """Reach in from a random side as far as ``strength``, a share of the board."""
    chance = np.random.default_rng(moment.index)
    side, along, lean = chance.integers(4), chance.uniform(0.15, 0.85), chance.uniform(-1, 1)
    near, next_one, far, last = np.roll(moment.corners_px, -side, axis=0)
    start, end = near + (next_one - near) * along, last + (far - last) * along
    towards = end - start
    towards = towards + ASLANT * lean * np.array([-towards[1], towards[0]])
    towards /= np.linalg.norm(towards)
    dark = chance.uniform(0, 1)
    skin = np.array(PALE) * (1 - dark) + np.array(DARK) * dark
    frame, hides = hand.pasted(
        frame,
        hand.Hand(
            tip_px=tuple((start + (end - start) * strength).tolist()),
            towards=tuple(towards.tolist()),
            px_per_mm=moment.px_per_mm,
            skin=tuple(skin.tolist()),
            sleeve=tuple(chance.uniform(20, 220, 3).tolist()),
            seed=moment.index,
        ),
    )
    return Disturbed(frame, hides, hand=True)


CONDITIONS: Final = (
    Condition("as it is", (1.0,), _at_once(_as_it_is)),
    Condition("darker: gain", (0.7, 0.5, 0.35), _at_once(light.brightened)),
    Condition("brighter: gain", (1.5, 2.0, 2.5), _at_once(light.brightened)),
    # A brighter light that the camera still takes in: what was taught was the darker.
    Condition(
        "taught in the dark: gain", (0.7, 0.5, 0.35), _at_once(_as_it_is), teach=light.brightened
    ),
    Condition("warmer: share a channel", (0.1, 0.25, 0.4), _at_once(light.tinted)),
    Condition("colder: share a channel", (0.1, 0.25, 0.4), _at_once(_cold)),
    Condition("blur: px", (1.0, 1.5, 2.0, 3.0), _at_once(camera.blurred)),
    Condition("noise: grey levels", (5.0, 10.0, 15.0, 25.0), _noise),
    Condition("JPEG: quality", (80.0, 60.0, 40.0, 20.0), _at_once(camera.compressed)),
    Condition("rotation: degrees", (1.0, 3.0, 5.0, 10.0, 180.0), _rotation),
    Condition("shift: px", (5.0, 20.0, 40.0, 80.0), _shift),
    Condition("farther: scale", (0.95, 0.9, 0.8), _scale),
    Condition("nearer: scale", (1.05, 1.1), _scale),
    Condition("sagging camera: px in all", (20.0, 40.0, 80.0), _sag),
    Condition("side light: darkest", (0.7, 0.5, 0.35), _at_once(light.lit_from_side)),
    Condition("moving soft shadow: depth", (0.7, 0.5, 0.35), _shadow(SHADOW_SOFT_PX)),
    Condition("moving hard shadow: depth", (0.7, 0.5, 0.35), _shadow(SHADOW_HARD_PX)),
    Condition("moving glare: radius", (0.015, 0.03, 0.06), _glare),
    Condition("lamp in mid-game: gain", (1.5, 2.0, 2.5), _lamp),
    Condition("dusk: gain at the end", (0.7, 0.5, 0.35), _dusk),
    Condition("pasted hand: reach", (0.15, 0.4, 0.7), _hand, clear_first=True),
)
