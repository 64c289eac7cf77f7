"""The page of one game of the journal: how it ended, and what can be done with it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.archive.exporting import export_game
from companion.journal.errors import JournalError
from companion.screens.menu import Row
from companion.table.confirm_page import ConfirmPage
from companion.table.last_state import last_state
from companion.table.menu_page import MenuPage
from companion.table.message_page import MessagePage
from companion.table.offer import is_played, unreadable
from companion.table.pictures import erase_pictures
from companion.table.resume import resume
from companion.table.standing_page import StandingPage
from companion.words.games import players, time_words
from engine.errors import InputError

if TYPE_CHECKING:
    from companion.journal import StoredGame
    from companion.table.session import Session


class GamePage(MenuPage):
    """Shows, goes on with, exports or deletes a game, and erases its photographs."""

    def __init__(self, session: "Session", stored: "StoredGame") -> None:
        """Open a stored game."""
        super().__init__(session)
        self._stored = stored

    def title(self) -> str:
        """Tell when it was begun."""
        return time_words(self._stored.about.started)

    def text(self) -> str:
        """Tell who played."""
        return players(self._stored, self.session.words) + "."

    def rows(self) -> Sequence[Row]:
        """List what can be done with it."""
        return [row for row, _ in self._deeds()]

    def choose(self, number: int) -> None:
        """Do it."""
        self._deeds()[number][1]()

    def _deeds(self) -> list[tuple[Row, Callable[[], None]]]:
        say, stored = self.session.words.say, self._stored
        over = stored.about.finished is not None
        deeds = [(Row(say("How it ended") if over else say("How it stands")), self._show)]
        playing = is_played(self.session, stored)
        if not over and not playing:
            deeds.append((Row(say("Go on with it")), self._go_on))
        deeds.append((Row(say("Export")), self._export))
        if stored.pictures:
            deeds.append((Row(say("Erase its photographs"), str(stored.pictures)), self._erase))
        if over or not playing:
            deeds.append((Row(say("Delete it")), self._delete))
        return deeds

    def _show(self) -> None:
        session = self.session
        try:
            session.open(StandingPage(session, last_state(session.store.journal, self._stored)))
        except InputError:
            self._tell(unreadable(session.words))

    def _go_on(self) -> None:
        session = self.session
        session.close(session.pages[1])  # the way back from a game leads to the first page
        try:
            resume(session, self._stored)
        except InputError:
            self._tell(unreadable(session.words))

    def _export(self) -> None:
        session, say = self.session, self.session.words.say
        try:
            path = export_game(session.store.journal, self._stored)
        except (OSError, JournalError):
            self._tell(say("It cannot be written: the disk may be full, or locked."))
            return
        self._tell(say("Written, to be read by dubsar games import:"), str(path))

    def _erase(self) -> None:
        session, say = self.session, self.session.words.say

        def erase() -> None:
            session.close(self)
            erase_pictures(session, self._stored.id)

        question = say("Erase the photographs of this game? What was played stays.")
        session.open(ConfirmPage(session, question, say("Yes, erase them"), erase, self.title()))

    def _delete(self) -> None:
        session, say = self.session, self.session.words.say
        question = say("Delete this game for good, with all its photographs?")
        session.open(
            ConfirmPage(session, question, say("Yes, delete it"), self._deleted, self.title())
        )

    def _deleted(self) -> None:
        session = self.session
        if is_played(session, self._stored):
            session.game = None
        session.close(self)
        try:
            session.store.delete(self._stored.id)
        except JournalError:
            self._tell(session.words.say("It cannot be deleted: the disk may be full, or locked."))

    def _tell(self, text: str, path: str = "") -> None:
        self.session.open(MessagePage(self.session, text, self.title(), path))
