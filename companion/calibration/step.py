"""What a step of calibration is, and what its page is given."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft
from companion.language import Saying
from companion.session.session import Page

if TYPE_CHECKING:
    from companion.session.session import Session

Done = Callable[[], None]
"""To be called by a step's page when the owner is done with it; the page is closed by then on."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step; ``name`` is kept in drafts, ``title`` is shown.

    ``page`` opens it: it works on the desk's draft, and calls what it is given when the owner is
    done. ``needs`` tells whether what it builds on was told; ``complete`` whether all that it is
    for was told, so that one need not go through it. One that is ``optional`` may be skipped. One
    that ``teaches_board`` is not asked of a board that is known.
    """

    name: str
    title: Saying
    page: Callable[["Session", Desk, Done], Page]
    needs: Callable[[Draft], bool]
    complete: Callable[[Draft], bool]
    optional: bool = False
    teaches_board: bool = False


class StepPage(Page):
    """A page of a step: it works on a desk and knows whom to tell that it is done."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Take up the step where the draft stands."""
        super().__init__(session)
        self.desk: Final = desk
        self.done: Final = done

    def status(self) -> str:
        """Say nothing of a table that is not known yet."""
        return ""
