"""The referee over the companion finds out when something is written wrong, and what is fair."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from companion.boards.known import board_of_game
from companion.games.siberia.virtual_table import a_setup
from companion.games.sumeria.virtual_table import virtual_table
from companion.tracking.spots import SpotTracker
from companion.tracking.tracker import Options
from engine.board import LOCATIONS, Board
from engine.history import History
from engine.siberia import SIBERIA
from engine.siberia.effects import Effect
from engine.siberia.events import Done, Event, Logistics, Mine, Move, Ready
from engine.siberia.state import State
from engine.sumeria import SUMERIA
from hardware.virtual.table import VirtualTable
from tests.engine.siberia.playing import playout
from tests.hard_tables.hard_table import table_with_mishaps
from tests.hard_tables.mishaps import Mishaps
from tests.hard_tables.perfect_eye import PerfectEye
from tests.hard_tables.random_board import random_board
from tools.referee import GameAccount, Referee, agreeing, is_right
from vision.reading import Reading

# In a shorter form `test_long_run.py` has games followed under its eyes.
pytestmark = pytest.mark.long

PLAYERS = ("red", "blue", "white")
TICKS = 450
SETTLED = 8
Distortion = Callable[[Reading, VirtualTable], Reading]


@pytest.fixture(scope="module")
def board() -> Board:
    return random_board(3)


def followed(
    board: Board, distorted: Distortion, mishaps: Mishaps | None = None, ticks: int = TICKS
) -> GameAccount:
    """Follow part of a game through an eye that is perfect but for a distortion."""
    table = (
        table_with_mishaps(board, PLAYERS, "blue", 4, SETTLED, mishaps=mishaps)
        if mishaps
        else virtual_table(board, PLAYERS, "blue", 4, SETTLED)
    )
    history = History(SUMERIA, SUMERIA.new_game(board, PLAYERS, {}))
    history.append(table.record[0])
    tracker = SpotTracker(history, board, Options(agree=2, patience=6, live=True))
    referee, eye = Referee(table, tracker), PerfectEye(table)
    while table.advance() and table.tick < ticks:
        referee.see(distorted(eye.read(), table))
    return referee.finish(eye.read())


def with_rows(reading: Reading, rows: npt.NDArray[np.float64]) -> Reading:
    """Have the locations look otherwise."""
    spots = replace(reading.groups[LOCATIONS], log_likelihood=rows)
    return replace(reading, groups={**reading.groups, LOCATIONS: spots})


def as_it_is(reading: Reading, _: VirtualTable) -> Reading:
    return reading


def blind(reading: Reading, table: VirtualTable) -> Reading:
    """Tell nothing for the middle of the time."""
    seen = float(not 100 < table.tick < 250)
    return with_rows(reading, seen * reading.groups[LOCATIONS].log_likelihood)


def dreaming(reading: Reading, table: VirtualTable) -> Reading:
    """See a merchant on the first free location, of whoever is to play, as if it were there."""
    rows = reading.groups[LOCATIONS].log_likelihood.copy()
    if 100 < table.tick < 130 and not reading.hand:
        free = next(i for i, row in enumerate(rows) if row[0] == 0.0)
        rows[free] = -12.0
        rows[free, 1 + PLAYERS.index(PLAYERS[table.state.seat_in_turn])] = 0.0
    return with_rows(reading, rows)


def colour_blind(reading: Reading, table: VirtualTable) -> Reading:
    """Take one merchant for another's, from some moment on."""
    rows = reading.groups[LOCATIONS].log_likelihood.copy()
    if table.tick > 200:
        odd = int(np.flatnonzero(rows[:, 0] < 0.0)[0])
        rows[odd] = np.roll(rows[odd], 1) if rows[odd, -1] < 0.0 else rows[odd, ::-1]
    return with_rows(reading, rows)


@pytest.fixture(scope="module")
def right(board: Board) -> GameAccount:
    return followed(board, as_it_is)


@pytest.fixture(scope="module")
def asked(board: Board) -> GameAccount:
    return followed(board, colour_blind)


def test_what_is_followed_rightly_is_accounted_for_so(right: GameAccount) -> None:
    assert (right.silent, right.wrong, right.lost, right.questions) == ([], [], [], [])
    assert right.ticks == TICKS
    assert right.events > 20


def test_an_event_that_never_happened_is_found(board: Board) -> None:
    account = followed(board, dreaming)
    assert account.silent + account.wrong
    assert "tick 1" in (account.silent + account.wrong)[0]


def test_a_question_that_nothing_gave_cause_for_is_counted(asked: GameAccount) -> None:
    assert asked.questions
    assert asked.silent == []


def test_what_is_illegal_gives_cause_for_a_note(board: Board) -> None:
    account = followed(board, as_it_is, Mishaps(illegal=0.3, agree=0.5), 900)
    assert account.notes > 1
    assert (account.silent, account.wrong, account.lost, account.questions) == ([], [], [], [])


def test_a_forgotten_swap_gives_cause_for_a_note(board: Board) -> None:
    account = followed(board, as_it_is, Mishaps(forget=0.6), 600)
    assert account.notes > 1
    assert (account.silent, account.questions) == ([], [])


def test_tiles_left_lying_when_a_dynasty_is_scored_are_no_deal(board: Board) -> None:
    account = followed(board, as_it_is, Mishaps(lazy=1.0), 1500)
    assert account.turns > 27
    assert (account.silent, account.wrong, account.lost, account.questions) == ([], [], [], [])


def test_a_companion_that_sees_nothing_for_long_is_told_and_goes_on(board: Board) -> None:
    account = followed(board, blind)
    assert account.lost
    assert account.silent == []


def test_accounts_of_several_games_add_up(right: GameAccount, asked: GameAccount) -> None:
    one, other = deepcopy(right), asked
    turns, questions = one.turns + other.turns, [*one.questions, *other.questions]
    one.add(other)
    assert (one.turns, one.questions) == (turns, questions)


SIBERIAN = board_of_game("siberia").board
RED_AND_BLUE = ("red", "blue")


def stood(*events: Event) -> State:
    """Tell how a game of Siberia stands after events of its first turn."""
    state: State = SIBERIA.new_game(SIBERIAN, RED_AND_BLUE, {})
    setup = a_setup(SIBERIAN, "red", np.random.default_rng(1))
    for event in (setup, Ready(), Logistics("red"), *events):
        state = SIBERIA.apply(state, event).state
    return state


def detour() -> tuple[Event, Event, Event]:
    """Find a walk by way of another region, and the shorter one that ends alike."""
    for first in SIBERIA.legal_events(stood()):
        if not isinstance(first, Move):
            continue
        for second in SIBERIA.legal_events(stood(first)):
            if isinstance(second, Move) and second.origin == first.to != first.origin:
                direct = Move("red", first.origin, second.to)
                going_on = stood(first, second).phase == "logistics"
                shorter = going_on and SIBERIA.check(stood(), direct).holds
                if shorter and stood(direct) != stood(first, second):
                    return first, second, direct
    raise AssertionError


def test_steps_that_nobody_saw_are_no_error_but_the_end_of_the_walk_is_one() -> None:
    first, second, direct = detour()
    long = stood(first, second)
    assert is_right(SIBERIA, stood(direct), [long])
    assert is_right(SIBERIA, stood(direct), [SIBERIA.apply(long, Done("red")).state])
    assert not is_right(SIBERIA, stood(direct, Done("red")), [long])
    assert not is_right(SIBERIA, stood(first), [long])
    assert not is_right(SIBERIA, stood(), [long])


def test_where_somebody_sold_for_the_same_is_no_error_though_it_is_the_reason_for_the_end() -> None:
    game = SIBERIA.new_game(SIBERIAN, RED_AND_BLUE, {})
    for _, event, then in playout(game, ALIKE, "untold"):
        ending, why = then.state, then.state.since
        if isinstance(event, Mine) and why is not None and why.event == event:
            elsewhere = replace(event, exchange="nowhere")
            break
    assert why is not None
    other = ending._replace(since=why._replace(event=elsewhere))
    assert other != ending
    assert is_right(SIBERIA, other, [ending])


ALIKE = 34
"""A game in which somebody sells for the same money at either of two exchanges, early on."""


def sold() -> tuple[list[Event], Event, Event]:
    """Find a game, a sale in it, and one at another exchange that comes to the same."""
    events: list[Event] = []
    for state, event, then in playout(
        SIBERIA.new_game(SIBERIAN, RED_AND_BLUE, {}), ALIKE, "untold"
    ):
        if isinstance(event, Mine):
            for other in SIBERIA.legal_events(state):
                alike = other != event and isinstance(other, Mine)
                if alike and SIBERIA.apply(state, other).state == then.state:
                    return events, event, other
        events.append(event)
    raise AssertionError


def test_a_sale_that_comes_to_the_same_agrees_and_another_event_does_not() -> None:
    before, sale, other = sold()

    def course(*then: Event) -> History[State, Event, Effect]:
        history = History(SIBERIA, SIBERIA.new_game(SIBERIAN, RED_AND_BLUE, {}))
        for event in (*before, *then):
            history.append(event)
        return history

    known, unsold = course(sale), course()
    legal = SIBERIA.legal_events(unsold.state)
    elsewhere = next(one for one in legal if SIBERIA.apply(unsold.state, one).state != known.state)
    later = SIBERIA.legal_events(known.state)[0]
    assert agreeing(course(other), known) == len(before) + 1
    assert agreeing(course(other, later), known) == len(before) + 1
    assert agreeing(course(elsewhere), known) == len(before)
    assert agreeing(unsold, known) == len(before)
