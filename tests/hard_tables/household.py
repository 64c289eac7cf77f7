"""What else is on a table in a living room: cups and dice, arms that rest on it, heads over it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

import numpy as np

from hardware.virtual.painting import Point
from hardware.virtual.scene import Hand, Scene, Tile, Token
from hardware.virtual.tabletop import Tabletop
from tests.hard_tables.props import Clutter, Cup, Die, Head

ARM_MM: Final = 45.0
"""How broad an arm is to either side of its middle, sleeve and all."""
ARM_HIGH_MM: Final = 80.0
APART: Final = 1.5
"""How far, in spacings of spots, from where they play people keep things away."""
MERCHANT_MM: Final = 14.0
"""How much room a merchant takes up, lying or standing."""
TRIES: Final = 40
MOST: Final = 3
"""How many cups and dice stand about at once."""
CHINA: Final = ((226, 230, 232), (60, 60, 160), (120, 90, 40), (40, 40, 40), (90, 150, 200))
DRINKS: Final = ((22, 34, 58), (60, 150, 190), None)


class Household:
    """Keeps what does not belong to the game.

    ``eye_mm`` is where the camera hangs (x, y, height): what is high hides what lies behind it.
    """

    def __init__(
        self, top: Tabletop, eye_mm: tuple[float, float, float], rng: np.random.Generator
    ) -> None:
        """Begin with nothing on the table."""
        self._top = top
        self._eye = eye_mm
        self._rng = rng
        at = np.array([one.at_mm for one in top.board.locations])
        apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
        self._clear_mm = max(MERCHANT_MM, APART * float(apart[apart > 0].min()))
        self._arms: list[tuple[Hand, int]] = []
        self._heads: tuple[Head, ...] = ()
        self.clutter: list[Clutter] = []

    def dress(self, scene: Scene) -> Scene:
        """Let a tick pass and add to its scene what is there."""
        self._arms = [(arm, left - 1) for arm, left in self._arms if left > 1]
        arms = tuple(arm for arm, _ in self._arms)
        return replace(
            scene,
            resting=(*arms, *scene.resting),
            props=(*self.clutter, *self._heads),
        )

    def something(self) -> Clutter | None:
        """Think of a cup or a die and where it may stand, if there is room for it.

        It never stands on a merchant, a tile, or an influence tile; a cup may on an empty
        location, while nobody would lay a die where it looks like a merchant.
        """
        if len(self.clutter) >= MOST:
            return None
        width, height = self._top.board.size_mm
        for _ in range(TRIES):
            at = tuple(self._rng.uniform((-40.0, -40.0), (width + 40.0, height + 40.0)).tolist())
            thing = self._cup(at) if self._rng.random() < 0.7 else self._die(at)
            reach = thing.radius_mm if isinstance(thing, Cup) else thing.side_mm
            taken = [*self._taken()]
            if isinstance(thing, Die):
                taken += [(one.at_mm, MERCHANT_MM) for one in self._top.board.locations]
            if all(_away(at, point) > reach + room for point, room in taken):
                return thing
        return None

    def rest(self, player: str, ticks: int, *, far: bool) -> None:
        """Lay a player's arm onto the edge of the board, or ``far`` over it, for so long."""
        seat = self._top.seats[player]
        x, y = seat.shoulder(float(self._rng.uniform(-0.8, 0.8)) * seat.reach_mm)
        (u, v), (dx, dy) = seat.middle_mm, seat.outward
        along = float(self._rng.uniform(-0.8, 0.8)) * seat.reach_mm
        inward = float(self._rng.uniform(40.0, 140.0) if far else self._rng.uniform(-10.0, 40.0))
        tip = (u - dy * along - dx * inward, v + dx * along - dy * inward)
        self._arms.append((Hand(tip, (x, y), seat.sleeve, seat.skin), ticks))

    def lean_in(self, player: str) -> None:
        """Put a player's head under the camera, at the edge of the board."""
        seat = self._top.seats[player]
        (x, y), (dx, dy) = seat.middle_mm, seat.outward
        along = float(self._rng.uniform(-0.6, 0.6)) * seat.reach_mm
        out = float(self._rng.uniform(20.0, 90.0))
        self._heads = (Head((x - dy * along + dx * out, y + dx * along + dy * out)),)

    def lean_back(self) -> None:
        """Take heads away."""
        self._heads = ()

    def withdraw(self, points: Iterable[Point]) -> None:
        """Take away arms that hide any of these points (mm), or come within a spot's spacing."""
        wanted = list(points)
        self._arms = [
            (arm, left)
            for arm, left in self._arms
            if not any(self._arm_hides(arm, at) for at in wanted)
        ]

    def in_the_way(self, points: Iterable[Point]) -> Iterator[Clutter]:
        """Yield cups and dice that hide any of these points (mm), or within a spot's spacing."""
        wanted = list(points)
        for thing in tuple(self.clutter):
            if any(self._thing_hides(thing, at) for at in wanted):
                yield thing

    def over_board(self) -> list[Clutter]:
        """List the cups and dice that stand on the printed board or within a spot of it."""
        width, height = self._top.board.size_mm
        found = []
        for thing in self.clutter:
            (x, y), (u, v) = thing.at_mm, self._seen(thing.at_mm, _high(thing))
            edge = (min(max((x + u) / 2, 0.0), width), min(max((y + v) / 2, 0.0), height))
            if self._thing_hides(thing, edge):
                found.append(thing)
        return found

    def _cup(self, at: Point) -> Cup:
        return Cup(
            at,
            float(self._rng.uniform(30.0, 42.0)),
            float(self._rng.uniform(60.0, 100.0)),
            CHINA[self._rng.integers(len(CHINA))],
            DRINKS[self._rng.integers(len(DRINKS))],
        )

    def _die(self, at: Point) -> Die:
        turn = float(self._rng.uniform(0.0, 2 * np.pi))
        return Die(at, int(self._rng.integers(1, 7)), turn, float(self._rng.uniform(11.0, 18.0)))

    def _taken(self) -> Iterator[tuple[Point, float]]:
        """Yield what is not to be stood on: where, and how much room it needs around it."""
        scene = self._top.scene()
        for merchant in (*scene.pieces.values(), *scene.aside):
            yield merchant.at_mm, MERCHANT_MM
        for thing in chain.from_iterable(scene.lying.values()):
            match thing:
                case Tile():
                    yield thing.at_mm, 0.75 * thing.size_mm[0]
                case Token():
                    yield thing.at_mm, thing.radius_mm + 4.0
        for one in self.clutter:
            yield one.at_mm, 45.0

    def _arm_hides(self, arm: Hand, at: Point) -> bool:
        return any(
            _beside(at, self._seen(arm.tip_mm, up), self._seen(arm.from_mm, up))
            < ARM_MM + self._clear_mm
            for up in (0.0, ARM_HIGH_MM)
        )

    def _thing_hides(self, thing: Clutter, at: Point) -> bool:
        high = _high(thing)
        radius = thing.radius_mm if isinstance(thing, Cup) else thing.side_mm
        top = self._seen(thing.at_mm, high)
        wider = self._eye[2] / (self._eye[2] - high)
        return _beside(at, thing.at_mm, top) < radius * wider + self._clear_mm

    def _seen(self, at: Point, high: float) -> Point:
        """Tell which point of the board the camera sees behind one that is ``high`` above it."""
        x, y, up = self._eye
        further = high / (up - high)
        return at[0] + further * (at[0] - x), at[1] + further * (at[1] - y)


def _high(thing: Clutter) -> float:
    return thing.height_mm if isinstance(thing, Cup) else thing.side_mm


def _away(one: Point, other: Point) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


def _beside(at: Point, start: Point, end: Point) -> float:
    """Measure how far a point is from a line between two others."""
    along = (end[0] - start[0], end[1] - start[1])
    length = max(along[0] ** 2 + along[1] ** 2, 1e-9)
    share = ((at[0] - start[0]) * along[0] + (at[1] - start[1]) * along[1]) / length
    share = min(1.0, max(0.0, share))
    return _away(at, (start[0] + share * along[0], start[1] + share * along[1]))
