"""Steps in which pieces lie in a known order: a picture of each of their classes is taken."""

from collections.abc import Sequence
from typing import Final

from companion.calibration.draft import Shown, with_shown
from companion.calibration.learning import learning_page
from companion.calibration.step import ChoicePage, Lesson, StepMenu
from companion.calibration.teaching import Arrangement
from companion.ui.menu import Row
from companion.words.names import names_of

BEFORE: Final = 2
"""Rows above the first area: taking the picture, and skipping."""


class ArrangementPage(StepMenu):
    """Lists what is to lie on each area; another can be chosen where that is easier."""

    def __init__(self, lesson: Lesson, arrangement: Arrangement) -> None:
        """Propose one class after the other, or what lay there; raises InputError for no board."""
        super().__init__(lesson)
        self._arrangement: Final = arrangement
        board = lesson.desk.game.board(lesson.desk.draft)
        names, classes = names_of(self.words, board), arrangement.group_on(board).classes
        self._classes: Final = [arrangement.called(names, one) for one in classes]
        self._areas: Final = arrangement.areas(self.words)
        shown = lesson.desk.draft.shown_in(arrangement.step)
        in_turn = tuple(i % len(self._classes) for i in range(arrangement.number))
        self._lying = shown.lying if shown else in_turn

    def text(self) -> str:
        """Say what to do."""
        return self.words.tell(self._arrangement.text, {})

    def rows(self) -> Sequence[Row]:
        """List taking the picture, skipping, and the areas."""
        say = self.words.say
        lying = zip(self._areas, self._lying, strict=True)
        return [
            Row(say("They lie so: take the picture")),
            Row(say("Skip this")),
            *(Row(area, self._classes[number]) for area, number in lying),
        ]

    def choose(self, number: int) -> None:
        """Take the picture, skip, or choose for an area."""
        if number == 0:
            self._take()
        elif number == 1:
            self.done()
        else:
            self._choose_for(number - BEFORE)

    def _take(self) -> None:
        look, step = self.session.look, self._arrangement
        if look is None or look.picture is None:
            return
        frame = self.desk.keep_picture(step.key, look.picture)
        draft = with_shown(self.desk.draft, Shown(step.step, frame, self._lying))
        self.session.open(learning_page(self.lesson, draft))

    def _choose_for(self, area: int) -> None:
        def take(number: int) -> None:
            lying = list(self._lying)
            if self._arrangement.once:  # the two change places
                lying[lying.index(number)] = lying[area]
            lying[area] = number
            self._lying = tuple(lying)

        lesson = self.lesson.titled(self._areas[area])
        self.session.open(ChoicePage(lesson, self._classes, self._lying[area], take))
