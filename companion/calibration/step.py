"""What a step of calibration is, and the pages of steps that show no picture."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from companion.calibration.desk import Desk, flat_of
from companion.calibration.draft import Draft
from companion.language import Language, Saying, said
from companion.pages.kinds import MenuPage, Option, PlainPage, Stop
from companion.pages.name_page import NamePage
from companion.session.session import Page, Session, Task
from companion.ui.guided_photo import Mark, Stroke
from companion.ui.screen import Body
from companion.ui.texts import Message
from companion.words.names import capitalised
from engine.errors import InputError
from vision.proposing.flat import Flat

Found = TypeVar("Found")
Condition = Callable[[Draft], bool]
"""Tells whether something is known of a draft."""
Failure = InputError | OSError
LOOKING: Final = said("Finding the board…")
EMPTY_BOARD: Final = said("What the camera sees")
"""The title of the step that takes the picture of the empty board."""
Part = str | Option | Stop | Mark | Stroke
"""Of a page: what it says, what can be chosen in it, and what is drawn in its picture."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A step while it is gone through: its ``title`` in the language of the screen.

    ``done`` is to be called when the owner is done with it; its pages are closed by then on.
    """

    session: Session
    desk: Desk
    title: str
    done: Callable[[], None]

    @property
    def draft(self) -> Draft:
        return self.desk.draft

    @property
    def words(self) -> Language:
        return self.session.words

    def titled(self, title: str) -> "Lesson":
        return replace(self, title=title)


@dataclass(frozen=True, slots=True)
class Step:
    """One step; ``name`` is kept in drafts, ``title`` is shown.

    ``page`` opens it: it works on the desk's draft, and raises InputError where a picture is gone.
    ``needs`` are what it builds on; ``complete`` tells whether all that it is for is known, so that
    one need not go through it. One that is ``optional`` may be skipped. One that ``teaches_board``
    is not asked of a board that is known.
    """

    name: str
    title: Saying
    page: Callable[[Lesson], Page]
    needs: tuple[Condition, ...] = ()
    complete: Condition = lambda _: True
    optional: bool = False
    teaches_board: bool = False

    def can_begin(self, draft: Draft) -> bool:
        return all(need(draft) for need in self.needs)


class StepPage(Page):
    """A page of a step: it works on a desk and knows whom to tell that it is done."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.session)
        self.lesson: Final = lesson
        self.desk: Final = lesson.desk
        self.done: Final = lesson.done

    @property
    def words(self) -> Language:
        return self.session.words

    @property
    def draft(self) -> Draft:
        return self.desk.draft

    def title(self) -> str:
        return self.lesson.title

    def status(self) -> str:
        return ""

    def refusal(self) -> str | None:
        """Say why one cannot go on with the next step, if so."""
        return None

    def doubt(self) -> str | None:
        """Say what is unusual, and ask whether it is so; None where nothing is."""
        return None

    def is_refused(self) -> bool:
        """Say what is wrong, if anything is."""
        wrong = self.refusal()
        if wrong is not None:
            self.message(wrong)
        return wrong is not None

    def finish(self) -> None:
        """Go on with the next step; say first what is wrong, and ask about what is unusual."""
        if self.is_refused():
            return
        doubt = self.doubt()
        if doubt is None:
            self.done()
        else:
            yes, no = self.say("Yes, continue"), self.say("No, change it")
            self.confirm(doubt, yes, self.done, no=no)

    def photograph(self, name: str) -> str | None:
        """Keep what the camera sees now, and give the picture's name; None where it is nothing."""
        picture = None if self.session.look is None else self.session.look.picture
        return None if picture is None else self.desk.keep_picture(name, picture)

    def called(self, spot: int) -> str:
        return self.desk.game.spots.spot_called(self.words, self.draft, spot)

    def ask_name(self, region: int, unnamed: Saying, *stale: str) -> None:
        """Have a region named; the steps that speak of it are ``stale`` then."""

        def take(name: str) -> None:
            named = self.draft.with_name(region, name.strip())
            self.desk.change(named.reopened(*stale))

        title, names = capitalised(self.say(unnamed, number=region + 1)), self.draft.names
        taken = {name for number, name in enumerate(names) if name and number != region}
        self.session.open(NamePage(self.session, names[region], take, title=title, taken=taken))


class ListPage(StepPage, MenuPage):
    """Says something above rows that can be chosen."""

    @abstractmethod
    def parts(self) -> Iterable[Part]:
        """Give what is said, and the rows, each with what is done when it is chosen."""

    def text(self) -> str:
        return next(part for part in self.parts() if isinstance(part, str))

    def options(self) -> Sequence[Option]:
        return [part for part in self.parts() if isinstance(part, tuple)]


class WaitPage(StepPage, PlainPage, Generic[Found]):
    """Says what takes a moment while ``work`` is done, and gives way to the page made of it.

    BACK leaves; what comes of the work is thrown away then. ``page`` may also do what there is to
    be done and give no page.
    """

    def __init__(
        self,
        lesson: Lesson,
        text: Saying,
        work: Callable[[], Found],
        page: Callable[[Found], Page | None],
    ) -> None:
        """Begin once it is shown; ``work`` touches nothing that a page changes."""
        super().__init__(lesson)
        self._text: Final = text
        self._task: Task[Found] | None = Task(self, work, self._take)
        self._page: Final = page

    def body(self) -> Body:
        return Message(self.say(self._text))

    def pass_time(self, now: float) -> None:
        del now
        if self._task is not None:
            self.session.tasks.append(self._task)
            self._task = None

    def _take(self, found: Found) -> None:
        self.close()
        page = self._page(found)
        if page is not None:
            self.session.open(page)


def attempt(work: Callable[[], Found]) -> Found | Failure:
    """Do some work, or give what is wrong with the draft or with the disk."""
    try:
        return work()
    except (InputError, OSError) as error:
        return error


def from_above(
    lesson: Lesson,
    text: Saying,
    work: Callable[[Flat], Found],
    page: Callable[[Flat, Found], Page | None],
) -> Page:
    """Look at the board from above, and at something in it, before a page is shown.

    Raises InputError where the picture is gone.
    """
    desk, draft, picture = lesson.desk, lesson.draft, lesson.desk.picture()
    key = draft.empty, draft.corners_px, draft.size_mm

    def both() -> tuple[Flat, Found]:
        if desk.flat is None or desk.flat[0] != key:  # that was not done in a step before
            desk.flat = key, flat_of(draft, picture)
        return desk.flat[1], work(desk.flat[1])

    return WaitPage(lesson, text, both, lambda found: page(*found))
