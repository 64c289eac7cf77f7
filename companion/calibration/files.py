"""A draft becomes the files that the program looks for: a board, and a table with its pictures."""

import json
from pathlib import Path
from typing import Final

import numpy as np

from companion.boards.known import keep_board, name_of
from companion.boards.pack import jpeg
from companion.calibration.desk import Desk
from companion.calibration.draft import Draft
from companion.calibration.teaching import BOARD, Teaching, places_of_pieces
from companion.files import write_whole
from engine.board import Board
from engine.errors import InputError
from vision.area_eye import AnyEye, eye_of
from vision.proposing.flat import flatten
from vision.table import load_table

TABLE: Final = "table.toml"
MOST_OF_A_NAME: Final = 99
"""Boards of one name that are told apart by a number; more of them nobody teaches."""


def write(desk: Desk, draft: Draft, table: Path) -> Path:
    """Write board, table and pictures where ``table`` is to be, and give that path.

    One that is called otherwise than usual has a folder of its own for the rest, as there may be
    others beside it. Raises InputError for a draft that makes no board, OSError where the disk
    refuses.
    """
    board = desk.game.board(draft)
    folder, rest = table.parent, "" if table.name == TABLE else f"{table.stem}-files/"
    for frame in draft.pictures:
        here, there = desk.folder / frame, folder / f"{rest}{frame}"
        if here != there:  # a picture that is just being taken anew is not written over
            write_whole(there, here.read_bytes())
    write_whole(folder / f"{rest}{BOARD}", desk.game.board_text(draft).encode())
    write_whole(table, table_text(draft, board, desk.game, rest).encode())
    return table


def table_text(draft: Draft, board: Board, game: Teaching, rest: str = "") -> str:
    """Write the table file of a draft with its board; ``rest`` stands before all paths in it."""

    def path(name: str | None) -> str:
        return json.dumps(f"{rest}{name}", ensure_ascii=False)

    corners = [[round(x, 2), round(y, 2)] for x, y in draft.corners_px or ()]
    lines = ["format = 1", f"board = {path(BOARD)}", "", "[camera]", f"empty = {path(draft.empty)}"]
    lines.append(f"corners_px = {json.dumps(corners)}")
    places = places_of_pieces(board)
    for sample in draft.samples:
        if max(sample.at) >= len(places):
            raise InputError(BOARD, "", "pieces stood on places that it does not have")
        at = json.dumps([places[number].id for number in sample.at])
        lines += ["", "[[sample]]", f"frame = {path(sample.frame)}", f'colour = "{sample.colour}"']
        lines.append(f"at = {at}")
    for one in game.arrangements:
        shown = draft.shown_in(one.step)
        if shown is not None:
            group = one.group_on(board)
            section, key = group.taught or (one.group, one.list_key)
            heading = f"[[{section}]]" if "." in section else f"[{section}]"
            lying = json.dumps([group.classes[number] for number in shown.lying])
            lines += ["", heading, f"frame = {path(shown.frame)}"]
            lines += [f"{key} = {lying}"] if key else []
    return "\n".join(lines) + "\n"


def learnt(desk: Desk, draft: Draft) -> AnyEye:
    """Teach an eye from the files as they will be; they lie in the desk's folder.

    Raises InputError where the pictures do not show what they are said to, OSError where the disk
    refuses.
    """
    return eye_of(load_table(write(desk, draft, desk.folder / TABLE)))


def save(desk: Desk, draft: Draft, table: Path) -> None:
    """Write board and table where ``table`` is to be, and keep the board, to be recognised.

    Nothing of the desk is changed. Raises InputError or OSError, each of one line.
    """
    write(desk, draft, table)
    if draft.known is None:
        _keep(desk, draft)


def _keep(desk: Desk, draft: Draft) -> None:
    """Keep a board that was taught; one of the same name that is another stays beside it."""
    board = desk.game.board(draft)
    corners = np.array(draft.corners_px)
    picture = jpeg(flatten(desk.picture(draft.empty or ""), corners, board.size_mm).picture)
    name = name_of(board)
    for number in range(2, MOST_OF_A_NAME):
        try:
            keep_board(name, desk.game.board_text(draft), picture)
        except InputError:
            name = f"{name_of(board)}-{number}"
        else:
            return
