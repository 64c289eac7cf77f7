"""The page that says, once, what is wrong with the journal; it closes when all is well again."""

from typing import TYPE_CHECKING

from companion.journal import Rescue
from companion.journal.errors import JournalError
from companion.table.message_page import MessagePage
from companion.words.journal import rescue_sentence, trouble_sentence
from hardware.panel import Light

if TYPE_CHECKING:
    from companion.table.session import Session


class JournalPage(MessagePage):
    """Tells of one trouble; what it means for the game is as things stand now."""

    def __init__(self, session: "Session", told: JournalError | Rescue) -> None:
        """Tell of an error, or of what became of a damaged journal."""
        words, lasting = session.words, session.store.journal.lasting
        path = ""
        if isinstance(told, Rescue):
            text, path = rescue_sentence(told, words), told.aside.name
        else:
            text = trouble_sentence(told, words, lasting=lasting)
        super().__init__(session, text, words.say("The journal"), path)
        self._passes = isinstance(told, JournalError)

    def light(self) -> Light | None:
        """Show that something is wrong."""
        return Light.RED

    def pass_time(self, now: float) -> None:
        """Close when nothing is wrong any more."""
        del now
        if self._passes and self.session.store.trouble is None:
            self.session.close(self)


def tell_of_journal(session: "Session") -> None:
    """Open a page for the latest news of the journal, if they are bad."""
    news = session.store.news
    while news:
        told = news.popleft()
        if told is not None and not news:
            session.open(JournalPage(session, told))
