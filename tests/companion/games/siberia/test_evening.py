"""An evening of Siberia on its pages: with a camera that sees all, and without any."""

from dataclasses import replace

import pygame
import pytest

from companion.games.siberia.final import Holdings, earned
from companion.games.siberia.play_screen import Prospect
from companion.games.siberia.rounds import RoundSheet
from companion.games.siberia.setup import SetupPage
from companion.journal.store import Store
from companion.pages.registry import find_page
from companion.session.presses import Kind, Press
from companion.session.session import Session
from companion.ui.sheet import draw_screen
from companion.web.snapshot import screen_view
from engine.siberia import SIBERIA
from engine.siberia.board import as_siberia
from engine.siberia.events import Done, Mine, Place, Salesman, Worker
from engine.siberia.material import RESOURCES
from engine.siberia.state import State
from hardware.panel import Button, Light
from tests.companion.games.siberia.evening_table import (
    ASKED,
    BOARD,
    PLAYERS,
    WAYS,
    agree,
    on_screen,
    show,
    wait,
)
from tests.companion.pages.hands import Choose, choose_by_buttons, menu, press, rows
from tests.examples.siberia_examples import sale_to_choose
from tests.examples.siberia_table import look_of, played, siberia_session, when
from tests.examples.sitting import sitting

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


def laid_out() -> State:
    """Give where a game stands once it is laid out, red first."""
    events, _ = played(PLAYERS, "untold")
    return SIBERIA.apply(SIBERIA.new_game(BOARD, PLAYERS, {}), events[0]).state


def touch(session: Session, target: str) -> None:
    pen = draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
    touched = pen.touched(pen.targets[target].center)
    assert touched == target
    session.tap(touched)


def test_with_a_camera_that_sees_all_an_evening_takes_a_few_presses(session: Session) -> None:
    agree(session, choose_by_buttons)
    start = laid_out()
    show(session, SIBERIA.expected(start))
    assert session.page.name == "setup"
    assert session.screen.labels.ok == "Start"
    pen = draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
    written = [text for text, _ in pen.written]
    lying = SIBERIA.to_json(start)["exchanges"]
    sides = {one.name for one in as_siberia(BOARD).exchanges if one.id in lying}
    assert len(sides) == 6
    assert {*sides, "Yes, start the game"} <= {*written}  # what is confirmed is in view
    assert any(text.startswith("Face up: ") for text in written)
    told = [part["text"] for part in screen_view(session, session.screen)["parts"]]  # to phones
    assert told[0] == "Is this what is on the table?"
    assert told[1].startswith("Face up: ")
    assert told[2] == "Yes, start the game"
    assert told[3].startswith("Exchanges: ")
    assert all(side in told[3] for side in sides)
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


def test_a_new_game_that_the_camera_sees_whole_takes_three_presses(session: Session) -> None:
    press(session, Button.OK, Button.OK)
    assert session.page.name == "setup"
    show(session, SIBERIA.expected(laid_out()))
    press(session, Button.OK)
    assert session.live.state["cubes"]
    assert session.page.name in {"play", "opening"}


def test_a_press_meant_for_the_cubes_begins_no_game(session: Session) -> None:
    """The page on which all is known comes up by itself, under a finger that changes a cube."""
    agree(session, choose_by_buttons)
    assert session.screen.labels.ok == "Change"
    show(session, SIBERIA.expected(laid_out()))
    session.press(Press(Button.OK, Kind.PRESS, session.now))
    assert not session.live.history.events
    assert session.screen.labels.ok == "Start"
    press(session, Button.OK)
    assert session.live.history.events


def test_what_is_no_longer_known_is_asked_for_again(session: Session) -> None:
    agree(session, choose_by_buttons)
    start = laid_out()
    show(session, SIBERIA.expected(start))
    assert session.screen.labels.ok == "Start"
    gas, *others = start.cubes
    show(session, SIBERIA.expected(start._replace(cubes=(gas & (gas - 1), *others))))
    assert session.screen.labels.ok == "Change"
    press(session, Button.OK)
    choose_by_buttons(session, rows(session)[0])
    session.pass_time(session.now)
    assert session.screen.labels.ok == "Start"


@WAYS
def test_what_else_lies_there_can_still_be_changed(session: Session, choose: Choose) -> None:
    agree(session, choose)
    show(session, SIBERIA.expected(laid_out()))
    if choose is choose_by_buttons:
        press(session, Button.SCORE, Button.OK)
    else:
        wait(session)
        touch(session, "rest")
    assert session.page.name == "setup-rest"
    assert "?" not in "".join(rows(session))
    assert rows(session)[0].startswith("Yes, start")
    choose(session, "Players’ boards")
    choose(session, next(one for one in rows(session) if one != rows(session)[0]))
    choose(session, "Yes, start the game")
    show(session, SIBERIA.expected(session.live.history.state), 1)
    assert session.page.name == "opening"


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
    choose(session, "Yes, start the game")
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
    choose(session, "Logistics (moving workers)")
    assert session.live.state["phase"] == "logistics"
    press(session, Button.SCORE)
    choose(session, "Action ended")
    assert isinstance(session.live.history.events[-1], Done)


def test_what_was_entered_before_the_game_is_there_after_a_power_cut(session: Session) -> None:
    agree(session, choose_by_buttons)
    for cubes in ("Gas and coal", "Oil and gold"):
        press(session, Button.OK)
        choose_by_buttons(session, cubes)
    show(session, SIBERIA.expected(laid_out()))
    press(session, Button.SCORE, Button.OK)
    for title, value in (
        ("Exchange 2", "Tokyo"),
        ("Face-up marker 3", "Coal"),
        ("Players’ boards", "every marker is entered"),
    ):
        choose_by_buttons(session, title)
        choose_by_buttons(session, value)
    after = Session(session.table, session.settings, Store(session.store.journal), find_page)
    after.go("start")
    choose_by_buttons(after, "Continue the last game")
    page = after.page
    assert isinstance(page, SetupPage)
    first, second, *others = page.reading.regions
    assert page.reading.cubes == {first: ("gas", "coal"), second: ("oil", "gold")}
    assert page.reading.missing == tuple(others)
    assert page.reading.sides == (None, "tokyo", None, None, None, None)
    assert page.reading.open == (None, None, "coal", None)
    assert page.reading.markers == "told"


def test_what_was_kept_of_another_table_is_not_taken_for_this_one(session: Session) -> None:
    agree(session, choose_by_buttons)
    strange = {
        "cubes": {"atlantis": ["gas", "oil"], "lena": ["gas", "gas"], "yana": "gas", "ob": [[]]},
        "sides": {"7": "tokyo", "0": "moscow", "1": ["tokyo"]},
        "open": ["gas"],
        "markers": ["told"],
    }
    session.live.keep_entered(strange)
    session.close(session.page)
    session.go("setup")
    page = session.page
    assert isinstance(page, SetupPage)
    assert not page.reading.cubes
    assert {*page.reading.sides, *page.reading.open} == {None}
    assert page.reading.by_camera


def test_the_first_round_says_where_the_first_pawns_stand() -> None:
    one = sitting("en", players=3)
    for event, said in ((1, True), (when(one, "place", 2), False)):
        session = siberia_session(one, event)
        session.go("opening")
        body = session.screen.body
        assert isinstance(body, RoundSheet)
        pawns = "Everybody puts a worker in Vladivostok and a salesman at Frankfurt."
        assert (pawns in body.lines) == said
        session.store.close()


def test_nobody_is_asked_about_pawns_that_are_still_to_be_put_down(session: Session) -> None:
    """I-07: the first round says that everybody puts down two; once it has begun they stand."""
    agree(session, choose_by_buttons)
    start = laid_out()
    several = start._replace(pawns=((), *start.pawns[1:-1], ()))
    bare = start._replace(pawns=tuple(() for _ in start.pawns))
    show(session, SIBERIA.expected(bare))
    press(session, Button.OK, Button.OK)
    for lying in (bare, several):
        show(session, SIBERIA.expected(lying), 2 * ASKED)
        session.pass_time(session.now)
        assert (session.page.name, session.live.wrong) == ("opening", None)
        assert session.light is Light.BLUE
    show(session, SIBERIA.expected(start))
    show(session, SIBERIA.expected(several), ASKED)
    assert session.live.wrong is not None, "once they stand they stay"
    show(session, SIBERIA.expected(start))
    assert session.live.wrong is None


def test_pawns_that_do_not_stand_when_the_first_round_begins_are_asked_for(
    session: Session,
) -> None:
    agree(session, choose_by_buttons)
    bare = laid_out()._replace(pawns=tuple(() for _ in PLAYERS))
    show(session, SIBERIA.expected(bare))
    press(session, Button.OK, Button.OK)
    show(session, SIBERIA.expected(bare), ASKED)
    press(session, Button.SCORE)
    show(session, SIBERIA.expected(bare), ASKED)
    assert session.live.state["phase"] == "action"
    assert session.page.name == "wrong"


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


@WAYS
def test_a_marker_that_was_mistyped_is_taken_back_and_the_others_stay(choose: Choose) -> None:
    one = sitting("en", players=3)
    number = when(one, "place", 3, "told")
    session = siberia_session(one, number, "told", stored=True)
    live = session.live
    wait(session)
    first, mistyped, last = (event for event in live.history.events[1:] if isinstance(event, Place))
    before = live.history.state
    choose(session, "Take a marker back")
    listed = [(row.text, row.value, row.player) for row in menu(session).rows]
    called = [live.names.name("marker", each.marker) for each in (last, mistyped, first)]
    assert [text.casefold() for text, _, _ in listed] == [text.casefold() for text in called]
    assert [player for _, _, player in listed] == [last.player, mistyped.player, first.player]
    choose(session, listed[1][0])
    state = live.history.state
    assert session.page.name == "opening"
    assert state == SIBERIA.apply(SIBERIA.apply(live.history.at(1), first).state, last).state
    choose(session, live.names.player(mistyped.player))
    live.write(mistyped)
    assert live.history.state == before
    session.store.close()


def test_the_very_last_marker_is_taken_back_where_a_turn_is_told() -> None:
    one = sitting("en", players=3)
    number = when(one, "action", 0, "told")
    session = siberia_session(one, number, "told", stored=True)
    live = session.live
    last = live.history.events[-1]
    assert isinstance(last, Place)
    press(session, Button.SCORE)
    assert session.page.name == "turn"
    choose_by_buttons(session, "Take a marker back")
    press(session, Button.OK)
    assert live.state["waiting"] == {last.player: 1}
    wait(session)
    assert session.page.name == "opening"
    session.store.close()


def test_where_nothing_is_placed_nothing_can_be_taken_back() -> None:
    one = sitting("en", players=3)
    session = siberia_session(one, when(one, "place", 0, "told"), "told")
    wait(session)
    assert len(rows(session)) == len(one.colours)
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


def test_the_sales_of_a_game_make_up_its_money() -> None:
    one = sitting("en", players=3)
    events, states = played(one.colours, "untold")
    session = siberia_session(one, len(events))
    found = earned(session.live.history)
    assert any(isinstance(event, Mine) for event in events)
    for player, money in zip(one.colours, states[-1].money, strict=True):
        assert sum(paid for _, paid in found[player].values()) == money
        sold = sum(cubes for cubes, _ in found[player].values())
        assert sold == sum(found[player][resource][0] for resource in RESOURCES)
    session.store.close()


@pytest.mark.parametrize("language", ["en", "fr", "ro"])
def test_what_four_players_hold_is_written_large_and_alike(language: str) -> None:
    one = sitting(language, players=4)
    session = siberia_session(one, len(played(one.colours, "untold")[0]))
    session.go("result")
    press(session, Button.OK, Button.OK)
    body = session.screen.body
    assert isinstance(body, Holdings)
    pen = draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
    for number, least in ((0, 24), (1, 28)):
        told = {each.lines[number] for each in body.holdings}
        (size,) = {written for text, _, written in pen.sizes if text in told}
        assert size >= least
    assert [text for text, _ in pen.written].count(body.text) == 1, "it takes one line"
    session.store.close()


@pytest.mark.parametrize("language", ["en", "fr", "ro"])
def test_each_page_of_the_end_is_called_after_what_it_shows(language: str) -> None:
    one = sitting(language, players=3)
    session = siberia_session(one, len(played(one.colours, "untold")[0]))
    session.go("result")
    titles = [session.screen.title]
    while session.screen.labels.ok == one.words.say("Next"):
        press(session, Button.OK)
        titles.append(session.screen.title)
    assert len({*titles}) == len(titles)
    assert session.screen.labels.ok == one.words.say("Close")
    if language == "en":
        assert titles[1:] == [
            "Money by resource",
            "Pawns and investments",
            "Money after each round, in thousands",
            "Thinking time",
        ]
    session.store.close()


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
