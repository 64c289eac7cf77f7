"""A mouse at a virtual table: it picks pieces up, carries them and puts them down."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from hardware.virtual.played_table import PlayedTable
from hardware.virtual.scene import Hand, Merchant, Tile, Token
from hardware.virtual.seats import Point, Seat

REACH_MM: Final = 13.0
"""How far beside a merchant or a spot one may point and mean it."""
HELD_MM: Final = 9.0


@dataclass(slots=True)
class _Held:
    """What is in the hand: a merchant by its paint, or a tile by its slot or space."""

    what: Merchant | Tile | Token
    origin: str | int | None
    """Location, slot or space; None for a merchant out of the supply."""


class Mouse:
    """What ``down``, ``move`` and ``up`` at pixels of the camera's picture do to the table."""

    def __init__(self, table: PlayedTable) -> None:
        """Hold nothing."""
        self._table: Final = table
        self._held: _Held | None = None
        self._seat: Seat = next(iter(table.top.seats.values()))

    def point(self, what: str, at_px: tuple[float, float]) -> None:
        """Take what the mouse does."""
        at = self._on_table(at_px)
        if what == "down" and self._held is None:
            self._pick(at)
        elif what == "up" and self._held is not None:
            held, self._held = self._held, None
            self._drop(held, at)
            self._table.over = None
        if self._held is not None:
            self._hover(self._held, at)

    def _on_table(self, at_px: tuple[float, float]) -> Point:
        table = self._table
        pose = table.renderer.pose_under(table.conditions)
        x, y = pose.on_table(np.array([at_px]), HELD_MM)[0].tolist()
        return x, y

    def _pick(self, at: Point) -> None:
        """Pick up what lies nearest to a point, if it is near."""
        top, scene = self._table.top, self._table.top.scene()
        found: list[tuple[float, _Held]] = [
            (_apart(one.at_mm, at), _Held(one, place)) for place, one in scene.merchants.items()
        ]
        found += [
            (_apart(one.at_mm, at), _Held(one, None))
            for one in scene.aside
            if isinstance(one, Merchant)
        ]
        # Tiles are larger, so that what stands near them comes first.
        found += [
            (_apart(tile.at_mm, at) - tile.side_mm / 2 + REACH_MM, _Held(tile, slot))
            for slot, tile in scene.ranking.items()
        ]
        found += [
            (_apart(token.at_mm, at) - token.radius_mm + REACH_MM, _Held(token, space))
            for space, token in scene.influence.items()
        ]
        distance, held = min(found, key=lambda one: one[0])
        if distance > REACH_MM:
            return
        self._held = held
        self._seat = self._seat_of(held, at)
        match held:
            case _Held(Merchant(paint), None):
                top.fetch(paint)
            case _Held(Merchant(), str(place)):
                top.lift(place)
            case _Held(Tile(), int(slot)):
                top.pick_up([slot])

    def _drop(self, held: _Held, at: Point) -> None:
        """Put down what is held; where it cannot lie it goes back to where it came from."""
        top = self._table.top
        match held:
            case _Held(Merchant(paint), origin):
                free = [
                    one.id
                    for one in top.board.locations
                    if one.id not in top.scene().merchants and _apart(one.at_mm, at) <= REACH_MM
                ]
                if free:
                    top.stand(min(free, key=lambda one: _apart(top.where(one), at)), paint)
                elif isinstance(origin, str) and self._taken(at):
                    top.stand(origin, paint)
                else:
                    top.keep(paint)
            case _Held(Tile(city_state), int(origin)):
                slots = range(len(top.board.row_boxes))
                slot = min(slots, key=lambda one: _apart(top.slot(one), at))
                if slot in top.ranking:
                    other = top.ranking[slot].city_state
                    top.pick_up([slot])
                    top.lay_tile(origin, other)
                top.lay_tile(slot, city_state)
            case _Held(Token(), int(space)):
                if _apart(top.space(space), at) > 2 * REACH_MM:
                    top.take_token(space, self._nearest(at))

    def _hover(self, held: _Held, at: Point) -> None:
        carried = None
        if isinstance(held.what, Merchant):
            carried = Merchant(held.what.paint, at, 0.0, lift_mm=HELD_MM)
        shoulder = self._seat.shoulder(0.0)
        self._table.over = Hand(at, shoulder, self._seat.sleeve, self._seat.skin, carried)

    def _taken(self, at: Point) -> bool:
        """Tell whether a point is on a location where somebody stands already."""
        top = self._table.top
        return any(_apart(top.where(one), at) <= REACH_MM for one in top.scene().merchants)

    def _seat_of(self, held: _Held, at: Point) -> Seat:
        paint = held.what.paint if isinstance(held.what, Merchant) else None
        seats = self._table.top.seats
        return seats[paint] if paint in seats else seats[self._nearest(at)]

    def _nearest(self, at: Point) -> str:
        """Name the player who sits nearest to a point."""
        seats = self._table.top.seats
        return min(seats, key=lambda player: _apart(seats[player].middle_mm, at))


def _apart(one: Point, other: Point) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))
