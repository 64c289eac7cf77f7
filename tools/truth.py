"""What is true of a folder's frames, read from its truth.jsonl (see the tables' README)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.board import Board
from engine.errors import InputError
from engine.fields import Fields, parse_object

FILE: Final = "truth.jsonl"
"""The truth's name in its folder."""


@dataclass(frozen=True, slots=True)
class FrameTruth:
    """What is true of one frame; None where truth does not tell.

    ``file`` is its path within the folder, ``board`` the colour on each location that has a piece,
    ``occluded`` the locations of which a quarter or more is hidden. ``doubtful`` locations are
    hidden in part: whoever says nothing of them is right. ``ranking`` and ``influence`` have None
    for an empty slot.
    """

    file: str
    board: Mapping[str, str] | None = None
    hand: bool | None = None
    occluded: frozenset[str] | None = None
    ranking: tuple[str | None, ...] | None = None
    influence: tuple[str | None, ...] | None = None
    doubtful: frozenset[str] = frozenset()


def load_truth(folder: Path, board: Board) -> list[FrameTruth]:
    """Read the folder's truth.jsonl, one line a frame; keys that are not judged are skipped.

    Raises InputError when it is missing, tells of no frame, or a line is not as it should be.
    """
    path = folder / FILE
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise InputError(str(path), "", f"cannot be read ({error.strerror})") from None
    truths = [
        _frame(Fields(str(path), place, parse_object(line, str(path), place)), board)
        for place, line in ((f"line {number}", raw) for number, raw in enumerate(lines, 1))
        if line.strip()
    ]
    if not truths:
        raise InputError(str(path), "", "expected at least one frame")
    return truths


def _frame(fields: Fields, board: Board) -> FrameTruth:
    return FrameTruth(
        file=fields.text("file"),
        board=_pieces(fields, board),
        hand=_flag(fields, "hand"),
        occluded=_locations(fields, "occluded", board),
        ranking=_row(fields, "ranking", len(board.row_boxes)),
        influence=_row(fields, "influence", len(board.tile_circles)),
    )


def _pieces(fields: Fields, board: Board) -> Mapping[str, str] | None:
    there = fields.take("board") if fields.has("board") else None
    if there is None:
        return None
    if not isinstance(there, dict) or not all(isinstance(one, str) for one in there.values()):
        raise fields.error("board", "expected a colour for each location with a piece")
    _check_known(fields, "board", there, board)
    return there


def _flag(fields: Fields, key: str) -> bool | None:
    value = fields.take(key) if fields.has(key) else None
    if value is None or isinstance(value, bool):
        return value
    raise fields.error(key, "expected true or false")


def _locations(fields: Fields, key: str, board: Board) -> frozenset[str] | None:
    there = fields.take(key) if fields.has(key) else None
    if there is None:
        return None
    if not isinstance(there, list) or not all(isinstance(one, str) for one in there):
        raise fields.error(key, "expected a list of locations")
    _check_known(fields, key, there, board)
    return frozenset(there)


def _row(fields: Fields, key: str, count: int) -> tuple[str | None, ...] | None:
    """Take what lies in each slot; None where the board file has no slots to read."""
    there = fields.take(key) if fields.has(key) else None
    if there is None or not count:
        return None
    if not isinstance(there, list) or len(there) != count:
        raise fields.error(key, f"expected a list of {count}")
    return tuple(there)


def _check_known(fields: Fields, key: str, there: Iterable[str], board: Board) -> None:
    for at in there:
        if at not in board.index:
            raise fields.error(key, f"the board has no location {at}")
