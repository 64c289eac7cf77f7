"""What is wrong with the journal while a game is played, and what helps, in plain sentences."""

from collections.abc import Mapping
from typing import Final

from companion.journal import Rescue
from companion.journal.errors import (
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalLockedError,
    JournalReadOnlyError,
    JournalTooNewError,
    NotAJournalError,
)
from companion.language import Language, Saying, said

CAUSES: Final[Mapping[type[JournalError], Saying]] = {
    JournalFullError: said("The disk is full."),
    JournalReadOnlyError: said("The disk, or the folder of the journal, cannot be written to."),
    JournalLockedError: said("Another program holds the journal."),
    JournalDamagedError: said("The journal is damaged."),
    JournalTooNewError: said("A later version of Dubsar wrote the journal."),
    NotAJournalError: said("The file of the journal belongs to another program."),
}
FAILS: Final = said("The disk or its connection fails.")
REMEDIES: Final[Mapping[type[JournalError], Saying]] = {
    JournalFullError: said("Free some space, or erase photographs of past games."),
    JournalReadOnlyError: said("Look whether the memory card is locked or worn out."),
    JournalLockedError: said("Look whether Dubsar is running twice."),
    JournalTooNewError: said("Update Dubsar."),
}
CHECK: Final = said("Check the disk when the game is over.")
IN_MEMORY: Final = said(
    "The game goes on and is kept in memory, as long as the power stays on. Every half minute it "
    "is tried again; then all that is missing is saved."
)
NO_PICTURES: Final = said("The game goes on and is saved, but without photographs.")
NOT_SAVED: Final = said("not saved")
WITHOUT: Final = said("no photographs")
RESCUED: Final = said(
    "The journal was damaged. What could be read was taken over: games {games}, events {events}. "
    "All goes on. The damaged one is kept as:"
)


def trouble_sentence(trouble: JournalError, language: Language, *, lasting: bool) -> str:
    """Say what is wrong, what that means for the game and what helps.

    ``lasting``: events are on the disk nonetheless.
    """
    parts = (
        CAUSES.get(type(trouble), FAILS),
        NO_PICTURES if lasting else IN_MEMORY,
        REMEDIES.get(type(trouble), CHECK),
    )
    return " ".join(language.tell(part, {}) for part in parts)


def trouble_mark(language: Language, *, lasting: bool) -> str:
    """Say the same in two words."""
    return language.tell(WITHOUT if lasting else NOT_SAVED, {})


def rescue_sentence(rescue: Rescue, language: Language) -> str:
    """Say what became of a damaged journal; the name of its file is to follow."""
    values = {"games": str(rescue.games), "events": str(rescue.events)}
    return language.tell(RESCUED, values)
