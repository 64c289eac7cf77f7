"""The page of a game that goes on: nothing needs to be pressed while all goes well."""

from typing import TYPE_CHECKING

from companion.event_words import event_sentence
from companion.notes import Line
from companion.screens.play import Play
from companion.screens.screen import Body, Labels
from companion.table.look import Look
from companion.table.page import Page
from companion.table.wrong_page import ask
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.table.session import Session


class PlayPage(Page):
    """Shows how the game stands; what is wrong opens a page of its own."""

    def __init__(self, session: "Session") -> None:
        """Begin with nothing asked."""
        super().__init__(session)
        self._asked: Line | None = None

    def body(self) -> Body:
        """Show the board and the last event."""
        game = self.session.game
        assert game is not None  # noqa: S101 - nobody opens this page without one
        event = game.history.events[-1] if game.history.events else None
        told = "" if event is None else event_sentence(event, game.names)
        return Play(game.board, game.state, told)

    def labels(self) -> Labels:
        """Name the four."""
        say = self.session.words.say
        asked = say("Answer") if self._asked is not None else ""
        return Labels(score=say("SCORE"), ok=asked, back=say("Menu"), why=say("Why?"))

    def press(self, button: Button) -> None:
        """Score, open the menu, or look back."""
        if button is Button.BACK:
            self.session.close(self)
        elif button is Button.OK:
            ask(self.session, None)

    def see(self, look: Look) -> None:
        """Ask once about each thing that is wrong."""
        del look  # the game has taken it
        self._asked = ask(self.session, self._asked)
