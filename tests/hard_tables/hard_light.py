"""Hard light: evenings on which lamps, the sun, people and bumps do what they like."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from hardware.virtual.camera_pose import CameraPose
from hardware.virtual.conditions import (
    EVENING,
    Changes,
    Conditions,
    Passage,
    Passing,
    Shade,
    Shadow,
    Wave,
    passing,
    px_per_mm,
    soft_shape,
)
from hardware.virtual.look import UNMOVED, Lamp, Nudge, TableLook
from hardware.virtual.painting import Field, Picture, Point
from tests.hard_tables.materials import BentSheet

CASTS: Final = 0.25
"""By how much a channel's share of the light may change."""
SAGS: Final = 6
"""In how many steps an arm sags."""
REACH: Final = 2.6
"""In radii of a glare: beyond, it adds less than a five-hundredth of what it adds in its middle."""


@dataclass(frozen=True, slots=True)
class Patch(Shade):
    """Light from a window: ``gain`` times as bright within a convex outline as outside.

    The outline is relative to where it is.
    """

    outline_mm: tuple[Point, ...]
    gain: float = 1.6
    soft_mm: float = 1.5

    def factor(self, pose: CameraPose) -> Field:
        """Tell by what it multiplies the light."""
        x, y = self.at_mm
        flat = np.array([(x + u, y + v, 0.0) for u, v in self.outline_mm])
        return np.asarray(1.0 + (self.gain - 1.0) * soft_shape(flat, self.soft_mm, pose))


@dataclass(frozen=True, slots=True)
class LampGlare(Passing):
    """A lamp mirrored by the printed board: its middle, and what it adds there (1 is white)."""

    radius_mm: float = 30.0
    strength: float = 0.6

    def shine(
        self, picture: Picture, bare: Picture, pose: CameraPose, conditions: Conditions
    ) -> None:
        """Add it to an exposed picture: it spreads around its middle."""
        ((x, y),) = pose.project(np.array([[*self.at_mm, 0.0]]))
        radius = self.radius_mm * px_per_mm(pose)
        left, top = (max(0, round(middle - REACH * radius)) for middle in (x, y))
        right, bottom = (max(0, round(middle + REACH * radius)) for middle in (x, y))
        under = picture[top:bottom, left:right]
        if not under.size:
            return
        rows = np.exp(-(((np.arange(top, top + under.shape[0]) - y) / radius) ** 2))
        columns = np.exp(-(((np.arange(left, left + under.shape[1]) - x) / radius) ** 2))
        lobe = (self.strength * conditions.gain * np.outer(rows, columns)).astype(np.float32)
        added = lobe * bare[top:bottom, left:right]
        tinted = cv2.merge([added * np.float32(share) for share in conditions.cast])
        under[:] = cv2.add(under, tinted, dtype=cv2.CV_8U)


@dataclass(frozen=True, slots=True)
class HardConditions(Conditions):
    """Conditions with ``glares`` on the board."""

    glares: tuple[LampGlare, ...] = ()

    def develop(self, picture: Picture, pose: CameraPose, bare: Callable[[], Picture]) -> None:
        """Add what is mirrored, where nothing stands before it (``bare``, 0 to 255)."""
        for glare in self.glares:
            glare.shine(picture, bare(), pose, self)


@dataclass(frozen=True, slots=True)
class HardChanges(Changes):
    """An evening on which the camera ``sag``s in steps, and lamps are mirrored as they pass.

    ``blurs`` are from when to when the camera is out of focus, and how far (pixels).
    """

    sag: Nudge = UNMOVED
    blurs: tuple[tuple[int, int, float], ...] = ()

    def conditions(self, tick: int) -> HardConditions:
        plain = Changes.conditions(self, tick)
        sunk = min(SAGS, max(tick, 0) * SAGS // EVENING) / SAGS
        (right, down), (more, further) = plain.nudge.tilt_deg, self.sag.tilt_deg
        return HardConditions(
            plain.gain,
            plain.cast,
            plain.lamp,
            plain.shades,
            replace(
                plain.nudge,
                tilt_deg=(right + sunk * more, down + sunk * further),
                sink_mm=plain.nudge.sink_mm + sunk * self.sag.sink_mm,
            ),
            max([0.0, *(px for start, end, px in self.blurs if start <= tick < end)]),
            tuple(one for one in self.present(tick) if isinstance(one, LampGlare)),
        )


def random_changes(board: Board, look: TableLook, seed: int) -> HardChanges:
    """Choose an evening as it may turn out; the same for the same seed."""
    rng = np.random.default_rng([seed, 23])
    on = int(rng.integers(100, EVENING))
    lamp = Lamp(
        (float(rng.normal()), float(rng.normal()), float(rng.uniform(0.8, 2.0))),
        float(rng.uniform(0.2, 0.6)),
    )
    return HardChanges(
        gain=float(rng.uniform(0.6, 1.05)),
        drift=float(rng.uniform(0.0, 0.7)),
        light=Wave.random(rng),
        cast=tuple(rng.uniform(-CASTS, CASTS, 3).tolist()),
        tint=Wave.random(rng),
        lamp=lamp if rng.random() < 0.6 else None,
        lit=(on, on + int(rng.integers(100, EVENING))),
        passages=_passages(board, look, rng),
        bumps=_bumps(rng),
        sag=Nudge(
            tilt_deg=(float(rng.normal(0.0, 0.3)), float(rng.normal(0.0, 0.3))),
            sink_mm=float(rng.uniform(0.0, 8.0)),
        ),
        blurs=_blurs(rng),
    )


def _passages(board: Board, look: TableLook, rng: np.random.Generator) -> tuple[Passage, ...]:
    """Let people pass the lamp, the sun wander and the varnish mirror a light."""
    found = [
        passing(board, rng, (15, 60), Shadow((0.0, 0.0), *_oval(rng)))
        for _ in range(rng.integers(2, 9))
    ]
    found += [
        passing(board, rng, (300, EVENING), Shadow((0.0, 0.0), *_oval(rng)))
        for _ in range(rng.integers(0, 3))
    ]
    for _ in range(rng.integers(0, 2)):
        wide, high, lean = rng.uniform(60, 260), rng.uniform(80, 400), rng.uniform(-80, 80)
        outline = ((0.0, 0.0), (wide, 0.0), (wide + lean, high), (lean, high))
        window = Patch(
            (0.0, 0.0), outline, float(rng.uniform(1.2, 1.7)), float(rng.uniform(1.0, 6.0))
        )
        found.append(passing(board, rng, (300, EVENING), window))
    if isinstance(look.sheet, BentSheet) and look.sheet.gloss > 0:
        for _ in range(rng.integers(1, 3)):
            mirrored = LampGlare(
                (0.0, 0.0), float(rng.uniform(15, 45)), float(rng.uniform(0.2, 0.8))
            )
            found.append(passing(board, rng, (200, EVENING), mirrored))
    return tuple(found)


def _oval(rng: np.random.Generator) -> tuple[Point, float, float, float]:
    radii = (float(rng.uniform(60, 220)), float(rng.uniform(60, 160)))
    turn, depth, soft = rng.uniform(0.0, np.pi), rng.uniform(0.15, 0.55), rng.uniform(8, 70)
    return radii, float(turn), float(depth), float(soft)


def _bumps(rng: np.random.Generator) -> tuple[tuple[int, Nudge], ...]:
    """Bump into the camera: up to a spot's spacing and five degrees from where it was hung."""
    return tuple(
        (
            tick,
            Nudge(
                (float(rng.uniform(-28.0, 28.0)), float(rng.uniform(-28.0, 28.0))),
                float(rng.uniform(-5.0, 5.0)),
                (float(rng.uniform(-0.8, 0.8)), float(rng.uniform(-0.8, 0.8))),
            ),
        )
        for tick in sorted(rng.integers(40, EVENING, rng.integers(0, 4)).tolist())
    )


def _blurs(rng: np.random.Generator) -> tuple[tuple[int, int, float], ...]:
    begins = rng.integers(0, EVENING, rng.integers(0, 5)).tolist()
    return tuple(
        (begin, begin + int(rng.integers(2, 8)), float(rng.uniform(0.6, 2.2))) for begin in begins
    )
