"""Cameras fail: pulled out, plugged in again, frozen; none of it ends the program."""

import queue
import threading
from collections.abc import Callable
from typing import cast

import numpy as np
import pytest

from companion.live import capture as module
from companion.live.capture import Capture
from hardware.camera import Camera, CameraError, Fault, Frame

LONG = 10.0
PICTURE = np.zeros((2, 2, 3), np.uint8)
GONE = CameraError("pulled out", Fault.SILENT)
Next = Frame | Exception | None


class Scripted:
    """A camera that does what it is told, one thing a call; it waits to be told."""

    def __init__(self) -> None:
        """Wait."""
        self.next: queue.SimpleQueue[Next] = queue.SimpleQueue()
        self.closed = threading.Event()

    def open(self) -> None:
        """Be ready."""

    def latest(self) -> Frame | None:
        """Do what comes next."""
        what = self.next.get()
        if isinstance(what, Exception):
            raise what
        return what

    def lock(self) -> None:
        """Hold nothing."""

    def close(self) -> None:
        """Be done."""
        self.closed.set()


def frame(name: str) -> Frame:
    return Frame(PICTURE, name, 0.0)


def capture(*cameras: Scripted, clock: Callable[[], float] = lambda: 0.0) -> Capture:
    left = list(cameras[1:])

    def reopen() -> Camera:
        if not left:
            raise CameraError("nothing there", Fault.ABSENT)
        return cast("Camera", left.pop(0))

    return Capture(cast("Camera", cameras[0]), reopen, clock)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AGAIN", 0.0)


def name_of(one: Frame | None) -> str:
    assert one is not None
    return one.name


@pytest.mark.parametrize("error", [GONE, OSError("input/output error")])
def test_a_camera_that_fails_is_closed_and_opened_anew(error: Exception) -> None:
    first, second = Scripted(), Scripted()
    taken = capture(first, second)
    first.next.put(frame("before"))
    assert name_of(taken.take(LONG)) == "before"
    first.next.put(error)
    assert first.closed.wait(LONG)
    second.next.put(frame("after"))
    assert name_of(taken.take(LONG)) == "after"
    assert taken.trouble is None
    second.next.put(None)
    taken.close()


def test_while_it_is_gone_the_reason_is_told() -> None:
    first = Scripted()
    taken = capture(first)
    first.next.put(GONE)
    assert first.closed.wait(LONG)
    trouble = taken.trouble
    assert trouble is not None
    assert trouble.fault in (Fault.SILENT, Fault.ABSENT)
    taken.close()


def test_a_frozen_camera_is_left_to_itself_and_another_is_opened() -> None:
    now = [0.0]
    first, second = Scripted(), Scripted()
    taken = capture(first, second, clock=lambda: now[0])
    first.next.put(frame("before"))
    assert name_of(taken.take(LONG)) == "before"
    now[0] = module.FROZEN + 0.1
    trouble = taken.trouble
    assert trouble is not None
    assert trouble.fault is Fault.FROZEN
    second.next.put(frame("after"))
    assert name_of(taken.take(LONG)) == "after"
    assert taken.trouble is None
    first.next.put(frame("much too late"))
    assert first.closed.wait(LONG)  # once it lets go
    assert taken.take(0.0) is None
    second.next.put(None)
    taken.close()


def test_a_video_ends(at_once: None) -> None:
    del at_once
    only = Scripted()
    taken = capture(only)
    only.next.put(None)
    assert only.closed.wait(LONG)
    assert taken.ended
    assert taken.trouble is None
    taken.close()
