"""Who started the program knows how it goes, and it knows how it ended the last time."""

import queue
import threading
from pathlib import Path
from typing import cast

import pytest

from companion.journal import GameId
from companion.live.loop import ROUND_TIME, Loop
from companion.live.supervision import MARK, SETTLED, Supervision
from companion.live.watcher import Watcher
from companion.session.look import Look
from companion.session.session import Task
from companion.session.wishes import Wish
from hardware.camera import CameraError, Fault
from hardware.service import ServiceManager
from tests.companion.live.household import Household
from tests.hardware.notified import Notified

PERIOD = 20.0
PLAYERS = ("red", "blue", "yellow")


class Started:
    """A program as the service manager starts it, in one folder that is gone with the power."""

    def __init__(self, manager: Notified, folder: Path, *, resumes: bool = True) -> None:
        """Start; where it ``resumes``, it gets as far as its first screen."""
        self.seconds = 0.0
        environment = {**manager.environment, "RUNTIME_DIRECTORY": str(folder)}
        service = ServiceManager(environment, lambda: self.seconds)
        self.supervision = Supervision(service, environment, lambda: self.seconds)
        if resumes:
            self.supervision.resuming()

    def run(self, seconds: float, *, sees: bool = True, game: GameId | None = None) -> "Started":
        """Go round once a second."""
        for _ in range(round(seconds)):
            self.supervision.round(sees=sees, game=game)
            self.seconds += 1.0
        self.supervision.round(sees=sees, game=game)
        return self


def test_it_is_ready_once_it_shows_the_table_and_then_alive(tmp_path: Path) -> None:
    with Notified(tmp_path, period=PERIOD) as manager:
        program = Started(manager, tmp_path).run(5, sees=False)
        assert manager.heard() == ["WATCHDOG=1"]
        program.run(30)
        assert manager.heard() == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]
        program.supervision.ending()
        assert manager.heard() == ["STOPPING=1"]


def test_only_a_program_that_died_names_the_game_being_played(tmp_path: Path) -> None:
    with Notified(tmp_path) as manager:
        first = Started(manager, tmp_path)
        assert first.supervision.game is None
        first.run(SETTLED + 1, game=GameId(5))  # and dies

        second = Started(manager, tmp_path)
        assert second.supervision.game == 5
        second.run(SETTLED + 1, game=GameId(5)).supervision.ending()
        assert Started(manager, tmp_path).supervision.game is None


def test_it_knows_which_game_was_being_played_when_it_died(tmp_path: Path) -> None:
    with Notified(tmp_path) as manager:
        Started(manager, tmp_path).run(SETTLED + 1, game=GameId(7)).run(1, game=GameId(12))
        assert Started(manager, tmp_path).supervision.game == 12
        Started(manager, tmp_path).run(SETTLED + 1, game=GameId(12)).run(1)
        assert Started(manager, tmp_path).supervision.game is None


def test_a_mark_that_was_cut_short_names_no_game(tmp_path: Path) -> None:
    with Notified(tmp_path) as manager:
        (tmp_path / MARK).write_bytes(b"\xff7")
        assert Started(manager, tmp_path).supervision.game is None


def test_a_screen_that_kills_the_program_comes_back_once(tmp_path: Path) -> None:
    with Notified(tmp_path) as manager:
        Started(manager, tmp_path).run(SETTLED + 1, game=GameId(3))
        assert Started(manager, tmp_path).run(SETTLED / 2).supervision.game == 3
        assert Started(manager, tmp_path).supervision.game is None


def test_what_dies_before_its_first_screen_leaves_that_to_the_next(tmp_path: Path) -> None:
    with Notified(tmp_path) as manager:
        Started(manager, tmp_path).run(SETTLED + 1, game=GameId(3))
        for _ in range(3):
            assert Started(manager, tmp_path, resumes=False).supervision.game == 3
        assert Started(manager, tmp_path).supervision.game == 3
        assert Started(manager, tmp_path).supervision.game is None


def test_after_a_power_cut_nothing_names_a_game(tmp_path: Path) -> None:
    with Notified(tmp_path) as manager:
        before, after = tmp_path / "before", tmp_path / "after"
        before.mkdir()
        after.mkdir()
        Started(manager, before).run(SETTLED + 1, game=GameId(3))
        assert Started(manager, after).supervision.game is None


def test_without_such_a_folder_it_runs_all_the_same(tmp_path: Path) -> None:
    with Notified(tmp_path) as manager:
        gone = tmp_path / "gone"
        program = Started(manager, gone).run(SETTLED + 1, game=GameId(3))
        program.supervision.ending()
        assert program.supervision.game is None
        assert Supervision(ServiceManager({}), {}).can_shut_down is False
        assert program.supervision.can_shut_down is True


class Seeing:
    """What the loop knows of a watcher: looks that come, or why none do."""

    def __init__(self) -> None:
        """See nothing yet."""
        self.looks: queue.SimpleQueue[Look] = queue.SimpleQueue()
        self.error: Exception | None = None
        self.trouble: CameraError | None = None
        self.is_learning = False


class Evening:
    """The main loop of a household, told of by the service manager; hangs at ``hangs``."""

    def __init__(self, folder: Path, manager: Notified) -> None:
        """Set it up; nothing is seen yet."""
        self.house = Household(folder, PLAYERS, 1)
        self.seeing = Seeing()
        self.seconds = 0.0
        service = ServiceManager(manager.environment, self.clock)
        self.loop = Loop(
            self.house.session,
            self.house.display,
            self.house.panel,
            supervision=Supervision(service, {}, self.clock),
            clock=self.clock,
            rest=self.rest,
        )

    def clock(self) -> float:
        return self.seconds

    def rest(self, seconds: float) -> None:
        """Rest no longer than it takes to test."""
        self.seconds += max(seconds, ROUND_TIME)

    def run(self, seconds: float) -> Wish:
        end = self.seconds + seconds
        return self.loop.run(cast("Watcher", self.seeing), lambda: self.seconds >= end)


def test_the_loop_is_ready_with_the_first_picture_not_before(tmp_path: Path) -> None:
    with Notified(tmp_path) as manager:
        evening = Evening(tmp_path, manager)
        assert evening.run(1.0) is Wish.QUIT
        assert manager.heard() == []
        look = evening.house.session.look
        assert look is not None
        evening.seeing.looks.put(look)
        evening.run(1.0)
        assert manager.heard() == ["READY=1"]


def test_a_camera_that_is_not_there_does_not_keep_it_from_being_ready(tmp_path: Path) -> None:
    with Notified(tmp_path) as manager:
        evening = Evening(tmp_path, manager)
        evening.seeing.trouble = CameraError("no camera was found", Fault.ABSENT)
        evening.run(1.0)
        assert manager.heard() == ["READY=1"]


def test_only_rounds_of_the_loop_feed_the_watchdog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Notified(tmp_path, period=PERIOD) as manager:
        evening = Evening(tmp_path, manager)
        evening.run(PERIOD)
        assert manager.heard() == ["WATCHDOG=1"] * 2

        def hang(_now: float) -> None:
            evening.seconds += 10 * PERIOD
            raise TimeoutError

        monkeypatch.setattr(evening.house.session, "pass_time", hang)
        with pytest.raises(TimeoutError):
            evening.run(PERIOD)
        assert manager.heard() == []


def test_the_watchdog_is_fed_while_something_takes_long(tmp_path: Path) -> None:
    with Notified(tmp_path, period=PERIOD) as manager:
        evening, over = Evening(tmp_path, manager), threading.Event()
        session, found = evening.house.session, list[bool]()
        session.tasks.append(Task(session.page, lambda: over.wait(PERIOD), found.append))

        def stop() -> bool:
            if evening.seconds >= PERIOD:
                over.set()
            return over.is_set()

        evening.loop.run(cast("Watcher", evening.seeing), stop)
        assert manager.heard() == ["WATCHDOG=1"] * 2
        assert found == []
        evening.loop.round([])
        assert found == [True]
