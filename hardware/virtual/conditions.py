"""What changes from picture to picture: exposure, lamps, passing shadows, noise, bumps."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from hardware.virtual.camera_pose import HEIGHT_PX, WIDTH_PX, CameraPose
from hardware.virtual.look import UNMOVED, Lamp, Nudge
from hardware.virtual.painting import Field, Picture, Point, Points, clipped

COARSE: Final = 4
"""Light is worked out on a picture this many times smaller: no edge of it is sharper."""
AROUND: Final = np.linspace(0.0, 2 * np.pi, 48, endpoint=False)
SHARPEST: Final = 0.4
"""The least blur of an edge of light, in coarse pixels."""
BLURRED: Final = 5.0
"""What is blurred by more coarse pixels than these is worked out coarser still..."""
COARSEST: Final = 32
"""...but not coarser than this many pixels."""
SLACK_PX: Final = 96
DARK_CORNERS: Final = 0.22
EVENING: Final = 1500
"""Ticks, about as many as a game lasts; what comes over an evening comes in them."""
GAINS: Final = (0.5, 2.0)
"""How much darker and brighter than when it was taught a table may become."""
BRIGHTEST: Final = 1.25
"""The most that a camera exposes: more would be white all over."""
ADAPTS: Final = 0.7
"""How much of a lamp's light the camera makes up for, by exposing less, when it is switched on."""


@dataclass(frozen=True, slots=True)
class Passing:
    """Something that changes the light over a place on the table; a ``Passage`` moves it."""

    at_mm: Point


class Shade(Passing, ABC):
    """What takes light away from the table, such as a shadow."""

    __slots__ = ()

    @abstractmethod
    def factor(self, pose: CameraPose) -> Field:
        """Give the factors by which it changes the light, one for each ``COARSE`` pixels."""


@dataclass(frozen=True, slots=True)
class Shadow(Shade):
    """An oval shadow of somebody out of view: radii along and across ``turn`` (radians)."""

    radii_mm: Point
    turn: float = 0.0
    depth: float = 0.4
    soft_mm: float = 40.0

    def factor(self, pose: CameraPose) -> Field:
        along = np.array([np.cos(self.turn), np.sin(self.turn)])
        across = np.array([-along[1], along[0]])
        one, other = self.radii_mm
        rim = np.cos(AROUND)[:, None] * along * one + np.sin(AROUND)[:, None] * across * other
        outline = np.column_stack([rim + self.at_mm, np.zeros(len(rim))])
        return np.asarray(1.0 - self.depth * soft_shape(outline, self.soft_mm, pose))


@dataclass(frozen=True, slots=True)
class Conditions:
    """What changes from picture to picture.

    ``gain`` is the exposure and ``cast`` the colour of the light (BGR factors); ``lamp`` is a
    second one, on or off; ``defocus_px`` adds to the lens's blur. A picture's brightness is
    clipped after all of this. After a new ``lamp`` or ``nudge`` everything is drawn afresh, which
    takes as long as thirty pictures: let sagging go in steps.
    """

    gain: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    lamp: Lamp | None = None
    shades: tuple[Shade, ...] = ()
    nudge: Nudge = UNMOVED
    defocus_px: float = 0.0

    def develop(self, picture: Picture, pose: CameraPose, bare: Callable[[], Picture]) -> None:
        """Change an exposed picture in place.

        ``bare`` (0 to 255) is how much of the board is seen past what stands and lies there.
        """


def expose(picture: Picture, conditions: Conditions, level: float, pose: CameraPose) -> Picture:
    """Expose a scene (BGR): multiply by all light, clip at white.

    ``level`` is how bright the lamps make it.
    """
    tint = np.array(conditions.cast, np.float32) * np.float32(conditions.gain * level)
    if (tint == 1.0).all() and not conditions.shades:
        return picture
    field = np.ones((HEIGHT_PX // COARSE, WIDTH_PX // COARSE), np.float32)
    for shade in conditions.shades:
        field *= shade.factor(pose)
    lit = _resized(field[..., None] * tint, 1)
    return np.asarray(cv2.multiply(picture, lit, dtype=cv2.CV_8U), np.uint8)


def soft_shape(outline: Points, soft_mm: float, pose: CameraPose) -> Field:
    """Fill a convex outline (n x 3, mm) with soft edges: coarse, 0 to 1."""
    soft_px = soft_mm * px_per_mm(pose)
    coarse = COARSE
    while soft_px / coarse > BLURRED and coarse < COARSEST:
        coarse *= 2
    pixels = (pose.project(outline) + 0.5) / coarse - 0.5  # each covers that many
    mask = np.zeros((HEIGHT_PX // coarse, WIDTH_PX // coarse), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(pixels * 16).astype(np.int32), (255,), cv2.LINE_AA, 4)
    sigma = max(SHARPEST, soft_px / coarse)
    blurred = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), sigma) / np.float32(255.0)
    return _resized(blurred, COARSE)


def px_per_mm(pose: CameraPose) -> float:
    """Tell the scale of the picture on the board, about."""
    return pose.lens.focal_px / pose.eye_mm[2]


@cache
def vignette() -> Field:
    """Tell how much light reaches each pixel: 1 in the middle, less towards the corners."""
    y, x = np.mgrid[0:HEIGHT_PX, 0:WIDTH_PX].astype(np.float32)
    away = (x / WIDTH_PX - 0.5) ** 2 + (y / HEIGHT_PX - 0.5) ** 2
    return np.asarray(1.0 - DARK_CORNERS * 2.0 * away, np.float32)


@lru_cache(maxsize=4)
def sensor_noise(seed: int, deviation: float) -> tuple[Picture, Picture]:
    """Make a sheet of noise (``deviation`` in grey levels), as what brightens and what darkens.

    It is ``SLACK_PX`` larger than a picture either way, so that each can take another window.
    """
    rng = np.random.default_rng(seed)
    shape = (HEIGHT_PX + SLACK_PX, WIDTH_PX + SLACK_PX, 3)
    sheet = np.float32(deviation) * rng.standard_normal(shape, np.float32)
    return clipped(np.maximum(sheet, 0.0)), clipped(np.maximum(-sheet, 0.0))


def _resized(field: Field, coarse: int) -> Field:
    """Bring a coarse field to the size of a picture that is ``coarse`` times smaller."""
    size = (WIDTH_PX // coarse, HEIGHT_PX // coarse)
    return np.asarray(cv2.resize(field, size, interpolation=cv2.INTER_LINEAR), np.float32)


@dataclass(frozen=True, slots=True)
class Wave:
    """Something that swings slowly about nothing, 1 at most to each side.

    Swings of longer ``periods`` (ticks) are the greater ones.
    """

    periods: tuple[float, ...]
    phases: tuple[float, ...]

    @classmethod
    def random(cls, rng: np.random.Generator) -> "Wave":
        """Swing about once, and about three times, in an evening."""
        periods = EVENING * np.array([rng.uniform(0.8, 2.0), rng.uniform(0.2, 0.5)])
        return cls(tuple(periods.tolist()), tuple(rng.uniform(0.0, 2 * np.pi, 2).tolist()))

    def at(self, tick: float) -> float:
        """Tell where it swings at a tick; it begins at nothing."""
        return 0.5 * (self._raw(tick) - self._raw(0.0))

    def _raw(self, tick: float) -> float:
        swings = np.sin(2 * np.pi * tick / np.array(self.periods) + np.array(self.phases))
        return float(np.average(swings, weights=self.periods))


@dataclass(frozen=True, slots=True)
class Passage:
    """Something that comes at a tick, moves from one point to another and is gone at a tick."""

    begin: int
    end: int
    start_mm: Point
    end_mm: Point
    what: Passing

    def at(self, tick: int) -> Passing | None:
        """Show it where it is at a tick; None while it is not there."""
        if not self.begin <= tick < self.end:
            return None
        share = (tick - self.begin) / (self.end - self.begin)
        x, y = (a + share * (b - a) for a, b in zip(self.start_mm, self.end_mm, strict=True))
        return replace(self.what, at_mm=(x, y))


@dataclass(frozen=True, slots=True)
class Changes:
    """What happens to light and camera during a game; nothing unless it is given.

    ``gain`` is the exposure at first, ``drift`` by how much it swings (a natural logarithm) and
    ``cast`` by how much each channel does. ``lamp`` is switched on and off at two ticks. ``bumps``
    are ticks at which the camera is moved, and where it then is.
    """

    gain: float = 1.0
    drift: float = 0.0
    light: Wave = Wave((EVENING,), (0.0,))
    cast: tuple[float, float, float] = (0.0, 0.0, 0.0)
    tint: Wave = Wave((EVENING,), (0.0,))
    lamp: Lamp | None = None
    lit: tuple[int, int] = (0, 0)
    passages: tuple[Passage, ...] = ()
    bumps: tuple[tuple[int, Nudge], ...] = ()

    @classmethod
    def mild(cls, board: Board, seed: int) -> "Changes":
        """Choose an evening on which something of everything happens, and nothing much."""
        rng = np.random.default_rng([seed, 29])
        on = int(rng.integers(120, 300))
        return cls(
            drift=0.15,
            light=Wave.random(rng),
            cast=tuple(rng.uniform(-0.06, 0.06, 3).tolist()),
            tint=Wave.random(rng),
            lamp=Lamp((0.4, -0.3, 1.0), 0.25),
            lit=(on, 2 * EVENING),
            passages=tuple(
                passing(board, rng, (20, 50), Shadow((0.0, 0.0), (120.0, 90.0), 0.0, 0.2, 60.0))
                for _ in range(3)
            ),
            bumps=(
                (int(rng.integers(350, 600)), Nudge((9.0, -6.0), float(rng.uniform(-2.0, 2.0)))),
            ),
        )

    def conditions(self, tick: int) -> Conditions:
        """Tell the conditions at a tick, from 0; before that as when the table was taught."""
        at = max(tick, 0)
        lamp = self.lamp if self.lit[0] <= tick < self.lit[1] else None
        change = np.clip(np.exp(self.drift * self.light.at(at)), *GAINS)
        gain = min(BRIGHTEST, self.gain * float(change))
        gain /= 1.0 + ADAPTS * lamp.strength if lamp else 1.0
        cast = [1.0 + share * self.tint.at(at) for share in self.cast]
        return Conditions(
            gain=gain,
            cast=(cast[0], cast[1], cast[2]),
            lamp=lamp,
            shades=tuple(one for one in self.present(tick) if isinstance(one, Shade)),
            nudge=([UNMOVED] + [nudge for bump, nudge in self.bumps if bump <= at])[-1],
        )

    def present(self, tick: int) -> list[Passing]:
        seen = (passage.at(tick) for passage in self.passages)
        return [one for one in seen if one is not None]


def passing(
    board: Board, rng: np.random.Generator, ticks: tuple[int, int], what: Passing
) -> Passage:
    """Let something pass over the board for some time (from and to so many ticks)."""
    begin = int(rng.integers(0, EVENING))
    start, end = (
        (float(rng.uniform(0.0, board.size_mm[0])), float(rng.uniform(0.0, board.size_mm[1])))
        for _ in range(2)
    )
    return Passage(begin, begin + int(rng.integers(*ticks)), start, end, what)
