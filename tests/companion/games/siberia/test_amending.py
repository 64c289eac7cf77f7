"""A marker that was entered wrongly is corrected though the game has gone on since."""

from functools import cache

import pytest

from companion.games.siberia.amending import lying_markers, placed, refused
from companion.games.siberia.rounds import placements
from companion.session.session import Session
from companion.words.names import capitalised
from engine.layout import View
from engine.record import Undo
from engine.siberia import SIBERIA
from engine.siberia.board import REGIONS, as_siberia
from engine.siberia.events import Pass, Place, Worker
from engine.siberia.material import MARKERS, RESEARCH
from engine.siberia.state import State
from hardware.panel import Button
from tests.companion.games.siberia.evening_table import (
    ASKED,
    BOARD,
    WAYS,
    show,
    wait,
)
from tests.companion.pages.hands import Choose, choose_by_touch, press, rows
from tests.examples.siberia_table import look_of, played, siberia_session, when
from tests.examples.sitting import Sitting, sitting
from tests.sampled import few

ACTED = 6
"""Turns of the first round that have been played."""


@cache
def at_three() -> Sitting:
    """Give a game of three players, which takes a moment."""
    return sitting("en", players=3)


def told_session(turns: int = ACTED) -> Session:
    """Open a game whose markers are told, after some turns of its first round."""
    one = at_three()
    return siberia_session(one, when(one, "action", turns, "told"), "told", stored=True)


def mistyped(session: Session) -> tuple[int, Place]:
    """Find a marker that lies on its board and may as well have been another; give that one."""
    history = session.live.history
    for number, was in lying_markers(session.live).items():
        before = history.at(number - 1)
        for marker in MARKERS:
            for one in placements(before, was.player, marker):
                other = marker != was.marker and one.to == was.to != RESEARCH
                if other and refused(history, number, one) is None:
                    return number, one
    raise LookupError("no marker could have been another")


def amended(session: Session, number: int, instead: Place) -> State:
    """Give where the game would stand had another marker been placed."""
    history = session.live.history
    state = SIBERIA.apply(history.at(number - 1), instead).state
    for later in history.in_effect(history.event):
        if later > number:
            event = history.events[later - 1]
            assert not isinstance(event, Undo)
            state = SIBERIA.apply(state, event).state
    return state


def choose_really(session: Session, instead: Place) -> None:
    """Say on the page of all kinds which marker it is, and where it lies if that is asked."""
    assert session.page.name == "amend"
    wait(session)
    session.tap(f"marker-{MARKERS.index(instead.marker)}")
    if session.page.name != "play":
        names = session.live.names
        choose_by_touch(session, capitalised(names.place(instead.to)))


@WAYS
def test_a_mistyped_marker_is_corrected_where_a_turn_is_told(choose: Choose) -> None:
    session = told_session()
    live, names = session.live, session.live.names
    number, instead = mistyped(session)
    was = live.history.events[number - 1]
    assert isinstance(was, Place)
    should = amended(session, number, instead)
    expected = SIBERIA.expected(live.history.state)
    show(session, expected)
    live.turns.end_turn()
    show(session, expected)
    press(session, Button.SCORE)
    show(session, expected)
    assert session.page.name == "turn"
    choose(session, "Correct a marker")
    choose(session, names.player(was.player))
    choose(session, capitalised(names.name("marker", was.marker)))
    choose_really(session, instead)
    assert live.history.state == should
    show(session, expected)
    assert session.page.name == "turn", "that turn is still to be told"
    session.store.close()


def test_it_is_corrected_where_what_happened_is_looked_up() -> None:
    session = told_session()
    number, instead = mistyped(session)
    should = amended(session, number, instead)
    was_over = session.live.turns.is_over
    wait(session)
    press(session, Button.WHY)
    session.go("moment", event=number)
    choose_by_touch(session, "Correct this marker")
    choose_really(session, instead)
    assert session.page.name == "play"
    assert session.live.history.state == should
    assert session.live.turns.is_over == was_over
    session.store.close()


def test_later_events_keep_their_photographs_and_times() -> None:
    session = told_session()
    live, store = session.live, session.store
    first = live.history.event
    ended = next(one for one in SIBERIA.legal_events(live.history.state) if isinstance(one, Pass))
    then = look_of(BOARD, SIBERIA.expected(live.history.state), "then")
    live.write(ended, "camera", then)
    number, instead = mistyped(session)
    live.follow(look_of(BOARD, SIBERIA.expected(live.history.state), "now"))
    live.amend(number, instead)
    assert live.history.event == first + 1 + (first + 1 - number) + 2
    lines = [line for line in store.lines(live.id) if "type" in line]
    assert lines[-1] == lines[first]
    assert lines[-1]["by"] == "camera"
    seen = store.evidence(live.id, live.history.event)
    assert seen == store.evidence(live.id, first + 1)
    assert any(one.cropped for one in seen)
    session.store.close()


@pytest.mark.parametrize("phase", few(1, ["discard", "place"]))
def test_it_is_corrected_between_the_rounds_too(phase: str) -> None:
    skip = 0
    if phase == "place":  # in a later round, before anybody has placed anything
        states = played(at_three().colours, "told")[1]
        placing = [n for n, state in enumerate(states) if state.phase == "place"]
        skip = next(i for i, n in enumerate(placing) if states[n].round == 2)
    one = at_three()
    session = siberia_session(one, when(one, phase, skip, "told"), "told", stored=True)
    number, instead = mistyped(session)
    should = amended(session, number, instead)
    session.go("opening" if phase == "place" else "settling")
    assert rows(session)[-1] == "Correct a marker"
    session.go("amend", event=number)
    choose_really(session, instead)
    assert session.live.history.state == should
    session.store.close()


def test_where_nothing_was_placed_there_is_nothing_to_correct() -> None:
    session = told_session()
    last = session.live.history.event
    assert not isinstance(session.live.history.events[last - 1], Place)
    session.go("moment", event=last)
    assert "Correct this marker" not in rows(session)
    session.store.close()


def test_what_would_make_a_turn_illegal_is_refused_with_that_turn() -> None:
    session = told_session()
    history = session.live.history
    number, marker, could = next(
        (number, marker, could)
        for number, event in placed(history).items()
        for marker in MARKERS
        if (could := placements(history.at(number - 1), event.player, marker))
        and all(refused(history, number, one) is not None for one in could)
    )
    before = history.event
    session.go("amend", event=number)
    wait(session)
    session.tap(f"marker-{MARKERS.index(marker)}")
    assert session.page.name == "message"
    event = refused(history, number, could[0])
    assert session.live.names.event(event) in session.screen.body.text  # type: ignore[attr-defined]
    press(session, Button.OK)
    assert session.page.name == "amend"
    assert history.event == before
    session.store.close()


def shown_with(state: State, sent: Worker) -> View:
    """Give how the table looks once somebody has brought a worker, whether he may or not."""
    view = SIBERIA.expected(state)
    (group,) = (one for one in BOARD.layout if one.id == REGIONS)
    number = [place.id for place in group.places].index(as_siberia(BOARD).start_region)
    there = [*view[REGIONS]]
    there[number] = tuple(sorted((*there[number], sent.player)))
    return view.holding(REGIONS, tuple(there))


@pytest.mark.parametrize("lacking", [True, False])
def test_an_action_that_lacks_its_markers_may_be_a_mistyped_marker(*, lacking: bool) -> None:
    states = played(at_three().colours, "told")[1]

    def broken(number: int) -> str:
        state = states[number]
        if state.phase != "action" or not state.pawns[state.turn].count(state.setting.depot):
            return ""
        findings = SIBERIA.check(state, tried(state)).findings
        return next((one.rule for one in findings if not one.holds), "")

    def tried(state: State) -> Worker:
        players, turn = state.setting.players, state.turn
        return Worker(players[turn if lacking else (turn + 1) % len(players)], "depot")

    rules = {"I-19"} if lacking else {"I-16", "I-18"}
    number = next(n for n in range(len(states)) if broken(n) in rules)
    session = siberia_session(at_three(), number, "told", stored=True)
    show(session, SIBERIA.expected(states[number]))
    show(session, shown_with(states[number], tried(states[number])), ASKED)
    assert session.page.name == "wrong"
    assert ("Correct a marker" in rows(session)) == lacking
    session.store.close()
