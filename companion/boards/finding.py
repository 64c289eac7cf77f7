"""Which board a record was played on (formats, section 3)."""

from pathlib import Path

from companion.archive.reading import Archive, is_archive
from companion.boards.known import known_board
from engine.board import Board
from engine.errors import InputError
from engine.games import load_board, parse_board


def find_board(name: str, record: Path, option: Path | None = None) -> Board:
    """Load the board that a record names; raises InputError when there is none or it is broken.

    ``option`` (from the command line) comes first, then the board in the zip of a game, or
    NAME.toml and board.toml beside the record, then the built-in and the imported boards.
    ``name`` must be an identifier, as a header's is.
    """
    if option is not None:
        return load_board(option)
    if is_archive(record):
        with Archive(record) as archive:
            return parse_board(archive.board_text, f"{record}: board.toml")
    for beside in (record.parent / f"{name}.toml", record.parent / "board.toml"):
        if beside.is_file():
            return load_board(beside)
    known = known_board(name)
    if known is None:
        raise InputError(
            str(record),
            "line 1.board",
            f"there is no board {name} beside the record, built in or imported",
        )
    return known.board
