"""The page that asks who begins a new game, and begins it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.screens.menu import Row
from companion.table.game import LiveGame
from companion.table.menu_page import MenuPage
from companion.table.message_page import MessagePage
from companion.table.new_game import NewGame
from companion.table.setup_page import SetupPage
from companion.words.names import Names

if TYPE_CHECKING:
    from companion.table.new_game_page import NewGamePage
    from companion.table.session import Session


class FirstPlayerPage(MenuPage):
    """Asks who begins (S-10): whoever the lot falls on, or one whom the table agrees on."""

    def __init__(self, session: "Session", plan: NewGame, agreed_on: "NewGamePage") -> None:
        """Ask for a game; ``agreed_on`` is closed once it has been set up."""
        super().__init__(session)
        self._plan = plan
        self._agreed_on = agreed_on

    def title(self) -> str:
        """Ask."""
        return self.session.words.say("Who begins?")

    def rows(self) -> Sequence[Row]:
        """Offer the lot, then everybody."""
        players = self._plan.players
        people = [
            Row(self._names.player(one), player=(one, seat)) for seat, one in enumerate(players)
        ]
        return [Row(self.session.words.say("The lot decides")), *people]

    def choose(self, number: int) -> None:
        """Begin the game, and say whom the lot fell on."""
        session, players = self.session, self._plan.players
        first = players[number - 1] if number else session.lot.choice(players)
        self._begin(first)
        if number:
            return
        told = session.words.say(
            "The lot falls on {player}, who begins and takes the first-player pawn.",
            player=self._names.player(first),
        )
        session.open(MessagePage(session, told, self.title()))

    @property
    def _names(self) -> Names:
        return Names(self.session.words, self.session.table.board, self._plan.names)

    def _begin(self, first: str) -> None:
        session, table = self.session, self.session.table
        session.close(self)
        header = self._plan.header(table.board_id)
        game = session.store.begin(header, table.board_text, self._plan.names, first)
        stored = session.store.journal.game(game)
        session.game = LiveGame(
            session.store, stored, table.board, session.names, pace=session.pace
        )
        session.open(SetupPage(session, self._agreed_on))
