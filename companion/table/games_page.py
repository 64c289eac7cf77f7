"""The page that lists all games of the journal, the newest first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.journal.errors import JournalError
from companion.screens.menu import Row
from companion.table.confirm_page import ConfirmPage
from companion.table.game_page import GamePage
from companion.table.menu_page import MenuPage
from companion.table.message_page import MessagePage
from companion.table.pictures import erase_pictures
from companion.words.games import time_words
from companion.words.journal import trouble_sentence

if TYPE_CHECKING:
    from companion.journal import StoredGame
    from companion.table.session import Session


class GamesPage(MenuPage):
    """Lists the games; the last row erases the photographs of them all."""

    def __init__(self, session: "Session") -> None:
        """Begin with the newest."""
        super().__init__(session)
        self._games: Sequence[StoredGame] | None = None

    def title(self) -> str:
        """Name what is listed."""
        return self.session.words.say("Past games")

    def text(self) -> str:
        """Say where there is nothing to list."""
        return "" if self._listed() else self.session.words.say("No game has been played yet.")

    def rows(self) -> Sequence[Row]:
        """List them with the time when they were begun."""
        say, games = self.session.words.say, self._listed()
        rows = [
            Row(
                time_words(one.about.started),
                say("finished") if one.about.finished else say("goes on"),
            )
            for one in games
        ]
        if any(one.pictures for one in games):
            rows.append(Row(say("Erase all photographs")))
        return rows

    def choose(self, number: int) -> None:
        """Open a game, or ask whether to erase."""
        session, say, games = self.session, self.session.words.say, self._listed()
        self._games = None  # what is done there may change the list
        if number < len(games):
            session.open(GamePage(session, games[number]))
            return
        question = say("Erase the photographs of all games? What was played stays.")
        yes = say("Yes, erase them")
        session.open(
            ConfirmPage(session, question, yes, lambda: erase_pictures(session, None), yes)
        )

    def _listed(self) -> "Sequence[StoredGame]":
        if self._games is None:
            try:
                self._games = self.session.store.journal.games()
            except JournalError as error:
                self._games = ()
                told = trouble_sentence(error, self.session.words, lasting=True)
                self.session.open(MessagePage(self.session, told, self.title()))
        return self._games
