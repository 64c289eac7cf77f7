"""What the camera takes for another thing in Siberia is put right by four presses."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from companion.session.session import Session
from engine.layout import Lying, View
from engine.siberia import SIBERIA
from engine.siberia.board import EXCHANGES, REGIONS
from engine.siberia.events import Event, Mine, Salesman, Worker
from engine.siberia.material import RESOURCES
from engine.siberia.state import State
from hardware.panel import Button, Light
from tests.companion.games.siberia.evening_table import ASKED, show, wait
from tests.companion.pages.hands import down, press, rows
from tests.examples.siberia_table import played, siberia_session
from tests.examples.sitting import Sitting, sitting
from tests.sampled import one_in

MOST_PRESSES = 4
PUT_BACK = "Put it back"
"""Offered where a rule refuses what was seen."""


def seen_as(then: Lying, now: Lying, instead: str) -> Lying:
    """Give how a place looks where what came, or the cube that went, is taken for another."""
    come, gone = Counter(now) - Counter(then), Counter(then) - Counter(now)
    lying = Counter(then) - Counter({instead: 1} if gone.keys() & {*RESOURCES} else gone)
    lying.update({instead: 1} if come else {})
    return tuple(sorted(lying.elements()))


def misread(state: State, event: Event) -> Iterator[View]:
    """Give how the table may look to an eye that takes one thing for another after an event.

    It changes one place, or moves a pawn from one to another.
    """
    before, after = (SIBERIA.expected(one) for one in (state, SIBERIA.apply(state, event).state))
    changed = [
        (group, at, then, now)
        for group in (REGIONS, EXCHANGES)
        for at, (then, now) in enumerate(zip(before[group], after[group], strict=True))
        if then != now
    ]
    others = [one for one in state.order if one != state.to_play]
    for instead in RESOURCES if isinstance(event, Mine) else others:
        view = before
        for group, at, then, now in changed:
            if isinstance(event, Mine) and instead not in now:
                break
            places = (*view[group][:at], seen_as(then, now, instead), *view[group][at + 1 :])
            view = view.holding(group, places)
        else:
            yield view


def asked(evening: Sitting, kind: type[Event]) -> Iterator[tuple[Session, Event, View]]:
    """Yield tables that are asked to put back what the eye took for another thing."""
    for number, state in enumerate(played(evening.colours, "untold")[1]):
        legal = SIBERIA.legal_events(state) if state.phase == "action" else ()
        # Of sales that look alike, the first pays most.
        alike = {SIBERIA.expected(SIBERIA.apply(state, one).state): one for one in legal[::-1]}
        for event in (one for one in alike.values() if isinstance(one, kind)):
            for view in misread(state, event):
                session = siberia_session(evening, number)
                show(session, view, ASKED)
                if session.page.name == "wrong" and PUT_BACK in rows(session):
                    wait(session)
                    yield session, event, view


def choose(session: Session, text: str) -> int:
    """Choose a row by buttons, the shorter way, and count how often they were pressed."""
    found = rows(session)
    at = found.index(text)
    up = session.screen.labels.score == "▲"
    by = Button.SCORE if up and len(found) - at < at else down(session)
    presses = min(at, len(found) - at) if up else at
    press(session, *[by] * presses, Button.OK)
    return presses + 1


@pytest.mark.parametrize(
    ("kind", "tables"), [(Mine, one_in(16)), (Salesman, one_in(50)), (Worker, one_in(50))]
)
def test_a_misread_piece_takes_four_presses(kind: type[Event], tables: int) -> None:
    for session, event, view in islice(asked(sitting("en"), kind), tables):
        presses = choose(session, "The camera is mistaken")
        assert session.page.name == "misread"
        presses += choose(session, session.live.names.event(event))
        assert presses <= MOST_PRESSES
        assert_believed(session, event, view)


def assert_believed(session: Session, event: Event, view: View) -> None:
    """Find what people said written, and the table not asked again."""
    assert session.page.name == "play"
    assert session.live.history.events[-1] == event
    show(session, view, ASKED)
    assert session.page.name == "play"
    assert session.live.wrong is None
    assert session.screen.light is not Light.RED


def test_where_nothing_happened_that_is_said_by_four_presses() -> None:
    session, _, view = next(asked(sitting("en"), Worker))
    before = session.live.history.event
    choose(session, "The camera is mistaken")
    press(session, Button.BACK)
    assert session.page.name == "wrong"
    session.page.chosen = 0  # type: ignore[attr-defined]
    presses = choose(session, "The camera is mistaken")
    presses += choose(session, "Nothing happened")
    assert presses <= MOST_PRESSES
    assert (session.page.name, session.live.history.event) == ("play", before)
    show(session, view, ASKED)
    assert session.page.name == "play"
