"""The page of one player of a new game: name, colour, place at the table."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.screens.menu import Row
from companion.table.menu_page import MenuPage
from companion.table.name_page import NamePage
from companion.table.new_game import NewGame
from companion.words.names import Names

if TYPE_CHECKING:
    from companion.table.session import Session


class SeatPage(MenuPage):
    """Changes who sits at one place; the page follows a player who changes places."""

    def __init__(self, session: "Session", plan: NewGame, seat: int) -> None:
        """Show the seat of that number, from 0."""
        super().__init__(session)
        self._plan = plan
        self._seat = seat

    def title(self) -> str:
        """Name the player."""
        return self._names.player(self._plan.seats[self._seat].colour)

    def player(self) -> tuple[str, int]:
        """Show the player's merchant."""
        return self._plan.seats[self._seat].colour, self._seat

    def rows(self) -> Sequence[Row]:
        """List what can be changed."""
        return [row for row, _ in self._deeds()]

    def choose(self, number: int) -> None:
        """Change it."""
        self._deeds()[number][1]()

    def _deeds(self) -> list[tuple[Row, Callable[[], None]]]:
        say, plan, seat = self.session.words.say, self._plan, self._plan.seats[self._seat]
        neighbour = plan.seats[self._next].colour
        swap = say("Change places with {player}", player=self._names.player(neighbour))
        deeds = [
            (Row(say("Name"), seat.name or say("none yet")), self._name),
            (Row(say("Colour"), self._names.colour(seat.colour)), self._recolour),
            (Row(swap), self._change_places),
        ]
        if plan.can_shrink:
            deeds.append((Row(say("Does not play")), self._leave_table))
        return deeds

    @property
    def _next(self) -> int:
        return (self._seat + 1) % len(self._plan.seats)

    @property
    def _names(self) -> Names:
        return Names(self.session.words, self.session.table.board, self._plan.names)

    def _name(self) -> None:
        seat = self._plan.seats[self._seat]

        def called(name: str) -> None:
            self._plan.rename(self._seat, name)

        player = (seat.colour, self._seat)
        self.session.open(NamePage(self.session, seat.name, called, player))

    def _recolour(self) -> None:
        self.session.open(ColourPage(self.session, self._plan, self._seat))

    def _change_places(self) -> None:
        self._plan.change_places(self._seat, self._next)
        self._seat = self._next

    def _leave_table(self) -> None:
        del self._plan.seats[self._seat]
        self.session.close(self)


class ColourPage(MenuPage):
    """Chooses the colour of one player among those taught."""

    def __init__(self, session: "Session", plan: NewGame, seat: int) -> None:
        """Begin at the colour that is played."""
        super().__init__(session)
        self._plan = plan
        self._seat = seat
        self.chosen = plan.colours.index(plan.seats[seat].colour)

    def title(self) -> str:
        """Name what is chosen."""
        return self.session.words.say("Colour")

    def rows(self) -> Sequence[Row]:
        """List the colours, with the names of those who play them."""
        names = Names(self.session.words, self.session.table.board)
        people = self._plan.names
        return [
            Row(names.colour(one), people.get(one, ""), (one, self._shape(one)))
            for one in self._plan.colours
        ]

    def choose(self, number: int) -> None:
        """Play that colour."""
        self._plan.recolour(self._seat, self._plan.colours[number])
        self.session.close(self)

    def _shape(self, colour: str) -> int:
        """Give the seat by which a colour's shape goes: its player's, or the one chosen for."""
        players = self._plan.players
        return players.index(colour) if colour in players else self._seat
