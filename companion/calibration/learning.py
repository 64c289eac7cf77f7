"""What the eye makes of a new picture: whether all can be told apart, and what would help."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft
from companion.calibration.files import learnt
from companion.calibration.step import Lesson, StepMenu, WaitPage
from companion.language import said
from companion.session.session import Page
from companion.ui.menu import Row
from companion.words.eye import refusal_sentences, warning_sentences
from companion.words.names import capitalised, names_of
from engine.errors import InputError
from vision.eye import Eye

MOST: Final = 2
"""Warnings that are given: who heeds them looks again."""
LEARNING: Final = said("Learning how they look…")
FINE: Final = said("All of them can be told apart.")


class LearntPage(StepMenu):
    """Says what was found in a picture; only a ``good`` one can be taken into the draft."""

    def __init__(self, lesson: Lesson, draft: Draft, result: str, *, good: bool) -> None:
        """Offer ``draft``, which has the new picture."""
        super().__init__(lesson)
        self._offered: Final = draft
        self._result: Final = result
        self._good: Final = good

    def text(self) -> str:
        """Say what was found."""
        return self._result

    def rows(self) -> Sequence[Row]:
        """Offer to go on, where that can be, and to take another picture."""
        say = self.words.say
        again = Row(say("Another picture"))
        return [Row(say("Go on")), again] if self._good else [again]

    def choose(self, number: int) -> None:
        """Take it, or go back for another picture."""
        if self._good and number == 0:
            self.desk.change(self._offered)
            self.done()
        else:
            self.session.close(self)


def learning_page(lesson: Lesson, draft: Draft) -> Page:
    """Learn from a draft with a new picture, and say how that went."""

    def page(found: Eye | InputError | OSError) -> Page:
        words, board = lesson.session.words, lesson.desk.game.board(draft)
        names = names_of(words, board)
        if not isinstance(found, Eye):
            return LearntPage(lesson, draft, refusal_sentences(found, names), good=False)
        worst = found.warnings[:MOST]
        warnings = warning_sentences(worst, found.unlearnt, names, found.dazzled)
        said_of_it = " ".join(f"{capitalised(one)}." for one in warnings)
        return LearntPage(lesson, draft, said_of_it or words.tell(FINE, {}), good=True)

    return WaitPage(lesson, LEARNING, partial(_learnt, lesson.desk, draft), page)


def _learnt(desk: Desk, draft: Draft) -> Eye | InputError | OSError:
    """Teach an eye, or tell why that cannot be."""
    try:
        return learnt(desk, draft)
    except (InputError, OSError) as error:
        return error
