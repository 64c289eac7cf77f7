"""The table session: one object that takes looks and presses, and tells what to show.

It knows no camera, no screen, no pins and no clock: what it is told is all it knows, so a whole
evening is a test.
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
from companion.session.helpers import Guide, Hands, Phones
from companion.session.live_game import PACE, LiveGame
from companion.session.look import Correction, Look, TaughtTable
from companion.session.people import Forgotten, KnownPerson, known_people
from companion.session.presses import Kind, Press
from companion.session.updates import Updates
from companion.session.wishes import Other, Wish
from companion.settings import Settings
from companion.settings.values import Sound
from companion.settings.writing import Keeper
from companion.ui.screen import Body, Drag, Labels, Screen
from companion.words.eye import trouble_in_short
from companion.words.machine import FAULTS, failure_sentences, trouble_mark
from companion.words.names import Names, names_of
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
"""What is heard where only troubles are to be."""
DEAF: Final = 0.5
"""Seconds for which a page that came by itself takes nothing: that was meant for another."""
BUTTONS: Final = frozenset(button.value for button in Button)
Found = TypeVar("Found")
FindPage = Callable[[str, str], Callable[..., "Page"]]
"""Gives what makes the page of a name, for the game of a name: it takes a session."""


class Page(ABC):
    """A page of a session; only the one on top is shown, and presses and taps are its own.

    ``scrolls``: SCORE and WHY? go up and down here, and repeat while they are held. ``types``:
    letters of a keyboard are a text here, not buttons. ``name`` is the one by which it was opened,
    ``heading`` what stands in the top line unless ``title`` has more to say.
    """

    name = ""
    heading: ClassVar[Saying | None] = None
    scrolls: ClassVar[bool] = False
    types: ClassVar[bool] = False

    def __init__(self, session: "Session") -> None:
        self.session: Final = session

    @abstractmethod
    def body(self) -> Body:
        """Give what is shown."""

    @abstractmethod
    def labels(self) -> Labels:
        """Name what the buttons do."""

    @abstractmethod
    def press(self, button: Button) -> None:
        """Take a press, or its repetition where the page scrolls."""

    def say(self, message: str | Saying, **values: object) -> str:
        """Say something in the language of the screens."""
        return self.session.words.say(message, **values)

    def close(self) -> None:
        """Leave this page, and whatever lies on it."""
        self.session.close(self)

    def leave(self) -> None:
        """Do what BACK is for, at the first step where a page has several."""
        self.close()

    def message(self, text: str, path: str = "") -> None:
        """Tell something, and a place on the disk, on a page under the same title."""
        self.session.go("message", text=text, title=self.title(), path=path)

    def failed(self, what: str, error: OSError | JournalError) -> None:
        """Tell that something could not be done, and why."""
        self.message(failure_sentences(what, error, self.session.words))

    def confirm(
        self, question: str, yes: str, do: Callable[[], None], *, title: str = "", no: str = ""
    ) -> None:
        """Ask on a page, under the same title or another, whether something is to be done."""
        title = title or self.title()
        self.session.go("question", question=question, yes=yes, do=do, title=title, no=no)

    def title(self) -> str:
        return "" if self.heading is None else self.session.words.say(self.heading)

    def player(self) -> str | None:
        """Give the colour of whom the title speaks, if of a player."""
        return None

    def status(self) -> str | None:
        """Give what stands at the right of the top line; None: what the eye says."""
        return None

    def light(self) -> Light | None:
        """Give what the light shows while this page is on top; None: what the eye says."""
        return None

    def tap(self, target: str) -> None:
        """Take a touch of what the body told the pen; the labels come as presses."""
        del target

    def drag(self, drag: Drag) -> None:
        """Take a finger on what the body told the pen to be a pad."""
        del drag

    def type(self, text: str) -> None:
        """Take letters from a keyboard; the empty text takes one back."""
        del text

    def on_look(self, look: Look) -> None:
        """Take a look at the table, on top or not; the game itself has taken it already."""
        del look

    def pass_time(self, now: float) -> None:
        """Let time pass: seconds of a monotonic clock."""
        del now


@dataclass(frozen=True, slots=True)
class Task(Generic[Found]):
    """``work`` is done wherever there is time, and touches nothing that a page changes.

    What comes of it is brought to ``take``; where ``page`` was left by then, to nobody.
    """

    page: Page
    work: Callable[[], Found]
    take: Callable[[Found], None]


class Session:
    """What happens at one table while the program runs.

    ``words`` is the language of the screens, ``settings`` what the household has set; both may be
    changed at any time (``change``). ``wishes``, ``signals``, ``speeches`` and ``tasks`` are for
    whoever runs the session to take out; ``now`` is the time as last told. ``game`` is the one
    being played, if any.
    ``camera_trouble`` is why no pictures come, for whoever runs it to say; ``is_learning``: there
    are none before the eye has learnt its table.
    ``games`` are those for which whoever runs it can lay a table, ``other`` is the one that
    is wished then.
    ``can_calibrate`` and ``can_shut_down``: whoever runs it fulfils these two wishes. ``lot``
    draws who begins; ``keeper`` writes settings down for the next time, where they are to be.
    ``hands`` are those of others at a virtual table, ``guide`` leads a first game there.
    ``pace`` is how many looks a second there are. ``phones`` are those that may help, if any may,
    ``updates`` what tells of newer versions, where the screen may ask for them.
    """

    def __init__(
        self, table: TaughtTable, settings: Settings, store: Store, find_page: FindPage
    ) -> None:
        """Begin with an empty stack of pages; ``go`` to the first."""
        self.table: Final = table
        self.settings = settings
        self.words = Language(settings.language)
        self.store: Final = store
        self.game: LiveGame | None = None
        self.look: Look | None = None
        self.camera_trouble: CameraError | None = None
        self.is_learning = False
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
        self._changed_at = -DEAF

    @property
    def playing(self) -> GameId | None:
        """The number by which the game being played is found again by another start, if any."""
        if self.game is None or not self.store.journal.lasting:
            return None
        return self.store.number(self.game.id)

    @property
    def names(self) -> Names:
        """What things are called in the language of the screens."""
        people = self.game.people if self.game else None
        return names_of(self.words, self.table.board, people).brief()

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
            tints=self.table.tints,
            unbroken=self.words.unbroken,
        )

    @property
    def light(self) -> Light:
        """What the light on the panel is to show, whether or not there is one."""
        return self._condition()[0]

    @property
    def is_stopped(self) -> bool:
        """Whether the game waits because the board is not as it should be."""
        return self.game is not None and self.game.wrong is not None

    @property
    def dimmed(self) -> bool:
        """Whether nobody has pressed or moved anything for long."""
        minutes = self.settings.dim_after_minutes
        return bool(minutes) and self.now - self._touched_at > minutes * MINUTE

    @property
    def live(self) -> LiveGame:
        """The game being played, for pages that are not opened without one."""
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
        """Play a stored game from where it stands; raises InputError where it cannot be read."""
        board = self.table.board
        self.game = LiveGame(self.store, stored, board, self.names, pace=self.pace)
        return self.game

    def go(self, name: str, /, **arguments: Any) -> None:  # noqa: ANN401 - those of any page
        """Make the page of that name with these arguments, and lay it on top."""
        page = self._find_page(name, self.table.board.game)(self, **arguments)
        page.name = name
        self.open(page)

    def brings(self, name: str) -> bool:
        """Tell whether there is a page of that name for the game of the table."""
        try:
            return bool(self._find_page(name, self.table.board.game))
        except KeyError:
            return False

    def open(self, page: Page) -> None:
        self._pages.append(page)

    def named(self, name: str) -> Page | None:
        """Give the page of that name if it lies open, the topmost of several."""
        return next((page for page in reversed(self._pages) if page.name == name), None)

    def show(self, name: str) -> None:
        """Go back to the page of that name, or to a new one on top where there is none."""
        page = self.named(name)
        if page is None:
            self.go(name)
        else:
            del self._pages[self._pages.index(page) + 1 :]

    def go_home(self) -> None:
        del self._pages[1:]

    def close(self, page: Page) -> None:
        """Take a page away, and whatever lies on it; the last one stays."""
        if page in self._pages[1:]:
            del self._pages[self._pages.index(page) :]

    def awaits(self, task: Task[Found]) -> bool:
        """Tell whether somebody still waits for what comes of a task."""
        return task.page in self._pages

    def bring(self, task: Task[Found], found: Found) -> None:
        """Take what came of a task, unless it came too late."""
        if self.awaits(task):
            task.take(found)

    def people(self) -> list[KnownPerson]:
        """List those who have played here under a name, whoever played last first."""
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
        """Let a signal be heard, where it is wanted."""
        sound = self.settings.sound
        if sound in (Sound.ON, Sound.VOICE) or (sound is Sound.ALARM and signal in ALARMS):
            self.signals.append(signal)

    def speak(self, text: str) -> None:
        """Let something be spoken, where a voice is wanted."""
        if self.settings.sound is Sound.VOICE:
            self.speeches.append(text)

    def note_activity(self) -> None:
        """Note that somebody did something: the screen is not dimmed."""
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
        if press.kind is Kind.REPEAT and not self.page.scrolls:
            return
        if self._is_taken():
            self.page.press(press.button)

    def tap(self, target: str) -> None:
        """Take a touch of what the screen said can be touched; a label is a press."""
        if not self._is_taken():
            return
        if target in BUTTONS:
            self.page.press(Button(target))
        else:
            self.page.tap(target)

    def drag(self, drag: Drag) -> None:
        """Take a finger on a pad: where it comes down, goes, and is lifted."""
        if self._is_taken():
            self.page.drag(drag)

    def type(self, text: str) -> None:
        """Take letters from a keyboard; the empty text takes one back."""
        if self._is_taken():
            self.page.type(text)

    def corrections(self) -> list[Correction]:
        """Take out what the table has said of the eye since it was last asked."""
        if self.game is None:
            return []
        text = list(self.game.corrections)
        self.game.corrections.clear()
        return text

    def pass_time(self, now: float) -> None:
        """Let time pass: seconds of a monotonic clock, which only go forward."""
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
        """Note when another page lies on top without anybody having asked for it."""
        if self.pages[-1:] != before[-1:]:
            self._changed_at = self.now

    def _is_taken(self) -> bool:
        """Tell whether what somebody does now counts; the first press on a dark screen gives light.

        Nor does what comes while a page has just taken another's place under the finger.
        """
        dark = self.dimmed
        self.note_activity()
        return not dark and self.now - self._changed_at >= DEAF

    def _report_journal(self) -> None:
        """Open a page for the latest news of the journal, if they are bad."""
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
        """Tell what the light shows and what it stands for in words: the gravest of all."""
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
        """Tell how well the camera sees, as the light shows it and in words."""
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
