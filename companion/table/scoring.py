"""What SCORE does, and which page belongs to a dynasty or a game that has ended."""

from typing import TYPE_CHECKING

from companion.table.dynasty_page import DynastyPage
from companion.table.early_page import EarlyPage
from companion.table.final_page import FinalPage
from companion.table.game import LiveGame
from hardware.panel import Signal

if TYPE_CHECKING:
    from companion.table.page import Page
    from companion.table.session import Session


def score(session: "Session", live: LiveGame) -> None:
    """End the dynasty where all turns have been played, and show what comes of it.

    Where it is too early, tell what is still to be played.
    """
    event = live.history.game.automatic(live.history.state)
    if event is None:
        session.open(page_of_phase(session, live) or EarlyPage(session, live))
        return
    live.write(event, look=session.look)
    session.signal(Signal.DONE)
    session.open(DynastyPage(session, live, from_start=True))


def page_of_phase(session: "Session", live: LiveGame) -> "Page | None":
    """Make the page of what is going on after a dynasty's turns; None while turns are played."""
    match live.state["phase"]:
        case "claim" | "draw":
            return DynastyPage(session, live)
        case "over":
            return FinalPage(session, live)
    return None


def lead_on(session: "Session", live: LiveGame, led_at: int | None) -> int:
    """Open the page of what is going on, once after each event; give the event's number.

    ``led_at`` is what this gave the last time.
    """
    event = live.history.event
    page = page_of_phase(session, live) if event != led_at else None
    if page is not None:
        session.open(page)
    return event
