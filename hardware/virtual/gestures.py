"""What hands do at the table: reach in, put, carry, take, swap and lay; a scene a tick."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

import numpy as np

from hardware.virtual.scene import Hand, Piece, Scene
from hardware.virtual.tabletop import HELD_MM, Point, Tabletop, jitter

What = Literal["still", "reach", "hold", "release", "leave"]
Tick = tuple[What, Scene]

BEHIND_MM: Final = 8.0


class Gestures:
    """The hands of all players over one table.

    Every method yields what the hand does and the scene at that tick: ``reach`` and ``hold``
    before the deed, ``release`` and ``leave`` after it.
    """

    def __init__(self, top: Tabletop, rng: np.random.Generator) -> None:
        """Let hands change ``top``."""
        self._top = top
        self._rng = rng
        self._lean = 0.0

    def still(self, ticks: int) -> Iterator[Tick]:
        """Nobody moves."""
        for _ in range(ticks):
            yield "still", self._top.scene()

    def hover(self, player: str, location: str) -> Iterator[Tick]:
        """Reach for a location, think better of it and withdraw."""
        at = self._top.where(location)
        yield from self._reach(player, at, None)
        yield "hold", self._over(player, at)
        yield "leave", self._over(player, at, part=self._some())

    def put(self, player: str, location: str, paint: str | None = None) -> Iterator[Tick]:
        """Bring a piece from the supply to a location; of another ``paint`` by mistake."""
        at, paint = self._top.where(location), paint or player
        self._top.fetch(paint)
        yield from self._reach(player, at, paint)
        yield from self._set_down(player, location, paint)

    def carry(self, player: str, origin: str, to: str) -> Iterator[Tick]:
        """Take a piece from one location to another."""
        yield from self._reach(player, self._top.where(origin), None)
        yield "hold", self._over(player, self._top.where(origin))
        self._top.lift(origin)
        (x, y), (u, v) = self._top.where(origin), self._top.where(to)
        for at in (self._top.where(origin), ((x + u) / 2, (y + v) / 2)):
            yield "hold", self._over(player, at, player)
        yield from self._set_down(player, to)

    def take(self, player: str, location: str) -> Iterator[Tick]:
        """Take a piece from a location back into the supply."""
        at = self._top.where(location)
        yield from self._reach(player, at, None)
        yield "hold", self._over(player, at)
        self._top.lift(location)
        yield "leave", self._over(player, at, player)
        yield "leave", self._over(player, at, player, self._some())
        self._top.keep(player)

    def work(
        self, player: str, stages: Sequence[tuple[Point, Callable[[], None]]]
    ) -> Iterator[Tick]:
        """Handle tiles: for each stage go to a point of the table and do something there."""
        yield from self._reach(player, stages[0][0], None)
        for at, deed in stages:
            yield "hold", self._over(player, at)
            deed()
            yield "release", self._over(player, at)
        yield "leave", self._over(player, stages[-1][0], part=self._some())

    def _set_down(self, player: str, location: str, paint: str | None = None) -> Iterator[Tick]:
        at, paint = self._top.where(location), paint or player
        yield "hold", self._over(player, at, paint)
        self._top.stand(location, paint)
        yield "release", self._over(player, at)
        yield "leave", self._over(player, at, part=self._some())

    def _reach(self, player: str, at: Point, paint: str | None) -> Iterator[Tick]:
        self._lean = float(self._rng.uniform(-90.0, 90.0))
        yield "reach", self._over(player, at, paint, self._some())

    def _some(self) -> float:
        return float(self._rng.uniform(0.62, 0.86))

    def _over(
        self,
        player: str,
        at: Point,
        paint: str | None = None,
        part: float = 1.0,
        *,
        lift_mm: float = HELD_MM,
    ) -> Scene:
        return self._top.scene(self._hand(player, at, self._lean, (paint, lift_mm), part))

    def _hand(
        self, player: str, at: Point, lean: float, held: tuple[str | None, float], part: float
    ) -> Hand:
        """Hold out a hand that has gone a part of its way, perhaps with a piece in it.

        ``lean`` is how far aside of the seat's middle it comes from, in mm; ``held`` is the paint
        of the piece and how far that is lifted.
        """
        seat = self._top.seats[player]
        x, y = seat.shoulder(lean)
        to = jitter(self._rng, at, 1.5, 4.0)
        spot = (x + (to[0] - x) * part, y + (to[1] - y) * part)
        paint, lift_mm = held
        piece = Piece(paint, spot, 0.0, lift_mm=lift_mm) if paint else None
        # Empty fingers stay a little short of what they are about to grasp.
        short = 0.0 if piece else BEHIND_MM / max(float(np.hypot(x - spot[0], y - spot[1])), 1.0)
        tip = (spot[0] + (x - spot[0]) * short, spot[1] + (y - spot[1]) * short)
        return Hand(tip, (x, y), seat.sleeve, seat.skin, piece)
