"""How quickly the running program answers, and what it costs while nothing happens.

Milliseconds from a press to the changed screen and from a settled frame to the changed screen, at
most and in the middle, and the share of one core that the whole program takes before a still table.
"""

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from companion.boards.known import board_of_game
from companion.games import part_of
from companion.journal.store import Store
from companion.live.capture import Capture
from companion.live.display import Display
from companion.live.loop import ROUND_TIME, Loop
from companion.live.program import taught_table
from companion.live.watcher import Watcher, look_through
from companion.pages.registry import find_page
from companion.session.look import Look
from companion.session.session import Session
from companion.settings import Settings
from engine.record import Header
from hardware.camera import Frame
from hardware.panel import Button
from hardware.virtual.virtual_panel import VirtualPanel
from vision.eye import Eye
from vision.table import load_table

PLAYERS: Final = ("red", "blue", "yellow", "green")
SIZE: Final = (1280, 800)
TURNS: Final = 12
PRESSED: Final = (Button.WHY, Button.WHY, Button.OK, *[Button.BACK] * 4)
"""Into the past of the game and out again."""
STILL: Final = 6.0
"""Seconds for which a still table is watched."""
SCHEDULED: Final = Path("/proc/thread-self/schedstat")
"""Where Linux tells how long this thread ran and waited for a processor, in ns."""
RATE: Final = 15.0
"""Frames a second that a webcam gives."""


class _StillCamera:
    """A camera before a table where nothing happens, but that its sensor is noisy."""

    def __init__(self, pictures: Sequence[Any]) -> None:
        self._pictures = pictures
        self._count = 0

    def open(self) -> None:
        """Be ready."""

    def latest(self) -> Frame:
        self._count += 1
        picture = self._pictures[self._count % len(self._pictures)]
        return Frame(picture, f"{self._count}", self._count / RATE)

    def lock(self) -> None:
        """Hold nothing."""

    def close(self) -> None:
        """Be done."""


class VirtualGame:
    """A session over a virtual table in the middle of a game."""

    def __init__(self, folder: Path) -> None:
        board = board_of_game("sumeria").board
        self.laid = part_of(board.game, "virtual_table").played_table(board, PLAYERS, 1)
        self.eye = Eye(load_table(self.laid.teach(folder)))
        taught = taught_table(self.eye.table)
        store = Store.open(folder / "journal.sqlite")
        self.session = Session(taught, Settings(dim_after_minutes=0), store, find_page)
        self.session.go("start")
        header = Header(board.game, taught.board_id, PLAYERS, {})
        game = self.session.begin(header, {}, PLAYERS[0])
        (form,) = game.history.game.entry(game.history.state)
        tiles = {group: self.laid.top.singles(group) for group in ("ranking", "influence")}
        game.enter(form, {"first": PLAYERS[0], **tiles}, None)
        self.session.go("play")
        self.panel = VirtualPanel()
        self.panel.open()
        self.display = Display(SIZE)
        self.loop = Loop(self.session, self.display, self.panel)
        self.event, self.drawn_at = 0, 0.0
        self.worked: list[float] = []
        """Seconds of each of the events without those that other programs had the processor."""

    def read(self, picture: Any) -> Look:  # noqa: ANN401 - a frame
        return look_through(self.eye, picture, f"{self.laid.tick}")

    def turn(self, chance: Random) -> list[float]:
        """Play one legal event; give the seconds of each round in which the screen changed."""
        game = self.session.live
        legal = game.history.game.legal_events(game.history.state)
        event = chance.choice([one for one in legal if one.verb in ("place", "add")])
        step = game.history.game.apply(game.history.state, event)
        self.laid.put(event.player, event.at)
        self.laid.lay_row(event.player, list(step.state.ranking))
        taken: list[float] = []
        while self.laid.busy or game.history.state != step.state:
            before = game.history.event
            self.laid.advance()
            picture = self.laid.picture()
            begun, waited = time.perf_counter(), waited_for_others()
            self.loop.round([self.read(picture)])
            self.loop.show()
            if game.history.event != before:
                taken.append(time.perf_counter() - begun)
                self.worked.append(taken[-1] - (waited_for_others() - waited))
                self.event, self.drawn_at = game.history.event, time.monotonic()
        return taken

    def press(self, button: Button) -> float:
        """Press a button; give the seconds until the screen has changed."""
        now = time.monotonic()
        self.panel.press(button, now)
        self.loop.round([])
        taken = time.monotonic() - now
        self.panel.release(button, time.monotonic())
        time.sleep(0.05)  # longer than contacts bounce
        self.loop.round([])
        return taken

    def idle(self) -> float:
        """Watch a still table as `dubsar play` does; give the share of one core that it takes."""
        pictures = []
        for _ in range(6):
            self.laid.advance()
            pictures.append(self.laid.picture())
        camera = _StillCamera(pictures)
        watcher = Watcher(lambda: Capture(camera, lambda: camera), lambda: self.eye)
        self._run(watcher, 2.0)  # the eye gets used to it
        cpu, wall = time.process_time(), time.monotonic()
        self._run(watcher, STILL)
        share = (time.process_time() - cpu) / (time.monotonic() - wall)
        watcher.close()
        return share

    def _run(self, watcher: Watcher, seconds: float) -> None:
        until = time.monotonic() + seconds
        stop: Callable[[], bool] = lambda: time.monotonic() >= until  # noqa: E731
        self.loop.run(watcher, stop)


def bench_live() -> str:
    """Measure; the wait for the next round of the loop is counted in."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with tempfile.TemporaryDirectory(prefix="dubsar-bench-") as folder:
        table = VirtualGame(Path(folder))
        chance = Random(1)  # noqa: S311 - a game, no secret
        events = [each for _ in range(TURNS) for each in table.turn(chance)]
        presses = [table.press(button) + ROUND_TIME for button in PRESSED]
        idle = table.idle()
        table.display.close()
    return "\n".join(
        (
            f"live: press to screen {_summary(presses)}, bound 100 ms",
            f"live: settled frame to screen {_summary(events)}, bound 300 ms",
            f"live: still table {100 * idle:.1f} % of one core, bound 10 %",
        )
    )


def waited_for_others() -> float:
    """Tell for how many seconds this thread could have run but had no processor; 0 if unknown."""
    if not SCHEDULED.exists():
        return 0.0
    return int(SCHEDULED.read_text(encoding="ascii").split()[1]) / 1e9


def _summary(seconds: Sequence[float]) -> str:
    return f"{1000 * median(seconds):.0f} ms, at most {1000 * max(seconds):.0f} ms"
