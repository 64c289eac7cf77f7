"""Looking back at a game, going on with one, and what may be wrong with the journal."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from companion.journal import Rescue
from companion.journal.errors import JournalError, JournalFullError, JournalReadOnlyError
from companion.pages.history import FLICKER
from companion.session.session import Session
from companion.ui.screen import Screen
from hardware.panel import Button
from tests.examples.game_session import pressed
from tests.examples.past_table import before_the_last, past_session, scored
from tests.examples.sitting import Sitting

EARLIER: Final = 6
"""Events by which a moment is looked back to."""


def last(sitting: Sitting) -> Screen:
    """Show what happened last."""
    return _on(past_session(sitting), "why")


def first(sitting: Sitting) -> Screen:
    """Show the beginning of the history, which is one row up from its end."""
    return _on(past_session(sitting), "why", Button.SCORE)


def moment(sitting: Sitting) -> Screen:
    """Show a moment with its photographs."""
    session = past_session(sitting)
    _on(session, "moment", event=_last(session))
    session.pass_time(FLICKER)
    return session.screen


def order(sitting: Sitting) -> Screen:
    """Show what has happened where nobody saw in which order."""
    return _on(past_session(sitting, ordered=False), "why")


def moment_order(sitting: Sitting) -> Screen:
    """Show one of these moments with its photographs."""
    session = past_session(sitting, ordered=False)
    return _on(session, "moment", event=_last(session))


def reasons_order(sitting: Sitting) -> Screen:
    """Show why one of them is legal."""
    session = past_session(sitting, ordered=False)
    return _on(session, "reasons", event=_last(session))


def moment_without(sitting: Sitting) -> Screen:
    """Show a moment that nobody photographed, the longest to be told."""
    return _on(past_session(sitting), "moment", event=1)


def reasons(sitting: Sitting) -> Screen:
    """Show why a dynasty was scored as it was."""
    session = past_session(sitting)
    number = scored(session)
    return _on(session, "reasons", *[Button.WHY] * 4, event=number)


def then(sitting: Sitting) -> Screen:
    """Show the board some events ago, beside now."""
    session = past_session(sitting)
    return _on(session, "then", event=_last(session) - EARLIER)


def replay(sitting: Sitting) -> Screen:
    """Play the game back, to its last photographs."""
    session = past_session(sitting)
    return _on(session, "replay", event=_last(session))


def replay_without(sitting: Sitting) -> Screen:
    """Play it back from its first event, which nobody photographed and takes longest to tell."""
    return _on(past_session(sitting), "replay")


def undo(sitting: Sitting) -> Screen:
    """Ask whether to go back."""
    session = past_session(sitting)
    return _on(session, "undo", Button.WHY, event=_last(session) - EARLIER)


def going_on(sitting: Sitting) -> Screen:
    """Compare a table that lies as it did an event ago."""
    session = past_session(sitting)
    _on(session, "going-on")
    session.page.on_look(before_the_last(sitting))
    return session.screen


def trouble(error: type[JournalError], *, lasting: bool) -> Callable[[Sitting], Screen]:
    """Tell that the journal fails."""

    def example(sitting: Sitting) -> Screen:
        session = past_session(sitting)
        session.store.journal.lasting = lasting
        session.store.trouble = error(Path("none"))
        return _on(session, "journal", news=error(Path("none")))

    return example


def rescued(sitting: Sitting) -> Screen:
    """Tell that the journal was damaged."""
    rescue = Rescue(Path("journal.damaged-20261121T201500Z-2.sqlite"), 12, 1620)
    return _on(past_session(sitting), "journal", news=rescue)


def _last(session: Session) -> int:
    return session.live.history.event


def _on(session: Session, page: str, *buttons: Button, **arguments: object) -> Screen:
    """Open a page, and press buttons on it."""
    session.go(page, **arguments)
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
    "replay": replay,
    "replay-without": replay_without,
    "going-on": going_on,
    "journal-full": trouble(JournalFullError, lasting=True),
    "journal-read-only": trouble(JournalReadOnlyError, lasting=False),
    "journal-rescued": rescued,
}
