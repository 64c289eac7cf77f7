"""The steps of calibration, in their order."""

from typing import Final

from companion.calibration.board_page import BoardPage
from companion.calibration.draft import Draft
from companion.calibration.locations_page import LocationsPage
from companion.calibration.names_page import NamesPage
from companion.calibration.routes_page import RoutesPage, refusal
from companion.calibration.step import Step
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


STEPS: Final = (
    Step("view", said("What the camera sees"), ViewPage, lambda _: True, _has_picture),
    Step("board", said("The board"), BoardPage, _has_picture, _has_board),
    Step("names", said("City-states"), NamesPage, _has_board, lambda _: True, optional=True),
    Step("locations", said("Locations"), LocationsPage, _has_board, _has_places),
    Step("routes", said("Trade routes"), RoutesPage, _has_places, _has_routes),
)
"""Those that show a board; a known one needs no names, locations and routes."""
