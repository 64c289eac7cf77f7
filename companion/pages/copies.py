"""A game that is copied is saved as a page too, with its photographs, for who has no companion."""

from contextlib import suppress
from pathlib import Path

from companion.archive.game_zip import Archive
from companion.journal import GameId
from companion.journal.errors import JournalError
from companion.session.session import Page, Task
from companion.sharing.saving import stored_record, write_page
from engine.errors import InputError


def save_page_beside(page: Page, number: GameId, copy: Path) -> None:
    """Have a page of the game written beside its copy; where that fails, the copy is enough."""
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
