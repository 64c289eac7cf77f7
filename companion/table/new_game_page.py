"""The page on which a game is agreed on: the players in seat order, and the house rules."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.language import counted
from companion.screens.menu import Row
from companion.table.first_player_page import FirstPlayerPage
from companion.table.house_rules_page import HouseRulesPage
from companion.table.menu_page import MenuPage
from companion.table.new_game import NewGame
from companion.table.seat_page import SeatPage
from companion.words.names import Names
from engine.errors import InputError

if TYPE_CHECKING:
    from companion.table.session import Session

AGREED = counted("{number} chosen", "{number} chosen", "number")


class NewGamePage(MenuPage):
    """Lists the players, each to be changed; the row that goes on is marked from the start."""

    def __init__(self, session: "Session") -> None:
        """Begin with those who played last."""
        super().__init__(session)
        last = None
        with suppress(InputError):  # a new game needs no journal that can be read
            last = next(iter(session.store.journal.games()), None)
        self.plan = NewGame.like(last, session.table.colours)
        self.chosen = len(self.rows()) - 1

    def title(self) -> str:
        """Name what is done here."""
        return self.session.words.say("New game")

    def text(self) -> str:
        """Say how the players are listed."""
        return self.session.words.say("Who plays, clockwise around the table?")

    def rows(self) -> Sequence[Row]:
        """List the players, then what else there is to agree on."""
        say, plan = self.session.words.say, self.plan
        names = Names(self.session.words, self.session.table.board, plan.names)
        rows = [
            Row(names.player(seat.colour), player=(seat.colour, number))
            for number, seat in enumerate(plan.seats)
        ]
        if plan.can_grow:
            rows.append(Row(say("One more player")))
        many = {"number": str(len(plan.rulings))}
        agreed = self.session.words.tell(AGREED, many) if plan.rulings else say("as printed")
        return [*rows, Row(say("House rules"), agreed), Row(say("Who begins?"))]

    def choose(self, number: int) -> None:
        """Change what the row tells of, or go on."""
        session, plan = self.session, self.plan
        if number < len(plan.seats):
            session.open(SeatPage(session, plan, number))
            return
        match number - len(self.rows()):
            case -1:
                session.open(FirstPlayerPage(session, plan, self))
            case -2:
                session.open(HouseRulesPage(session, plan))
            case _:
                self.chosen = plan.add()
                session.open(SeatPage(session, plan, self.chosen))
