"""The steps of calibration, in their order."""

from typing import Final

from companion.calibration.board_page import BoardPage
from companion.calibration.draft import Draft
from companion.calibration.known_page import KnownPage
from companion.calibration.locations_page import LocationsPage
from companion.calibration.names_page import NamesPage
from companion.calibration.routes_page import RoutesPage, refusal
from companion.calibration.step import Step
from companion.calibration.table_steps import TABLE_STEPS
from companion.calibration.view_page import ViewPage
from companion.language import said


def _has_picture(draft: Draft) -> bool:
    return draft.empty is not None


def _has_board(draft: Draft) -> bool:
    return draft.corners_px is not None and (draft.size_mm is not None or draft.known is not None)


def _asks_for_board(draft: Draft) -> bool:
    return draft.known is None and _has_picture(draft)


def _has_unknown_board(draft: Draft) -> bool:
    return draft.known is None and _has_board(draft)


def _has_places(draft: Draft) -> bool:
    return draft.known is not None or draft.next_place is None


def _has_routes(draft: Draft) -> bool:
    return draft.known is not None or (_has_places(draft) and refusal(draft) is None)


BOARD_STEPS: Final = (
    Step("view", said("What the camera sees"), ViewPage, lambda _: True, _has_picture),
    Step("board", said("The board"), BoardPage, _asks_for_board, _has_board),
    Step(
        "names",
        said("City-states"),
        NamesPage,
        _has_unknown_board,
        lambda _: True,
        optional=True,
    ),
    Step("locations", said("Locations"), LocationsPage, _has_unknown_board, _has_places),
    Step(
        "routes",
        said("Trade routes"),
        RoutesPage,
        lambda draft: draft.known is None and _has_places(draft),
        _has_routes,
    ),
)
"""Those that show a board that is not known."""
STEPS: Final = (
    *BOARD_STEPS[:1],
    Step(
        "known",
        said("A known board"),
        KnownPage,
        _has_picture,
        lambda _: True,
        optional=True,
    ),
    *BOARD_STEPS[1:],
    *TABLE_STEPS,
)
"""All of them, in order; a known board skips those that show one."""
