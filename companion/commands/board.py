"""`dubsar board`: board files, checked, drawn, shared with others and printed."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.boards.drawing import board_png, board_svg
from companion.boards.known import KnownBoard, keep_board, known_board, name_of
from companion.boards.warnings import board_warnings
from companion.commands import add_language
from companion.files import write_whole
from companion.games import part_of
from companion.language import Language
from companion.messages import complain, progress, result
from companion.words.names import names_of
from engine.board import NO_GAME, read_text
from engine.errors import InputError
from engine.games import load_board

if TYPE_CHECKING:
    from companion.boards.pack import BoardPack

BUILT_IN: Final = "dubsar"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Check board files, draw them, exchange them with owners of the same edition, "
        "or print a board to be played on. A new board is taught by dubsar calibrate."
    )
    verbs = parser.add_subparsers(title="what to do", metavar="VERB", dest="verb", required=True)
    check = verbs.add_parser("check", help="tell whether a board file is as it should be")
    show = verbs.add_parser("show", help="draw a board true to scale, to be compared with the box")
    for one in (check, show):
        one.add_argument(
            "board", metavar="BOARD", help="a board file, or the name of a known board"
        )
    show.add_argument("output", type=Path, metavar="OUT", help="the file: *.png or *.svg")
    export = verbs.add_parser(
        "export", help="pack a board with its reference picture, for other owners"
    )
    export.add_argument(
        "board", metavar="BOARD", help="the table file that shows it, or the name of a known board"
    )
    export.add_argument("pack", type=Path, metavar="PACK", help="the zip to be written")
    taking = verbs.add_parser("import", help="take in a board from such a zip")
    taking.add_argument("pack", type=Path, metavar="PACK", help="the zip")
    taking.add_argument("--name", help="what records are to call it, in place of its own name")
    printing = verbs.add_parser(
        "print", help="write a board as a PDF, to be printed, cut out and played on"
    )
    printing.add_argument(
        "--board",
        default=BUILT_IN,
        help="a board file, or the name of a known board, drawn anew (default: the built-in one)",
    )
    printing.add_argument("output", type=Path, metavar="OUT", help="the file: *.pdf")
    printing.add_argument(
        "--small",
        action="store_true",
        help="the board on four sheets of A4, not at full size on more",
    )
    for one in (check, printing):
        add_language(one)


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked; raises InputError or OSError, each of one line."""
    match arguments.verb:
        case "check":
            _check(arguments.board, Language(arguments.language))
        case "show":
            _show(arguments.board, arguments.output)
        case "export":
            from companion.boards.pack import write_pack  # noqa: PLC0415 - imports OpenCV

            write_pack(arguments.pack, _packed(arguments.board))
        case "import":
            from companion.boards.pack import read_pack  # noqa: PLC0415 - imports OpenCV

            pack = read_pack(arguments.pack)
            name = arguments.name or pack.name
            keep_board(name, pack.text, pack.picture)
            result(name)
        case _:
            words = Language(arguments.language)
            _print(arguments.board, arguments.output, words, small=arguments.small)
    return 0


def _find(board: str) -> KnownBoard:
    path = Path(board)
    known = None if path.is_file() else known_board(board)
    if known is not None:
        return known
    if not path.exists():
        raise InputError(board, "", "no such file, and no known board has this name")
    loaded = load_board(path)
    return KnownBoard(name_of(loaded), loaded, read_text(path))


def _check(board: str, words: Language) -> None:
    from companion.boards.outlines import check_outlines  # noqa: PLC0415 - imports OpenCV

    found = _find(board).board
    check_outlines(found, board)
    names = names_of(words, found)
    result(names.summary())
    for warning in board_warnings(found, names):
        complain(f"{board}: {warning}")


def _show(board: str, output: Path) -> None:
    found = _find(board).board
    if not found.locations and not found.areas:
        raise InputError(board, "", "expected a board with locations or areas to draw")
    match output.suffix.lower():
        case ".svg":
            drawn = board_svg(found).encode()
        case ".png":
            drawn = board_png(found)
        case _:
            raise InputError(str(output), "", "expected a name that ends in .png or .svg")
    output.parent.stat()  # no folder is made where somebody has mistyped one
    write_whole(output, drawn)


def _packed(board: str) -> "BoardPack":
    from companion.boards.pack import BoardPack, jpeg, pack_of_table  # noqa: PLC0415

    path = Path(board)
    if path.is_file():
        return pack_of_table(path)
    known = known_board(board)
    if known is None:
        raise InputError(board, "", "no such table file, and no known board has this name")
    return BoardPack(known.name, known.text, jpeg(known.reference()))


def _print(name: str, output: Path, words: Language, *, small: bool) -> None:
    # It imports OpenCV and fpdf.
    from companion.boards.printing import paper_for, print_board  # noqa: PLC0415

    board = _find(name).board
    if board.game == NO_GAME:
        raise InputError(name, "game", "expected a board of a game, whose pieces are printed too")
    if missing := part_of(board.game, "tile_faces").needed(board):
        raise InputError(name, "", f"expected {missing}")
    try:
        print_board(output, board, paper_for(board, small=small), words, progress)
    except ValueError as error:
        raise InputError(name, "size_mm", str(error)) from error
