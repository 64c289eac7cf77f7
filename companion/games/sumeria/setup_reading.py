"""What lies on the table before a game: what the camera reads, and what people enter over it."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from companion.session.look import Look
from companion.sighting import certain, sighting
from companion.tracking.waiting import Agreement
from engine.board import INFLUENCE, RANKING, RANKS, Board
from seeds.sumeria import counts

AGREE: Final = 3
"""Looks in a row that must say the same."""


class SetupReading:
    """The ranking row and the influence tiles, place by place; None is unknown.

    ``merchants`` are those that stand on the board, by location, though none should.
    """

    def __init__(self, board: Board) -> None:
        """Begin with nothing known."""
        self.merchants: dict[str, str] = {}
        self._board: Final = board
        self._agreed: Final = Agreement(AGREE)
        self._seen_row: Sequence[str | None] = (None,) * RANKS
        self._seen_tiles: Sequence[str | None] = (None,) * sum(counts().over_ranks)
        self._told_row: Final[dict[int, str]] = {}
        self._told_tiles: Final[dict[int, str]] = {}

    @property
    def row(self) -> tuple[str | None, ...]:
        """The city-states by rank: what people say, then what was seen."""
        said = set(self._told_row.values())
        seen = (None if one in said else one for one in self._seen_row)
        return tuple(self._told_row.get(i, one) for i, one in enumerate(seen))

    @property
    def tiles(self) -> tuple[str | None, ...]:
        """The kinds of influence tile by space."""
        return tuple(self._told_tiles.get(i, one) for i, one in enumerate(self._seen_tiles))

    @property
    def complete(self) -> bool:
        """Whether nothing is unknown."""
        return None not in self.row and None not in self.tiles

    @property
    def by_camera(self) -> bool:
        """Whether nobody had to enter anything."""
        return not self._told_row and not self._told_tiles

    def add(self, look: Look) -> None:
        """Take a look; what several looks in a row say counts."""
        reading = look.reading
        if not reading.registered or reading.hand:
            self._agreed.forget()
            return
        merchants = sighting(reading, self._board, look.name)["board"]
        if self._agreed.on("merchants", merchants):
            self.merchants = merchants
        row = certain(reading.groups.get(RANKING), RANKS)
        if self._agreed.on("row", row):
            self._seen_row = _once(row)
        tiles = certain(reading.groups.get(INFLUENCE), len(self._seen_tiles))
        if self._agreed.on("tiles", tiles):
            self._seen_tiles = tiles

    def enter_city_state(self, rank: int, city_state: str) -> None:
        """Say which city-state lies there, from 0; the one that did takes the other's place."""
        row = self.row
        if city_state in row:
            there = row.index(city_state)
            self._told_row.pop(there, None)
            if (before := row[rank]) is not None and there != rank:
                self._told_row[there] = before
        self._told_row[rank] = city_state

    def enter_tile(self, space: int, kind: str) -> None:
        """Say which influence tile lies there."""
        self._told_tiles[space] = kind


def _once(row: Sequence[str | None]) -> tuple[str | None, ...]:
    """Believe no city-state that was read twice."""
    times = Counter(row)
    return tuple(one if times[one] == 1 else None for one in row)
