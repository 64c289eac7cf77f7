"""Looking back at a game, going on with one, and what may be wrong with the journal."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from companion.journal import Rescue
from companion.journal.errors import JournalError, JournalFullError, JournalReadOnlyError
from companion.screens.screen import Screen
from companion.table.game import LiveGame
from companion.table.going_on_page import GoingOnPage
from companion.table.journal_page import JournalPage
from companion.table.moment_page import FLICKER, MomentPage
from companion.table.page import Page
from companion.table.reasons_page import ReasonsPage
from companion.table.session import Session
from companion.table.then_page import ThenPage
from companion.table.undo_page import UndoPage
from companion.table.why_page import WhyPage
from hardware.panel import Button
from tests.examples.game_session import pressed
from tests.examples.past_table import before_the_last, past_session, scored
from tests.examples.sitting import Sitting

EARLIER: Final = 6
"""Events by which a moment is looked back to."""


def last(sitting: Sitting) -> Screen:
    """Show what happened last."""
    return _on(past_session(sitting), WhyPage)


def first(sitting: Sitting) -> Screen:
    """Show the beginning of the history, which is one row up from its end."""
    return _on(past_session(sitting), WhyPage, Button.SCORE)


def moment(sitting: Sitting) -> Screen:
    """Show a moment with its photographs."""
    session = past_session(sitting)
    page = lambda session, live: MomentPage(session, live, live.history.event)  # noqa: E731
    _on(session, page)
    session.pass_time(FLICKER)
    return session.screen


def order(sitting: Sitting) -> Screen:
    """Show what has happened where nobody saw in which order."""
    return _on(past_session(sitting, ordered=False), WhyPage)


def moment_order(sitting: Sitting) -> Screen:
    """Show one of these moments with its photographs."""
    session = past_session(sitting, ordered=False)
    return _on(session, lambda session, live: MomentPage(session, live, live.history.event))


def reasons_order(sitting: Sitting) -> Screen:
    """Show why one of them is legal."""
    session = past_session(sitting, ordered=False)
    return _on(session, lambda session, live: ReasonsPage(session, live, live.history.event))


def moment_without(sitting: Sitting) -> Screen:
    """Show a moment that nobody photographed, the longest to be told."""
    return _on(past_session(sitting), lambda session, live: MomentPage(session, live, 1))


def reasons(sitting: Sitting) -> Screen:
    """Show why a dynasty was scored as it was."""
    session = past_session(sitting)
    number = scored(session)
    page = lambda session, live: ReasonsPage(session, live, number)  # noqa: E731
    return _on(session, page, *[Button.WHY] * 4)


def then(sitting: Sitting) -> Screen:
    """Show the board some events ago, beside now."""
    return _on(
        past_session(sitting),
        lambda session, live: ThenPage(session, live, live.history.event - EARLIER),
    )


def undo(sitting: Sitting) -> Screen:
    """Ask whether to go back."""
    return _on(
        past_session(sitting),
        lambda session, live: UndoPage(session, live, live.history.event - EARLIER),
        Button.WHY,
    )


def going_on(sitting: Sitting) -> Screen:
    """Compare a table that lies as it did an event ago."""
    session = past_session(sitting)
    _on(session, GoingOnPage)
    session.page.see(before_the_last(sitting))
    return session.screen


def trouble(error: type[JournalError], *, lasting: bool) -> Callable[[Sitting], Screen]:
    """Tell that the journal fails."""

    def example(sitting: Sitting) -> Screen:
        session = past_session(sitting)
        session.store.journal.lasting = lasting
        session.store.disk.trouble = error(Path("none"))
        return _on(session, lambda session, _: JournalPage(session, error(Path("none"))))

    return example


def rescued(sitting: Sitting) -> Screen:
    """Tell that the journal was damaged."""
    rescue = Rescue(Path("journal.damaged-20261121T201500Z-2.sqlite"), 12, 1620)
    return _on(past_session(sitting), lambda session, _: JournalPage(session, rescue))


def _on(session: Session, page: Callable[[Session, LiveGame], Page], *buttons: Button) -> Screen:
    """Open a page, and press buttons on it."""
    assert session.game is not None
    session.open(page(session, session.game))
    return pressed(session, *buttons)


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "why": last,
    "why-beginning": first,
    "why-order": order,
    "moment": moment,
    "moment-order": moment_order,
    "moment-without": moment_without,
    "reasons": reasons,
    "reasons-order": reasons_order,
    "then-and-now": then,
    "undo": undo,
    "going-on": going_on,
    "journal-full": trouble(JournalFullError, lasting=True),
    "journal-read-only": trouble(JournalReadOnlyError, lasting=False),
    "journal-rescued": rescued,
}
