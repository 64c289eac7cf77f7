"""A game copied for elsewhere: as a zip, and as a page for who has no companion."""

from contextlib import suppress
from pathlib import Path

from companion.archive.exporting import export_game
from companion.archive.game_zip import Archive
from companion.journal import GameId
from companion.journal.errors import JournalError
from companion.session.session import Page, Task
from companion.sharing.page import stored_record, write_page
from companion.words.machine import failure_sentences
from engine.errors import InputError


def export(page: Page, number: GameId) -> None:
    """Copy a game of the journal, and say where the copy lies; a page is written beside it."""
    journal = page.session.store.journal
    try:
        copy = export_game(journal, journal.game(number))
    except (OSError, JournalError) as error:
        failed = page.say("It can’t be saved.")
        page.message(failure_sentences(failed, error, page.session.words))
        return
    save_page_beside(page, number, copy)
    text = page.say("A copy of the game is here:")
    page.session.go("message", text=text, title=page.say("Exported"), path=str(copy))


def save_page_beside(page: Page, number: GameId, copy: Path) -> None:
    """Have a page of the game, with its photographs, written beside its copy, if that works."""
    session = page.session
    try:
        record = stored_record(session.store.journal, number)
    except (InputError, JournalError):
        return
    words = session.words

    def write() -> None:
        with suppress(OSError, InputError), Archive(copy) as archive:
            write_page(record, copy.with_suffix(".html"), words, archive.evidence())

    session.tasks.append(Task(page, write, lambda _: None))
