"""What lies where on a table, and how that gets about."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from engine.layout import Box, Place, Shape, SlotGroup, Spot, View, corners_mm
from hardware.virtual.look import TableLook
from hardware.virtual.painting import Colour, Point
from hardware.virtual.scene import At, Block, Hand, Item, Piece, Scene, Tile, Token
from hardware.virtual.seats import apart, jitter, laid_out_mm, seats

SPREAD_MM: Final = 1.6
OFF_SPOT_MM: Final = 4.0
ON_ITS_SIDE: Final = 0.04
FILLED: Final = 0.92
"""How much of its box a tile fills."""
APART_MM: Final = 15.0
"""From the middle of one thing to that of another in an area: rarely are they put nearer."""
RIM_MM: Final = 9.0
"""From the middle of a thing to the border of its area."""
TRIES: Final = 80
HEAP: Final = 8
"""Of a heap so many blocks are drawn at most: nobody can count them from above."""
NO_BLOCKS: Final[Mapping[str, Colour]] = {}


@dataclass(frozen=True, slots=True)
class Loose:
    """A thing that a hand can take: its class, and the place where it lies.

    What lies beside the board, in a player's supply, has no place.
    """

    name: str
    thing: Item
    at: At | None


class Tabletop:
    """What lies where at this moment; ``scene`` freezes it.

    ``lying`` is what lies on each place where anything does, the place used last at the end.
    ``place`` tells where each place is, ``heaps`` how many blocks are on a heap, drawn or not.
    Players' pieces are named by their paint, blocks by what ``blocks`` tells the colour of.
    ``taught_with`` is how many pieces each player has in the supply when it is taught.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - a table is laid with that much
        self,
        board: Board,
        players: Sequence[str],
        pieces: int,
        rng: np.random.Generator,
        look: TableLook,
        blocks: Mapping[str, Colour] = NO_BLOCKS,
    ) -> None:
        """Seat the players, with so many ``pieces`` each and nothing on the board."""
        self.board: Final = board
        around = seats(laid_out_mm(board), len(players))
        self.seats: Final = dict(zip(players, around, strict=True))
        self.rng: Final = rng
        self.look: Final = look
        self.blocks: Final = blocks
        self.taught_with = pieces
        # A disc stays on its edge no better than a block on its corner.
        self.can_lie: Final = look.shape == "barrel"
        self.room_mm: Final = room_mm(board, look)
        self.loose_mm: Final = min(OFF_SPOT_MM, self.room_mm / 2)
        self.groups: Final[Mapping[str, SlotGroup]] = {one.id: one for one in board.layout}
        self.lying: Final[dict[At, list[Loose]]] = {}
        self.place: Final[Mapping[At, Place]] = {
            (group.id, place.id): place for group in board.layout for place in group.places
        }
        spots = (place for place in self.place.values() if isinstance(place, Spot))
        self._marker_mm: Final = max((one.radius_mm for one in spots), default=0.0)
        self.heaps: Final[dict[At, int]] = {}
        self.won: Final[dict[str, list[Item]]] = {player: [] for player in players}
        """The tiles that lie before each player."""
        self._supply: Final = {player: dict[int, Piece]() for player in players}
        for player in players:
            for _ in range(pieces):
                self.keep(player)

    def bare(self, rng: np.random.Generator) -> "Tabletop":
        """Lay out the same board bare, as it is taught."""
        return Tabletop(self.board, [*self.seats], self.taught_with, rng, self.look, self.blocks)

    def scene(self, hand: Hand | None = None) -> Scene:
        supplies = (one for supply in self._supply.values() for one in supply.values())
        won = (token for tokens in self.won.values() for token in tokens)
        lying = {  # mostly one thing a place: for each moment of a game that is made anew
            at: (there[0].thing,) if len(there) == 1 else tuple([one.thing for one in there])
            for at, there in self.lying.items()
        }
        return Scene(lying, (*supplies, *won), hand)

    def ats(self, group: str) -> list[At]:
        """List the places of a group."""
        return [(group, place.id) for place in self.groups[group].places]

    def on(self, at: At) -> Sequence[Loose]:
        return self.lying.get(at, ())

    def contents(self, group: SlotGroup) -> list[str]:
        """Name what lies on the places of a group, place by place."""
        return [one.name for place in group.places for one in self.on((group.id, place.id))]

    def singles(self, group: str) -> list[str | None]:
        """Name what lies on each place of a group of single things; None for nothing."""
        lying = (self.on(at) for at in self.ats(group))
        return [there[-1].name if there else None for there in lying]

    def spots(self, group: str, *, free: bool) -> list[At]:
        """List the places of a group on which nothing lies, or on which something does."""
        return [at for at in self.ats(group) if (at not in self.lying) == free]

    def middle(self, at: At) -> Point:
        """Tell where the middle of a place is, in mm."""
        place = self.place[at]
        if isinstance(place, Spot):
            return place.at_mm
        if isinstance(place, Box):
            x, y, width, height = place.box_mm
            return x + width / 2, y + height / 2
        x, y = np.array(corners_mm(place), np.float32).mean(axis=0).tolist()
        return x, y

    def where(self, location: str) -> Point:
        """Tell where on the board a location is, in mm."""
        return self.middle((self.board.pieces.id, location))

    def point_of(self, at: At, name: str) -> Point:
        """Tell where a thing of a class lies on a place, or where one may be put (mm)."""
        lying = [one for one in self.on(at) if one.name == name]
        return lying[-1].thing.at_mm if lying else self.middle(at)

    def nearest(self, point: Point) -> str:
        return min(self.seats, key=lambda player: apart(self.seats[player].middle_mm, point))

    def fetch(self, player: str) -> Piece:
        return self._supply[player].pop(max(self._supply[player]))

    def keep(self, player: str) -> None:
        """Put a piece into the player's supply, at the first free place there."""
        supply = self._supply[player]
        number = next(i for i in range(len(supply) + 1) if i not in supply)
        supply[number] = self._stood(player, self.seats[player].supply(number), 3.0, 5.0)

    def supply(self, player: str) -> tuple[Piece, ...]:
        return tuple(self._supply[player].values())

    def lay(self, at: At, name: str) -> None:
        """Lay a thing of a class onto a place, as the table is taught: of blocks a heap."""
        group = self.groups[at[0]]
        if group.shape is Shape.AREAS and not group.players:
            self.heap(at, name, HEAP)
        else:
            self.put(at, name)

    def lay_all(self, view: View) -> None:
        """Lay on all places what a view has there, with pieces from their players' supplies.

        Of a heap it is one block, as no view tells how many there are. What was won is put away.
        """
        for won in self.won.values():
            won.clear()
        for group in self.board.layout:
            for name in self.contents(group):
                if name in self.seats:
                    self.keep(name)
            self.clear(group)
            for place, lying in zip(group.places, view[group.id], strict=True):
                for name in lying:
                    if name in self.seats:
                        self.fetch(name)
                    self.put((group.id, place.id), name)

    def put(self, at: At, name: str, near: Point | None = None) -> None:
        """Put a thing onto a place, loosely; ``near`` is where in an area somebody wants it."""
        thing = self._in_areas(at, name, near) if self.board.areas else self._on_spot(at, name)
        loose = Loose(name, thing, at)
        if self.groups[at[0]].shape is Shape.AREAS:
            self.lying.setdefault(at, []).append(loose)
        else:
            self.lying[at] = [loose]

    def put_all(
        self, group: str, names: Sequence[str], numbers: Iterable[int] | None = None
    ) -> None:
        """Put a thing onto each place of a group, in their order, or onto those of some numbers."""
        ats = self.ats(group)
        for number in range(len(names)) if numbers is None else numbers:
            self.put(ats[number], names[number])

    def remove(self, at: At, name: str | None = None) -> None:
        """Take the last thing off a place, or the last of a class."""
        self.take([one for one in self.lying[at] if name in (None, one.name)][-1])

    def take(self, one: Loose) -> None:
        """Take a thing off its place, or out of its player's supply."""
        if one.at is None:
            self.fetch(one.name)
            return
        self.lying[one.at].remove(one)
        if not self.lying[one.at]:
            del self.lying[one.at]

    def send_home(self, at: At, player: str) -> None:
        """Take a player's piece off its place, into his supply."""
        self.remove(at, player)
        self.keep(player)

    def clear(self, group: SlotGroup) -> None:
        for place in group.places:
            self.lying.pop((group.id, place.id), None)

    def heap(self, at: At, name: str, number: int) -> None:
        """Heap so many blocks of a class onto a place, of which only some are drawn."""
        self.heaps[at] = number
        there = sum(one.name == name for one in self.on(at))
        for _ in range(min(number, HEAP) - there):
            self.put(at, name)
        for _ in range(there - min(number, HEAP)):
            self.remove(at, name)

    def stand(self, location: str, paint: str) -> None:
        """Put a piece onto a location, loosely, now and then on its side."""
        self.put((self.board.pieces.id, location), paint)

    def lift(self, location: str) -> None:
        self.remove((self.board.pieces.id, location))

    def pick_up(self, ats: Iterable[At]) -> None:
        """Take what lies on several places off them, into a hand."""
        for at in ats:
            self.remove(at)

    def win(self, at: At, winner: str | None) -> None:
        """Lay a tile before its winner, or put it back into the box."""
        thing = self.lying[at][-1].thing
        self.remove(at)
        if winner is not None:
            self._lay_before(winner, thing)

    def award(self, winner: str, group: str, names: Iterable[str]) -> None:
        """Lay tiles before a player that he has won, from the places of a group of single ones."""
        at = self.ats(group)[0]
        for name in names:
            self._lay_before(winner, self._on_spot(at, name))

    def free_point(self, at: At, near: Point | None = None) -> Point:
        """Find a free point on a place: where somebody wants it, or anywhere inside an area."""
        if self.groups[at[0]].shape is not Shape.AREAS:
            return self.middle(at)
        outline = np.array(corners_mm(self.place[at]), np.float32)
        low, high = outline.min(axis=0), outline.max(axis=0)
        things = np.array([one.thing.at_mm for one in self.on(at)]).reshape(-1, 2)
        tried = [near] if near else []
        tried += [(float(x), float(y)) for x, y in self.rng.uniform(low, high, (TRIES, 2))]
        best, most = self.middle(at), -np.inf
        for point in tried:
            inside = cv2.pointPolygonTest(outline, point, measureDist=True) - RIM_MM
            away = np.linalg.norm(things - point, axis=1).min(initial=np.inf) - APART_MM
            room = min(inside, away)
            if room >= 0:
                return point
            if room > most:
                best, most = point, room
        return best

    def _lay_before(self, winner: str, thing: Item) -> None:
        won = self.won[winner]
        before = jitter(self.rng, self.seats[winner].won(len(won)), 1.0, 2.0)
        won.append(replace(thing, at_mm=before))

    def _on_spot(self, at: At, name: str) -> Item:
        """Make a thing that lies on a place of its own, a little off and turned."""
        place = self.place[at]
        if isinstance(place, Box):
            at_mm = jitter(self.rng, self.middle(at), 0.7, 1.8)
            side = FILLED * min(place.box_mm[2:])
            return Tile(name, at_mm, (side, side), self.rng.normal(0.0, 0.025))
        assert isinstance(place, Spot)  # noqa: S101 - there are no areas
        if self.groups[at[0]].players:
            return self._stood(name, place.at_mm, SPREAD_MM, self.loose_mm)
        at_mm = jitter(self.rng, place.at_mm, 0.6, 1.4)
        return Token(name, at_mm, 0.9 * place.radius_mm, self.rng.normal(0.0, 0.3))

    def _in_areas(self, at: At, name: str, near: Point | None) -> Item:
        """Make a thing that lies on a board of areas: anywhere in one, or on a place beside it."""
        areas, place = self.groups[at[0]].shape is Shape.AREAS, self.place[at]
        turn = float(self.rng.uniform(0.0, 2 * np.pi))
        if isinstance(place, Box) and not areas:
            _, _, width, height = place.box_mm
            at_mm = jitter(self.rng, self.middle(at), 0.6, 1.4)
            size = (FILLED * width, FILLED * height)
            return Tile(name, at_mm, size, float(self.rng.normal(0.0, 0.02)))
        if isinstance(place, Spot):
            return Token(name, jitter(self.rng, place.at_mm, 0.4, 1.0), self._marker_mm, turn)
        if name in self.seats:
            return Piece(name, self.free_point(at, near), turn)
        if name in self.blocks:
            return Block(self.blocks[name], self.free_point(at, near), turn)
        return Token(name, self.free_point(at, near), self._marker_mm, turn)

    def _stood(self, paint: str, at: Point, spread: float, most: float) -> Piece:
        """Make a piece that stands about somewhere, or lies on its side."""
        spot = jitter(self.rng, at, spread, most)
        turn = float(self.rng.uniform(0.0, 2 * np.pi))
        on_its_side = bool(self.rng.random() < ON_ITS_SIDE)
        return Piece(paint, spot, turn, on_its_side and self.can_lie)


def room_mm(board: Board, look: TableLook) -> float:
    """Tell how much room is left between pieces that stand on the two nearest locations."""
    if not board.locations:
        return 0.0
    at = np.array([one.at_mm for one in board.locations])
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    widest = {
        "block": look.radius_mm * np.sqrt(2.0),
        "disc": look.radius_mm,
        "barrel": np.hypot(look.radius_mm, look.height_mm / 2),  # one that lies
    }[look.shape]
    return max(0.0, float(apart.min()) - 2 * float(widest))
