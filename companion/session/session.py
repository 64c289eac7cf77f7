"""The table session: one object that takes looks and presses, and says what to show.

It knows no camera, no screen, no pins and no clock, only what it is given, so that a test can play
a whole evening.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any, ClassVar, Final, Generic, TypeVar

from companion.journal import GameId, StoredGame
from companion.journal.errors import JournalError
from companion.journal.store import Store
from companion.language import Language, Saying, said
from companion.session.helpers import Guide, Hands, Mark, Phones
from companion.session.live_game import PACE, LiveGame
from companion.session.look import Correction, Look, TaughtTable
from companion.session.new_game import KeptPlan
from companion.session.people import Forgotten, KnownPerson, known_people
from companion.session.presses import Kind, Press
from companion.session.updates import Updates
from companion.session.wishes import Other, Wish
from companion.settings import Settings
from companion.settings.values import Sound
from companion.settings.writing import Keeper
from companion.ui.menu import Row
from companion.ui.screen import Body, Drag, Labels, Screen
from companion.ui.style import Colour
from companion.words.eye import trouble_in_short
from companion.words.machine import FAULTS, failure_sentences, trouble_mark
from companion.words.names import Names, names_of
from engine.board import Board
from engine.errors import InputError
from engine.game import AnyEvent, Waits
from engine.record import Header
from hardware.camera import CameraError
from hardware.panel import Button, Light, Signal

FOLLOWING: Final = said("following")
WAITS: Final = said("waiting for you")
HAND: Final = said("a hand is over the board")
LOST: Final = said("looking for the board")
LEARNING: Final = said("learning the table")
DIFFERS: Final = said("waiting: the board differs")
NO_PICTURE: Final = said("no picture from the camera")
MINUTE: Final = 60.0
ALARMS: Final = (Signal.WRONG, Signal.ASKS)
"""The signals that sound where the setting is to hear only troubles."""
PAGE_DELAY: Final = 0.5
"""Seconds for which a page that came up by itself ignores presses, meant for another."""
BUTTONS: Final = frozenset(button.value for button in Button)
Found = TypeVar("Found")
FindPage = Callable[[str, str], Callable[..., "Page"]]
"""From the names of a page and of a game: what makes the page, given a session and arguments."""


class Page(ABC):
    """A page of a session. Pages form a stack; only the one on top is shown and gets presses.

    ``name`` is the one by which it was opened, ``heading`` what stands in the top line unless
    ``title`` is overridden. ``scrolls``: SCORE and WHY? go up and down here, and repeat while they
    are held. ``types``: letters typed on a keyboard are text here, not buttons.
    """

    name = ""
    heading: ClassVar[Saying | None] = None
    scrolls: ClassVar[bool] = False
    types: ClassVar[bool] = False

    def __init__(self, session: "Session") -> None:
        self.session: Final = session

    @abstractmethod
    def body(self) -> Body:
        """Give what is shown between the top line and the labels."""

    @abstractmethod
    def labels(self) -> Labels:
        """Give what each button does now; an empty label for nothing."""

    @abstractmethod
    def press(self, button: Button) -> None:
        """Act on a button."""

    def repeat(self, button: Button) -> None:
        """Act on a button that is still held, again and again; only where the page scrolls."""
        self.press(button)

    def say(self, message: str | Saying, **values: object) -> str:
        """Translate a message into the language of the screens."""
        return self.session.words.say(message, **values)

    def close(self) -> None:
        """Take this page, and all that lie on it, off the stack."""
        self.session.close(self)

    def leave(self) -> None:
        """Do what BACK is for, at the first step where a page has several."""
        self.close()

    def message(self, text: str, path: str = "") -> None:
        """Open a page with a text, and perhaps a path on the disk, under the same title."""
        self.session.go("message", text=text, title=self.title(), path=path)

    def failed(self, what: str, error: OSError | JournalError) -> None:
        """Open a page that says what could not be done, and why."""
        self.message(failure_sentences(what, error, self.session.words))

    def confirm(  # noqa: PLR0913 - all that a question says
        self,
        question: str,
        yes: str,
        do: Callable[[], None],
        *,
        title: str = "",
        no: str = "",
        more: Sequence[tuple[Callable[[], None], Row]] = (),
    ) -> None:
        """Open a page that asks whether to ``do`` something, under this title or another.

        A short question may be the title itself, with no other words. ``more`` are further answers.
        """
        title = title or self.title()
        self.session.go(
            "question", question=question, yes=yes, do=do, title=title, no=no, more=more
        )

    def title(self) -> str:
        return "" if self.heading is None else self.session.words.say(self.heading)

    def player(self) -> str | None:
        """Give the colour of the player whom the title is about; None for nobody."""
        return None

    def marks(self) -> Sequence[Mark]:
        """List what is to be pointed out on a virtual table."""
        return ()

    def status(self) -> str | None:
        """Give what stands at the right of the top line; None: how well the camera sees."""
        return None

    def light(self) -> Light | None:
        """Give what the light shows while this page is on top; None: how well the camera sees."""
        return None

    def tap(self, target: str) -> None:
        """Act on a touch of a target that the body named; labels come as presses."""
        del target

    def drag(self, drag: Drag) -> None:
        """Act on a finger that moves on a pad that the body named."""
        del drag

    def type(self, text: str) -> None:
        """Act on letters from a keyboard; the empty text deletes one."""
        del text

    def on_look(self, look: Look) -> None:
        """Take a look at the table, after the game has followed it; pages below the top do, too."""
        del look

    def pass_time(self, now: float) -> None:
        """Let time pass; ``now`` is in seconds of a monotonic clock."""
        del now


@dataclass(frozen=True, slots=True)
class Task(Generic[Found]):
    """Work for a page that takes long, so that it is done in another thread.

    ``work`` must touch nothing that a page changes. Its result is given to ``take``, unless
    ``page`` has been left by then.
    """

    page: Page
    work: Callable[[], Found]
    take: Callable[[Found], None]


class Session:
    """What happens at one table while the program runs.

    ``settings`` are the household's and ``words`` the language of the screens; ``change`` changes
    both. ``game`` is the one being played, None without; ``look`` is the last look at the table,
    ``now`` the time as last given.

    For the program around it to take out: ``wishes``, ``signals``, ``speeches`` and ``tasks``. For
    it to set: ``camera_trouble``, why no pictures come; ``is_learning``, the eye still learns its
    table; ``tints``, the colours of the board's regions where the table's were not known before;
    ``games``, those for which it can lay another table (``other`` is then the one wished for);
    ``can_calibrate`` and ``can_shut_down``, whether it fulfils these two wishes; ``pace``, how many
    looks a second there are; ``keeper``, which saves settings; ``updates``, where the screen may
    ask for newer versions; ``phones``, the phones that may press buttons, and ``no_phones``, why
    there are none. ``hands`` move the pieces of others at a virtual table, ``guide`` leads through
    a first game there. ``lot`` draws who begins.
    """

    def __init__(
        self, table: TaughtTable, settings: Settings, store: Store, find_page: FindPage
    ) -> None:
        self.table: Final = table
        self.settings = settings
        self.words = Language(settings.language)
        self.store: Final = store
        self.game: LiveGame | None = None
        self.look: Look | None = None
        self.camera_trouble: CameraError | None = None
        self.is_learning = False
        self.tints = table.tints
        self.now = 0.0
        self.games: Sequence[str] = ()
        self.other: Other | None = None
        self.can_calibrate = False
        self.can_shut_down = False
        self.hands: Hands | None = None
        self.guide: Guide | None = None
        self.pace = PACE
        self.lot: Random = SystemRandom()
        self.keeper: Keeper | None = None
        self.forgotten: Final = Forgotten(store.journal.path.parent)
        self.kept_plan: Final = KeptPlan(store.journal.path.parent)
        self.phones: Phones | None = None
        self.no_phones: Callable[[Language], str] | None = None
        self.updates: Updates | None = None
        self.wishes: Final[deque[Wish]] = deque()
        self.signals: Final[deque[Signal]] = deque()
        self.speeches: Final[deque[str]] = deque()
        self.tasks: Final[deque[Task[Any]]] = deque()
        self._find_page: Final = find_page
        self._pages: Final[list[Page]] = []
        self._touched_at = 0.0
        self._changed_at = -PAGE_DELAY

    @property
    def playing(self) -> GameId | None:
        """The number by which the program finds this game again after a restart; None for none."""
        if self.game is None or not self.store.journal.lasting:
            return None
        return self.store.number(self.game.id)

    @property
    def names(self) -> Names:
        """The names of things in the language of the screens."""
        people = self.game.people if self.game else None
        return names_of(self.words, self.table.board, people).brief()

    def tints_of(self, board: Board) -> tuple[Colour, ...]:
        """Give the colours of a board's regions where it is the one on the table; else none."""
        return self.tints if board == self.table.board else ()

    @property
    def page(self) -> Page:
        return self._pages[-1]

    @property
    def pages(self) -> Sequence[Page]:
        return tuple(self._pages)

    @property
    def screen(self) -> Screen:
        page = self.page
        return Screen(
            page.body(),
            page.labels(),
            page.title(),
            self._status(),
            self.light,
            turned=self.settings.screen.rotation >= 180,  # noqa: PLR2004 - 270: an upright one, turned
            dimmed=self.dimmed,
            player=page.player(),
            tints=self.tints,
            unbroken=self.words.unbroken,
        )

    @property
    def marks(self) -> Sequence[Mark]:
        """What is pointed out on a virtual table: by the guide, or else by the page on top."""
        return self.page.marks() if self.guide is None else self.guide.marks

    @property
    def light(self) -> Light:
        """What the light on the panel is to show, whether or not there is one."""
        return self._condition()[0]

    @property
    def is_stopped(self) -> bool:
        """Whether the game waits for people to say what happened, as the board differs.

        One that has been left, or stands still, waits for nothing.
        """
        return self.game is not None and self.game.wrong is not None and not self.game.paused

    @property
    def dimmed(self) -> bool:
        """Whether the screen is dimmed, as nobody has pressed or moved anything for long."""
        minutes = self.settings.dim_after_minutes
        return bool(minutes) and self.now - self._touched_at > minutes * MINUTE

    @property
    def live(self) -> LiveGame:
        """The game being played, for pages that are only opened during one."""
        assert self.game is not None  # noqa: S101 - their callers made sure of it
        return self.game

    def begin(
        self,
        header: Header,
        people: Mapping[str, str],
        first_player: str,
        events: Iterable[AnyEvent] = (),
    ) -> LiveGame:
        """Begin a game at the table, after ``events`` that were played elsewhere."""
        number = self.store.begin(header, self.table.board_text, people, first_player)
        for count, event in enumerate(events, 1):
            line = self.names.game.format_event(event)
            self.store.append(number, count, line, "screen", ())
        return self.take_up(self.store.journal.game(number))

    def take_up(self, stored: StoredGame) -> LiveGame:
        """Continue a stored game; raises InputError where it cannot be read."""
        self.game = LiveGame(self.store, stored, self.table.board, self.words, pace=self.pace)
        return self.game

    def go(self, name: str, /, **arguments: Any) -> None:  # noqa: ANN401 - those of any page
        """Make the page of that name, with these arguments, and put it on top."""
        page = self._find_page(name, self.table.board.game)(self, **arguments)
        page.name = name
        self.open(page)

    def has_page(self, name: str) -> bool:
        try:
            return bool(self._find_page(name, self.table.board.game))
        except KeyError:
            return False

    def open(self, page: Page) -> None:
        self._pages.append(page)

    def named(self, name: str) -> Page | None:
        """Give the topmost page of that name on the stack; None for none."""
        return next((page for page in reversed(self._pages) if page.name == name), None)

    def return_to(self, name: str) -> None:
        """Take away all pages above the one of that name; open it if it is not on the stack."""
        page = self.named(name)
        if page is None:
            self.go(name)
        else:
            del self._pages[self._pages.index(page) + 1 :]

    def go_home(self) -> None:
        del self._pages[1:]

    def close(self, page: Page) -> None:
        """Take a page, and all that lie on it, off the stack; the first one stays."""
        if page in self._pages[1:]:
            del self._pages[self._pages.index(page) :]

    def awaits(self, task: Task[Found]) -> bool:
        return task.page in self._pages

    def finish_task(self, task: Task[Found], found: Found) -> None:
        """Give a task's result to its page, unless that has been left."""
        if self.awaits(task):
            task.take(found)

    def people(self) -> list[KnownPerson]:
        """List the people who have played here under a name, whoever played last first."""
        journal = self.store.journal
        with suppress(InputError):  # a journal that cannot be read knows nobody
            return known_people(journal.games(), self.forgotten.times())
        return []

    def change(self, settings: Settings) -> None:
        self.settings = settings
        self.words = Language(settings.language)
        if self.game is not None:
            self.game.speak(self.words)

    def signal(self, signal: Signal) -> None:
        """Sound a signal, if the settings want it."""
        sound = self.settings.sound
        if sound in (Sound.ON, Sound.VOICE) or (sound is Sound.ALARM and signal in ALARMS):
            self.signals.append(signal)

    def speak(self, text: str) -> None:
        """Speak a text, if the settings want a voice."""
        if self.settings.sound is Sound.VOICE:
            self.speeches.append(text)

    def note_activity(self) -> None:
        """Note that somebody did something, so that the screen is not dimmed."""
        self._touched_at = self.now

    def take_look(self, look: Look) -> None:
        before = self.pages
        self.look = look
        lines = self.game.follow(look) if self.game is not None else []
        if lines:
            self.note_activity()
        if any("type" in line for line in lines):
            self.signal(Signal.NOTED)
        for page in self.pages:
            if page in self._pages:  # an earlier one may have closed it
                page.on_look(look)
        if self.guide is not None and not self.guide.follow():
            self.guide = None
        self._note_change(before)

    def press(self, press: Press) -> None:
        if press.kind is Kind.SHUTDOWN:
            self.wishes.append(Wish.SHUTDOWN)
            return
        repeated = press.kind is Kind.REPEAT
        if repeated and not self.page.scrolls:
            return
        if self._is_taken():
            act = self.page.repeat if repeated else self.page.press
            act(press.button)

    def tap(self, target: str) -> None:
        """Take a touch of a target on the screen; that of a label is a press."""
        if not self._is_taken():
            return
        if target in BUTTONS:
            self.page.press(Button(target))
        else:
            self.page.tap(target)

    def drag(self, drag: Drag) -> None:
        """Take a finger on a pad: that it comes down, moves, or is lifted."""
        if self._is_taken():
            self.page.drag(drag)

    def type(self, text: str) -> None:
        """Take letters from a keyboard; the empty text deletes one."""
        if self._is_taken():
            self.page.type(text)

    def corrections(self) -> list[Correction]:
        """Take out what people have said since the last call that the eye misread."""
        if self.game is None:
            return []
        text = list(self.game.corrections)
        self.game.corrections.clear()
        return text

    def pass_time(self, now: float) -> None:
        """Let time pass; ``now`` is in seconds of a monotonic clock."""
        before = self.pages
        passed, self.now = max(0.0, now - self.now), max(now, self.now)
        if self.game is not None:
            self.game.pass_time(passed)
        for page in self.pages:
            page.pass_time(self.now)
        self.store.pass_time(self.now)
        self._report_journal()
        self._note_change(before)

    def _note_change(self, before: Sequence[Page]) -> None:
        """Note the time if another page has come on top by itself."""
        if self.pages[-1:] != before[-1:]:
            self._changed_at = self.now

    def _is_taken(self) -> bool:
        """Tell whether what somebody does now counts.

        The first press on a dimmed screen only lights it. What comes just after another page has
        come up by itself was meant for the page before.
        """
        dark = self.dimmed
        self.note_activity()
        return not dark and self.now - self._changed_at >= PAGE_DELAY

    def _report_journal(self) -> None:
        """Open a page for the latest news of the journal, if it is bad."""
        while self.store.news:
            text = self.store.news.popleft()
            if text is not None and not self.store.news:
                self.go("journal", news=text)

    def _status(self) -> str:
        told = self._condition()[1]
        if self.store.trouble is not None or self.camera_trouble is not None:
            return told
        helped = self.phones.pressed(self.now, self.words) if self.phones else None
        own = helped or self.page.status()
        return told if own is None else own

    def _condition(self) -> tuple[Light, str]:
        """Give the light and the words for the state of things: of several the gravest."""
        say, own = self.words.say, self.page.light()
        if self.store.trouble is not None:
            lasting = self.store.journal.lasting
            light = Light.AMBER if lasting else Light.RED
            return light, trouble_mark(self.words, lasting=lasting)
        if self.camera_trouble is not None:
            return Light.AMBER, say(FAULTS[self.camera_trouble.fault])
        if own is not None:
            return own, say(WAITS) if own is Light.BLUE else ""
        if self.is_stopped:
            return Light.RED, say(DIFFERS)
        if self.game is not None and self.game.phase.waits is Waits.OVER:
            return Light.OFF, ""  # nothing is followed any more
        return self._sight()

    def _sight(self) -> tuple[Light, str]:
        """Give the light and the words for how well the camera sees."""
        say, light = self.words.say, Light.AMBER if self.table.colours else Light.OFF
        if self.look is None:
            return light, say(LEARNING if self.is_learning else NO_PICTURE)
        if not self.table.colours:  # not taught yet: nothing is looked for
            return light, ""
        reading = self.look.reading
        if reading.troubles:
            return light, trouble_in_short(reading.troubles, self.names)
        if reading.hand:
            return light, say(HAND)
        if not reading.registered:
            return light, say(LOST)
        return Light.GREEN, say(FOLLOWING)
