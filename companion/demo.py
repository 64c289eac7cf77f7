"""The demo: a virtual table in front of the companion's own eye, session and screen.

Nothing but pictures passes from the table to the companion; a robot presses the buttons.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from typing import Final

from companion.boards.known import board_of_game
from companion.games import part_of
from companion.journal.store import Store
from companion.language import Language, said
from companion.live.display import SIZE, Display
from companion.live.loop import Loop
from companion.live.program import taught_table
from companion.live.source import COLOURS, FIRST
from companion.live.speaker import Speaker
from companion.live.watcher import look_through
from companion.messages import progress
from companion.pages.phases import open_phase
from companion.pages.registry import find_page
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.session.session import Session
from companion.settings import Settings
from companion.sighting import doubtful
from companion.tracking.notes import Line
from companion.words.happened import seen_sentences
from companion.words.names import names_of
from engine.game import Waits
from engine.layout import SlotGroup
from engine.record import Header
from hardware.camera import Frame
from hardware.panel import Button
from hardware.virtual.conditions import Changes
from hardware.virtual.table import VirtualTable
from hardware.virtual.virtual_camera import SECONDS_A_TICK, VirtualCamera
from hardware.virtual.virtual_panel import VirtualPanel
from vision.area_eye import AnyEye, eye_of
from vision.table import load_table

WINDOW_SPEED: Final = 1.0
CLOSED: Final = said("Closed after event {number}.")
FOLLOWED: Final = said("All {number} events were followed through the camera as they happened.")
TOLD: Final = said("Told when asked, as no camera sees it: {number}.")
DIFFER: Final = said("{happened} events happened, {followed} were followed: they differ.")
LAST_ROUNDS: Final = 2
"""How many rounds are shown where not the whole game is."""
LAST_LOOK: Final = 20.0
"""Seconds that the final result stays before the window closes by itself."""
READ: Final = 1.5
"""Seconds, at the table's pace, for which the robot leaves lessons and steps of a scoring on the
screen."""
RELEASED: Final = 0.1
"""Seconds for which it holds a button."""


class Demo:
    """One game at a virtual table, followed through its camera alone."""

    def __init__(  # noqa: PLR0913 - all that the command line says
        self,
        *,
        seed: int,
        players: int,
        game: str = FIRST,
        headless: bool,
        whole: bool,
        speed: float | None,
        screenshots: Path | None,
        settings: Settings | None = None,
    ) -> None:
        """Prepare the table; ``speed`` is relative to people's, None for the usual one.

        Unless the ``whole`` game is to be seen, the companion comes to it for its last rounds.
        """
        self._settings = settings or Settings()
        self._words = Language(self._settings.language)
        self._whole = whole
        self._headless = headless
        self._speed = speed or (None if headless else WINDOW_SPEED)
        self._screenshots = screenshots
        self._board = board_of_game(game).board
        self._players = COLOURS[:players]
        # The companion draws the first player by lot and tells the table, not the reverse.
        self._first = Random(seed).choice(self._players)  # noqa: S311 - a game's lot, no secret
        self._table = self._laid(seed)
        self._seed = seed
        self._names = names_of(self._words, self._board)
        self._panel = VirtualPanel()
        self._seconds = 0.0
        self._pressed_at = 0.0
        self._due = False
        self._said = 0
        self._told = 0
        self._saved: list[tuple[int, object]] = []
        self._asked: object = None

    def play(self) -> bool:
        """Play to the end or until the window is closed; tell whether all was followed."""
        if self._screenshots is not None:
            self._screenshots.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dubsar-demo-")))
            if not self._whole:
                self._play_on()
            progress("teaching the companion this table")
            eye = eye_of(load_table(self._table.teach(folder)))
            session = self._begin(eye, folder)
            stack.callback(session.store.close)
            self._live = session.game
            size = self._settings.screen.size or SIZE
            self._display = Display(size, headless=self._headless, table=not self._headless)
            stack.callback(self._display.close)
            self._panel.open()
            speaker = None if self._headless else stack.enter_context(closing(Speaker()))
            loop = Loop(
                session,
                self._display,
                self._panel,
                clock=lambda: self._seconds,
                speaker=speaker,
            )
            loop.show()  # the first look at a table takes longest
            if not self._follow(eye, session, loop):
                _say(self._words.say(CLOSED, number=self._said))
                return True
            self._finish(session, loop)
        return self._compare()

    def _laid(self, seed: int) -> VirtualTable:
        """Lay the table of a seed, on an evening when this and that happens to light and camera."""
        table: VirtualTable = part_of(self._board.game, "virtual_table").virtual_table(
            self._board,
            self._players,
            self._first,
            seed,
            changes=Changes.mild(self._board, seed),
        )
        return table

    def _play_on(self) -> None:
        """Let the table play unseen until its last rounds begin; another shows when that is."""
        ahead = self._laid(self._seed)
        while ahead.advance():
            pass
        game = ahead.history.game
        rounds = [game.phase(state).round for state in ahead.history.states]
        fresh = [event for event in range(1, len(rounds)) if rounds[event] != rounds[event - 1]]
        begin = fresh[-LAST_ROUNDS] if len(fresh) >= LAST_ROUNDS else 0
        while self._table.advance():
            if len(self._table.record) >= begin and self._table.still:
                break

    @property
    def _game(self) -> LiveGame:
        assert self._live is not None  # noqa: S101 - it has begun
        return self._live

    def _begin(self, eye: AnyEye, folder: Path) -> Session:
        """Begin a game as players do, but that they need not be asked who plays."""
        store = Store.open(folder / "journal.sqlite")
        session = Session(taught_table(eye.table), self._settings, store, find_page)
        session.go("start")
        header = Header(self._board.game, session.table.board_id, self._players, {})
        # A robot does not go through all that a start in areas asks.
        begun = len(self._table.record) if not self._whole else int(bool(self._board.areas))
        session.begin(header, {}, self._first, self._table.record[:begun])
        open_phase(session)
        return session

    def _follow(self, eye: AnyEye, session: Session, loop: Loop) -> bool:
        """Follow the table until it lies still for good; tells whether the window stayed open."""
        camera = VirtualCamera(self._table)
        camera.open()
        for frame in self._frames(camera):
            self._seconds = frame.seconds
            if loop.round([look_through(eye, frame.image, frame.name)]) is not None:
                return False
            self._tell()
            loop.show()
            self._help(session, loop)
            if self._table.moment.what == "button" or (self._due and self._game.phase.players):
                self._end_turn(session, loop)
            self._answer(session)
        return True

    def _frames(self, camera: VirtualCamera) -> Iterator[Frame]:
        """Take frames until the game ends, no faster than the table is to play."""
        start = time.monotonic() - self._table.tick * SECONDS_A_TICK / (self._speed or 1.0)
        while (frame := camera.latest()) is not None:
            if self._speed is not None:
                ahead = frame.seconds / self._speed - (time.monotonic() - start)
                time.sleep(max(0.0, ahead))
            yield frame

    def _help(self, session: Session, loop: Loop) -> None:
        """Press what somebody at the table would press now."""
        page, labels = session.page, session.page.labels()
        phase = self._game.phase
        match page.name:
            case "setup" if labels.ok == session.words.say("Start"):
                self._save("setup")
                self._press(Button.OK, loop)
            case "play" if phase.button is not None and _taken(session.look, self._board.tiles):
                # No sooner than they take tiles: whoever played last may have second thoughts.
                self._save(f"round-{phase.round}-turns")
                self._press(Button.SCORE, loop)
            case "lesson" if self._seconds - self._pressed_at >= READ:
                self._press(Button.OK, loop)
            case "settling" if self._seconds - self._pressed_at >= READ:
                self._save_step(session, phase.round)
                if labels.ok in map(session.words.say, ("Next", "Result", "Continue")):
                    self._press(Button.OK, loop)
                else:  # the players are to do something first
                    self._pressed_at = self._seconds

    def _end_turn(self, session: Session, loop: Loop) -> None:
        """Press the button that ends a turn, or tell that all are ready; later if it would not do.

        While the turn before is looked at no press counts.
        """
        self._due = self._game.turns.is_looking
        if self._due:
            return
        if self._game.phase.waits is Waits.OPENING or session.page.name == "play":
            self._press(Button.SCORE, loop)
        else:  # what chance deals may be told now, or is seen
            self._game.turns.end_turn()

    def _answer(self, session: Session) -> None:
        """Tell what no camera sees, as whoever has ended his turn would where it is asked."""
        game, table = self._game, self._table
        asked = game.wrong is not None and table.still and table.under_way is None
        if not (game.turns.unseen or (asked and self._board.areas)):
            return
        events = table.record[self._followed() :]
        with suppress(ValueError):  # all is lost already, as will be told in the end
            game.answer(events)
            self._told += len(events)
        game.turns.leave()
        session.return_to("play")

    def _followed(self) -> int:
        """Tell up to which event of the table the game has been followed."""
        history = self._game.history
        alike = [
            event
            for event, state in enumerate(self._table.history.states)
            if state == history.state
        ]
        return max(alike, default=len(history.counting))

    def _press(self, button: Button, loop: Loop) -> None:
        self._pressed_at = self._seconds
        self._panel.press(button, self._seconds)
        loop.round([])
        self._seconds += RELEASED
        self._panel.release(button, self._seconds)
        loop.round([])
        self._tell()
        loop.show()

    def _tell(self) -> None:
        """Say what has happened since the last time, and what the table was asked."""
        steps = self._game.steps
        while steps:
            number, event, step = steps.pop(0)
            self._said = number
            _say(f"{number:4}  {self._names.event(event)}")
            for effect in step.effects:
                _say(f"      {self._names.effect(effect)}")
        wrong = self._game.wrong or self._game.row
        if wrong is not None and wrong is not self._asked:
            is_row = wrong is self._game.row
            sentences = [self._names.row_reminder(wrong)] if is_row else self._seen(wrong)
            _say(f"      {' '.join(sentences)}")
        self._asked = wrong

    def _seen(self, wrong: Line) -> list[str]:
        return seen_sentences(wrong.get("differences", {}), self._names)

    def _save_step(self, session: Session, number: int) -> None:
        """Save a step of scoring, unless it was the last one saved already."""
        step = (number, session.screen.body)
        if self._saved[-1:] != [step]:
            self._saved = [one for one in (*self._saved, step) if one[0] == number]
            self._save(f"round-{number}-result-{len(self._saved)}")

    def _save(self, name: str) -> None:
        if self._screenshots is not None:
            self._display.save(self._screenshots / f"{name}.png")

    def _finish(self, session: Session, loop: Loop) -> None:
        """Go on to the final result, and leave it on the screen for a while."""
        for _ in range(50):
            if session.page.name == "result":
                break
            self._seconds += READ
            if self._speed is not None:
                time.sleep(READ / self._speed)
            loop.round([])
            self._help(session, loop)
        loop.show()
        self._save("final")
        until = time.monotonic() + LAST_LOOK
        while not self._headless and time.monotonic() < until:
            self._seconds += 0.05
            if loop.round([]) is not None:
                return
            time.sleep(0.05)

    def _compare(self) -> bool:
        """Print the score, and how what was followed compares with what happened."""
        history = self._game.history
        _say("")
        sheet = history.game.scores(history.state)
        for row in sheet.rows:
            _say(self._names.score(sheet, row))
        # What was taken back counts for neither: it may have been too quick to be seen.
        happened, followed = ([*one.counting.values()] for one in (self._table.history, history))
        if followed == happened and history.state == self._table.state:
            _say(self._words.say(FOLLOWED, number=len(happened)))
            if self._told:
                _say(self._words.say(TOLD, number=self._told))
            return True
        numbers = {"happened": str(len(happened)), "followed": str(len(followed))}
        _say(self._words.say(DIFFER, **numbers))
        return False


def _taken(look: Look | None, group: SlotGroup | None) -> bool:
    """Tell whether somebody has taken a tile, of those of ``group``."""
    reading = look.reading if look and not look.reading.hand else None
    tiles = reading.groups.get(group.id) if reading and group else None
    if tiles is None:
        return False
    both = zip(tiles.likeliest(), doubtful(tiles), strict=True)
    return any(kind is None and not doubt for kind, doubt in both)


def _say(line: str) -> None:
    progress("")
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
