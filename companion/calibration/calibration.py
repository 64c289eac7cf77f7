"""The wizard as the first page of a session: leaving it ends the session, its end writes files."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.calibration.desk import Desk
from companion.calibration.saving_page import SavingPage
from companion.calibration.steps import STEPS
from companion.calibration.wizard import LOST, WizardPage
from companion.language import said
from companion.pages.kinds import MessagePage
from companion.session.session import Wish
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.session.session import Session

DAMAGED: Final = said(
    "What was told the last time cannot be read. You begin afresh; the old file will be kept as:"
)
SAVED: Final = said("All is taught and kept. A game can begin.")


def begin(session: "Session", desk: Desk, table: Path) -> "CalibrationPage":
    """Open the wizard, and say first what is not as it was left, if anything is."""
    lost = desk.forget_lost()
    page = CalibrationPage(session, desk, table)
    session.open(page)
    words, title = session.words, page.title()
    if desk.damage:
        told = words.tell(DAMAGED, {})
        session.open(MessagePage(session, told, title, str(desk.aside)))
    elif lost:
        session.open(MessagePage(session, words.tell(LOST, {}), title))
    return page


class CalibrationPage(WizardPage):
    """Goes through all steps; ``over`` tells whether it was left, or came to its end."""

    def __init__(self, session: "Session", desk: Desk, table: Path) -> None:
        """Begin where the draft stands; ``table`` is the table file to be written."""
        super().__init__(session, desk, STEPS, self._save)
        self.over = False
        self._table: Final = table

    def leave(self) -> None:
        """End the session."""
        self.over = True
        self.session.wishes.append(Wish.QUIT)

    def _save(self) -> None:
        page = SavingPage(self.session, self._desk, self._end, self._table, self.title())
        self.session.open(page)

    def _end(self) -> None:
        self.over = True
        session, words = self.session, self.session.words
        session.open(SavedPage(session, words.tell(SAVED, {}), self.title(), str(self._table)))


class SavedPage(MessagePage):
    """Says that all is done; OK and BACK both end the session."""

    def press(self, button: Button) -> None:
        """End the session."""
        if button in (Button.OK, Button.BACK):
            self.session.wishes.append(Wish.QUIT)
