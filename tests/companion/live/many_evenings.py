"""Evening after evening at one table, in one run of the program: what may not make it grow.

The eye looks through the threads that it has in `dubsar play`; they are never left to wait.
"""

import itertools
import queue
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.games.sumeria.final import FinalPage
from companion.games.sumeria.virtual_table import SumeriaTable
from companion.live.capture import Capture
from companion.live.watcher import LOOK_INTERVAL, Watcher
from companion.pages.play import PlayPage
from companion.pages.start import StartPage
from companion.session.look import Look
from hardware.camera import CameraError, Frame
from hardware.panel import Button
from tests.companion.live.household import BOARD, Household, Taker
from tests.companion.live.mishaps import out_of_turn, taken_back, wrongly_corrected
from tests.companion.live.script import Script

PLAYERS: Final = ("red", "blue", "yellow", "green")
LANGUAGES: Final = ("fr", "ro", "en")
MISHAPS: Final = (out_of_turn, taken_back, wrongly_corrected)
PATIENCE: Final = 120.0
"""Seconds after which a thread that gives no look is broken."""
LAYS: Final = 1
"""The seed of the table: it is the same one each evening, with the same camera above it."""


class Lens:
    """A camera that takes a picture when it is asked for one; ``unplug`` has the next one fail."""

    def __init__(self, house: Household) -> None:
        """Look at a household's table, whichever lies there."""
        self._house: Final = house
        self._asked: Final[queue.SimpleQueue[CameraError | None]] = queue.SimpleQueue()

    def ask(self) -> None:
        """Have the next picture taken."""
        self._asked.put(None)

    def unplug(self) -> None:
        """Pull out the cable, and put it in again a moment later."""
        self._asked.put(CameraError("the cable is out"))

    def open(self) -> None:
        """Be ready."""

    def latest(self) -> Frame:
        """Take the picture that was asked for; raises CameraError where the cable is out."""
        if (fault := self._asked.get()) is not None:
            raise fault
        table = self._house.table
        return Frame(table.picture(), f"{table.tick}", 0.0)

    def lock(self) -> None:
        """Hold nothing."""

    def close(self) -> None:
        """Be done."""


class Home(Household):
    """A household in which the program runs for as long as anybody cares to play."""

    def __init__(self, folder: Path, *, pictures: bool = True) -> None:
        """Start the program; without ``pictures`` it is told what lies on the table."""
        self.lens: Lens | None = None
        self.watcher: Watcher | None = None
        super().__init__(folder, PLAYERS, LAYS, pictures=pictures)

    def _photographed(self, folder: Path) -> Taker:
        lens = self.lens = Lens(self)
        # A clock on which each step takes as long as a look may: so nobody waits for the next.
        hurried = itertools.count(step=LOOK_INTERVAL).__next__
        eye = self.taught_eye(folder)
        watcher = self.watcher = Watcher(lambda: Capture(lens, lambda: lens), lambda: eye, hurried)

        def take() -> Look:
            lens.ask()
            return watcher.looks.get(timeout=PATIENCE)

        return take

    def evening(self, number: int, dynasties: int) -> Script:
        """Play a game, or so many dynasties of one, with all that people do beside it.

        The table is the same each time; what is played on it is not.
        """
        self.table = self.laid = SumeriaTable(BOARD, PLAYERS, LAYS)
        if self.lens is not None:
            self.lens.unplug()
        script = Script(self, number)
        script.begin()
        for dynasty in range(dynasties):
            mishap = MISHAPS[(number + dynasty) % len(MISHAPS)]
            while script.state.phase == "placement":
                script.turn()
            mishap(script)
            while script.state.phase == "action":
                script.turn()
            self.read_in(LANGUAGES[dynasty % len(LANGUAGES)])
            self.look_back()
            script.dynasty()
        self.leave()
        return script

    def read_in(self, language: str) -> None:
        """Show what is on the screen in another language, for a moment."""
        session = self.session
        usual = session.settings
        session.change(replace(usual, language=language))
        self.look()
        session.change(usual)

    def look_back(self) -> None:
        """Look at the last event, its pictures and its reasons, and go back to the game."""
        pages = len(self.session.pages)
        self.press(Button.WHY, Button.OK)
        self.look(4)
        self.press(Button.OK, Button.BACK, Button.WHY, Button.OK)
        while len(self.session.pages) > pages:
            self.press(Button.BACK)

    def leave(self) -> None:
        """Leave the game, its result read and a copy written where it is over."""
        while not isinstance(self.page, PlayPage | FinalPage):  # the end of a dynasty, or a game
            self.press(Button.OK)
        if isinstance(self.page, FinalPage):
            first = self.page.body()
            self.press(Button.OK)
            while self.page.body() != first:
                self.press(Button.OK)
            self.press(Button.SCORE, Button.OK, Button.BACK)
        else:
            self.press(Button.BACK)
            self.choose("Leave (saved)")
        assert isinstance(self.page, StartPage), self.session.screen
        self.choose("Past games")
        self.press(Button.OK, Button.BACK, Button.BACK)

    def close(self) -> None:
        if self.watcher is not None:
            self.watcher.close()
        self.session.store.close()
        self.display.close()
