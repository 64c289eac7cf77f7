"""The page of a game that goes on: nothing needs to be pressed while all goes well."""

from companion.event_words import event_sentence
from companion.screens.play import Play
from companion.screens.screen import Body, Labels
from companion.table.page import Page
from hardware.panel import Button


class PlayPage(Page):
    """Shows how the game stands."""

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
        return Labels(score=say("SCORE"), back=say("Menu"), why=say("Why?"))

    def press(self, button: Button) -> None:
        """Score, open the menu, or look back."""
        if button is Button.BACK:
            self.session.close(self)
