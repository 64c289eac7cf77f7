"""Who plays and what is played with, as screens show them: names, colours, shapes and tints."""

from collections.abc import Sequence

from companion.screens.person import Person
from companion.screens.place import Place
from companion.screens.tally import Column
from companion.words.names import Names
from engine.board import Board


class Cast:
    """The players of one game and its city-states, under the names of one language."""

    def __init__(self, names: Names, board: Board, players: Sequence[str]) -> None:
        """Take the players in seat order."""
        self.names = names
        self._players = tuple(players)
        self._tints = {one.id: tint for tint, one in enumerate(board.city_states)}

    def person(self, player: str) -> Person:
        """Show a player."""
        return Person(self.names.player(player), player, self._players.index(player))

    def place(self, rank: int, city_state: str, tiles: Sequence[str | None]) -> Place:
        """Show a city-state with the tiles above it."""
        return Place(rank, *self.tile(city_state), tuple(tiles))

    def column(self, rank: int, city_state: str) -> Column:
        """Show a city-state above a column."""
        return Column("rank", rank, self._tints[city_state])

    def tile(self, city_state: str) -> tuple[str, int]:
        """Show a city-state's tile: name and tint."""
        return self.names.city_state(city_state), self._tints[city_state]
