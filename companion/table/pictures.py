"""Erasing photographs, and saying how many they were."""

from typing import TYPE_CHECKING

from companion.journal.errors import JournalError
from companion.language import counted, said
from companion.table.message_page import MessagePage

if TYPE_CHECKING:
    from companion.journal import GameId
    from companion.table.session import Session

ERASED = counted(
    "{number} photograph has been erased.", "{number} photographs have been erased.", "number"
)
NOT_ERASED = said("They cannot be erased: the disk may be full, or locked.")


def erase_pictures(session: "Session", game: "GameId | None") -> None:
    """Erase the pictures of a game, or of all, and tell what became of it."""
    words = session.words
    try:
        number = session.store.journal.erase_pictures(game)
        told = words.tell(ERASED, {"number": str(number)})
    except JournalError:
        told = words.tell(NOT_ERASED, {})
    session.open(MessagePage(session, told, words.say("Past games")))
