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
        self.next: queue.SimpleQueue[Next] = queue.SimpleQueue()
        self.closed = threading.Event()
        self.locks: queue.SimpleQueue[str] = queue.SimpleQueue()

    def open(self) -> None:
        """Be ready."""

    def latest(self) -> Frame | None:
        """Do what comes next."""
        what = self.next.get()
        if isinstance(what, Exception):
            raise what
        return what

    def lock(self) -> None:
        self.locks.put("asked")

    def close(self) -> None:
        self.closed.set()


def frame(name: str) -> Frame:
    return Frame(PICTURE, name, 0.0)


def capture(*cameras: Scripted | None, clock: Callable[[], float] = lambda: 0.0) -> Capture:
    """Take frames from the first; each try to open one gives the next, or finds none there."""
    left = list(cameras[1:])

    def reopen() -> Camera:
        found = left.pop(0) if left else None
        if found is None:
            raise CameraError("nothing there", Fault.ABSENT)
        return cast("Camera", found)

    return Capture(cast("Camera", cameras[0]), reopen, clock)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETRY_AFTER", 0.0)


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
    now[0] = module.FROZEN_AFTER + 0.1
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


def test_a_table_that_was_seen_for_minutes_is_seen_at_once_by_the_next_camera() -> None:
    """A virtual table's time does not begin anew; its pictures were waited for as long again."""
    first, second = Scripted(), Scripted()
    taken = capture(first, second)
    first.next.put(frame("before"))
    assert name_of(taken.take(LONG)) == "before"
    first.next.put(GONE)
    second.next.put(Frame(PICTURE, "after", 300.0))
    assert name_of(taken.take(LONG)) == "after"
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


def test_one_that_is_plugged_in_again_after_many_tries_is_used() -> None:
    first, again = Scripted(), Scripted()
    taken = capture(first, None, None, None, None, again)
    first.next.put(GONE)
    again.next.put(frame("after"))
    assert name_of(taken.take(LONG)) == "after"
    assert taken.trouble is None
    again.next.put(None)
    taken.close()


def test_every_camera_that_is_opened_is_asked_to_hold_what_it_can() -> None:
    first, second = Scripted(), Scripted()
    taken = capture(first, second)
    assert first.locks.get(timeout=LONG)
    first.next.put(GONE)
    assert second.locks.get(timeout=LONG)
    second.next.put(None)
    taken.close()
    assert first.locks.empty()
    assert second.locks.empty()


def test_it_settles_anew_when_told_to_but_not_all_the_time() -> None:
    now = [0.0]
    only = Scripted()
    taken = capture(only, clock=lambda: now[0])
    assert only.locks.get(timeout=LONG)
    taken.settle()  # it has only just been opened
    now[0] = module.SETTLE_AGAIN_AFTER + 0.1
    taken.settle()
    taken.settle()
    only.next.put(Frame(PICTURE, "dark", now[0]))
    assert only.locks.get(timeout=LONG)
    for _ in range(3):
        only.next.put(Frame(PICTURE, "well lit", now[0]))
        only.next.put(None)
    assert only.closed.wait(LONG)
    assert only.locks.empty()
    taken.close()


def test_a_camera_may_take_longer_to_be_opened_than_for_a_frame() -> None:
    now = [0.0]
    first, second = Scripted(), Scripted()
    begun, may = threading.Event(), threading.Event()

    def reopen() -> Camera:
        begun.set()
        assert may.wait(LONG)
        return cast("Camera", second)

    taken = Capture(cast("Camera", first), reopen, lambda: now[0])
    first.next.put(GONE)
    assert begun.wait(LONG)
    now[0] = module.OPENING_TIME
    assert taken.trouble is GONE  # not frozen
    may.set()
    second.next.put(frame("after"))
    assert name_of(taken.take(LONG)) == "after"
    second.next.put(None)
    taken.close()


def test_cameras_that_hang_one_after_the_other_are_left_more_time_up_to_a_limit() -> None:
    now = [0.0]
    cameras = [Scripted() for _ in range(20)]
    taken = capture(*cameras, clock=lambda: now[0])
    assert cameras[0].locks.get(timeout=LONG)
    given_up: list[float] = []
    while now[0] < 400.0:
        now[0] += 0.5
        before = taken._current
        assert taken.trouble is None or taken.trouble.fault is Fault.FROZEN
        if taken._current > before:
            given_up.append(now[0])
            assert cameras[len(given_up)].locks.get(timeout=LONG)
    waits = [later - sooner for sooner, later in zip([0.0, *given_up], given_up, strict=False)]
    assert waits == [3.5, 6.5, 12.5, 24.5, 48.5, 96.5, 96.5, 96.5]
    taken.close()
    for camera in cameras:
        camera.next.put(None)
