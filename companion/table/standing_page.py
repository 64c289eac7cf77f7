"""The page that shows how a stored game stands, or how it ended."""

from typing import TYPE_CHECKING

from companion.names import Names
from companion.ruling_words import answer
from companion.screens.menu import Menu, Row
from companion.screens.screen import Body, Labels
from companion.standing_words import by_points, points_words, stand_sentence
from companion.table.last_state import LastState
from companion.table.page import Page
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.table.session import Session


class StandingPage(Page):
    """Shows the players, most points first."""

    def __init__(self, session: "Session", last: LastState) -> None:
        """Show a game."""
        super().__init__(session)
        self._last = last

    def title(self) -> str:
        """Name what is shown."""
        say = self.session.words.say
        over = self._last.stored.about.finished is not None
        return say("How it ended") if over else say("How it stands")

    def body(self) -> Body:
        """Show who won, the points, and what was agreed on."""
        last, words = self._last, self.session.words
        names = Names(words, last.board, last.stored.about.names)
        seats = last.stored.header.players
        rows = [
            Row(
                points_words(one, names),
                player=(one.player, seats.index(one.player)),
                choosable=False,
            )
            for one in by_points(last.standing)
        ]
        rulings = last.stored.header.rulings.items()
        agreed = [Row(answer(key, value, words), choosable=False) for key, value in rulings]
        heading = [Row(words.say("House rules"), choosable=False)] if agreed else []
        return Menu((*rows, *heading, *agreed), -1, stand_sentence(last.state, names))

    def labels(self) -> Labels:
        """Name what leads back."""
        return Labels(back=self.session.words.say("Back"))

    def press(self, button: Button) -> None:
        """Go back."""
        if button is Button.BACK:
            self.session.close(self)
