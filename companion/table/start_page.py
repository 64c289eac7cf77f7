"""The first page: a new game, the last one, those of the past, settings."""

from collections.abc import Sequence

from companion.screens.menu import Row
from companion.table.game import LiveGame
from companion.table.menu_page import MenuPage
from companion.table.play_page import PlayPage
from engine.record import Header


class StartPage(MenuPage):
    """Where everything begins; it is never left."""

    def title(self) -> str:
        """Name the program."""
        return "Dubsar"

    def rows(self) -> Sequence[Row]:
        """List what can be done."""
        return [Row(self.session.words.say("New game"))]

    def choose(self, number: int) -> None:
        """Begin a game."""
        del number
        session = self.session
        header = Header("sumeria", session.table.board_id, session.table.colours, {})
        stored = session.store.begin(header, session.table.board_text, {}, None)
        journal = session.store.journal
        session.game = LiveGame(
            session.store, journal.game(stored), session.table.board, session.names
        )
        session.open(PlayPage(session))
