"""Where people sit around a table, what lies where on it, and how that gets about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from engine.board import Board
from hardware.virtual.look import Look
from hardware.virtual.scene import Hand, Piece, Scene, Tile, Token

Point = tuple[float, float]

ARM_MM: Final = 430.0
SKINS: Final = (0.15, 0.7, 0.4, 0.05)
SLEEVES: Final = ((112, 66, 36), (60, 96, 58), (52, 48, 132), (92, 92, 98))
SPREAD_MM: Final = 1.6
OFF_SPOT_MM: Final = 4.0
ON_ITS_SIDE: Final = 0.04
HELD_MM: Final = 9.0


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
        look: Look,
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

    def scene(self, hand: Hand | None = None) -> Scene:
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

    def in_supply(self, player: str) -> int:
        """Count the pieces in a player's supply."""
        return len(self._supply[player])

    def lay_tile(self, slot: int, face: str) -> None:
        """Lay a tile into a slot of the row, a little askew."""
        _, _, width, height = self.board.row_boxes[slot]
        at = jitter(self.rng, self.slot(slot), 0.7, 1.8)
        side = 0.92 * min(width, height)
        self.row[slot] = Tile(face, at, side, self.rng.normal(0.0, 0.025))

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


def room_mm(board: Board, look: Look) -> float:
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
