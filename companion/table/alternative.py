"""What may have happened as a row of a list; what is too long for one is told in full first."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.screens.menu import Row
from companion.table.game import LiveGame
from companion.table.happening_page import HappeningPage
from companion.words.wrong import SHOWN, happening_sentences, shortened

if TYPE_CHECKING:
    from companion.table.session import Session

Answer = tuple[Row, Callable[[], None]]
"""A row, and what is done when it is chosen."""


def alternative(
    session: "Session", live: LiveGame, events: Sequence[Any], do: Callable[[], None]
) -> Answer:
    """Offer events in order; ``do`` is called once the table says that they happened."""
    told = happening_sentences(events, live.history.events, live.names)
    if len(told) <= SHOWN:
        return Row(" ".join(told)), do
    row = Row(shortened(told, live.names))
    return row, lambda: session.open(HappeningPage(session, told, do))
