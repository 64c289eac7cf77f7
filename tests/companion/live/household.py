"""A household with a table, a camera or a perfect eye above it, a panel and a screen.

Time goes by in looks. The people play a script: what the rules refuse, they have put there by a
mistake of the script's. Everything between table and screen is the program's own.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from companion.games.sumeria.virtual_table import SumeriaTable
from companion.journal.store import Clock, Store, utc_now
from companion.live.display import Display
from companion.live.loop import Loop
from companion.live.watcher import look_through
from companion.pages.kinds import MenuPage
from companion.pages.play import PlayPage
from companion.pages.registry import find_page
from companion.session.live_game import LiveGame
from companion.session.look import Look, TaughtTable
from companion.session.session import PAGE_DELAY, Page, Session
from companion.settings import Settings
from companion.settings.values import Sound
from engine.games import parse_board
from hardware.panel import Button
from hardware.virtual.conditions import Changes
from hardware.virtual.played_table import PlayedTable
from hardware.virtual.virtual_panel import VirtualPanel
from seeds.boards import builtin_board_text
from tests.companion.pages.hands import down
from tests.hard_tables.perfect_eye import PerfectEye
from vision.eye import Eye
from vision.table import load_table

TEXT: Final = builtin_board_text("dubsar")
BOARD: Final = parse_board(TEXT, "dubsar.toml")
SECONDS_A_LOOK: Final = 0.25
LONGEST: Final = 200
"""Rows that a list may have."""
PATIENCE: Final = 400
"""Looks after which whatever was waited for will not come."""
Taker = Callable[[], Look]


class Home:
    """A table at home. ``power_on`` and ``power_cut`` may come as often as they like."""

    def __init__(
        self,
        table: PlayedTable,
        board_id: str,
        folder: Path,
        *,
        clock: Clock = utc_now,
        take: Taker | None = None,
    ) -> None:
        """Look at a table without pictures, or as ``take`` does.

        ``clock`` is the computer's, which may be wrong.
        """
        self.table = table
        self.players = tuple(table.players)
        self.seconds = 0.0
        self._board_id = board_id
        self._clock = clock
        self._journal = folder / "journal.sqlite"
        self.take = take or self._known
        self.panel = VirtualPanel()
        self.display = Display()
        self.session: Session
        self.loop: Loop
        self.power_on()

    @property
    def game(self) -> LiveGame:
        return self.session.live

    @property
    def page(self) -> Page:
        return self.session.page

    def power_on(self) -> None:
        taught = TaughtTable(
            self.table.board, self._board_id, builtin_board_text(self._board_id), self.players
        )
        self.session = Session(
            taught, Settings(sound=Sound.ON), Store.open(self._journal, self._clock), find_page
        )
        self.session.go("start")
        self.panel.open()
        self.loop = Loop(self.session, self.display, self.panel, clock=lambda: self.seconds)
        self.look()

    def power_cut(self) -> None:
        """Lose all that is not on the disk."""
        del self.loop
        del self.session

    def _known(self) -> Look:
        return Look(PerfectEye(self.table).read(), f"{self.table.tick}")

    def look(self, times: int = 1) -> None:
        for _ in range(times):
            self.table.advance()
            self.seconds += SECONDS_A_LOOK
            self.loop.round([self.take()])

    def until(self, reached: Callable[[], bool]) -> None:
        """Let time pass until something is reached, and all that was asked for is done."""
        for _ in range(PATIENCE):
            if reached() and not self.table.busy:
                return
            self.look()
        raise AssertionError(f"waited in vain, on the screen: {self.session.screen}")

    def press(self, *buttons: Button) -> None:
        """Press buttons of the panel, one after the other."""
        for button in buttons:
            self.seconds += PAGE_DELAY  # what came by itself takes nothing at once
            self.loop.round([])
            self.panel.press(button, self.seconds)
            self.loop.round([])
            self.seconds += 0.1
            self.panel.release(button, self.seconds)
            self.loop.round([])
            self.seconds += 0.1

    def choose(self, text: str) -> None:
        """Go down a list to the row with a text in it, and choose that."""
        for _ in range(LONGEST):
            page = self.page
            assert isinstance(page, MenuPage), f"no list is on the screen: {self.session.screen}"
            page.body()  # which may not begin at the first row
            if text in page.rows()[page.chosen].text:
                self.press(Button.OK)
                return
            self.press(down(self.session))
        raise AssertionError(f"no row with {text!r} in {self.page.body()}")

    def go_back_to(self, number: int) -> None:
        """Look back from the game to event ``number``, and take it back to there.

        What a dynasty brought may still be on the screen: it stays there until somebody presses.
        """
        for _ in range(LONGEST):
            if isinstance(self.page, PlayPage):
                break
            self.press(Button.OK)
        self.press(Button.WHY)
        self.choose(f"{number}. ")
        self.choose("Go back to this moment")
        self.press(Button.OK)


class Household(Home):
    """One evening with Sumeria."""

    table: SumeriaTable

    def __init__(  # noqa: PLR0913 - what may be different in a household
        self,
        folder: Path,
        players: Sequence[str],
        seed: int,
        *,
        pictures: bool = False,
        changes: Changes | None = None,
        clock: Clock = utc_now,
    ) -> None:
        """Lay the table; with ``pictures`` the program's own eye looks through a camera."""
        self.table = SumeriaTable(BOARD, players, seed, changes=changes)
        take = self._photographed(folder) if pictures else None
        super().__init__(self.table, "dubsar", folder, clock=clock, take=take)

    def taught_eye(self, folder: Path) -> Eye:
        """Teach an eye this table; the pictures of it go into the folder."""
        taught = folder / "taught"
        taught.mkdir(exist_ok=True)
        return Eye(load_table(self.table.teach(taught)))

    def _photographed(self, folder: Path) -> Taker:
        eye = self.taught_eye(folder)

        def take() -> Look:
            return look_through(eye, self.table.picture(), f"{self.table.tick}")

        return take
