"""What a step of calibration is, and what all pages of steps have in common."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, unfinished, with_name
from companion.language import Language, Saying, said
from companion.pages.kinds import PlainPage
from companion.pages.name_page import NamePage
from companion.session.session import Page, Session, Task
from companion.ui.screen import Body
from companion.ui.texts import Message
from companion.words.names import capitalised
from engine.errors import InputError

Found = TypeVar("Found")
Condition = Callable[[Draft], bool]
"""Tells whether something is known of a draft."""
Failure = InputError | OSError
LOOKING: Final = said("Finding the board…")
EMPTY_BOARD: Final = said("What the camera sees")
"""The title of the step that takes the picture of the empty board."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A step while it is gone through: its ``title`` in the language of the screen.

    ``done`` is to be called when the owner is done with it; its pages are closed by then on.
    """

    session: Session
    desk: Desk
    title: str
    done: Callable[[], None]

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

    def title(self) -> str:
        return self.lesson.title

    def status(self) -> str:
        return ""

    def called(self, spot: int) -> str:
        return self.desk.game.spots.spot_called(self.words, self.desk.draft, spot)

    def ask_name(self, region: int, unnamed: Saying, *stale: str) -> None:
        """Have a region named; the steps that speak of it are ``stale`` then."""

        def take(name: str) -> None:
            named = with_name(self.desk.draft, region, name.strip())
            self.desk.change(unfinished(named, *stale))

        title = capitalised(self.say(unnamed, number=region + 1))
        before, names = self.desk.draft.names[region], self.desk.draft.names
        taken = {name for number, name in enumerate(names) if name and number != region}
        self.session.open(NamePage(self.session, before, take, title=title, taken=taken))


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
