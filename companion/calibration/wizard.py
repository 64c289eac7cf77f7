"""The list of steps: which are done, which comes next; each can be left, resumed and redone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, finished
from companion.calibration.step import Done, Step
from companion.language import said
from companion.screens.menu import Row
from companion.table.confirm_page import ConfirmPage
from companion.table.menu_page import MenuPage
from companion.table.message_page import MessagePage
from engine.errors import InputError

if TYPE_CHECKING:
    from companion.table.session import Session

DONE: Final = said("done")
SKIPPED: Final = said("skipped")
NEXT: Final = said("next")
LATER: Final = said("later")
INTRODUCTION: Final = said(
    "Teach the camera your board. You can leave at any time and go on later."
)
NOT_KEPT: Final = said("This is not being kept: {where} cannot be written.")


class WizardPage(MenuPage):
    """Lists the steps; the next one is at hand, and one follows the other until BACK is pressed."""

    def __init__(self, session: "Session", desk: Desk, steps: Sequence[Step], done: Done) -> None:
        """Begin at the first step that is not done; ``done`` is called after the last one."""
        super().__init__(session)
        self._desk = desk
        self._steps: Final = tuple(steps)
        self._done = done
        self.chosen = self._next() or 0

    def title(self) -> str:
        """Say what all this is."""
        return self.session.words.say("Calibration")

    def status(self) -> str:
        """Say nothing of a table that is not known yet."""
        return ""

    def text(self) -> str:
        """Say what to do, or that nothing can be kept."""
        words = self.session.words
        if self._desk.trouble:
            return words.tell(NOT_KEPT, {"where": self._desk.trouble})
        return words.tell(INTRODUCTION, {})

    def rows(self) -> Sequence[Row]:
        """List the steps and how far each is."""
        words, draft = self.session.words, self._desk.draft
        ahead = self._next()
        rows = []
        for number, step in enumerate(self._steps):
            state = self._state(step, draft, ahead=number == ahead)
            possible = step.needs(draft)
            title = f"{number + 1}. {words.tell(step.title, {})}"
            rows.append(Row(title, state, choosable=possible))
        return [*rows, Row(words.say("Begin again from nothing"))]

    def choose(self, number: int) -> None:
        """Open a step, or ask whether all is to be forgotten."""
        if number < len(self._steps):
            self._open(number)
            return
        say = self.session.words.say
        question = say("Forget all that was told so far?")
        page = ConfirmPage(self.session, question, say("Yes, forget it"), self._clear, self.title())
        self.session.open(page)

    def _state(self, step: Step, draft: Draft, *, ahead: bool) -> str:
        words = self.session.words
        if step.name in draft.finished:
            return words.tell(DONE if step.complete(draft) else SKIPPED, {})
        return words.tell(NEXT if ahead else LATER, {})

    def _next(self) -> int | None:
        """Find the first step that is not done and can be done; None when all are done."""
        draft = self._desk.draft
        ahead = (
            number
            for number, step in enumerate(self._steps)
            if step.name not in draft.finished and step.needs(draft)
        )
        return next(ahead, None)

    def _open(self, number: int) -> None:
        step = self._steps[number]
        self._desk.begin()
        self.chosen = number
        try:
            page = step.page(self.session, self._desk, lambda: self._finish(number))
        except InputError as error:  # a picture is gone, say
            page = MessagePage(self.session, str(error), self.title())
        self.session.open(page)

    def _finish(self, number: int) -> None:
        """Close the page of a step that is done, and go on with the next."""
        step, session = self._steps[number], self.session
        above = session.pages[session.pages.index(self) + 1 :]
        if above:
            session.close(above[0])
        if not (step.complete(self._desk.draft) or step.optional):
            return
        self._desk.change(finished(self._desk.draft, step.name))
        ahead = self._next()
        if ahead is None:
            self._done()
        else:
            self._open(ahead)

    def _clear(self) -> None:
        self._desk.clear()
        self.chosen = self._next() or 0
