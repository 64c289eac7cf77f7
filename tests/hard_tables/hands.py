"""Hands in a hurry, and what they leave behind: merchants pushed, knocked over or half off."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from hardware.virtual.people import Gestures, Tick
from hardware.virtual.scene import Piece, Scene
from hardware.virtual.seats import jitter
from hardware.virtual.tabletop import SPREAD_MM, Loose, Tabletop

ROLLS_MM: Final = 4.0
"""How far a merchant rolls that has been knocked over."""
HALF_OFF: Final = (0.6, 1.1)
"""How far a merchant is shoved, in radii of its spot."""


class UntidyTabletop(Tabletop):
    """Lets merchants be knocked over; ``untidy`` are the locations at which they were."""

    def __init__(self, *table: Any) -> None:  # noqa: ANN401 - as a tidy one is laid
        self.untidy: set[str] = set()
        super().__init__(*table)

    def lift(self, location: str) -> None:
        self.untidy.discard(location)
        super().lift(location)

    def shift(self, location: str, merchant: Piece) -> None:
        """Let the merchant at a location stand or lie otherwise."""
        at = self.board.pieces.id, location
        self.lying[at] = [Loose(merchant.paint, merchant, at)]

    def knock_over(self, location: str) -> None:
        """Knock the merchant at a location over, where its shape lets it lie; it rolls a little."""
        merchant = self.scene().pieces[location]
        most = min(ROLLS_MM, self.room_mm)
        at = jitter(self.rng, merchant.at_mm, most, most)
        turn = float(self.rng.uniform(0.0, 2 * np.pi))
        self.shift(location, replace(merchant, at_mm=at, turn=turn, lying=self.can_lie))
        self.untidy.add(location)

    def shove(self, location: str) -> None:
        """Shove the merchant at a location half off its spot."""
        (x, y), radius = self.where(location), self.board.locations[0].radius_mm
        way = float(self.rng.uniform(0.0, 2 * np.pi))
        off = min(float(self.rng.uniform(*HALF_OFF)) * radius, self.room_mm)
        at = (x + off * float(np.cos(way)), y + off * float(np.sin(way)))
        self.shift(location, replace(self.scene().pieces[location], at_mm=at))
        self.untidy.add(location)

    def straighten(self, location: str) -> None:
        """Stand the merchant at a location up, on its spot."""
        self.untidy.discard(location)
        at = jitter(self.rng, self.where(location), SPREAD_MM, self.loose_mm)
        self.shift(location, replace(self.scene().pieces[location], at_mm=at, lying=False))


class HastyGestures(Gestures):
    """Hands that push merchants along, and put several down at once."""

    def push(self, player: str, origin: str, to: str, ticks: int) -> Iterator[Tick]:
        """Push a merchant along the board from one location to another, in so many ticks."""
        start, end = self._top.where(origin), self._top.where(to)
        yield from self._reach(player, start, None)
        yield "hold", self._over(player, start)
        self._top.lift(origin)
        for tick in range(ticks):
            share = tick / ticks
            at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            hand = self._hand(player, at, self._lean, player, 1.0)
            assert hand.holding is not None
            pushing = replace(hand, holding=replace(hand.holding, lift_mm=0.0))
            yield "hold", self._top.scene(pushing)
        yield from self._set_down(player, to)

    def together(self, puts: Sequence[tuple[str, str]]) -> Iterator[tuple[tuple[str, ...], Scene]]:
        """Bring merchants from the supplies of several players to locations, all at once.

        ``puts`` pair players, each there once, with locations, in the order in which they let
        go. Yields the locations that have their merchants so far, and the scene.
        """
        leans = {player: float(self._rng.uniform(-90.0, 90.0)) for player, _ in puts}
        for player, _ in puts:
            self._top.fetch(player)
        for done in range(-1, len(puts) + 1):
            if done > 0:
                player, location = puts[done - 1]
                self._top.stand(location, player)
            busy = puts[max(0, done - 1) :]
            part = self._some() if done < 0 else 1.0
            hands = tuple(
                self._hand(
                    player,
                    self._top.where(location),
                    leans[player],
                    None if (player, location) in puts[: max(0, done)] else player,
                    part,
                )
                for player, location in busy
            )
            scene = replace(self._top.scene(hands[-1]), resting=hands[:-1])
            yield tuple(location for _, location in puts[: max(0, done)]), scene
