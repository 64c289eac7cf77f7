"""A virtual table at which nobody plays by himself: a script or a mouse does."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Final

import numpy as np

from engine.game import AnyGame, AnyState, Waits
from hardware.virtual.conditions import Changes, Conditions
from hardware.virtual.look import TableLook
from hardware.virtual.painting import Picture, Point
from hardware.virtual.people import Gestures, Tick
from hardware.virtual.renderer import NO_FACES
from hardware.virtual.scene import Hand, Item, Piece, Prop, Scene, Tile, Token
from hardware.virtual.table import LaidTable
from hardware.virtual.tabletop import HELD_MM, REACH_MM, Loose, Seat, Tabletop, apart

PAUSE: Final = 3
"""Ticks for which the table lies still after each deed."""


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
        look: TableLook | None = None,
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

    def lay_as(self, game: AnyGame, state: AnyState) -> None:
        """Lay everything as a game left it, before the first picture; as it is before the setup."""
        if game.phase(state).waits is not Waits.SETUP:
            self.top.lay_all(game.expected(state))

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


class Mouse:
    """What ``down``, ``move`` and ``up`` at pixels of the camera's picture do to the table."""

    def __init__(self, table: PlayedTable) -> None:
        self._table: Final = table
        self._held: Loose | None = None
        self._seat: Seat = next(iter(table.top.seats.values()))

    def point(self, what: str, at_px: tuple[float, float]) -> None:
        table = self._table
        pose = table.renderer.pose_under(table.conditions)
        x, y = pose.on_table(np.array([at_px]), HELD_MM)[0].tolist()
        if what == "down" and self._held is None:
            self._pick((x, y))
        elif what == "up" and self._held is not None:
            held, self._held = self._held, None
            table.top.put_down(held, (x, y))
            table.over = None
        if self._held is not None:
            carried = isinstance(self._held.thing, Piece)
            piece = Piece(self._held.name, (x, y), lift_mm=HELD_MM) if carried else None
            seat = self._seat
            table.over = Hand((x, y), seat.shoulder(0.0), seat.sleeve, seat.skin, piece)

    def _pick(self, at: Point) -> None:
        """Pick up what lies nearest to a point, if it is near."""
        top = self._table.top
        found = min(top.loose(), key=lambda one: _away(one.thing, at), default=None)
        if found is None or _away(found.thing, at) > REACH_MM:
            return
        top.pick(found)
        self._held = found
        self._seat = top.seats.get(found.name) or top.seats[top.nearest(at)]


def _away(thing: Item | Prop, at: Point) -> float:
    """Tell how far a thing is; what stands near a large one comes before that."""
    match thing:
        case Tile():
            half = min(thing.size_mm) / 2
        case Token():
            half = thing.radius_mm
        case _:
            half = REACH_MM
    return apart(thing.at_mm, at) - half + REACH_MM
