"""The service manager hears how it goes, over a real socket, and its silence harms nothing."""

import os
from pathlib import Path

import pytest

from hardware.service import ServiceManager
from tests.hardware.notified import Notified

PERIOD = 20.0


class Watch:
    """A clock that is set by hand."""

    seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize("abstract", [False, True])
def test_beginning_and_end_are_told(tmp_path: Path, abstract: bool) -> None:  # noqa: FBT001 - pytest's
    with Notified(tmp_path, abstract=abstract) as manager:
        service = ServiceManager(manager.environment)
        assert service.there
        service.ready()
        service.stopping()
        assert manager.heard() == ["READY=1", "STOPPING=1"]


def test_signs_of_life_come_twice_a_period_however_often_the_loop_goes_round(
    tmp_path: Path,
) -> None:
    watch = Watch()
    with Notified(tmp_path, period=PERIOD) as manager:
        service = ServiceManager(manager.environment, watch)
        for _ in range(round(5 * PERIOD / 0.5)):
            service.alive()
            watch.seconds += 0.5
        assert manager.heard() == ["WATCHDOG=1"] * 10


def test_a_loop_that_hangs_gives_no_sign_of_life(tmp_path: Path) -> None:
    watch = Watch()
    with Notified(tmp_path, period=PERIOD) as manager:
        service = ServiceManager(manager.environment, watch)
        service.alive()
        assert manager.heard() == ["WATCHDOG=1"]
        watch.seconds += 3 * PERIOD
        assert manager.heard() == []


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid() + 1)},
    ],
)
def test_nobody_who_does_not_wait_for_signs_of_life_gets_any(
    tmp_path: Path, told: dict[str, str]
) -> None:
    with Notified(tmp_path) as manager:
        service = ServiceManager(manager.environment | told)
        service.alive()
        assert manager.heard() == []


def test_without_a_manager_nothing_is_told_to_nobody() -> None:
    service = ServiceManager({})
    assert not service.there
    service.ready()
    service.alive()
    service.stopping()


def test_a_manager_that_has_gone_or_takes_nothing_does_not_hold_the_table_up(
    tmp_path: Path,
) -> None:
    with Notified(tmp_path) as manager:
        service = ServiceManager(manager.environment)
        for _ in range(10_000):  # more than any socket's queue holds
            service.ready()
        assert manager.heard()
    service.stopping()
