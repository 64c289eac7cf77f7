"""What takes long is done beside the session: its answer is brought, or nobody waits for it."""

import threading
from collections.abc import Callable

import pytest

from companion.calibration.board import untaught_session
from companion.journal.store import Store
from companion.live.loop import Worker
from companion.pages.kinds import MessagePage
from companion.session.session import Session, Task
from companion.settings import Settings
from hardware.panel import Button
from tests.companion.pages.hands import press

LONG = 20.0


@pytest.fixture
def session() -> Session:
    """Give a session with two pages, one on the other."""
    one = untaught_session(Settings(), Store.in_memory())
    one.open(MessagePage(one, "below"))
    one.open(MessagePage(one, "above"))
    return one


class Found:
    """Counts what was brought."""

    def __init__(self, session: Session) -> None:
        self.brought: list[int] = []
        self.asked: list[int] = []
        self._session = session

    def send(self, number: int, until: Callable[[], object] = lambda: None) -> None:
        """Send for a number, which is there when ``until`` comes back."""

        def work() -> int:
            self.asked.append(number)
            until()
            return number

        page = self._session.page
        self._session.tasks.append(Task(page, work, self.brought.append))


def test_the_session_goes_on_while_something_takes_long(session: Session) -> None:
    may, found, worker = threading.Event(), Found(session), Worker()
    found.send(1, lambda: may.wait(LONG))
    for _ in range(3):
        worker.serve(session)
        assert found.brought == []
    may.set()
    worker.close()
    assert found.brought == []  # the main loop takes it, when it comes round
    worker.serve(session)
    assert found.brought == [1]


def test_an_answer_that_comes_too_late_is_thrown_away(session: Session) -> None:
    may, found, worker = threading.Event(), Found(session), Worker()
    found.send(1, lambda: may.wait(LONG))
    worker.serve(session)
    press(session, Button.BACK)
    found.send(2)
    may.set()
    worker.close()
    worker.serve(session)
    worker.close()
    worker.serve(session)
    assert found.brought == [2]


def test_what_nobody_waits_for_any_more_is_not_begun(session: Session) -> None:
    found, worker = Found(session), Worker()
    found.send(1)
    press(session, Button.BACK)
    found.send(2)
    worker.serve(session)
    worker.close()
    worker.serve(session)
    assert (found.asked, found.brought) == ([2], [2])


def test_one_follows_the_other(session: Session) -> None:
    found, worker = Found(session), Worker()
    for number in range(3):
        found.send(number)
    for _ in range(4):
        worker.serve(session)
        worker.close()
    assert found.brought == [0, 1, 2]


def test_what_goes_wrong_is_raised_where_the_session_runs(session: Session) -> None:
    worker = Worker()

    def fail() -> None:
        raise ZeroDivisionError

    session.tasks.append(Task(session.page, fail, lambda _: None))
    worker.serve(session)
    worker.close()
    with pytest.raises(ZeroDivisionError):
        worker.serve(session)
