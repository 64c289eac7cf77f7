"""How light and camera change in the course of an evening."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.board import Board
from hardware.virtual.conditions import Conditions, Glare, Shade, Shadow
from hardware.virtual.look import UNMOVED, Lamp, Nudge
from hardware.virtual.painting import Point

EVENING: Final = 1500
"""Ticks, about as many as a game lasts; what comes over an evening comes in them."""
SAGS: Final = 6
"""In how many steps an arm sags."""
GAINS: Final = (0.5, 2.0)
"""How much darker and brighter than when it was taught a table may become."""
BRIGHTEST: Final = 1.25
"""The most that a camera exposes: more would be white all over."""
ADAPTS: Final = 0.7
"""How much of a lamp's light the camera makes up for, by exposing less, when it is switched on."""


@dataclass(frozen=True, slots=True)
class Wave:
    """Something that swings slowly about nothing, 1 at most to each side.

    Swings of longer ``periods`` (ticks) are the greater ones.
    """

    periods: tuple[float, ...]
    phases: tuple[float, ...]

    @classmethod
    def random(cls, rng: np.random.Generator) -> "Wave":
        """Swing about once and about thrice an evening."""
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
    what: Shade | Glare

    def at(self, tick: int) -> Shade | Glare | None:
        """Show it where it is at a tick; None while it is not there."""
        if not self.begin <= tick < self.end:
            return None
        share = (tick - self.begin) / (self.end - self.begin)
        x, y = (a + share * (b - a) for a, b in zip(self.start_mm, self.end_mm, strict=True))
        return self.what.moved((x, y))


@dataclass(frozen=True, slots=True)
class Changes:
    """What the light and the camera go through; nothing at all unless it is said.

    ``gain`` is the exposure at first, ``drift`` by how much it swings (a natural logarithm) and
    ``cast`` by how much each channel does. ``lamp`` is switched on and off at two ticks. ``bumps``
    are ticks at which the camera is moved, and where it then is; it ``sag``s in steps.
    ``blurs`` are from when to when the camera is out of focus, and how far (pixels).
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
    sag: Nudge = UNMOVED
    blurs: tuple[tuple[int, int, float], ...] = ()

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
        seen = [passage.at(tick) for passage in self.passages]
        return Conditions(
            gain=gain,
            cast=(cast[0], cast[1], cast[2]),
            lamp=lamp,
            shades=tuple(one for one in seen if isinstance(one, Shade)),
            glares=tuple(one for one in seen if one and not isinstance(one, Shade)),
            nudge=self._nudge(at),
            defocus_px=max([0.0, *(px for start, end, px in self.blurs if start <= tick < end)]),
        )

    def _nudge(self, tick: int) -> Nudge:
        """Add up the last bump and how far the camera has sagged."""
        bumped = UNMOVED
        for at, nudge in self.bumps:
            if at <= tick:
                bumped = nudge
        sunk = min(SAGS, tick * SAGS // EVENING) / SAGS
        (right, down), (more, further) = bumped.tilt_deg, self.sag.tilt_deg
        return Nudge(
            bumped.by_mm,
            bumped.turn_deg,
            (right + sunk * more, down + sunk * further),
            bumped.sink_mm + sunk * self.sag.sink_mm,
        )


def passing(
    board: Board,
    rng: np.random.Generator,
    ticks: tuple[int, int],
    what: Shade | Glare,
) -> Passage:
    """Let something pass over the board for some time (from and to so many ticks)."""
    begin = int(rng.integers(0, EVENING))
    start, end = (
        (float(rng.uniform(0.0, board.size_mm[0])), float(rng.uniform(0.0, board.size_mm[1])))
        for _ in range(2)
    )
    return Passage(begin, begin + int(rng.integers(*ticks)), start, end, what)
