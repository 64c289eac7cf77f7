"""Turns at the table: what a press ends, what must be told, what is announced."""

from dataclasses import replace
from itertools import product
from unittest.mock import Mock

import pygame
import pytest

from companion.broker import topics as says
from companion.games.siberia.play_screen import Prospects
from companion.games.siberia.rounds import RoundSheet
from companion.language import LANGUAGES, Language
from companion.pages.history import ReasonsPage
from companion.session.session import Session
from companion.sharing.game_view import GameView
from companion.ui.sheet import draw_screen
from companion.web.snapshot import Snapshots
from engine.record import Undo
from engine.siberia import SIBERIA
from engine.siberia.events import (
    Event,
    Investor,
    Logistics,
    Manager,
    Move,
    Pass,
    Ready,
    Refill,
    Worker,
)
from engine.siberia.material import ACTIONS
from engine.siberia.scoring import in_stack, stack
from engine.siberia.state import State
from hardware.panel import Button, Light
from tests.companion.games.siberia.evening_table import (
    ASKED,
    PLAYERS,
    agree,
    begin_by_hand,
    on_screen,
    show,
)
from tests.companion.pages.hands import choose_by_buttons, press, rows
from tests.companion.ui.legible import assert_legible
from tests.examples.siberia_table import played, siberia_session
from tests.examples.sitting import Sitting, sitting


def end_unseen_turn(session: Session) -> None:
    """Begin a game, and end the first turn though nothing has changed on the table."""
    begin_by_hand(session)
    expected = SIBERIA.expected(session.live.history.state)
    show(session, expected)
    press(session, Button.SCORE)
    show(session, expected)
    assert session.page.name == "turn"


def assert_legible_everywhere(session: Session) -> None:
    """Draw the screen in each language, on a wide display and on an upright one."""
    for code, size in product(LANGUAGES, ((800, 480), (480, 800))):
        session.change(replace(session.settings, language=code))
        assert_legible(draw_screen(pygame.Surface(size, depth=32), session.screen))
    session.change(replace(session.settings, language="en"))


def between_rounds(session: Session) -> None:
    """Begin a game, and pass until the second round is about to begin."""
    begin_by_hand(session)
    for player in session.live.history.state.order:
        session.live.write(Pass(player))
    session.pass_time(session.now + 1)
    assert session.page.name == "opening"


def test_a_virtual_table_has_no_markers_of_which_people_could_be_reminded(session: Session) -> None:
    session.hands = Mock(occupied=None)
    between_rounds(session)
    title, body = session.screen.title, session.screen.body
    assert isinstance(body, RoundSheet)
    called, (first, *_, last) = session.live.names.player, session.live.state["order"]
    assert title == "Round 2"
    assert body.headline == f"{called(first)} starts"
    assert body.lines == (
        f"{called(last)} started the last round; {called(first)} is next on the left.",
        "The virtual table has no action markers: all actions are allowed.",
    )
    assert_legible_everywhere(session)
    press(session, Button.BACK)
    assert session.page.name == "play"
    assert session.screen.title == "Round 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_phones_and_halls_say_what_the_screen_does_between_rounds(
    session: Session, language: str
) -> None:
    """Phones asked to place markers at a table that has none."""
    session.hands = Mock(occupied=None)
    between_rounds(session)
    session.change(replace(session.settings, language=language))
    press(session, Button.BACK)
    assert session.page.name == "play"
    snapshot = Snapshots().take(session, session.screen, helped=False)
    assert snapshot is not None
    assert snapshot.record is not None
    view = GameView(snapshot.record, Language(language))
    assert view.frames[-1]["title"] == session.screen.title
    told = says.state("", session.live, virtual=True)
    assert told["turn"] == session.screen.title
    session.hands = None
    at_a_real_one = Snapshots().take(session, session.screen, helped=False)
    assert at_a_real_one is not None
    assert at_a_real_one.record is not None
    view = GameView(at_a_real_one.record, Language(language))
    assert view.frames[-1]["title"] == session.screen.title != told["turn"]


def test_why_tells_between_rounds_why_somebody_begins(session: Session) -> None:
    between_rounds(session)
    first, *_, last = session.live.state["order"]
    called = session.live.names.player
    moved = f"The first-player marker goes to the left, from {called(last)} to {called(first)}."
    press(session, Button.WHY)
    page = session.page
    assert isinstance(page, ReasonsPage)
    assert any(moved in one.text for one in page.paragraphs())
    press(session, Button.BACK)
    assert session.page.name == "opening"


def test_between_turns_nothing_is_said_of_what_nobody_could_earn(session: Session) -> None:
    """“Red would earn now: nothing” stood there while all placed their markers."""
    between_rounds(session)
    press(session, Button.BACK)
    assert on_screen(session).prospects == Prospects("", (), "")
    pen = draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
    assert not [text for text, _ in pen.written if not text.strip()]
    session.live.write(Ready())
    session.pass_time(session.now + 1)
    assert "would earn" in on_screen(session).prospects.title


def test_at_a_real_table_it_is_said_which_markers_move_between_rounds(session: Session) -> None:
    between_rounds(session)
    body = session.screen.body
    assert isinstance(body, RoundSheet)
    assert session.screen.title == "Round 2: place your markers"
    assert all("marker" in line for line in body.lines)


def test_at_a_virtual_table_the_button_is_named_that_turns_a_marker_over(session: Session) -> None:
    begin_by_hand(session)
    state = session.live.history.state
    session.hands = Mock(occupied=None)
    session.live.write(Investor(state.order[0], next(iter(session.live.state["open"]))))
    session.pass_time(session.now + 1)
    told = "Press “Turn up an investment marker” below the picture of the table. These are left:"
    assert session.page.name == "settling"
    assert session.screen.body.text == told  # type: ignore[attr-defined]  # a menu
    assert_legible_everywhere(session)
    session.hands = None
    told = "Which marker is face up now? These are left:"
    assert session.screen.body.text == told  # type: ignore[attr-defined]  # the same


def test_a_turn_of_which_nothing_was_seen_is_a_pass_at_two_presses(session: Session) -> None:
    end_unseen_turn(session)
    state = session.live.history.state
    press(session, Button.OK)
    assert session.page.name == "play"
    assert session.live.history.events[-1] == Pass(state.order[0])
    press(session, Button.SCORE)
    show(session, SIBERIA.expected(session.live.history.state))
    press(session, Button.BACK)
    show(session, SIBERIA.expected(session.live.history.state), 1)
    assert session.page.name == "play"
    assert not session.live.turns.unseen


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


def test_so_it_does_of_whoever_plays_alone(session: Session) -> None:
    begin_by_hand(session)
    live = session.live
    first, *others = live.history.state.order
    for event in (Worker(first, "depot"), *map(Pass, others)):
        live.write(event)
    live.turns.end_turn()
    state = live.history.state
    show(session, SIBERIA.expected(state))
    show(session, SIBERIA.expected(SIBERIA.apply(state, Worker(first, "depot")).state))
    press(session, Button.SCORE)
    called = live.names.player(first)
    assert on_screen(session).text == f"{called}’s turn is over. {called} plays again."


def test_once_somebody_has_acted_since_a_press_no_more_is_said_of_it(session: Session) -> None:
    begin_by_hand(session)
    state = session.live.history.state
    for player in state.order[:2]:
        state = SIBERIA.apply(state, Worker(player, "depot")).state
        show(session, SIBERIA.expected(state))
        if player == state.order[0]:
            press(session, Button.SCORE)
    assert session.live.history.events[-1] == Worker(state.order[1], "depot")
    assert "turn is over" not in on_screen(session).text


def test_the_turn_that_must_be_told_is_waited_for(session: Session) -> None:
    end_unseen_turn(session)
    assert session.light is Light.BLUE


def test_who_acts_after_the_press_is_told_how_that_counts(session: Session) -> None:
    end_unseen_turn(session)
    state = session.live.history.state
    assert session.page.text() == "Nothing has changed on the board."  # type: ignore[attr-defined]
    sent = Worker(state.order[0], "depot")
    after = SIBERIA.expected(SIBERIA.apply(state, sent).state)
    show(session, after)
    assert session.page.name == "turn"
    assert session.page.text().endswith("Was that this turn?")  # type: ignore[attr-defined]
    press(session, Button.BACK)
    show(session, after)
    assert session.live.history.events[-1] == sent
    assert session.page.name == "play"


def test_a_press_for_what_is_seen_by_then_passes_nobody(session: Session) -> None:
    end_unseen_turn(session)
    first, second, _ = session.live.history.state.order
    sent = Worker(first, "depot")
    after = SIBERIA.expected(SIBERIA.apply(session.live.history.state, sent).state)
    show(session, after)
    press(session, Button.OK)
    show(session, after)
    assert session.page.name == "play"
    assert session.live.history.events[-1] == sent
    press(session, Button.SCORE)  # the turn was over: this is the next player's
    show(session, after)
    assert session.page.name == "turn"
    press(session, Button.OK)
    assert session.live.history.events[-1] == Pass(second)


def test_so_it_is_where_only_a_marker_was_taken(session: Session) -> None:
    end_unseen_turn(session)
    before, state = session.live.history.event, session.live.history.state
    kind = next(ACTIONS[one] for one in state.open if in_stack(state, one))
    taken = Investor(state.order[0], kind)
    after = SIBERIA.apply(state, taken).state
    show(session, SIBERIA.expected(after))
    assert rows(session)[0] == "Yes, that was this turn"
    press(session, Button.OK)
    opened = Refill(next(one for one in stack(after) if one != kind))
    show(session, SIBERIA.expected(SIBERIA.apply(after, opened).state))
    assert session.live.history.events[before:] == [taken, opened]
    assert session.live.turns.is_over


def test_what_was_called_this_turn_but_is_gone_is_asked_for_again(session: Session) -> None:
    end_unseen_turn(session)
    state = session.live.history.state
    after = SIBERIA.expected(SIBERIA.apply(state, Worker(state.order[0], "depot")).state)
    show(session, after)
    press(session, Button.OK)
    show(session, SIBERIA.expected(state))
    assert session.page.name == "turn"
    assert session.live.history.state == state


def test_what_somebody_has_gone_to_stays_marked_when_the_board_changes(session: Session) -> None:
    end_unseen_turn(session)
    state = session.live.history.state
    press(session, Button.WHY)
    gone_to = rows(session)[session.page.chosen]  # type: ignore[attr-defined]  # a list
    for shown in (SIBERIA.apply(state, Worker(state.order[0], "depot")).state, state):
        show(session, SIBERIA.expected(shown))
        assert rows(session)[session.page.chosen] == gone_to  # type: ignore[attr-defined]


def test_a_pass_told_of_a_turn_that_lies_there_is_offered_to_be_taken_back(
    session: Session,
) -> None:
    end_unseen_turn(session)
    before, state = session.live.history.event, session.live.history.state
    passed, sent = Pass(state.order[0]), Worker(state.order[0], "depot")
    press(session, Button.OK)
    assert session.live.history.events[before:] == [passed]
    after = SIBERIA.expected(SIBERIA.apply(state, sent).state)
    show(session, after, ASKED)
    assert session.live.history.events[before:] == [passed]  # nobody knows it but the players
    assert session.page.name == "wrong"
    names = session.live.names
    instead = f"{names.event(sent)} (Instead of: {names.event(passed)})"
    choose_by_buttons(session, instead)
    assert session.live.history.events[before:] == [passed, Undo(before + 1), sent]
    show(session, after)
    assert session.page.name == "play"
    assert session.live.phase.players == (state.order[1],)


def test_a_marker_taken_just_as_a_pass_was_told_may_be_of_either_player(session: Session) -> None:
    end_unseen_turn(session)
    before, state = session.live.history.event, session.live.history.state
    passed = Pass(state.order[0])
    kind = next(ACTIONS[one] for one in state.open if in_stack(state, one))
    late, own = (Investor(player, kind) for player in state.order[:2])
    press(session, Button.OK)
    taken = SIBERIA.apply(state, late).state
    opened = Refill(next(one for one in stack(taken) if one != kind))
    after = SIBERIA.expected(SIBERIA.apply(taken, opened).state)
    show(session, after, ASKED)
    assert session.live.history.events[before:] == [passed]
    assert session.page.name == "wrong"
    names = session.live.names
    assert any(row.startswith(names.event(own)) for row in rows(session))
    choose_by_buttons(session, f"{names.event(late)} (Instead of: {names.event(passed)})")
    show(session, after)
    assert session.live.history.events[before:] == [passed, Undo(before + 1), late, opened]


def test_a_marker_taken_after_a_pass_that_the_table_has_shown_is_the_next_players(
    session: Session,
) -> None:
    end_unseen_turn(session)
    before, state = session.live.history.event, session.live.history.state
    first, second, _ = state.order
    press(session, Button.OK)
    show(session, SIBERIA.expected(state))
    kind = next(ACTIONS[one] for one in state.open if in_stack(state, one))
    taken = Investor(second, kind)
    passed = SIBERIA.apply(SIBERIA.apply(state, Pass(first)).state, taken).state
    opened = Refill(next(one for one in stack(passed) if one != kind))
    show(session, SIBERIA.expected(SIBERIA.apply(passed, opened).state))
    assert session.live.history.events[before:] == [Pass(first), taken, opened]


def test_so_it_is_where_that_pass_has_ended_the_round(session: Session) -> None:
    begin_by_hand(session)
    live = session.live
    *others, last = live.history.state.order
    for player in others:
        live.write(Pass(player))
    state = live.history.state
    show(session, SIBERIA.expected(state))
    live.write(Pass(last))
    before = live.history.event
    sent = Worker(last, "depot")
    show(session, SIBERIA.expected(SIBERIA.apply(state, sent).state), ASKED)
    assert live.history.event == before  # no round has begun in the meantime
    assert session.page.name == "wrong"
    names = live.names
    choose_by_buttons(session, f"{names.event(sent)} (Instead of: {names.event(Pass(last))})")
    assert live.history.events[before:] == [Undo(before), sent]


def test_a_pass_that_the_table_has_shown_stands(session: Session) -> None:
    end_unseen_turn(session)
    state = session.live.history.state
    press(session, Button.OK)
    show(session, SIBERIA.expected(state))
    sent = Worker(state.order[0], "depot")
    show(session, SIBERIA.expected(SIBERIA.apply(state, sent).state), ASKED)
    assert session.page.title() == "Please put it back"


def test_only_the_button_that_says_so_begins_the_actions(session: Session) -> None:
    agree(session, choose_by_buttons)
    session.live.write(played(PLAYERS, "untold")[0][0])
    session.close(session.page)
    session.return_to("play")
    show(session, SIBERIA.expected(session.live.history.state), 1)
    assert session.page.name == "opening"
    assert session.screen.labels.ok == ""
    press(session, Button.OK)
    assert session.live.state["phase"] == "place"
    press(session, Button.SCORE)
    assert session.live.state["phase"] == "action"


def test_a_manager_that_is_told_becomes_any_joker_or_none() -> None:
    one = sitting("en", players=3)
    states = played(one.colours, "told")[1]
    may = [n for n, state in enumerate(states) if can_be_joker(state)]
    session = siberia_session(one, may[0], "told")
    show(session, SIBERIA.expected(states[may[0]]), 1)
    session.go("turn")
    choose_by_buttons(session, "Manager (joker)")
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


def test_as_long_as_the_camera_sees_it_not_blocked_that_is_said() -> None:
    one = sitting("en", players=3)
    states = played(one.colours, "untold")[1]
    locks = [n for n in range(1, len(states)) if states[n].locked > states[n - 1].locked]
    number = locks[0] - 1
    event = session_event(one, number)
    session = siberia_session(one, number)
    untidied, *_ = SIBERIA.tidying(states[number], event)
    show(session, SIBERIA.expected(states[number]))
    session.live.write(event)
    for _ in range(60):
        session.pass_time(session.now + 1)
        show(session, untidied, 1)
    assert "lay a blocking marker there" in on_screen(session).text
    show(session, SIBERIA.expected(states[locks[0]]), 1)
    assert "lay a blocking marker there" not in on_screen(session).text
    session.store.close()


def session_event(one: Sitting, number: int) -> Event:
    """Give the event that followed event ``number`` of the game that was played by chance."""
    return played(one.colours, "untold")[0][number]
