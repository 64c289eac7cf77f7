"""A game whose board has nothing but nine spots is asked for no more than those and its pieces."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, Place
from companion.calibration.teaching import Pieces, Spots, Teaching
from companion.calibration.wizard import steps_of
from companion.language import Language, Saying
from engine.board import NO_GAME, Board, Location

CELLS: Final = Spots(Saying("Cells"), ("cell",) * 9, {"cell": Saying("cell {number}")})


def made(draft: Draft) -> Board:
    """Make the board of a draft: cells of one kind, in no region, joined by nothing."""
    cells = (
        Location(f"cell-{number + 1}", "cell", None, one.at_mm, one.radius_mm)
        for number, one in draft.spots.items()
    )
    return Board("Grid", NO_GAME, draft.size_mm or (0.0, 0.0), locations=tuple(cells))


GRID: Final = Teaching(CELLS, Pieces(2, 1, *map(Saying, "abcdefg")), made)
WHOLE: Final = replace(
    GRID.blank,
    size_mm=(90.0, 90.0),
    places=tuple(Place((15.0 + 30 * (i % 3), 15.0 + 30 * (i // 3)), 12.0) for i in range(9)),
)


def test_what_the_board_has_not_is_not_asked_for() -> None:
    names = [step.name for step in steps_of(GRID)]
    assert names == ["view", "known", "board", "locations", "colours", "merchants", "proof"]


def test_spots_without_regions_are_called_by_their_number() -> None:
    assert CELLS.spot_called(Language("en"), GRID.blank, 4) == "cell 5"


def test_its_draft_is_kept_and_makes_its_board(tmp_path: Path) -> None:
    desk = Desk(tmp_path, GRID)
    desk.change(WHOLE.with_place(8, None))
    assert Desk(tmp_path, GRID).draft.next_place == 8
    desk.undo()
    desk.change(WHOLE)
    board = GRID.board(Desk(tmp_path, GRID).draft)
    assert [one.at_mm for one in board.locations] == [place.at_mm for place in WHOLE.spots.values()]
