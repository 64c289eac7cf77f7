"""The boards known by name: the one that comes with the program, and those taken in or taught.

Each of the latter has a folder of its own, ``boards/NAME``, with its ``board.toml`` and its
reference picture: the empty board seen straight from above, and nothing around it.
"""

import os
import re
import shutil
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.archive.game_zip import Archive, is_archive
from companion.files import naming
from engine.board import Board, read_text
from engine.errors import InputError
from engine.fields import IDENTIFIER
from engine.games import load_board, parse_board
from seeds.boards import builtin_board_text, builtin_boards

if TYPE_CHECKING:
    from vision.reading import Image

BOARDS: Final = "boards"
BOARD: Final = "board.toml"
PICTURE: Final = "reference.jpg"
NOT_NAMED: Final = re.compile(r"[^a-z0-9._-]+")
"""What no identifier holds (formats)."""


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """A board with the name that records call it by, and its file's text.

    ``picture`` is where its reference picture lies; None for one that comes with the program,
    whose picture is painted.
    """

    name: str
    board: Board
    text: str
    picture: Path | None = None

    def reference(self) -> "Image":
        """Give the printed board from straight above (BGR), to be looked at only.

        Raises InputError.
        """
        if self.picture is None:
            return _painted(self.board)
        from vision.picture import load_picture  # noqa: PLC0415 - imports OpenCV

        return load_picture(self.picture)


@lru_cache(maxsize=2)
def _painted(board: Board) -> "Image":
    from hardware.virtual.printed_board import EDITION, paint_board  # noqa: PLC0415 - OpenCV too

    return paint_board(board, EDITION)


def boards_folder() -> Path:
    """Give the folder of the boards taken in or taught; it may not be there yet."""
    from companion.settings.layers import data_folder  # noqa: PLC0415 - seldom needed

    return data_folder(os.environ) / BOARDS


def name_of(board: Board) -> str:
    """Make the name that records call a board by out of the one that it is shown by."""
    return NOT_NAMED.sub("-", board.name.lower()).strip("-._") or "board"


def known_board(name: str) -> KnownBoard | None:
    """Find a board by its name; None where there is none, InputError where it is broken."""
    if name in builtin_boards():
        text = builtin_board_text(name)
        return KnownBoard(name, parse_board(text, f"built-in board {name}"), text)
    folder = boards_folder() / name
    if not IDENTIFIER.fullmatch(name) or not (folder / BOARD).is_file():
        return None
    board = load_board(folder / BOARD)
    return KnownBoard(name, board, read_text(folder / BOARD), folder / PICTURE)


@cache
def builtin_names() -> frozenset[str]:
    """Give the names that records call the boards by that come with the program.

    Taught at a table, such a board is called after what it is shown by.
    """
    taught = {
        name_of(parse_board(builtin_board_text(name), f"built-in board {name}"))
        for name in builtin_boards()
    }
    return frozenset(taught.union(builtin_boards()))


def board_of_game(game: str) -> KnownBoard:
    """Give the board for a game that comes with the program."""
    found = (known_board(name) for name in builtin_boards())
    return next(one for one in found if one is not None and one.board.game == game)


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


def known_boards() -> tuple[KnownBoard, ...]:
    """List them all, those that come with the program first; broken ones are left out."""
    folder = boards_folder()
    names = sorted(one.name for one in folder.iterdir()) if folder.is_dir() else []
    found = []
    for name in (*builtin_boards(), *names):
        try:
            known = known_board(name)
        except InputError:  # what is wrong with it is said when it is asked for by its name
            continue
        if known is not None:
            found.append(known)
    return tuple(found)


def keep_board(name: str, text: str, picture: bytes) -> Path:
    """Keep a board under its name, with its reference picture (JPEG); gives its folder.

    It is there whole or not at all. Raises InputError where the name is taken by another board or
    is no name, OSError where it cannot be written.
    """
    if not IDENTIFIER.fullmatch(name):
        raise InputError(name, "", "expected a name of a-z, 0-9 and, inside, also . _ -")
    folder = boards_folder() / name
    there = known_board(name)
    if there is not None:
        if there.text == text:
            return folder
        raise InputError(name, "", "another board of this name is known already")
    folder.parent.mkdir(parents=True, exist_ok=True)
    begun = folder.with_name(f".{name}.part")
    shutil.rmtree(begun, ignore_errors=True)
    try:
        with naming(folder):
            begun.mkdir()
            (begun / BOARD).write_text(text, encoding="utf-8")
            (begun / PICTURE).write_bytes(picture)
            begun.rename(folder)
    finally:
        shutil.rmtree(begun, ignore_errors=True)
    return folder
