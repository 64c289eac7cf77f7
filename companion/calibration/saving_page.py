"""The page that is shown while all that was told is written where the program looks for it."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft
from companion.calibration.saving import clear, save
from companion.calibration.step import Done, StepPage
from companion.language import said
from companion.pages.kinds import MessagePage
from companion.session.session import Task
from companion.ui.screen import Body, Labels
from companion.ui.texts import Message
from companion.words.eye import why
from companion.words.names import names_of
from engine.errors import InputError
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.session.session import Session

KEEPING: Final = said("All of it is being kept…")
NOT_SAVED: Final = said("This could not be kept: {why}")


class SavingPage(StepPage):
    """Calls ``done`` when all is kept; where it cannot be, it says why, and nothing is lost."""

    def __init__(self, session: "Session", desk: Desk, done: Done, table: Path, title: str) -> None:
        """Begin once it is shown; ``table`` is the table file to be written."""
        super().__init__(session, desk, done)
        self._table: Final = table
        self._title: Final = title
        self._sent = False

    def title(self) -> str:
        """Say what all this is."""
        return self._title

    def body(self) -> Body:
        """Say what takes a moment."""
        return Message(self.session.words.tell(KEEPING, {}))

    def labels(self) -> Labels:
        """Name the one that does something."""
        return Labels(back=self.session.words.say("Back"))

    def press(self, button: Button) -> None:
        """Leave; what was told stays, and can be kept another time."""
        if button is Button.BACK:
            self.session.close(self)

    def pass_time(self, now: float) -> None:
        """Have it written."""
        del now
        if not self._sent:
            self._sent = True
            work = partial(_saved, self.desk, self.desk.draft, self._table)
            self.session.tasks.append(Task(self, work, self._take))

    def _take(self, error: InputError | OSError | None) -> None:
        session, words = self.session, self.session.words
        session.close(self)
        if error is None:
            clear(self.desk)
            self.done()
            return
        reason = why(error, names_of(words, session.table.board))
        session.open(MessagePage(session, words.tell(NOT_SAVED, {"why": reason}), self._title))


def _saved(desk: Desk, draft: Draft, table: Path) -> InputError | OSError | None:
    """Write it, or tell why that cannot be."""
    try:
        save(desk, draft, table)
    except (InputError, OSError) as error:
        return error
    return None
