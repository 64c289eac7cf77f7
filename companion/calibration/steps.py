"""The steps of calibration, in their order."""

from typing import Final

from companion.calibration.board_page import BoardPage
from companion.calibration.draft import Draft
from companion.calibration.forks_page import ForksPage
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


def _has_places(draft: Draft) -> bool:
    return draft.known is not None or draft.next_place is None


def _has_routes(draft: Draft) -> bool:
    return draft.known is not None or (_has_places(draft) and refusal(draft) is None)


BOARD_STEPS: Final = (
    Step("view", said("What the camera sees"), ViewPage, lambda _: True, _has_picture),
    Step("board", said("The board"), BoardPage, _has_picture, _has_board, teaches_board=True),
    Step(
        "names",
        said("City-states"),
        NamesPage,
        _has_board,
        lambda _: True,
        optional=True,
        teaches_board=True,
    ),
    Step(
        "locations",
        said("Locations"),
        LocationsPage,
        _has_board,
        _has_places,
        teaches_board=True,
    ),
    Step(
        "routes",
        said("Trade routes"),
        RoutesPage,
        _has_places,
        _has_routes,
        teaches_board=True,
    ),
    Step(
        "forks",
        said("Where lines meet"),
        ForksPage,
        _has_routes,
        lambda _: True,
        optional=True,
        teaches_board=True,
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
