"""The pages of Siberia's own, by the names under which the session opens them."""

from collections.abc import Callable
from typing import Final

from companion.games.siberia.amending import (
    AmendPage,
    PlacingPage,
    ReturningPage,
    SiberiaMomentPage,
)
from companion.games.siberia.final import FinalPage
from companion.games.siberia.play import SiberiaPlayPage
from companion.games.siberia.rounds import MarkersPage
from companion.games.siberia.setup import RestPage, setup_page
from companion.games.siberia.telling import ActionsPage, EntryPage, TurnPage
from companion.session.session import Page

PAGES: Final[dict[str, Callable[..., Page]]] = {
    # Those that every game may bring.
    "setup": setup_page,
    "play": SiberiaPlayPage,
    "opening": PlacingPage,
    "settling": ReturningPage,
    "result": FinalPage,
    "tell": EntryPage,
    "moment": SiberiaMomentPage,
    # Those that only these lead to.
    "setup-rest": RestPage,
    "markers": MarkersPage,
    "amend": AmendPage,
    "turn": TurnPage,
    "actions": ActionsPage,
}
