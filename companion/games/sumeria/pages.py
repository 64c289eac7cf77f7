"""The pages of Sumeria's own, by the names under which the session opens them."""

from collections.abc import Callable
from typing import Final

from companion.games.sumeria.dynasty_page import DynastyPage, EarlyPage, ScoringPage, reasons_page
from companion.games.sumeria.final import FinalPage, PointsPage
from companion.games.sumeria.play import SumeriaPlayPage
from companion.games.sumeria.setup import SetupPage
from companion.games.sumeria.tile_pages import ClaimPage, DrawPage
from companion.session.session import Page

PAGES: Final[dict[str, Callable[..., Page]]] = {
    # Those that every game may bring.
    "setup": SetupPage,
    "play": SumeriaPlayPage,
    "early": EarlyPage,
    "settling": DynastyPage,
    "result": FinalPage,
    "reasons": reasons_page,
    # Those that only these lead to.
    "scoring": ScoringPage,
    "points": PointsPage,
    "claim": ClaimPage,
    "draw": DrawPage,
}
