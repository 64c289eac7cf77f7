"""What the table is asked, and told, where it looks otherwise than it should."""

import pygame
import pytest

from companion.session.session import Session
from companion.ui.sheet import draw_screen
from engine.layout import View
from engine.siberia import SIBERIA
from engine.siberia.board import EXCHANGES, OPEN, REGIONS
from engine.siberia.events import Correct, Investor, Mine, Pass, Refill, Salesman, Worker
from engine.siberia.material import ACTIONS, RESOURCES
from engine.siberia.scoring import in_stack, stack
from hardware.panel import Button, Light
from tests.companion.games.siberia.evening_table import (
    ASKED,
    LOOKS,
    begin_by_hand,
    on_screen,
    show,
    wait,
)
from tests.companion.pages.hands import Choose, choose_by_buttons, choose_by_touch, press, rows
from tests.examples.siberia_examples import unseen_sale
from tests.examples.siberia_table import played, siberia_session, when
from tests.examples.sitting import sitting


def test_an_action_that_is_not_allowed_is_refused_by_its_rule(session: Session) -> None:
    begin_by_hand(session)
    state = session.live.history.state
    regions = SIBERIA.expected(state)[REGIONS]
    number, cubes = next((i, one) for i, one in enumerate(regions) if "gas" in one)
    without = tuple(one for one in cubes if one != "gas")
    view = SIBERIA.expected(state).holding(
        REGIONS, (*regions[:number], without, *regions[number + 1 :])
    )
    show(session, view, ASKED)
    assert session.page.name == "wrong"
    text = session.page.text()  # type: ignore[attr-defined]
    assert "has no worker in a region with gas" in text
    (group,) = (one for one in session.live.board.layout if one.id == REGIONS)
    assert text.startswith(session.live.names.place(group.places[number].id))


def test_a_marker_called_as_a_cube_that_is_gone_is_not_that_cube() -> None:
    """No arrow leads from the region to the marker: the program ended with that once."""
    evening = sitting("en")
    states = played(evening.colours, "untold")[1]
    number, kind = next(
        (number, one[0])
        for number, state in enumerate(states)
        for view in (SIBERIA.expected(state),)
        for one in view[REGIONS]
        if state.phase == "action" and len(one) == 1 and one[0] in RESOURCES
        if one not in view[OPEN]
    )
    view = SIBERIA.expected(states[number])
    at = view[REGIONS].index((kind,))
    regions = (*view[REGIONS][:at], (), *view[REGIONS][at + 1 :])
    session = siberia_session(evening, number)
    gone = view.holding(REGIONS, regions).holding(OPEN, ((kind,), *view[OPEN][1:]))
    show(session, gone, ASKED)
    assert session.page.name == "wrong"
    assert len(session.live.wrong["differences"]) == 2  # type: ignore[index]  # it is wrong
    for _ in range(2):
        draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
        press(session, Button.WHY)


def test_where_a_marker_is_dealt_and_a_cube_comes_too_the_marker_is_said_to_be_legal() -> None:
    evening = sitting("en")
    session = siberia_session(evening, when(evening, "refill"))
    state = session.live.history.state
    view, kind = SIBERIA.expected(state), stack(state)[0]
    opened = [one or (kind,) for one in view[OPEN]]
    first, *regions = view[REGIONS]
    come = (tuple(sorted((*first, "gas"))), *regions)
    show(session, view.holding(OPEN, tuple(opened)).holding(REGIONS, come), ASKED)
    assert session.page.name == "wrong"
    press(session, Button.WHY)
    draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
    paragraphs = session.page.paragraphs()  # type: ignore[attr-defined]  # a page of reasons
    assert f"The next marker face up may be {kind}." in [one.text for one in paragraphs]


def test_only_markers_that_are_left_are_offered_where_one_is_told_to_be_dealt() -> None:
    """Choosing another one ended the program once."""
    evening = sitting("en")
    states = played(evening.colours, "untold")[1]
    number, _ = next(
        (number, state)
        for number, state in enumerate(states)
        if state.phase == "refill" and len({*stack(state)}) < len(ACTIONS)
    )
    state = states[number]
    session = siberia_session(evening, number)
    first, *regions = SIBERIA.expected(state)[REGIONS]
    without = SIBERIA.expected(state).holding(REGIONS, (first[1:], *regions))
    show(session, without, ASKED)
    press(session, Button.WHY, Button.OK)
    assert session.page.name == "tell"
    choose_by_buttons(session, "A marker was turned over")
    offered = {row.lower() for row in rows(session)}
    names = session.live.names
    assert offered == {names.value("investment", one).lower() for one in stack(state)}
    press(session, Button.OK)
    assert session.live.history.event == number + 1


def test_a_pawn_that_goes_straight_to_work_is_told_where_workers_begin(session: Session) -> None:
    begin_by_hand(session)
    state = session.live.history.state
    view = SIBERIA.expected(state)
    regions = view[REGIONS]
    number = next(i for i, one in enumerate(regions) if len(one) == len({*one} & {*RESOURCES}))
    there = tuple(sorted((*regions[number], state.order[0])))
    show(
        session,
        view.holding(REGIONS, (*regions[:number], there, *regions[number + 1 :])),
        ASKED,
    )
    assert session.page.name == "wrong"
    assert "workers begin in the start region" in session.page.text()  # type: ignore[attr-defined]
    press(session, Button.WHY)
    assert session.page.name == "rule"
    pen = draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
    written = " ".join(text for text, _ in pen.written)
    assert "puts a pawn from the depot" in written
    assert session.live.names.place(state.setting.places[number]) in written


def test_a_second_marker_of_an_action_is_refused_though_the_next_round_could_explain_it(
    session: Session,
) -> None:
    begin_by_hand(session)
    live = session.live
    first, *others = live.history.state.order
    state = live.history.state
    kind = next(ACTIONS[one] for one in state.open if in_stack(state, one))
    for event in (Investor(first, kind), Refill(kind), *map(Pass, others)):
        live.write(event)
    view = SIBERIA.expected(live.history.state)
    show(session, view)
    opened = [lying for lying in view[OPEN] if lying != (kind,)]
    next_up = stack(live.history.state)[-1]
    show(session, view.holding(OPEN, (*opened, (next_up,))), ASKED)
    assert session.page.name == "wrong"
    assert session.page.title() == "Please put it back"
    told = session.page.text()  # type: ignore[attr-defined]
    assert "already" in told, told


def test_what_was_taken_back_is_said_in_its_own_words(session: Session) -> None:
    begin_by_hand(session)
    state = session.live.history.state
    sent = Worker(state.order[0], "depot")
    show(session, SIBERIA.expected(SIBERIA.apply(state, sent).state))
    assert session.live.history.events[-1] == sent
    show(session, SIBERIA.expected(state))
    assert session.live.history.state == state
    assert on_screen(session).text == f"Taken back: {session.live.names.event(sent)}"


def test_where_a_sale_pays_more_elsewhere_the_table_is_asked() -> None:
    session, seen = unseen_sale(sitting("en", players=3))
    seller = session.live.phase.players[0]
    before = session.live.history.event
    for _ in range(LOOKS):
        session.take_look(seen)
    assert session.page.name == "wrong"
    offered = [row for row in rows(session) if "sells at" in row]
    assert len(offered) > 1
    assert session.light is Light.BLUE  # nothing is wrong
    press(session, Button.OK)
    assert session.page.name == "play"
    (sold,) = session.live.history.events[before:]
    assert isinstance(sold, Mine)
    assert sold.player == seller
    assert session.live.names.event(sold) == offered[0]
    session.store.close()


def test_where_only_the_exchange_was_not_seen_nothing_is_said_to_differ() -> None:
    session, seen = unseen_sale(sitting("en", players=3))
    for _ in range(LOOKS):
        session.take_look(seen)
    assert session.page.text() == "Which of these happened?"  # type: ignore[attr-defined]
    press(session, Button.BACK)
    session.take_look(seen)
    shown = on_screen(session)
    assert shown.text.startswith("The camera did not see all of this turn.")
    assert not shown.is_alarm
    assert (session.light, session.screen.status) == (Light.BLUE, "waiting for you")
    press(session, Button.OK)
    assert session.page.name == "wrong"
    session.store.close()


def test_after_later_the_screen_says_that_it_waits_and_a_press_asks_again(
    session: Session,
) -> None:
    begin_by_hand(session)
    _, seen = gone_cube(session)
    press(session, Button.BACK)
    show(session, seen, 1)
    shown = on_screen(session)
    assert shown.text.startswith("Waiting: the board differs.")
    assert shown.is_alarm
    assert session.light is Light.RED
    press(session, Button.SCORE)
    assert session.page.name == "wrong"


@pytest.mark.parametrize("stays", [True, False])
def test_what_is_left_of_a_forbidden_change_may_be_put_back_next(
    session: Session, *, stays: bool
) -> None:
    begin_by_hand(session)
    before = session.live.history.event
    state = session.live.history.state
    view, sent = SIBERIA.expected(state), Worker(state.order[0], "depot")
    left = SIBERIA.expected(SIBERIA.apply(state, sent).state)
    number = next(i for i, lying in enumerate(left[REGIONS]) if len(lying) > 1)
    fewer = [lying[1:] if i == number else lying for i, lying in enumerate(left[REGIONS])]
    show(session, view)
    show(session, left.holding(REGIONS, tuple(fewer)), ASKED)
    assert session.page.name == "wrong"
    show(session, left, 8)
    assert session.live.history.event == before, "people still put things back"
    assert session.page.name == "wrong"
    show(session, left if stays else view)
    assert session.live.history.events[before:] == [sent] * stays
    assert session.page.name == "play"


def test_a_press_for_what_is_put_back_ends_no_turn(session: Session) -> None:
    begin_by_hand(session)
    before = session.live.history.event
    state = session.live.history.state
    view = SIBERIA.expected(state)
    show(session, view)
    _, *others = view[REGIONS]
    show(session, view.holding(REGIONS, ((), *others)), 1)
    press(session, Button.SCORE)
    show(session, view.holding(REGIONS, ((), *others)), ASKED)
    assert session.page.title() == "Please put it back"
    show(session, view)
    assert session.page.name == "play"
    sent = Worker(state.order[0], "depot")
    show(session, SIBERIA.expected(SIBERIA.apply(state, sent).state))
    press(session, Button.SCORE)
    show(session, SIBERIA.expected(session.live.history.state))
    assert session.live.history.events[before:] == [sent]
    assert session.page.name == "play"


def test_nobody_agrees_to_what_is_not_so_any_more(session: Session) -> None:
    begin_by_hand(session)
    region, _ = gone_cube(session)
    wait(session)
    choose_by_touch(session, "We agree")
    assert session.page.name == "correction"
    view = SIBERIA.expected(session.live.history.state)
    *others, last = view[REGIONS]
    number = next(i for i in reversed(range(len(others))) if len(others[i]) > 1)
    others[number] = others[number][1:]
    show(session, view.holding(REGIONS, (*others, last)), ASKED)
    assert session.page.name == "wrong"
    wait(session)
    choose_by_touch(session, "We agree")
    assert not any(row.startswith(session.live.names.place(region)) for row in rows(session))


def test_what_is_agreed_on_is_kept_while_only_more_differs(session: Session) -> None:
    begin_by_hand(session)
    _, seen = gone_cube(session)
    wait(session)
    choose_by_touch(session, "We agree")
    regions = seen[REGIONS]
    number = next(i for i in reversed(range(len(regions))) if len(regions[i]) > 1)
    fewer = tuple(one[1:] if i == number else one for i, one in enumerate(regions))
    show(session, seen.holding(REGIONS, fewer), ASKED)
    assert session.page.name == "correction"


def test_whoever_plays_alone_is_not_asked_about_his_turn(session: Session) -> None:
    begin_by_hand(session)
    live = session.live
    first, *others = live.history.state.order
    for event in (Worker(first, "depot"), *map(Pass, others)):
        live.write(event)
    gone_cube(session)
    wait(session)
    choose_by_touch(session, "We agree")
    agreed = [row for row in rows(session) if row.startswith("We agree")]
    assert agreed == [f"We agree; it is still {live.names.player(first)}’s turn"]


def fallen(session: Session, sent: Salesman) -> None:
    """Let a salesman be sent and his turn be ended, then a pawn of the same player fall over."""
    state = SIBERIA.apply(session.live.history.state, sent).state
    show(session, SIBERIA.expected(state))
    press(session, Button.SCORE)
    show(session, SIBERIA.expected(state))
    view = SIBERIA.expected(state)
    regions = [tuple(one for one in lying if one != sent.player) for lying in view[REGIONS]]
    show(session, view.holding(REGIONS, tuple(regions)), ASKED)


def test_a_pawn_that_falls_over_later_changes_no_turn_that_was_ended(session: Session) -> None:
    begin_by_hand(session)
    state = session.live.history.state
    side = state.setting.places[state.exchanges[0]]
    sent = Salesman(state.order[0], "depot", side)
    before = session.live.history.event
    fallen(session, sent)
    assert session.live.history.events[before:] == [sent]
    assert session.page.name == "wrong"
    if session.page.labels().why:
        press(session, Button.WHY)
        assert draw_screen(pygame.Surface((800, 480), depth=32), session.screen).written


def test_whoever_acts_out_of_turn_is_rather_to_put_it_back(session: Session) -> None:
    begin_by_hand(session)
    state = session.live.history.state
    _, second, _ = state.order
    side = state.setting.places[state.exchanges[-1]]
    view, number = SIBERIA.expected(state), len(state.exchanges) - 1
    there = view[EXCHANGES]
    seen = view.holding(EXCHANGES, (*there[:number], tuple(sorted((*there[number], second)))))
    show(session, seen, ASKED)
    assert session.page.name == "wrong"
    names = session.live.names
    told = f"{names.player(state.order[0])} is to play, not {names.player(second)}."
    assert told in session.page.text()  # type: ignore[attr-defined]
    marked = rows(session)[session.page.chosen]  # type: ignore[attr-defined]
    assert marked == "Put it back"
    assert any(names.place(side) in row for row in rows(session))


def gone_cube(session: Session) -> tuple[str, View]:
    """Show a table from which a cube is gone; name its region, and give what is seen."""
    state = session.live.history.state
    view = SIBERIA.expected(state)
    setting = state.setting
    number = next(i for i, lying in enumerate(view[REGIONS]) if len(lying) > 1)
    contents = [lying[1:] if i == number else lying for i, lying in enumerate(view[REGIONS])]
    seen = view.holding(REGIONS, tuple(contents))
    show(session, seen, ASKED)
    return setting.places[number], seen


@pytest.mark.parametrize(
    "choose", [pytest.param(choose_by_buttons, marks=pytest.mark.long), choose_by_touch]
)
def test_a_table_may_agree_that_all_is_as_it_lies(session: Session, choose: Choose) -> None:
    begin_by_hand(session)
    before = session.live.state
    region, seen = gone_cube(session)
    assert session.page.name == "wrong"
    wait(session)
    choose(session, "We agree")
    assert rows(session)[0].startswith(session.live.names.place(region))
    assert any("turn is over" in row for row in rows(session))
    choose(session, next(row for row in rows(session) if "it is still" in row))
    assert session.page.name == "play"
    agreed = session.live.history.events[-1]
    (missing,) = {*before["cubes"][region]} - {*session.live.state["cubes"][region]}
    assert isinstance(agreed, Correct)
    assert agreed.as_turn_of is None
    assert session.live.state["supply"][missing] == before["supply"][missing] + 1
    show(session, seen)
    assert session.page.name == "play"
    assert session.live.wrong is None


def test_what_really_happened_may_be_that_all_is_as_it_lies(session: Session) -> None:
    begin_by_hand(session)
    region, _ = gone_cube(session)
    wait(session)
    press(session, Button.WHY)
    press(session, Button.OK)
    assert session.page.name == "tell"
    assert rows(session)[-1] == "We agree"
    choose_by_buttons(session, "We agree")
    assert rows(session)[0].startswith(session.live.names.place(region))
    choose_by_buttons(session, next(row for row in rows(session) if "it is still" in row))
    assert isinstance(session.live.history.events[-1], Correct)
    assert session.page.name == "play"


def test_of_two_regions_that_are_wrong_the_one_put_right_is_told_no_more(session: Session) -> None:
    begin_by_hand(session)
    view = SIBERIA.expected(session.live.history.state)
    regions = [*view[REGIONS]]
    first, second = [i for i, lying in enumerate(regions) if len({*lying} & {*RESOURCES}) > 1][:2]
    wrong = [*regions]
    wrong[first] = wrong[second] = ()
    show(session, view.holding(REGIONS, tuple(wrong)), ASKED)
    assert session.page.name == "wrong"
    places = session.live.history.state.setting.places
    names = [session.live.names.place(places[one]) for one in (first, second)]
    told = session.page.text()  # type: ignore[attr-defined]
    assert names[0] in told
    assert "1 more" in told
    wrong[first] = regions[first]
    show(session, view.holding(REGIONS, tuple(wrong)), 2)
    told = session.page.text()  # type: ignore[attr-defined]
    assert names[1] in told
    assert names[0] not in told
