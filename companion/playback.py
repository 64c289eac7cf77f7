"""Playing a record's lines through the rules, for whoever reads records."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from companion.archive.game_zip import Archive, is_archive
from companion.language import Language
from companion.messages import complain
from companion.words.names import names_of
from companion.words.verdicts import finding_sentence
from engine.board import Board
from engine.errors import InputError
from engine.game import IllegalError, Step
from engine.games import game_named
from engine.history import AnyHistory, History
from engine.record import Entry, Record
from engine.ruling import Ruling


def open_record(path: Path) -> BinaryIO:
    """Open a record's file, or the record in the zip of a game; InputError if it cannot be read."""
    if is_archive(path):
        with Archive(path) as archive:
            return BytesIO(archive.record)
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise InputError(str(path), "", "no such file") from None
    except OSError as error:
        raise InputError(str(path), "", f"cannot be read ({error.strerror})") from None


def begin(record: Record, board: Board) -> AnyHistory:
    """Begin the game that a record's header names; raises InputError when it cannot be."""
    header = record.header
    try:
        game = game_named(header.game)
        return History(game, game.new_game(board, header.players, header.rulings))
    except ValueError as error:
        raise InputError(record.file, "line 1", str(error)) from None


def play(
    record: Record, board: Board, history: AnyHistory
) -> Iterator[tuple[Entry[Any], Step[Any, Any]]]:
    """Play the lines one by one, each yielded once played; ends with a warning if cut short.

    Raises InputError at the first line that cannot be read, or that the rules refuse.
    """
    for entry in record.entries(history.game.parse_event):
        yield entry, play_entry(record, board, history, entry)
    warn_if_cut_short(record)


def replayed(record: Record, board: Board) -> AnyHistory:
    """Play all lines; raises InputError at the first that cannot be read, or that is refused."""
    history = begin(record, board)
    for _ in play(record, board, history):
        pass
    return history


def play_entry(
    record: Record, board: Board, history: AnyHistory, entry: Entry[Any]
) -> Step[Any, Any]:
    """Play one line; raises InputError, the history unchanged, when the rules refuse it."""
    try:
        return history.append(entry.event)
    except IllegalError as error:
        refused = refusal(error.ruling, board)
    except ValueError as error:
        refused = f"undo: {error}"
    raise InputError(record.file, f"line {entry.line}", refused)


def refusal(ruling: Ruling, board: Board) -> str:
    """Tell in one line, in English, why a ruling does not hold: the rule's id and the reason."""
    finding = next(one for one in ruling.findings if not one.holds)
    why = finding_sentence(finding, names_of(Language(), board))
    return f"illegal {ruling.question} ({finding.rule}): {why}"


def warn_if_cut_short(record: Record) -> None:
    """Say on standard error that the last line was left out, if it was never written whole."""
    if record.cut_short:
        complain(f"{record.file}: line {record.cut_short}: warning: cut short, left out")
