"""Where people sit around a table, what lies where on it, and how that gets about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from engine.board import Board
from engine.layout import SlotGroup, View
from hardware.virtual.look import TableLook
from hardware.virtual.painting import Point
from hardware.virtual.scene import Hand, Item, Piece, Prop, Scene, Tile, Token

ARM_MM: Final = 430.0
SKINS: Final = (0.15, 0.7, 0.4, 0.05)
SLEEVES: Final = ((112, 66, 36), (60, 96, 58), (52, 48, 132), (92, 92, 98))
SPREAD_MM: Final = 1.6
OFF_SPOT_MM: Final = 4.0
ON_ITS_SIDE: Final = 0.04
HELD_MM: Final = 9.0
REACH_MM: Final = 13.0
"""How far beside a piece or a spot one may point and mean it."""

At = tuple[str, str]
"""A slot group and one of its places, by their ids."""


@dataclass(frozen=True, slots=True)
class Loose:
    """A thing that a hand can take: its class, and the place where it lies.

    What lies beside the board, in a player's supply, has no place.
    """

    name: str
    thing: Item | Prop
    at: At | None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at one edge of the board.

    ``middle_mm`` is the middle of that edge and ``outward`` the unit direction from the board to
    the player; ``reach_mm`` is half the length of the edge.
    """

    middle_mm: Point
    outward: Point
    reach_mm: float
    skin: float
    sleeve: tuple[int, int, int]

    def shoulder(self, lean_mm: float) -> Point:
        """Where an arm comes from, ``lean_mm`` to a side; beyond the edge of the picture."""
        return self._beside(lean_mm, ARM_MM)

    def supply(self, number: int) -> Point:
        """Where the ``number``-th piece of the supply stands: two rows along the edge."""
        column, row = divmod(number, 2)
        return self._beside(-0.55 * self.reach_mm + 21.0 * column, 28.0 + 20.0 * row)

    def won(self, number: int) -> Point:
        """Where the ``number``-th round tile lies that the player has won."""
        column, row = divmod(number, 3)
        return self._beside(0.35 * self.reach_mm + 18.0 * column, 22.0 + 18.0 * row)

    def _beside(self, along: float, out: float) -> Point:
        (x, y), (dx, dy) = self.middle_mm, self.outward
        return x - dy * along + dx * out, y + dx * along + dy * out


def laid_out_mm(board: Board) -> Point:
    """Tell how much of the table a board takes up with its row of tiles: width and height, mm."""
    width, height = board.size_mm
    return width, max([height, *(y + high for _, y, _, high in board.row_boxes)])


def seats(size_mm: Point, players: int) -> tuple[Seat, ...]:
    """Seat players clockwise, seen from above, beginning at the lower edge of the board.

    With three the upper edge stays free.
    """
    width, height = size_mm
    edges: tuple[tuple[Point, Point, float], ...] = (
        ((width / 2, height), (0.0, 1.0), width / 2),
        ((0.0, height / 2), (-1.0, 0.0), height / 2),
        ((width / 2, 0.0), (0.0, -1.0), width / 2),
        ((width, height / 2), (1.0, 0.0), height / 2),
    )
    taken = [0, 1, 3] if players == len(edges) - 1 else list(range(players))
    return tuple(Seat(*edges[i], SKINS[i], SLEEVES[i]) for i in taken)


def jitter(rng: np.random.Generator, at: Point, spread_mm: float, most_mm: float) -> Point:
    """Miss a point a little, as people do: by ``spread_mm`` on each axis, at most ``most_mm``."""
    off = rng.normal(0.0, spread_mm, 2)
    off *= min(1.0, most_mm / max(float(np.hypot(*off)), 1e-9))
    return at[0] + float(off[0]), at[1] + float(off[1])


def apart(one: Point, other: Point) -> float:
    """Measure the distance between two points, in mm."""
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


class Tabletop:
    """What lies where at this moment; ``scene`` freezes it.

    ``taught_with`` is how many pieces each player has in the supply when it is taught.
    """

    def __init__(
        self,
        board: Board,
        seats: dict[str, Seat],
        pieces: int,
        rng: np.random.Generator,
        look: TableLook,
    ) -> None:
        """Set up with ``pieces`` in the supply of each player and nothing on the board."""
        self.board = board
        self.seats = seats
        self.look = look
        self.taught_with = pieces
        # A disc stays on its edge no better than a block on its corner.
        self.can_lie = look.shape == "barrel"
        self.room_mm = room_mm(board, look)
        self.loose_mm = min(OFF_SPOT_MM, self.room_mm / 2)
        self.row: dict[int, Tile] = {}
        self.tiles: dict[int, Token] = {}
        self.rng = rng
        self.pieces: dict[str, Piece] = {}
        self._won: dict[str, list[Token]] = {player: [] for player in seats}
        self._supply = {player: dict[int, Piece]() for player in seats}
        for player in seats:
            for _ in range(pieces):
                self.keep(player)

    def bare(self, rng: np.random.Generator) -> "Tabletop":
        """Lay out the same board bare, as it is taught."""
        return Tabletop(self.board, self.seats, self.taught_with, rng, self.look)

    def lay(self, at: At, name: str) -> None:
        """Lay a thing of a class onto a place that is free."""
        group, number = self._numbered(at)
        if group.players:
            self.stand(at[1], name)
        elif group == self.board.row:
            self.lay_tile(number, name)
        else:
            self.lay_token(number, name)

    def lay_all(self, view: View) -> None:
        """Lay on all places what a view has there, with pieces from their players' supplies."""
        for group in self.board.layout:
            for name in self.contents(group):
                if name in self.seats:
                    self.keep(name)
            self.clear(group)
            for place, lying in zip(group.places, view[group.id], strict=True):
                for name in lying:
                    if name in self.seats:
                        self.fetch(name)
                    self.lay((group.id, place.id), name)

    def clear(self, group: SlotGroup) -> None:
        """Take away all that lies on the places of a group."""
        if group.players:
            self.pieces.clear()
        elif group == self.board.row:
            self.row.clear()
        else:
            self.tiles.clear()

    def contents(self, group: SlotGroup) -> list[str]:
        """Name what lies on the places of a group, place by place."""
        return [one.name for one in self.loose() if one.at and one.at[0] == group.id]

    def loose(self) -> Iterator[Loose]:
        """Yield all that a hand can take."""
        board = self.board
        for place, piece in self.pieces.items():
            yield Loose(piece.paint, piece, (board.pieces.id, place))
        for player, supply in self._supply.items():
            yield from (Loose(player, one, None) for one in supply.values())
        if board.row:
            for slot, tile in self.row.items():
                yield Loose(tile.face, tile, (board.row.id, board.row.places[slot].id))
        if board.tiles:
            for space, token in self.tiles.items():
                yield Loose(token.face, token, (board.tiles.id, board.tiles.places[space].id))

    def pick(self, one: Loose) -> None:
        """Take a thing into a hand; tiles that can only be won stay until they are put down."""
        if one.at is None:
            self.fetch(one.name)
        elif isinstance(one.thing, Piece):
            self.lift(one.at[1])
        elif isinstance(one.thing, Tile):
            self.pick_up([self._numbered(one.at)[1]])

    def put_down(self, one: Loose, point: Point) -> None:
        """Put down what a hand holds; where it cannot lie it goes back to where it came from."""
        if isinstance(one.thing, Piece):
            self._put_piece_down(one, point)
        elif isinstance(one.thing, Tile) and one.at:
            number = self._numbered(one.at)[1]
            slot = min(range(len(self.board.row_boxes)), key=lambda i: apart(self.slot(i), point))
            if slot in self.row:
                other = self.row[slot].face
                self.pick_up([slot])
                self.lay_tile(number, other)
            self.lay_tile(slot, one.name)
        elif one.at:
            space = self._numbered(one.at)[1]
            if apart(self.space(space), point) > 2 * REACH_MM:
                self.take_token(space, self.nearest(point))

    def _put_piece_down(self, one: Loose, point: Point) -> None:
        near = [
            at.id
            for at in sorted(self.board.locations, key=lambda at: apart(at.at_mm, point))
            if apart(at.at_mm, point) <= REACH_MM
        ]
        free = [at for at in near if at not in self.pieces]
        if free:
            self.stand(free[0], one.name)
        elif near and one.at:
            self.stand(one.at[1], one.name)
        else:
            self.keep(one.name)

    def nearest(self, point: Point) -> str:
        """Name the player who sits nearest to a point."""
        return min(self.seats, key=lambda player: apart(self.seats[player].middle_mm, point))

    def _numbered(self, at: At) -> tuple[SlotGroup, int]:
        """Find a slot group and the number of one of its places."""
        group = next(one for one in self.board.layout if one.id == at[0])
        return group, [place.id for place in group.places].index(at[1])

    def scene(self, hand: Hand | None = None) -> Scene:
        """Freeze the table as it is."""
        supplies = (one for supply in self._supply.values() for one in supply.values())
        won = (token for tokens in self._won.values() for token in tokens)
        return Scene(
            dict(self.pieces),
            dict(self.row),
            dict(self.tiles),
            (*supplies, *won),
            hand,
        )

    def where(self, location: str) -> Point:
        """Tell where on the board a location is, in mm."""
        return self.board.locations[self.board.index[location]].at_mm

    def slot(self, number: int) -> Point:
        """Tell where the middle of a slot of the row is, in mm."""
        x, y, width, height = self.board.row_boxes[number]
        return x + width / 2, y + height / 2

    def space(self, number: int) -> Point:
        """Tell where the middle of a space for a round tile is, in mm."""
        x, y, _ = self.board.tile_circles[number]
        return x, y

    def fetch(self, player: str) -> Piece:
        """Take a piece out of the player's supply."""
        return self._supply[player].pop(max(self._supply[player]))

    def keep(self, player: str) -> None:
        """Put a piece into the player's supply, at the first free place there."""
        supply = self._supply[player]
        number = next(i for i in range(len(supply) + 1) if i not in supply)
        supply[number] = self._placed(player, self.seats[player].supply(number), 3.0, 5.0)

    def stand(self, location: str, paint: str) -> None:
        """Put a piece onto a location, loosely, now and then on its side."""
        self.pieces[location] = self._placed(paint, self.where(location), SPREAD_MM, self.loose_mm)

    def lift(self, location: str) -> Piece:
        return self.pieces.pop(location)

    def supply(self, player: str) -> tuple[Piece, ...]:
        """List the pieces in a player's supply."""
        return tuple(self._supply[player].values())

    def lay_tile(self, slot: int, face: str) -> None:
        """Lay a tile into a slot of the row, a little askew."""
        _, _, width, height = self.board.row_boxes[slot]
        at = jitter(self.rng, self.slot(slot), 0.7, 1.8)
        side = 0.92 * min(width, height)
        self.row[slot] = Tile(face, at, (side, side), self.rng.normal(0.0, 0.025))

    def pick_up(self, slots: Sequence[int]) -> None:
        """Take tiles of the row out of their slots, into a hand."""
        for slot in slots:
            del self.row[slot]

    def lay_token(self, space: int, face: str) -> None:
        """Lay a round tile onto a space, a little off and turned."""
        radius = 0.9 * self.board.tile_circles[space][2]
        at = jitter(self.rng, self.space(space), 0.6, 1.4)
        self.tiles[space] = Token(face, at, radius, self.rng.normal(0.0, 0.3))

    def take_token(self, space: int, winner: str | None) -> None:
        """Lay a round tile before its winner, or put it back into the box."""
        token = self.tiles.pop(space)
        if winner is not None:
            won = self._won[winner]
            at = jitter(self.rng, self.seats[winner].won(len(won)), 1.0, 2.0)
            won.append(replace(token, at_mm=at))

    def _placed(self, paint: str, at: Point, spread: float, most: float) -> Piece:
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
        "cube": look.radius_mm * np.sqrt(2.0),
        "disc": look.radius_mm,
        "barrel": np.hypot(look.radius_mm, look.height_mm / 2),  # one that lies
    }[look.shape]
    return max(0.0, float(apart.min()) - 2 * float(widest))
