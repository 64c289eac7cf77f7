"""The steps behind the board itself: what is beside the locations, pieces, and the proof."""

from functools import cache
from typing import Final

from companion.calibration.colours_page import ColoursPage
from companion.calibration.draft import Draft
from companion.calibration.furniture import INFLUENCE, RANKING, TURNS, Furniture
from companion.calibration.furniture_page import furniture_page
from companion.calibration.merchants_page import MerchantsPage
from companion.calibration.proof_page import ProofPage
from companion.calibration.step import Step
from companion.calibration.tiles_page import KindsPage, RowPage
from companion.calibration.writing import board_of
from companion.language import said
from companion.session.new_game import enough
from engine.board import Board
from engine.errors import InputError


@cache
def _board(draft: Draft) -> Board | None:
    """Give the board that a draft makes, if it makes one."""
    try:
        return board_of(draft)
    except InputError:
        return None


def _shows_board(draft: Draft) -> bool:
    return draft.corners_px is not None and draft.empty is not None and _board(draft) is not None


def _has_slots(draft: Draft) -> bool:
    board = _board(draft)
    return bool(draft.samples) and board is not None and bool(board.row_boxes)


def _has_spaces(draft: Draft) -> bool:
    board = _board(draft)
    return bool(draft.samples) and board is not None and bool(board.tile_circles)


def _furniture_step(furniture: Furniture) -> Step:
    return Step(
        furniture.name,
        furniture.title,
        furniture_page(furniture),
        _shows_board,
        lambda draft: bool(furniture.told(draft)),
        optional=True,
        teaches_board=True,
    )


TABLE_STEPS: Final = (
    *map(_furniture_step, (RANKING, INFLUENCE, TURNS)),
    Step(
        "colours",
        said("Colours of the merchants"),
        ColoursPage,
        _shows_board,
        lambda draft: enough(draft.colours),
    ),
    Step(
        "merchants",
        said("Merchants"),
        MerchantsPage,
        lambda draft: _shows_board(draft) and enough(draft.colours),
        lambda draft: bool(draft.samples),
    ),
    Step(
        "row",
        said("City-state tiles"),
        RowPage,
        _has_slots,
        lambda draft: draft.row is not None,
        optional=True,
    ),
    Step(
        "kinds",
        said("Influence tiles"),
        KindsPage,
        _has_spaces,
        lambda draft: draft.influence is not None,
        optional=True,
    ),
    Step(
        "proof",
        said("Proof"),
        ProofPage,
        lambda draft: bool(draft.samples) and _shows_board(draft),
        lambda _: True,
        optional=True,
    ),
)
