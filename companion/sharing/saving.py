"""A game of the journal saved as a page."""

from collections.abc import Iterable
from pathlib import Path

from companion.archive.game_zip import Evidence
from companion.files import new_file
from companion.journal import GameId, Journal
from companion.language import Language
from companion.sharing.game_view import GameRecord
from companion.sharing.page import game_page
from engine.fields import parse_object


def save_page(
    journal: Journal, number: GameId, path: Path, language: Language, *, photographs: bool
) -> None:
    """Write a game as one page to a new file.

    Raises JournalError, InputError where its record cannot be played, and OSError, also where
    there is a file already.
    """
    record = stored_record(journal, number)
    count = len(record.events) if photographs else 0
    evidence = (
        (event, seen) for event in range(1, count + 1) for seen in journal.evidence(number, event)
    )
    write_page(record, path, language, evidence)


def write_page(
    record: GameRecord,
    path: Path,
    language: Language,
    evidence: Iterable[tuple[int, Evidence]] = (),
) -> None:
    """Write a game as one page to a new file; raises OSError, also where there is one already."""
    with new_file(path) as begun, begun.open("w", encoding="utf-8") as file:
        file.writelines(game_page(record, language, evidence))


def stored_record(journal: Journal, number: GameId) -> GameRecord:
    """Read a game of the journal; raises JournalError or InputError."""
    stored, file = journal.game(number), f"{journal.path}: game {number}"
    lines = journal.lines(number)
    board, history = journal.replayed(stored, lines)
    parsed = (parse_object(one, file, f"line {at}") for at, one in enumerate(lines[1:], 2))
    return GameRecord(
        str(number), stored.header, board, stored.about.names, tuple(history.events), tuple(parsed)
    )
