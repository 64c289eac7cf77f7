"""An evening of Siberia on its pages: with a camera that sees all, and without any."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from companion.games.siberia.final import sales
from companion.games.siberia.play_screen import Prospect, SiberiaPlay
from companion.games.siberia.rounds import RoundSheet
from companion.journal import Journal
from companion.journal.store import Store
from companion.pages.registry import find_page
from companion.session.look import TaughtTable
from companion.session.session import DEAF, Session
from companion.settings import Settings
from companion.ui.sheet import draw_screen
from engine.games import parse_board
from engine.layout import View
from engine.siberia import SIBERIA
from engine.siberia.board import EXCHANGES, REGIONS
from engine.siberia.events import (
    Correct,
    Done,
    Event,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Ready,
    Salesman,
    Worker,
)
from engine.siberia.material import RESOURCES
from engine.siberia.state import State
from hardware.panel import Button, Light
from seeds.boards import builtin_board_text
from tests.companion.pages.hands import (
    Choose,
    choose_by_buttons,
    choose_by_touch,
    menu,
    press,
    rows,
)
from tests.examples.siberia_examples import sale_to_choose, unseen_sale
from tests.examples.siberia_table import look_of, played, siberia_session, when
from tests.examples.sitting import Sitting, sitting

TEXT = builtin_board_text("taiga")
BOARD = parse_board(TEXT, "taiga.toml")
PLAYERS = ("red", "blue", "yellow")
LOOKS = 6
ASKED = 30
"""Looks until the table is asked, though nothing explains what is seen."""
WAYS = pytest.mark.parametrize("choose", [choose_by_buttons, choose_by_touch])
PAGES = {
    "place": "opening",
    "action": "play",
    "research": "play",
    "logistics": "play",
    "refill": "settling",
    "discard": "settling",
    "over": "result",
}
"""What is on the screen while a game waits in each phase."""


@pytest.fixture
def session() -> Iterator[Session]:
    store = Store(Journal.in_memory(Path("none"), with_games=False))
    table = TaughtTable(BOARD, "taiga", TEXT, PLAYERS)
    session = Session(table, Settings(), store, find_page)
    session.go("start")
    yield session
    store.close()


def show(session: Session, view: View, looks: int = LOOKS) -> None:
    """Let the camera see a table for some looks."""
    for number in range(looks):
        session.take_look(look_of(BOARD, view, f"{number}"))


def laid_out() -> State:
    """Give where a game stands once it is laid out, red first."""
    events, _ = played(PLAYERS, "untold")
    return SIBERIA.apply(SIBERIA.new_game(BOARD, PLAYERS, {}), events[0]).state


def agree(session: Session, choose: Choose) -> None:
    """Agree on a new game that red starts."""
    choose(session, "New game")
    choose(session, "Who starts?")
    choose(session, "Red")


def wait(session: Session) -> None:
    """Let so much time pass that a page which came by itself is not deaf any more."""
    for _ in range(2):
        session.pass_time(session.now + DEAF)


def touch(session: Session, target: str) -> None:
    pen = draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
    touched = pen.touched(pen.targets[target].center)
    assert touched == target
    session.tap(touched)


def test_with_a_camera_that_sees_all_an_evening_takes_a_few_presses(session: Session) -> None:
    agree(session, choose_by_buttons)
    start = laid_out()
    show(session, SIBERIA.expected(start))
    press(session, Button.OK)
    assert session.page.name == "setup-rest"
    assert "?" not in "".join(rows(session))
    assert rows(session)[0].startswith("Yes, begin")  # and what is confirmed is in view below it
    press(session, Button.OK)
    show(session, SIBERIA.expected(start), 1)
    assert session.page.name == "opening"
    press(session, Button.SCORE)
    state = session.live.history.state
    assert state.phase == "action"
    assert state.cubes == start.cubes
    assert state.exchanges == start.exchanges
    first = state.order[0]
    frankfurt, other = (state.setting.places[side] for side in state.exchanges[:2])
    sent = Salesman(first, "depot", other if other != "frankfurt" else frankfurt)
    state = SIBERIA.apply(state, sent).state
    show(session, SIBERIA.expected(state))
    press(session, Button.SCORE)
    show(session, SIBERIA.expected(state))
    assert session.page.name == "play"
    assert session.live.history.events[-1] == sent


def test_a_turn_of_which_nothing_was_seen_is_a_pass_at_two_presses(session: Session) -> None:
    begin_by_hand(session)
    state = session.live.history.state
    show(session, SIBERIA.expected(state))
    press(session, Button.SCORE)
    show(session, SIBERIA.expected(state))
    assert session.page.name == "turn"
    press(session, Button.OK)
    assert session.page.name == "play"
    assert session.live.history.events[-1] == Pass(state.order[0])
    press(session, Button.SCORE)
    show(session, SIBERIA.expected(session.live.history.state))
    press(session, Button.BACK)
    show(session, SIBERIA.expected(session.live.history.state), 1)
    assert session.page.name == "play"
    assert not session.live.unseen_turn


def test_a_second_press_while_the_turn_is_looked_at_is_answered(session: Session) -> None:
    begin_by_hand(session)
    expected = SIBERIA.expected(session.live.history.state)
    show(session, expected)
    press(session, Button.SCORE)
    assert "one press" not in session.screen.body.text  # type: ignore[attr-defined]  # the play
    press(session, Button.SCORE)
    assert "one press" in session.screen.body.text  # type: ignore[attr-defined]
    show(session, expected)
    assert session.page.name == "turn"
    press(session, Button.OK)
    assert "one press" not in session.screen.body.text  # type: ignore[attr-defined]


def test_a_press_for_a_turn_that_was_seen_says_whose_it_has_ended(session: Session) -> None:
    begin_by_hand(session)
    state = session.live.history.state
    first, second, _ = state.order
    show(session, SIBERIA.expected(SIBERIA.apply(state, Worker(first, "depot")).state))
    press(session, Button.SCORE)
    called = session.live.names.player
    assert on_screen(session).text == f"{called(first)}’s turn is over. Now: {called(second)}."


def test_the_turn_that_must_be_told_is_waited_for(session: Session) -> None:
    begin_by_hand(session)
    state = session.live.history.state
    show(session, SIBERIA.expected(state))
    press(session, Button.SCORE)
    show(session, SIBERIA.expected(state))
    assert session.page.name == "turn"
    assert session.light is Light.BLUE


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
    assert "has no worker in a region with gas" in session.page.text()  # type: ignore[attr-defined]


def test_only_the_button_that_says_so_begins_the_actions(session: Session) -> None:
    agree(session, choose_by_buttons)
    session.live.write(played(PLAYERS, "untold")[0][0])
    session.close(session.page)
    session.show("play")
    show(session, SIBERIA.expected(session.live.history.state), 1)
    assert session.page.name == "opening"
    assert session.screen.labels.ok == ""
    press(session, Button.OK)
    assert session.live.state["phase"] == "place"
    press(session, Button.SCORE)
    assert session.live.state["phase"] == "action"


def test_what_was_taken_back_is_said_in_its_own_words(session: Session) -> None:
    begin_by_hand(session)
    state = session.live.history.state
    sent = Worker(state.order[0], "depot")
    show(session, SIBERIA.expected(SIBERIA.apply(state, sent).state))
    assert session.live.history.events[-1] == sent
    show(session, SIBERIA.expected(state))
    assert session.live.history.state == state
    assert on_screen(session).text == f"Taken back: {session.live.names.event(sent)}"


def begin_by_hand(session: Session) -> None:
    """Begin an untold game of which the setup is written at once, in its first turn."""
    agree(session, choose_by_buttons)
    session.live.write(played(PLAYERS, "untold")[0][0])
    session.live.write(Ready())
    session.close(session.page)
    session.show("play")


@WAYS
def test_without_a_camera_everything_is_told(session: Session, choose: Choose) -> None:
    agree(session, choose)
    press(session, Button.OK)
    choose(session, "Gas and coal")
    while session.page.name == "setup" and (missing := session.page.reading.missing):  # type: ignore[attr-defined]  # the setup
        touch(session, f"region-{missing[0]}")
        choose(session, ("Gas and oil", "Coal and diamonds", "Gold and diamonds")[len(missing) % 3])
    touch(session, "ready")
    for number, side in enumerate(("Frankfurt", "Tokyo", "New York", "Singapore", "Dubai"), 1):
        choose(session, f"Exchange {number}")
        choose(session, side)
    choose(session, "Exchange 6")
    left = [one for one in rows(session) if one.split()[0] in {"Seoul", "Shanghai"}]
    choose(session, left[0].split()[0])
    for number in range(1, 5):
        choose(session, f"Face-up marker {number}")
        choose(session, ("Gas", "Coal", "Worker", "Investor")[number - 1])
    choose(session, "Yes, begin the game")
    press(session, Button.SCORE)
    assert session.page.name == "opening"
    press(session, Button.SCORE)
    assert session.live.state["phase"] == "action"
    press(session, Button.SCORE)
    choose(session, "Something else")
    choose(session, "Worker")
    first = session.live.state["order"][0]
    assert session.live.history.events[-1] == Worker(first, "depot")
    assert session.page.name == "play"
    press(session, Button.SCORE)
    choose(session, "Logistics")
    assert session.live.state["phase"] == "logistics"
    press(session, Button.SCORE)
    choose(session, "Action ended")
    assert isinstance(session.live.history.events[-1], Done)


def test_the_first_round_says_where_the_first_pawns_stand() -> None:
    one = sitting("en", players=3)
    for event, said in ((1, True), (when(one, "place", 2), False)):
        session = siberia_session(one, event)
        session.go("opening")
        body = session.screen.body
        assert isinstance(body, RoundSheet)
        pawns = "Everybody puts a pawn in Vladivostok and one at Frankfurt."
        assert (pawns in body.lines) == said
        session.store.close()


@WAYS
def test_every_marker_can_be_entered(choose: Choose) -> None:
    one = sitting("en", players=3)
    session = siberia_session(one, when(one, "place", 0, "told"), "told")
    live = session.live
    wait(session)
    assert session.page.name == "opening"
    while live.state["phase"] == "place":
        player, waiting = next(iter(live.state["waiting"].items()))
        choose(session, live.names.player(player))
        for _ in range(waiting):
            number = next(i for i, left in enumerate(live.state["bag"].values()) if left)
            touch(session, f"marker-{number}")
            if session.page.name != "markers":
                choose(session, rows(session)[0])
    assert sum(live.state["waiting"].values()) == 0
    assert session.page.name == "play"
    session.store.close()


@pytest.mark.parametrize("markers", ["untold", "told"])
def test_the_screen_shows_what_the_game_waits_for(markers: str) -> None:
    one = sitting("en", players=3)
    events, states = played(one.colours, markers)
    phases = [state.phase for state in states]
    changes = [n for n in range(1, len(events)) if phases[n] != phases[n + 1]]
    for phase in dict.fromkeys(phases[n + 1] for n in changes):
        event = next(n for n in changes if phases[n + 1] == phase)
        session = siberia_session(one, event, markers)
        session.live.write(events[event])
        session.take_look(look_of(BOARD, SIBERIA.expected(states[event + 1]), "1"))
        assert session.page.name == PAGES[phase]
        assert draw_screen(pygame.Surface((800, 480), depth=32), session.screen).written
        session.store.close()


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


def test_the_sales_of_a_game_make_up_its_money() -> None:
    one = sitting("en", players=3)
    events, states = played(one.colours, "untold")
    session = siberia_session(one, len(events))
    found = sales(session.live)
    assert any(isinstance(event, Mine) for event in events)
    for player, money in zip(one.colours, states[-1].money, strict=True):
        assert sum(paid for _, paid in found[player].values()) == money
        sold = sum(cubes for cubes, _ in found[player].values())
        assert sold == sum(found[player][resource][0] for resource in RESOURCES)
    session.store.close()


def test_a_manager_that_is_told_becomes_any_joker_or_none() -> None:
    one = sitting("en", players=3)
    states = played(one.colours, "told")[1]
    may = [n for n, state in enumerate(states) if can_be_joker(state)]
    session = siberia_session(one, may[0], "told")
    show(session, SIBERIA.expected(states[may[0]]), 1)
    session.go("turn")
    choose_by_buttons(session, "Manager")
    offered = rows(session)
    assert offered[-1] == "No joker"
    choose_by_buttons(session, offered[0])
    told = session.live.history.events[-1]
    assert isinstance(told, Manager)
    assert told.to is not None
    session.store.close()


def can_be_joker(state: State) -> bool:
    return any(isinstance(one, Manager) and one.to for one in SIBERIA.legal_events(state))


def test_where_markers_are_told_a_walk_need_not_be_announced() -> None:
    one = sitting("en", players=3)
    events, states = played(one.colours, "told")
    began = next(n for n, event in enumerate(events) if isinstance(event, Logistics))
    session = siberia_session(one, began, "told")
    walk = next(
        event for event in SIBERIA.legal_events(states[began + 1]) if isinstance(event, Move)
    )
    state = SIBERIA.apply(states[began + 1], walk).state
    show(session, SIBERIA.expected(state))
    assert session.live.history.events[-2:] == [events[began], walk]
    session.store.close()


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


def test_the_last_round_is_called_so() -> None:
    one = sitting("en", players=3)
    states = played(one.colours, "untold")[1]
    ending = [n for n, state in enumerate(states) if state.ending and state.phase == "action"]
    session = siberia_session(one, ending[0])
    assert session.screen.title.endswith("· last round")
    session.store.close()


def test_a_region_that_was_locked_is_to_be_blocked() -> None:
    one = sitting("en", players=3)
    states = played(one.colours, "untold")[1]
    locks = [n for n in range(1, len(states)) if states[n].locked > states[n - 1].locked]
    session = siberia_session(one, locks[0] - 1)
    session.live.write(session_event(one, locks[0] - 1))
    for _ in range(6):
        session.pass_time(session.now + 1)
    at = session.live.state["locked"][-1]
    text = f"{session.live.names.place(at)} is locked: lay a blocking marker there"
    assert text in on_screen(session).text
    session.store.close()


def session_event(one: Sitting, number: int) -> Event:
    """Give the event that followed event ``number`` of the game that was played by chance."""
    return played(one.colours, "untold")[0][number]


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


def on_screen(session: Session) -> SiberiaPlay:
    body = session.screen.body
    assert isinstance(body, SiberiaPlay)
    return body


def test_what_lacks_its_markers_is_grey_where_they_are_told() -> None:
    one = sitting("en", players=3)
    number = sale_to_choose(one.colours)
    session = siberia_session(one, number, "told")
    state, names = session.live.history.state, session.live.names
    could = {event.resource for event in SIBERIA.legal_events(state) if isinstance(event, Mine)}
    shown = [row for row, _ in on_screen(session).prospects.rows]
    pays = {row.resource for row in shown}
    assert all(row.money for row in shown)
    assert {row.resource for row in shown[: len(could)] if row.marked} == could
    assert pays > could
    session.go("actions")
    choose_by_buttons(session, "Mined and sold")
    listed = {row.text: row.choosable for row in menu(session).rows}
    assert listed == {names.value("resource", each).capitalize(): each in could for each in pays}
    session.store.close()


def test_where_markers_are_untold_nothing_is_grey() -> None:
    one = sitting("en", players=3)
    session = siberia_session(one, when(one, "action"))
    shown = on_screen(session).prospects.rows
    assert all(row.marked for row, _ in shown)
    session.store.close()


def test_what_each_of_five_resources_would_bring_is_on_the_screen() -> None:
    session = siberia_session(sitting("en", players=4), 3)
    body = on_screen(session)
    amounts = [f"{number},100" for number in range(1, len(RESOURCES) + 1)]
    rows = tuple(
        (Prospect(resource, 100, "Frankfurt"), amount)
        for resource, amount in zip(RESOURCES, amounts, strict=True)
    )
    full = replace(body, prospects=replace(body.prospects, rows=rows))
    pen = draw_screen(pygame.Surface((800, 480), depth=32), replace(session.screen, body=full))
    assert {*amounts} <= {text for text, _ in pen.written}
    session.store.close()
