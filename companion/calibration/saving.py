"""The end of calibration: the files are where the program looks for them."""

from pathlib import Path
from typing import Final

import numpy as np

from companion.boards.known import keep_board, name_of
from companion.boards.pack import jpeg
from companion.calibration.desk import Desk
from companion.calibration.draft import Draft
from companion.calibration.writing import board_text, write
from engine.errors import InputError
from engine.games import parse_board
from vision.proposing.flat import flatten

MOST_OF_A_NAME: Final = 99
"""Boards of one name that are told apart by a number; more of them nobody teaches."""


def save(desk: Desk, draft: Draft, table: Path) -> None:
    """Write board and table where ``table`` is to be, and keep the board, to be recognised.

    Nothing of the desk is changed. Raises InputError or OSError, each of one line.
    """
    write(desk, table.parent, draft, name=table.name)
    if draft.known is None:
        _keep(desk, draft)


def clear(desk: Desk) -> None:
    """Be done with what was told; only the merchants' colours are kept for the next time."""
    colours = desk.draft.colours
    desk.clear()
    desk.change(Draft(colours=colours, finished=("colours",)))
    desk.begin()


def _keep(desk: Desk, draft: Draft) -> None:
    """Keep a board that was taught; one of the same name that is another stays beside it."""
    text = board_text(draft)
    board = parse_board(text, "board.toml")
    corners = np.array(draft.corners_px)
    picture = jpeg(flatten(desk.picture(draft.empty or ""), corners, board.size_mm).picture)
    name = name_of(board)
    for number in range(2, MOST_OF_A_NAME):
        try:
            keep_board(name, text, picture)
        except InputError:
            name = f"{name_of(board)}-{number}"
        else:
            return
