"""What the eye makes of a new picture: whether all can be told apart, and what would help."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft
from companion.calibration.learning import learnt
from companion.calibration.step import Done
from companion.calibration.writing import board_of
from companion.language import said
from companion.pages.kinds import MenuPage
from companion.session.session import Task
from companion.ui.menu import Row
from companion.ui.screen import Body, Labels
from companion.ui.texts import Message
from companion.words.eye import refusal_sentences, warning_sentences
from companion.words.names import capitalised, names_of
from engine.errors import InputError
from hardware.panel import Button
from vision.eye import Eye

if TYPE_CHECKING:
    from companion.session.session import Session

MOST: Final = 2
"""Warnings that are told: who heeds them looks again."""
LEARNING: Final = said("Learning how they look…")
FINE: Final = said("All of them can be told apart.")


class LearningPage(MenuPage):
    """Learns from ``told``, a draft with a new picture, and takes it where that went well."""

    def __init__(self, session: "Session", desk: Desk, done: Done, told: Draft, title: str) -> None:
        """Say that this takes a moment."""
        super().__init__(session)
        self._desk: Final = desk
        self._done: Final = done
        self._told: Final = told
        self._title: Final = title
        self._sent = False
        self._result: str | None = None
        self._good = False

    def title(self) -> str:
        """Give the title of the step."""
        return self._title

    def status(self) -> str:
        """Say nothing of a table that is not known yet."""
        return ""

    def body(self) -> Body:
        """Show what was found, once it was."""
        if self._result is None:
            return Message(self.session.words.tell(LEARNING, {}))
        return super().body()

    def labels(self) -> Labels:
        """Name the four, once there is something to choose."""
        if self._result is None:
            return Labels(back=self.session.words.say("Back"))
        return super().labels()

    def text(self) -> str:
        """Say what was found."""
        return self._result or ""

    def rows(self) -> Sequence[Row]:
        """Offer to go on, where that can be, and to take another picture."""
        if self._result is None:
            return []
        say = self.session.words.say
        again = Row(say("Another picture"))
        return [Row(say("Go on")), again] if self._good else [again]

    def choose(self, number: int) -> None:
        """Take it, or go back for another picture."""
        if self._good and number == 0:
            self._desk.change(self._told)
            self._done()
        else:
            self.session.close(self)

    def press(self, button: Button) -> None:
        """Choose, once there is something to choose."""
        if self._result is not None or button is Button.BACK:
            super().press(button)

    def pass_time(self, now: float) -> None:
        """Have it learnt."""
        del now
        if not self._sent and self._result is None:
            self._sent = True
            work = partial(_learnt, self._desk, self._told)
            self.session.tasks.append(Task(self, work, self._judge))

    def conclude(self, result: str, *, good: bool) -> None:
        """Say what was found; only a ``good`` picture can be taken."""
        self._result, self._good = result, good

    def _judge(self, found: Eye | InputError | OSError) -> None:
        words = self.session.words
        if not isinstance(found, Eye):
            names = names_of(words, board_of(self._told))
            self.conclude(refusal_sentences(found, names), good=False)
            return
        names = names_of(words, found.table.board)
        worst = found.warnings[:MOST]
        warnings = warning_sentences(worst, found.unlearnt, names, found.dazzled)
        told = " ".join(f"{capitalised(one)}." for one in warnings)
        self.conclude(told or words.tell(FINE, {}), good=True)


def _learnt(desk: Desk, told: Draft) -> Eye | InputError | OSError:
    """Teach an eye, or tell why that cannot be."""
    try:
        return learnt(desk, told)
    except (InputError, OSError) as error:
        return error
