"""The pages on which a tile is entered that the camera could not read, or read wrong."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.screens.menu import Row
from companion.table.game import LiveGame
from companion.table.menu_page import MenuPage
from companion.table.setup_reading import SetupReading
from seeds.sumeria import counts

if TYPE_CHECKING:
    from companion.table.session import Session


class SlotPage(MenuPage):
    """Chooses the city-state of one place in the ranking row, first among those left."""

    def __init__(
        self, session: "Session", game: LiveGame, reading: SetupReading, rank: int
    ) -> None:
        """Choose for the place of that number, from 0."""
        super().__init__(session)
        self._names = game.names
        self._reading = reading
        self._rank = rank
        row = reading.row
        every = [one.id for one in game.board.city_states]
        self._choices = sorted(every, key=lambda one: row.index(one) if one in row else -1)
        if (there := row[rank]) is not None:
            self.chosen = self._choices.index(there)

    def title(self) -> str:
        """Name the place."""
        return self.session.words.say("Ranking, place {rank}", rank=str(self._rank + 1))

    def rows(self) -> Sequence[Row]:
        """List the city-states, each with its place where it has one."""
        row = self._reading.row
        return [
            Row(self._names.city_state(one), str(row.index(one) + 1) if one in row else "")
            for one in self._choices
        ]

    def choose(self, number: int) -> None:
        """Say that it lies there."""
        self._reading.enter_city_state(self._rank, self._choices[number])
        self.session.close(self)


class SpacePage(MenuPage):
    """Chooses the kind of influence tile on one space."""

    def __init__(
        self, session: "Session", game: LiveGame, reading: SetupReading, space: int
    ) -> None:
        """Choose for the space of that number, from 0."""
        super().__init__(session)
        self._names = game.names
        self._reading = reading
        self._space = space
        if (there := reading.tiles[space]) is not None:
            self.chosen = counts().kinds.index(there)

    def title(self) -> str:
        """Name the space by the rank below it."""
        spaces = [rank for rank, many in enumerate(counts().over_ranks, 1) for _ in range(many)]
        return self.session.words.say("Tile above rank {rank}", rank=str(spaces[self._space]))

    def rows(self) -> Sequence[Row]:
        """List the kinds."""
        return [Row(self._names.tiles_of(kind, 1)) for kind in counts().kinds]

    def choose(self, number: int) -> None:
        """Say that it lies there."""
        self._reading.enter_tile(self._space, counts().kinds[number])
        self.session.close(self)
