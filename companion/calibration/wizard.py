"""The list of steps: which are done, which comes next; each can be left, resumed and redone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, finished
from companion.calibration.step import Done, Step
from companion.language import said
from companion.pages.kinds import ConfirmPage, MenuPage, MessagePage
from companion.ui.menu import Row
from engine.errors import InputError

if TYPE_CHECKING:
    from companion.session.session import Session

DONE: Final = said("done")
SKIPPED: Final = said("skipped")
NEXT: Final = said("next")
LATER: Final = said("later")
INTRODUCTION: Final = said(
    "Teach the camera your board. You can leave at any time and go on later."
)
LOST: Final = said("A picture that was taken is gone. The step that takes it is open again.")
NOT_KEPT: Final = said("This is not being kept: {where} cannot be written.")


class WizardPage(MenuPage):
    """Lists the steps; the next one is at hand, and one follows the other until BACK is pressed."""

    def __init__(self, session: "Session", desk: Desk, steps: Sequence[Step], done: Done) -> None:
        """Begin at the first step that is not done; ``done`` is called after the last one."""
        super().__init__(session)
        self._desk = desk
        self._steps: Final = tuple(steps)
        self._done = done
        self._mark()

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
        for number, step in enumerate(self._shown(), start=1):
            state = self._state(step, draft, ahead=step is ahead)
            title = f"{number}. {words.tell(step.title, {})}"
            rows.append(Row(title, state, choosable=step.needs(draft)))
        return [*rows, Row(words.say("Begin again from nothing"))]

    def choose(self, number: int) -> None:
        """Open a step, or ask whether all is to be forgotten."""
        shown = self._shown()
        if number < len(shown):
            self._open(shown[number])
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

    def _shown(self) -> Sequence[Step]:
        """List the steps that this board asks for."""
        known = self._desk.draft.known is not None
        return [step for step in self._steps if not (known and step.teaches_board)]

    def _next(self) -> Step | None:
        """Find the first step that is not done and can be done; None when all are done."""
        draft = self._desk.draft
        ahead = (
            step for step in self._shown() if step.name not in draft.finished and step.needs(draft)
        )
        return next(ahead, None)

    def _mark(self) -> None:
        """Have the next step at hand."""
        ahead = self._next()
        self.chosen = self._shown().index(ahead) if ahead else 0

    def _open(self, step: Step) -> None:
        self._desk.begin()
        self.chosen = self._shown().index(step)
        try:
            page = step.page(self.session, self._desk, lambda: self._finish(step))
        except InputError as error:
            words = self.session.words
            told = words.tell(LOST, {}) if self._desk.forget_lost() else str(error)
            self._mark()
            page = MessagePage(self.session, told, self.title())
        self.session.open(page)

    def _finish(self, step: Step) -> None:
        """Close the page of a step that is done, and go on with the next."""
        session = self.session
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
        self._mark()
