"""A virtual table at which nobody plays by himself: a script or a mouse does."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np

from hardware.virtual.conditions import Changes, Conditions
from hardware.virtual.look import Look
from hardware.virtual.painting import Picture
from hardware.virtual.people import Gestures, Tick
from hardware.virtual.renderer import NO_FACES
from hardware.virtual.scene import Hand, Piece, Scene, Tile, Token
from hardware.virtual.table import LaidTable
from hardware.virtual.tabletop import HELD_MM, Point, Seat, Tabletop

PAUSE: Final = 3
"""Ticks for which the table lies still after each deed."""
REACH_MM: Final = 13.0
"""How far beside a piece or a spot one may point and mean it."""


class PlayedTable(LaidTable):
    """A table with its pieces, its people's hands, and a camera above it.

    ``over`` is a hand that somebody holds over it. The same deeds after the same arguments give
    the same pictures.
    """

    def __init__(
        self,
        top: Tabletop,
        seed: int,
        *,
        look: Look | None = None,
        changes: Changes | None = None,
        faces: Mapping[str, Picture] = NO_FACES,
    ) -> None:
        super().__init__(top, seed, look=look, changes=changes, faces=faces)
        self.over: Hand | None = None
        self._rng: Final = top.rng
        self._hands: Final = Gestures(top, top.rng)
        self._deeds: Final[deque[Iterator[Tick]]] = deque()
        self._scene = top.scene()

    @property
    def scene(self) -> Scene:
        """What lies on the table at present, and what is over it."""
        return self._scene

    @property
    def conditions(self) -> Conditions:
        """The conditions at present, or at first."""
        return self.changes.conditions(max(self.tick, 0))

    def lay_as(self, state: Mapping[str, Any]) -> None:
        """Lay everything as a game left it (formats, section 4), before the first picture.

        A game that cannot say so leaves the table as it was laid.
        """
        del state

    @property
    def at_once(self) -> Mapping[str, Callable[[], None]]:
        """What is tedious with a mouse, and done at once by its name: of a game of its own."""
        return {}

    @property
    def busy(self) -> bool:
        """Whether something that was asked for is still to be done."""
        return bool(self._deeds)

    def advance(self) -> bool:
        """Go on by one moment; there is always one more."""
        self.tick += 1
        while self._deeds:
            tick = next(self._deeds[0], None)
            if tick is not None:
                self._scene = tick[1]
                return True
            self._deeds.popleft()
        self._scene = self.top.scene(self.over)
        return True

    def wait(self, ticks: int = PAUSE) -> None:
        """Let the table lie still."""
        self._deeds.append(self._hands.still(ticks))

    def put(self, player: str, location: str) -> None:
        """Bring a piece from the supply to a location."""
        self.do(lambda: self._hands.put(player, location))

    def carry(self, player: str, origin: str, to: str) -> None:
        """Take a piece from one location to another."""
        self.do(lambda: self._hands.carry(player, origin, to))

    def take(self, player: str, location: str) -> None:
        """Take a piece back into the supply."""
        self.do(lambda: self._hands.take(player, location))

    def do(self, deed: Callable[[], Iterator[Tick]]) -> None:
        """Have something done, and the table lie still after it; begun when its turn comes."""

        def later() -> Iterator[Tick]:
            yield from deed()

        self._deeds.append(chain(later(), self._hands.still(PAUSE)))


@dataclass(slots=True)
class _Held:
    """What is in the hand: a piece by its paint, or a tile by its slot or space."""

    what: Piece | Tile | Token
    origin: str | int | None
    """Location, slot or space; None for a piece out of the supply."""


class Mouse:
    """What ``down``, ``move`` and ``up`` at pixels of the camera's picture do to the table."""

    def __init__(self, table: PlayedTable) -> None:
        self._table: Final = table
        self._held: _Held | None = None
        self._seat: Seat = next(iter(table.top.seats.values()))

    def point(self, what: str, at_px: tuple[float, float]) -> None:
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
            (_apart(one.at_mm, at), _Held(one, place)) for place, one in scene.pieces.items()
        ]
        found += [
            (_apart(one.at_mm, at), _Held(one, None))
            for one in scene.aside
            if isinstance(one, Piece)
        ]
        # Tiles are larger, so that what stands near them comes first.
        found += [
            (_apart(tile.at_mm, at) - tile.side_mm / 2 + REACH_MM, _Held(tile, slot))
            for slot, tile in scene.row.items()
        ]
        found += [
            (_apart(token.at_mm, at) - token.radius_mm + REACH_MM, _Held(token, space))
            for space, token in scene.tiles.items()
        ]
        distance, held = min(found, key=lambda one: one[0])
        if distance > REACH_MM:
            return
        self._held = held
        self._seat = self._seat_of(held, at)
        match held:
            case _Held(Piece(paint), None):
                top.fetch(paint)
            case _Held(Piece(), str(place)):
                top.lift(place)
            case _Held(Tile(), int(slot)):
                top.pick_up([slot])

    def _drop(self, held: _Held, at: Point) -> None:
        """Put down what is held; where it cannot lie it goes back to where it came from."""
        top = self._table.top
        match held:
            case _Held(Piece(paint), origin):
                free = [
                    one.id
                    for one in top.board.locations
                    if one.id not in top.scene().pieces and _apart(one.at_mm, at) <= REACH_MM
                ]
                if free:
                    top.stand(min(free, key=lambda one: _apart(top.where(one), at)), paint)
                elif isinstance(origin, str) and self._taken(at):
                    top.stand(origin, paint)
                else:
                    top.keep(paint)
            case _Held(Tile(face), int(origin)):
                slots = range(len(top.board.row_boxes))
                slot = min(slots, key=lambda one: _apart(top.slot(one), at))
                if slot in top.row:
                    other = top.row[slot].face
                    top.pick_up([slot])
                    top.lay_tile(origin, other)
                top.lay_tile(slot, face)
            case _Held(Token(), int(space)):
                if _apart(top.space(space), at) > 2 * REACH_MM:
                    top.take_token(space, self._nearest(at))

    def _hover(self, held: _Held, at: Point) -> None:
        carried = None
        if isinstance(held.what, Piece):
            carried = Piece(held.what.paint, at, 0.0, lift_mm=HELD_MM)
        shoulder = self._seat.shoulder(0.0)
        self._table.over = Hand(at, shoulder, self._seat.sleeve, self._seat.skin, carried)

    def _taken(self, at: Point) -> bool:
        """Tell whether a point is on a location where somebody stands already."""
        top = self._table.top
        return any(_apart(top.where(one), at) <= REACH_MM for one in top.scene().pieces)

    def _seat_of(self, held: _Held, at: Point) -> Seat:
        paint = held.what.paint if isinstance(held.what, Piece) else None
        seats = self._table.top.seats
        return seats[paint] if paint in seats else seats[self._nearest(at)]

    def _nearest(self, at: Point) -> str:
        """Name the player who sits nearest to a point."""
        seats = self._table.top.seats
        return min(seats, key=lambda player: _apart(seats[player].middle_mm, at))


def _apart(one: Point, other: Point) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))
