"""From bouncing contacts to presses: what a thumb meant, and nothing else."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.session.presses import (
    BOUNCE,
    REPEAT_AFTER,
    REPEAT_EVERY,
    SHUTDOWN,
    STUCK,
    TOGETHER,
    Kind,
    Press,
    Presses,
)
from hardware.panel import Button, Edge
from hardware.virtual.virtual_panel import VirtualPanel
from tests.sampled import one_in

SCORE, OK, BACK, WHY = Button.SCORE, Button.OK, Button.BACK, Button.WHY
TICK = 0.02

# A signal: buttons that are pressed and released at moments.
Signal = Sequence[Edge]


def down(button: Button, seconds: float) -> Edge:
    return Edge(button, down=True, seconds=seconds)


def up(button: Button, seconds: float) -> Edge:
    return Edge(button, down=False, seconds=seconds)


def held_at(signal: Signal, seconds: float) -> set[Button]:
    state = {edge.button: edge.down for edge in signal if edge.seconds <= seconds}
    return {button for button, is_down in state.items() if is_down}


def told(
    signal: Signal, until: float, *, arriving: Signal | None = None, tick: float = TICK
) -> list[Press]:
    """Ask at every tick; of the signal's edges those ``arriving`` are seen, all by default."""
    presses, found, before = Presses(), list[Press](), -1.0
    seen = signal if arriving is None else arriving
    for number in range(int(until / tick) + 2):
        now = number * tick
        fresh = [edge for edge in seen if before < edge.seconds <= now]
        found += presses.take(fresh, held_at(signal, now), now)
        before = now
    return found


def kinds(presses: Sequence[Press]) -> list[tuple[Button, Kind]]:
    return [(press.button, press.kind) for press in presses]


@st.composite
def clean_signals(draw: st.DrawFn, least: float) -> list[Edge]:
    """One button, pressed some times; each rest lasts ``least`` seconds or more."""
    rests = draw(st.lists(st.floats(least, 0.4), min_size=1, max_size=10))
    moments, now = [], 0.1
    for rest in rests:
        moments.append(now)
        now += rest
    return [Edge(OK, down=i % 2 == 0, seconds=moment) for i, moment in enumerate(moments)]


@st.composite
def bouncing(draw: st.DrawFn, clean: Signal) -> list[Edge]:
    """Each change with an even number of further edges, all before the contact is at rest."""
    found = []
    for edge in clean:
        offsets = st.floats(0.0001, BOUNCE * 0.99)
        times = draw(st.lists(offsets, max_size=6, unique=True).filter(lambda x: len(x) % 2 == 0))
        found.append(edge)
        for i, offset in enumerate(sorted(times)):
            level = edge.down if i % 2 else not edge.down
            found.append(Edge(edge.button, level, edge.seconds + offset))
    return found


@settings(max_examples=one_in(2))
@given(st.data())
def test_any_bouncing_gives_exactly_the_true_presses_without_delay(data: st.DataObject) -> None:
    clean = data.draw(clean_signals(least=BOUNCE * 1.01))
    bounced = data.draw(bouncing(clean))
    found = [one for one in told(bounced, clean[-1].seconds + 0.1) if one.kind is Kind.PRESS]
    assert found == [Press(OK, Kind.PRESS, edge.seconds) for edge in clean if edge.down]


@settings(max_examples=one_in(2))
@given(st.data())
def test_lost_edges_cost_no_press_and_add_none(data: st.DataObject) -> None:
    clean = data.draw(clean_signals(least=2 * BOUNCE + 2 * TICK))
    bounced = data.draw(bouncing(clean))
    arriving = [edge for edge in bounced if data.draw(st.booleans())]
    found = [
        one
        for one in told(bounced, clean[-1].seconds + 0.2, arriving=arriving)
        if one.kind is Kind.PRESS
    ]
    true = [edge.seconds for edge in clean if edge.down]
    assert len(found) == len(true)
    for press, moment in zip(found, true, strict=True):
        assert moment <= press.seconds <= moment + BOUNCE + TICK


@settings(max_examples=one_in(2))
@given(st.data())
def test_it_does_not_matter_when_the_edges_are_fetched(data: st.DataObject) -> None:
    clean = data.draw(clean_signals(least=BOUNCE * 1.01))
    bounced = data.draw(bouncing(clean))
    end = clean[-1].seconds + 0.1
    at_once = Presses().take(bounced, held_at(bounced, end), end)
    often = told(bounced, end)
    assert [one for one in at_once if one.kind is Kind.PRESS] == [
        one for one in often if one.kind is Kind.PRESS
    ]


@given(st.lists(st.builds(Edge, st.sampled_from(Button), st.booleans(), st.floats(0, 200))))
def test_whatever_comes_nothing_is_told_out_of_turn_or_more_often_than_it_can_be(
    edges: Signal,
) -> None:
    found = told(sorted(edges, key=lambda one: one.seconds), 210.0, tick=0.5)
    assert [one.seconds for one in found] == sorted(one.seconds for one in found)
    closings = [edge.button for edge in edges if edge.down]
    for button in Button:
        own = [one.kind for one in found if one.button is button]
        assert own.count(Kind.PRESS) <= closings.count(button)
    pairs = closings.count(OK) + closings.count(BACK) - 1
    assert kinds(found).count((OK, Kind.SHUTDOWN)) <= max(pairs, 0)


def test_presses_are_told_in_order_whichever_contact_rests_first() -> None:
    edges = [down(SCORE, 0.0), down(OK, 0.0)]
    edges += [up(OK, 0.100), up(SCORE, 0.105), down(OK, 0.110), down(SCORE, 0.115)]
    found = Presses().take(edges, {SCORE, OK}, 0.5)
    assert found[2:] == [
        Press(OK, Kind.PRESS, 0.100 + BOUNCE),
        Press(SCORE, Kind.PRESS, 0.105 + BOUNCE),
    ]


def test_a_release_lost_in_bouncing_is_found() -> None:
    signal = [down(OK, 0.1), up(OK, 0.2), down(OK, 0.5)]
    found = told(signal, 0.6, arriving=[signal[0], signal[2]])
    assert kinds(found) == [(OK, Kind.PRESS), (OK, Kind.PRESS)]


def test_the_end_of_a_bounce_may_be_lost_even_when_nobody_asked_for_long() -> None:
    presses = Presses()
    edges = [down(OK, 1.0), up(OK, 1.002)]  # it closed again at 1.003
    assert kinds(presses.take(edges, {OK}, 1.5)) == [(OK, Kind.PRESS)]
    assert presses.take([], {OK}, 1.6) == []


def test_a_short_press_is_one_though_nobody_asked_meanwhile() -> None:
    edges = [down(OK, 0.0), up(OK, BOUNCE / 2)]
    assert kinds(Presses().take(edges, set(), 3.0)) == [(OK, Kind.PRESS)]


@pytest.mark.parametrize("button", [SCORE, WHY])
def test_a_scrolling_button_repeats_until_it_is_let_go(button: Button) -> None:
    let_go = REPEAT_AFTER + 4.5 * REPEAT_EVERY
    found = told([down(button, 0.0), up(button, let_go)], 3, tick=0.001)
    assert kinds(found) == [(button, Kind.PRESS)] + [(button, Kind.REPEAT)] * 5


def test_repeats_that_nobody_asked_for_are_not_made_up_for() -> None:
    presses = Presses()
    presses.take([down(WHY, 0.0)], {WHY}, 0.0)
    assert kinds(presses.take([], {WHY}, 10.0)) == [(WHY, Kind.REPEAT)]


def test_two_buttons_that_are_no_pair_are_two_presses() -> None:
    found = told([down(SCORE, 0.1), down(WHY, 0.11), up(WHY, 0.2), up(SCORE, 0.3)], 1)
    assert kinds(found) == [(SCORE, Kind.PRESS), (WHY, Kind.PRESS)]


@pytest.mark.parametrize(("first", "second"), [(BACK, OK), (OK, BACK)])
def test_the_pair_held_for_five_seconds_shuts_down_once(first: Button, second: Button) -> None:
    found = told([down(first, 0.0), down(second, 0.1)], 30)
    assert kinds(found) == [(first, Kind.PRESS), (OK, Kind.SHUTDOWN)]
    assert found[1].seconds == pytest.approx(0.1 + SHUTDOWN, abs=TICK)


@pytest.mark.parametrize("let_go", [BACK, OK])
def test_the_pair_let_go_before_does_nothing_more(let_go: Button) -> None:
    signal = [down(BACK, 0.0), down(OK, 0.1), up(let_go, SHUTDOWN)]
    assert kinds(told(signal, 30)) == [(BACK, Kind.PRESS)]


def test_ok_pressed_long_after_back_is_a_press() -> None:
    later = TOGETHER + 0.1
    found = told([down(BACK, 0.0), down(OK, later), up(OK, later + 0.1)], later + 0.2)
    assert kinds(found) == [(BACK, Kind.PRESS), (OK, Kind.PRESS)]


def test_a_stuck_button_is_ignored_until_it_opens() -> None:
    presses = Presses()
    assert kinds(presses.take([down(WHY, 0.0)], {WHY}, 0.0)) == [(WHY, Kind.PRESS)]
    assert presses.take([], {WHY}, STUCK) == []
    assert presses.take([], {WHY}, 10 * STUCK) == []
    assert presses.take([], set(), 11 * STUCK) == []
    again = presses.take([down(WHY, 12 * STUCK)], {WHY}, 12 * STUCK)
    assert kinds(again) == [(WHY, Kind.PRESS)]


def test_beside_a_stuck_back_ok_works_and_never_shuts_down() -> None:
    presses = Presses()
    presses.take([down(BACK, 0.0)], {BACK}, 0.0)
    presses.take([], {BACK}, STUCK)
    assert kinds(presses.take([down(OK, 70.0)], {BACK, OK}, 70.0)) == [(OK, Kind.PRESS)]
    assert kinds(presses.take([], {BACK, OK}, 80.0)) == []


def test_a_contact_closed_from_the_start_was_not_pressed_but_may_be_stuck() -> None:
    presses = Presses(held={BACK}, seconds=5.0)
    assert presses.take([], {BACK}, 6.0) == []
    assert presses.take([], {BACK}, 5.0 + STUCK) == []
    assert kinds(presses.take([down(OK, 70.0)], {BACK, OK}, 70.0)) == [(OK, Kind.PRESS)]
    assert kinds(presses.take([], {BACK, OK}, 80.0)) == []


def test_a_clock_that_goes_back_stands_still() -> None:
    presses = Presses(seconds=100.0)
    assert kinds(presses.take([down(OK, 101.0)], {OK}, 101.0)) == [(OK, Kind.PRESS)]
    assert presses.take([up(OK, 1.0)], set(), 1.0) == []
    assert kinds(presses.take([down(OK, 102.0)], {OK}, 102.0)) == [(OK, Kind.PRESS)]


def test_a_panel_is_read_edges_first_then_levels() -> None:
    panel = VirtualPanel()
    panel.open()
    presses = Presses(panel.held())
    panel.press(SCORE, 1.0)
    panel.release(SCORE, 1.001)
    panel.press(SCORE, 1.002)
    assert presses.take(panel.edges(), panel.held(), 1.01) == [Press(SCORE, Kind.PRESS, 1.0)]
    panel.release(SCORE, 1.2)
    assert presses.take(panel.edges(), panel.held(), 1.3) == []
    assert presses.take(panel.edges(), panel.held(), 9.0) == []
