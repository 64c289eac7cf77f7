"""A virtual table without players of its own: a script or the mouse moves the pieces."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Final

import cv2
import numpy as np

from engine.game import AnyGame, AnyState, Waits
from engine.layout import Box, Shape, Spot, View, corners_mm
from hardware.virtual.conditions import Changes, Conditions
from hardware.virtual.handling import stages
from hardware.virtual.painting import Picture, Point, Points
from hardware.virtual.people import HELD_MM, Gestures, Tick
from hardware.virtual.renderer import NO_FACES
from hardware.virtual.scene import At, Hand, Item, Piece, Scene, Tile, Token
from hardware.virtual.seats import Seat, apart
from hardware.virtual.table import LaidTable
from hardware.virtual.tabletop import Loose, Tabletop

PAUSE: Final = 3
"""Ticks for which the table lies still after each deed."""
REACH_MM: Final = 13.0
"""How far beside a piece or a spot one may point and mean it."""
CORNERS: Final = 48
"""Of the polygon that stands for a ring."""


class PlayedTable(LaidTable):
    """A table with its pieces, its people's hands, and a camera above it.

    ``over`` is a hand that somebody holds over it; ``occupied`` names the location from which a
    piece went back that was last put down, as another stands there, None if it did not. The same
    deeds after the same arguments give the same pictures.
    """

    def __init__(
        self,
        top: Tabletop,
        seed: int,
        *,
        changes: Changes | None = None,
        faces: Mapping[str, Picture] = NO_FACES,
    ) -> None:
        super().__init__(top, seed, changes=changes, faces=faces)
        self.over: Hand | None = None
        self.occupied: str | None = None
        self._rng: Final = top.rng
        self._hands: Final = Gestures(top, top.rng)
        self._deeds: Final[deque[Iterator[Tick]]] = deque()
        self._scene = top.scene()

    @property
    def scene(self) -> Scene:
        return self._scene

    @property
    def conditions(self) -> Conditions:
        return self.changes.conditions(max(self.tick, 0))

    def lay_as(self, game: AnyGame, state: AnyState) -> None:
        """Lay everything as a game left it, before the first picture; as it is before the setup."""
        if game.phase(state).waits is not Waits.SETUP:
            self.top.lay_all(game.expected(state))

    def lay_afresh(self) -> None:
        """Lay everything as it is before a game: the pieces at home, nothing on the board."""
        places = ((group.id, ((),) * len(group.places)) for group in self.board.layout)
        self.top.lay_all(View(tuple(places)))

    @property
    def at_once(self) -> Mapping[str, Callable[[], None]]:
        """What a game does at once where a mouse would be tedious, by its name."""
        return {}

    def outline(self, mark: At | str) -> Points:
        """Outline a place, or the first piece in a player's supply, in the picture (n x 2, pixels).

        A place is named with its group; one for single things gets a ring.
        """
        place = None if isinstance(mark, str) else self.top.place[mark]
        if place is None or isinstance(place, Spot):
            at = self.top.seats[mark].supply(0) if isinstance(mark, str) else self.top.middle(mark)
            radius = REACH_MM if place is None else max(REACH_MM, place.radius_mm)
            turns = np.linspace(0, 2 * np.pi, CORNERS, endpoint=False)
            around = np.array(at) + radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        else:
            around = np.array(corners_mm(place), float)
        flat = np.column_stack([around, np.zeros(len(around))])
        return self.renderer.pose_under(self.conditions).project(flat)

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

    def put(self, player: str, location: str) -> None:
        self.do(lambda: self._hands.put(player, location))

    def carry(self, player: str, origin: str, to: str) -> None:
        self.do(lambda: self._hands.carry(player, origin, to))

    def take(self, player: str, location: str) -> None:
        self.do(lambda: self._hands.take(player, location))

    def carry_out(self, player: str, before: View, after: View) -> None:
        """Do what makes a table look as ``after`` that looks as ``before``, tiles in rows aside."""

        def work() -> Iterator[Tick]:
            if not self.board.areas:
                yield from self._hands.moved(before, after)[1]
            elif found := stages(self.top, before, after):
                yield from self._hands.work(player, found)

        self.do(work)

    def do(self, deed: Callable[[], Iterator[Tick]]) -> None:
        """Have something done, and the table lie still after it; begun when its turn comes."""

        def later() -> Iterator[Tick]:
            yield from deed()

        self._deeds.append(chain(later(), self._hands.still(PAUSE)))


class Mouse:
    """What ``down``, ``move`` and ``up`` at pixels of the camera's picture do to the table."""

    def __init__(self, table: PlayedTable) -> None:
        self._table: Final = table
        self._top: Final = table.top
        self._held: Loose | None = None
        self._seat: Seat = next(iter(table.top.seats.values()))

    def point(self, what: str, at_px: tuple[float, float]) -> None:
        table = self._table
        pose = table.renderer.pose_under(table.conditions)
        x, y = pose.on_table(np.array([at_px]), HELD_MM)[0].tolist()
        if what == "down" and self._held is None:
            table.occupied = None
            self._pick((x, y))
        elif what == "up" and self._held is not None:
            held, self._held = self._held, None
            self._put_down(held, (x, y))
            table.over = None
        if self._held is not None:
            carried = isinstance(self._held.thing, Piece)
            piece = Piece(self._held.name, (x, y), lift_mm=HELD_MM) if carried else None
            seat = self._seat
            table.over = Hand((x, y), seat.shoulder(0.0), seat.sleeve, seat.skin, piece)

    def _pick(self, at: Point) -> None:
        """Pick up what lies nearest to a point, if it is near."""
        top = self._top
        one = min(self._loose(), key=lambda one: _away(one.thing, at), default=None)
        if one is None or _away(one.thing, at) > REACH_MM:
            return
        if one.at in top.heaps:  # of which there may be more than lie there
            top.heap(one.at, one.name, top.heaps[one.at] - 1)
        elif top.board.areas or not isinstance(one.thing, Token):
            top.take(one)  # a tile that can only be won stays until it is put down
        self._held = one
        self._seat = top.seats.get(one.name) or top.seats[top.nearest(at)]

    def _loose(self) -> Iterator[Loose]:
        """Yield all that a hand can take; beside areas tiles of which there is one each stay."""
        top = self._top
        for at, lying in top.lying.items():
            if not (top.board.areas and top.groups[at[0]].once):
                yield from lying
        for player in top.seats:
            yield from (Loose(player, one, None) for one in top.supply(player))

    def _put_down(self, one: Loose, point: Point) -> None:
        """Put down what a hand holds, where it may lie."""
        top = self._top
        if top.board.areas:
            self._put_into_area(one, point)
        elif isinstance(one.thing, Piece):
            self._put_piece_down(one, point)
        elif isinstance(one.thing, Tile) and one.at:
            to = min(top.ats(one.at[0]), key=lambda at: apart(top.middle(at), point))
            for other in tuple(top.on(to)):  # the two change places
                top.remove(to)
                top.put(one.at, other.name)
            top.put(to, one.name)
        elif one.at and apart(top.middle(one.at), point) > 2 * REACH_MM:
            top.win(one.at, top.nearest(point))

    def _put_piece_down(self, one: Loose, point: Point) -> None:
        """Stand a piece on the nearest free location; where none is near it goes back."""
        top = self._top
        near = [
            at.id
            for at in sorted(top.board.locations, key=lambda at: apart(at.at_mm, point))
            if apart(at.at_mm, point) <= REACH_MM
        ]
        free = [at for at in near if not top.on((top.board.pieces.id, at))]
        self._table.occupied = near[0] if near and not free else None
        if free:
            top.stand(free[0], one.name)
        elif near and one.at:
            top.stand(one.at[1], one.name)
        else:
            top.keep(one.name)

    def _put_into_area(self, one: Loose, point: Point) -> None:
        """Put a thing onto the place under it.

        Beside the board things are out of the game, but players' own pieces go home, and so do
        markers that lie on places of their own.
        """
        top = self._top
        at = next((at for at in top.place if self._may_lie(one, at, point)), None)
        if at is None and one.at and isinstance(one.thing, Token):
            at = None if top.groups[one.at[0]].shape is Shape.AREAS else one.at
        if at in top.heaps:
            top.heap(at, one.name, top.heaps[at] + 1)
        elif at is not None:
            top.put(at, one.name, point)
        elif one.name in top.seats:
            top.keep(one.name)

    def _may_lie(self, one: Loose, at: At, point: Point) -> bool:
        """Tell whether a thing may lie on the place, and the point (mm) is within that."""
        top, place, group = self._top, self._top.place[at], self._top.groups[at[0]]
        outline = np.array(corners_mm(place), np.float32)
        if cv2.pointPolygonTest(outline, point, measureDist=False) < 0:
            return False
        areas = group.shape is Shape.AREAS
        if (isinstance(place, Box) and not areas) is not isinstance(one.thing, Tile):
            return False
        heaped = areas and group.capacity == 1
        fits = one.name == place.id if heaped else one.name in group.classes
        fits = fits or (group.players and one.name in top.seats)
        return fits and (areas or at not in top.lying)


def _away(thing: Item, at: Point) -> float:
    """Tell how far (mm) a thing is from a point, if it is large by its edge and ``REACH_MM`` more.

    So a piece that stands on a tile is picked up, and not the tile below it.
    """
    match thing:
        case Tile():
            half = min(thing.size_mm) / 2
        case Token():
            half = thing.radius_mm
        case _:
            half = REACH_MM
    return apart(thing.at_mm, at) - half + REACH_MM
