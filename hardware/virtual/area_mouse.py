"""The mouse at a virtual table whose board has areas."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.layout import Shape
from hardware.virtual.area_table import PlayedByMouse
from hardware.virtual.area_top import At, Lain, Thing
from hardware.virtual.played_table import REACH_MM
from hardware.virtual.scene import Card, Hand, Piece
from hardware.virtual.tabletop import HELD_MM, Point, Seat


@dataclass(frozen=True, slots=True)
class _Held:
    """What is in the hand: its class, the thing, and its place; none for a supply beside."""

    name: str
    thing: Thing
    origin: At | None


class AreaMouse:
    """What ``down``, ``move`` and ``up`` at pixels of the camera's picture do to the table.

    What is put down beside the board is out of the game, but players' own pieces go home.
    """

    def __init__(self, table: PlayedByMouse) -> None:
        self._table: Final = table
        self._held: _Held | None = None

    def point(self, what: str, at_px: tuple[float, float]) -> None:
        """Take what the mouse does."""
        pose = self._table.renderer.pose_under(self._table.conditions)
        x, y = pose.on_table(np.array([at_px]), HELD_MM)[0].tolist()
        if what == "down" and self._held is None:
            self._held = self._picked((x, y))
        elif what == "up" and self._held is not None:
            held, self._held = self._held, None
            self._drop(held, (x, y))
            self._table.over = None
        if self._held is not None:
            self._table.over = self._hand(self._held, (x, y))

    def _picked(self, at: Point) -> _Held | None:
        """Pick up what lies nearest to a point, if it is near."""
        top = self._table.top
        found = [
            (_away(one, at), _Held(one.name, one.thing, place))
            for place, lain in top.lying.items()
            for one in lain
            if not top.groups[place[0]].once
        ]
        found += [
            (_apart(piece.at_mm, at), _Held(player, piece, None))
            for player in top.seats
            for piece in top.supply(player)
        ]
        distance, held = min(found, key=lambda one: one[0])
        if distance > REACH_MM:
            return None
        if held.origin is None:
            top.fetch(held.name)
        else:
            top.take(held.origin, held.name, held.thing)
        return held

    def _drop(self, held: _Held, at: Point) -> None:
        """Put down what is held, where it may lie."""
        top = self._table.top
        group = top.groups[held.origin[0]] if held.origin else None
        own = {group.id} if group and isinstance(held.thing, Card) else set(top.groups)
        place = top.at_point(at, held.name, own)
        if place is not None:
            top.give(place, held.name, at)
        elif held.name in top.seats:
            top.keep(held.name)
        elif group is not None and group.shape is Shape.SPOTS and not isinstance(held.thing, Card):
            top.give(held.origin or ("", ""), held.name, at)

    def _hand(self, held: _Held, at: Point) -> Hand:
        seat = self._seat(held, at)
        known = held.name in self._table.top.seats
        carried = Piece(held.name, at, 0.0, lift_mm=HELD_MM) if known else None
        return Hand(at, seat.shoulder(0.0), seat.sleeve, seat.skin, carried)

    def _seat(self, held: _Held, at: Point) -> Seat:
        seats = self._table.top.seats
        nearest = min(seats.values(), key=lambda seat: _apart(seat.middle_mm, at))
        return seats.get(held.name, nearest)


def _away(one: Lain, at: Point) -> float:
    """Tell how far a thing is; large ones count from nearer to their edge."""
    apart = _apart(one.thing.at_mm, at)
    return apart - min(one.thing.size_mm) / 2 + REACH_MM if isinstance(one.thing, Card) else apart


def _apart(one: Point, other: Point) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))
