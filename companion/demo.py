"""The demo: a virtual table in front of the companion's own eye, tracker and window."""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.messages import progress
from companion.scene import DynastyResult
from companion.showing import Showing
from companion.tracking import Tracker
from companion.window import Window
from companion.words import player_name, sentence_for_effect
from engine.board import parse_board
from engine.fields import Fields
from engine.game import Step
from engine.games import game_named
from engine.history import History
from hardware.camera import Frame
from hardware.virtual.mild_table import mild_table
from hardware.virtual.virtual_camera import VirtualCamera
from seeds.boards import builtin_board_text
from vision.eye import Eye
from vision.reading import Reading
from vision.table import load_table

BOARD: Final = "dubsar"
COLOURS: Final = ("red", "blue", "yellow", "green")
AGREE: Final = 2
"""Readings in a row that must agree: one may show a merchant that is still being let go."""
PATIENCE: Final = 6
"""Readings in a row, hands away, before the table is asked to mend its ranking row."""
WINDOW_SPEED: Final = 2.0
LAST_LOOK: Final = 20.0
"""Seconds that the final result stays before the window closes by itself."""
SAVED_AS: Final = {"setup": "setup", "placement": "placement", "action": "dynasty-{}-turns"}
"""The picture that is saved as a phase ends; the others belong to the result."""


class Demo:
    """One game at a virtual table, followed through its camera alone."""

    def __init__(
        self,
        *,
        seed: int,
        players: int,
        headless: bool,
        speed: float | None,
        screenshots: Path | None,
    ) -> None:
        """Prepare the table; ``speed`` is relative to people's, None for the usual one."""
        self._headless = headless
        self._speed = speed or (None if headless else WINDOW_SPEED)
        self._screenshots = screenshots
        self._board = parse_board(builtin_board_text(BOARD), f"built-in board {BOARD}")
        self._players = COLOURS[:players]
        # The companion draws the first player by lot (S-10) and tells the table, not the reverse.
        self._first = Random(seed).choice(self._players)  # noqa: S311 - a game's lot, no secret
        self._table = mild_table(self._board, self._players, self._first, seed)
        game = game_named(self._board.game)
        self._history = History(game, game.new_game(self._board, self._players, {}))
        self._tracker = Tracker(
            self._history, self._board, agree=AGREE, patience=PATIENCE, live=True
        )
        self._told = 0
        self._showing = Showing(self._board, game, self._history.state)

    def play(self) -> bool:
        """Play to the end or until the window is closed; tell whether all was followed."""
        if self._screenshots is not None:
            self._screenshots.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="dubsar-demo-") as folder:
            progress("teaching the companion this table")
            eye = Eye(load_table(self._table.teach(Path(folder))))
        window = Window(headless=self._headless)
        camera = VirtualCamera(self._table)
        camera.open()
        try:
            for frame in self._frames(camera):
                self._follow(eye, frame, window)
                if window.events():
                    _say(f"Closed after {self._history.event} events.")
                    return True
            self._finish(window)
        finally:
            camera.close()
            window.close()
        return self._compare()

    def _frames(self, camera: VirtualCamera) -> Iterator[Frame]:
        """Take frames until the game ends, no faster than the table is to play."""
        start = time.monotonic()
        while (frame := camera.latest()) is not None:
            if self._speed is not None:
                ahead = frame.seconds / self._speed - (time.monotonic() - start)
                time.sleep(max(0.0, ahead))
            yield frame

    def _follow(self, eye: Eye, frame: Frame, window: Window) -> None:
        """Read one frame, and say and draw what it brings."""
        showing = self._showing
        reading = eye.read(frame.image, frame.name)
        showing.look(reading, frame.image, eye.places().tolist())
        if not self._history.event and self._read_setup(reading):
            self._tell(*self._tracker.steps.popleft(), window)
        lines = self._tracker.see(reading, frame.name) if self._history.event else []
        for line in lines:
            if "note" in line:
                _say(f"      {showing.note(line)}")
            else:
                self._tell(*self._tracker.steps.popleft(), window)
        window.draw(showing.scene)

    def _tell(self, event: Any, step: Step[Any, Any], window: Window) -> None:  # noqa: ANN401
        """Say and show one event, and save the pictures that it completes."""
        showing = self._showing
        before = showing.scene.state
        if before["phase"] != self._history.game.to_json(step.state)["phase"]:
            self._save(window, SAVED_AS.get(before["phase"], "").format(before["dynasty"]))
        self._told += 1
        _say(f"{self._told:4}  {showing.event(event, step)}")
        for effect in step.effects:
            _say(f"      {sentence_for_effect(effect, self._board)}")
        if isinstance(showing.scene.result, DynastyResult):
            self._save(window, f"dynasty-{showing.scene.result.dynasty}-result")

    def _read_setup(self, reading: Reading) -> bool:
        """Begin the game once the camera has read the dealt row and tiles (S-06, S-08)."""
        if reading.hand or reading.ranking is None or reading.influence is None:
            return False
        if None in reading.ranking or None in reading.influence:
            return False
        setup = {
            "type": "setup",
            "first": self._first,
            "ranking": list(reading.ranking),
            "influence": list(reading.influence),
        }
        self._tracker.write(self._history.game.parse_event(Fields("camera", "setup", setup)))
        return True

    def _save(self, window: Window, name: str) -> None:
        if self._screenshots is not None and name:
            window.draw(self._showing.scene)
            window.save(self._screenshots / f"{name}.png")

    def _finish(self, window: Window) -> None:
        """Show the final result, and leave it on the screen for a while."""
        self._showing.finish(self._history.game.standing(self._history.state))
        window.draw(self._showing.scene)
        self._save(window, "final")
        until = time.monotonic() + LAST_LOOK
        while not self._headless and time.monotonic() < until and not window.events():
            time.sleep(0.05)

    def _compare(self) -> bool:
        """Print the score, and how what was followed compares with what happened."""
        history = self._history
        _say("")
        for row in history.game.standing(history.state):
            tiles = ", ".join(f"{kind} {number}" for kind, number in row.won)
            _say(f"{player_name(row.player):8} {row.points:3} points   {tiles}")
        # What was taken back counts for neither: it may have been too quick to be seen.
        happened, followed = (_in_effect(one) for one in (self._table.history, history))
        if followed == happened and history.state == self._table.state:
            _say(f"All {len(happened)} events were followed through the camera as they happened.")
            return True
        _say(f"{len(happened)} events happened, {len(followed)} were followed: they differ.")
        return False


def _in_effect(history: History[Any, Any, Any]) -> list[Any]:
    """List the events that led to where a game stands."""
    return [history.events[number - 1] for number in history.in_effect(history.event)]


def _say(line: str) -> None:
    progress("")
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
