"""Camera and eye in threads of their own: the newest frame wins, and no error is lost."""

import queue
import threading
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt
import pytest

from companion.live.capture import Capture
from companion.live.watcher import Watcher
from companion.session.look import Look, Misread, TakenBack
from engine.board import LOCATIONS
from engine.errors import InputError
from hardware.camera import CameraError, Frame
from tests.vision import drawn
from vision.eye import Eye
from vision.reading import Image, Kind, Reading, Trouble
from vision.table import load_table

LONG = 10.0
"""Seconds after which a test has failed; none waits so long that does not."""
PICTURE = np.zeros((2, 2, 3), np.uint8)
NOWHERE = np.zeros(1, np.bool_)
NOTHING = Reading(registered=False, hand=False, groups={})


class Reel:
    """A camera that shows frames one by one, the next when it is told to."""

    def __init__(self, names: list[str]) -> None:
        """Hold these frames."""
        self.go_on = threading.Semaphore(0)
        self.over = threading.Event()
        self.picture: Image = PICTURE
        self._names = names

    def open(self) -> None:
        """Be ready."""

    def latest(self) -> Frame | None:
        """Wait to be told, and show the next."""
        assert self.go_on.acquire(timeout=LONG)
        if self._names:
            return Frame(self.picture, self._names.pop(0), 0.0)
        self.over.set()
        return None

    def lock(self) -> None:
        """Hold nothing."""

    def close(self) -> None:
        """Be done."""


class Blink:
    """An eye that reads nothing, and may be kept from being done with a frame."""

    def __init__(self) -> None:
        """Be busy with whatever comes."""
        self.begun: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.done = threading.Semaphore(0)

    def read(self, _frame: object, name: str) -> Reading:
        """Read a frame for as long as the test wants."""
        self.begun.put(name)
        assert self.done.acquire(timeout=LONG)
        return NOTHING

    def places(self) -> npt.NDArray[np.float64]:
        return np.zeros((1, 2))

    outline = places


def watched(reel: Reel, blink: Blink) -> Watcher:
    return Watcher(lambda: Capture(reel, lambda: reel), lambda: cast("Eye", blink))


def test_of_the_frames_that_came_while_the_eye_was_busy_the_newest_is_read() -> None:
    reel, blink = Reel(["first", "second", "third"]), Blink()
    watcher = watched(reel, blink)
    reel.go_on.release()
    assert blink.begun.get(timeout=LONG) == "first"
    reel.go_on.release(3)  # the last call finds no more frames
    reel.over.wait(LONG)
    blink.done.release(2)
    assert blink.begun.get(timeout=LONG) == "third"
    seen: list[Look] = [watcher.looks.get(timeout=LONG) for _ in range(2)]
    assert [look.name for look in seen] == ["first", "third"]
    watcher.close()


def test_a_table_is_learnt_while_the_loop_goes_on_already() -> None:
    reel, blink, taught = Reel(["first"]), Blink(), threading.Event()

    def learn() -> Eye:
        assert taught.wait(LONG)
        return cast("Eye", blink)

    watcher = Watcher(lambda: Capture(reel, lambda: reel), learn)
    learning = [watcher.is_learning]
    taught.set()
    blink.done.release()
    reel.go_on.release()
    assert watcher.looks.get(timeout=LONG).name == "first"
    learning.append(watcher.is_learning)
    assert learning == [True, False]
    assert watcher.trouble is None
    reel.go_on.release()
    watcher.close()


def test_a_table_that_cannot_be_learnt_is_told_to_the_main_loop() -> None:
    reel = Reel([])

    def learn() -> Eye:
        raise InputError("table.toml", "", "a picture is missing")

    watcher = Watcher(lambda: Capture(reel, lambda: reel), learn)
    watcher._thread.join(LONG)
    assert "a picture is missing" in str(watcher.error)
    assert not watcher.is_learning
    watcher.close()


def test_what_goes_wrong_with_the_eye_is_told_to_the_main_loop() -> None:
    class Blind(Blink):
        def read(self, _frame: object, name: str) -> Reading:
            raise ValueError(name)

    reel = Reel(["first"])
    watcher = watched(reel, Blind())
    reel.go_on.release(2)
    watcher._thread.join(LONG)
    assert str(watcher.error) == "first"
    watcher.close()


def test_a_frame_that_cannot_be_read_is_trouble_until_one_can() -> None:
    class Particular(Blink):
        def read(self, _frame: object, name: str) -> Reading:
            self.begun.put(name)
            if name == "small":
                raise InputError("small", "", "expected 1280 x 960")
            return NOTHING

    reel, eye = Reel(["small", "right"]), Particular()
    watcher = watched(reel, eye)
    reel.go_on.release()
    assert eye.begun.get(timeout=LONG) == "small"
    reel.go_on.release()
    assert watcher.looks.get(timeout=LONG).name == "right"
    assert watcher.trouble is None
    reel.go_on.release()
    watcher.close()


class OneFrame:
    """A capture with one frame, that notes whether it is told to settle."""

    trouble: CameraError | None = None

    def __init__(self) -> None:
        self.frames = [Frame(PICTURE, "one", 0.0)]
        self.told = 0

    def take(self, _patience: float) -> Frame | None:
        return self.frames.pop() if self.frames else None

    def settle(self) -> None:
        self.told += 1

    def close(self) -> None:
        """Be done."""


@pytest.mark.parametrize(
    ("kind", "times"), [("dark", 1), ("bright", 1), ("blurred", 1), ("covered", 0), ("foreign", 0)]
)
def test_the_camera_settles_anew_to_what_it_cannot_see_well(kind: Kind, times: int) -> None:
    class Dazzled(Blink):
        def read(self, _frame: object, name: str) -> Reading:
            del name
            return replace(NOTHING, troubles=(Trouble(kind),))

    capture = OneFrame()
    watcher = Watcher(lambda: cast("Capture", capture), lambda: cast("Eye", Dazzled()))
    assert watcher.looks.get(timeout=LONG).name == "one"
    assert capture.told == times
    watcher.close()


def test_the_eye_learns_what_the_table_says_and_forgets_what_is_taken_back(
    tmp_path: Path,
) -> None:
    eye = Eye(load_table(drawn.write(tmp_path).table))
    there = drawn.picture({"a2": "red", "b3": "blue"}, seed=3)
    reel = Reel(["before", "learnt", "forgotten"])
    reel.picture = there
    watcher = Watcher(lambda: Capture(reel, lambda: reel), lambda: eye)

    def seen_at_b3() -> str | None:
        reel.go_on.release()
        reading = watcher.looks.get(timeout=LONG).reading
        return reading.groups[LOCATIONS].likeliest()[[*drawn.PLACES].index("b3")]

    assert seen_at_b3() == "blue"
    watcher.correct(Misread(7, "b3", None))
    assert seen_at_b3() is None
    watcher.correct(TakenBack(6))
    assert seen_at_b3() == "blue"
    reel.go_on.release()
    watcher.close()
