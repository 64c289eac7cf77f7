"""Which events may have led to a board, and which of them are beyond doubt."""

from dataclasses import replace

import numpy as np

from companion.tracking.belief import MOMENTS, Evidence
from companion.tracking.config import (
    CERTAIN,
    EVENT,
    EXCHANGED,
    OUT_OF_TURN,
    ROW_RELAID,
    TILE_NOT_MOVED,
    UNSEEN,
)
from companion.tracking.hypotheses import Hypothesis, Search, decide
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Event, Remove
from tests.companion.tracking.watching import ADD, GAME, LOCATIONS, MOVE, PLAYERS, THREE_PLAY

CLASSES = (None, *PLAYERS)
BLUE = Add("blue", "kish.town-1")


def evidence_after(*events: Event, doubtful: str | None = None) -> Evidence:
    """See the board after these events, whether legal or not; of one spot nothing is told."""
    state = THREE_PLAY().state
    board = list(GAME.standing(state))
    for event in events:
        if isinstance(event, Add):
            board[LOCATIONS.index(event.at)] = event.player
        if isinstance(event, Remove):
            board[LOCATIONS.index(event.origin)] = None
    rows = np.full((len(board), len(CLASSES)), -CERTAIN)
    rows[np.arange(len(board)), [CLASSES.index(one) for one in board]] = 0.0
    if doubtful:
        rows[LOCATIONS.index(doubtful)] = 0.0
    until, since = [0] * len(board), [MOMENTS] * len(board)
    return Evidence(rows, CLASSES, until=until, since=since, now=MOMENTS)


def found(evidence: Evidence) -> list[Hypothesis]:
    return Search(GAME, THREE_PLAY(), live=False).found(evidence)


def test_that_nothing_happened_is_best_where_nothing_differs() -> None:
    best, *others = found(evidence_after())
    assert (best.events, best.score) == ((), 0.0)
    assert all(one.score < 0 for one in others)


def test_events_in_turn_order_explain_a_board() -> None:
    best = found(evidence_after(ADD, BLUE))[0]
    assert (best.events, best.cost) == ((ADD, BLUE), 2 * EVENT)
    assert best.board == GAME.standing(best.state)


def test_an_event_of_which_nothing_is_seen_costs_more() -> None:
    evidence = evidence_after(ADD, BLUE, doubtful=ADD.at)
    best = found(evidence)[0]
    assert (best.events, best.cost) == ((ADD, BLUE), 2 * EVENT + UNSEEN)


def test_what_was_seen_before_its_turn_speaks_against_an_order() -> None:
    evidence = evidence_after(ADD, BLUE)
    since = [*evidence.since]
    since[LOCATIONS.index(BLUE.at)] = 0
    best = found(replace(evidence, since=since))[0]
    assert (best.events, best.early, best.disorder) == ((ADD, BLUE), 1, 1)


def test_an_order_seen_beside_a_hand_is_none_of_settled_readings() -> None:
    evidence = evidence_after(ADD, BLUE)
    until, since = [*evidence.until], [*evidence.since]
    since[LOCATIONS.index(BLUE.at)] = 1
    until[LOCATIONS.index(ADD.at)] = 2
    best = found(replace(evidence, until=until, since=since))[0]
    assert (best.events, best.early, best.disorder) == ((ADD, BLUE), 0, 1)


def test_a_row_that_was_laid_for_an_event_speaks_for_it() -> None:
    history = THREE_PLAY()
    laid = SUMERIA.apply(history.state, ADD).state.ranking
    evidence = replace(evidence_after(doubtful=ADD.at), row=laid, relaid=True)
    assert found(evidence)[0].events == (ADD,)
    # Laid so before anything happened, it tells less.
    still = replace(evidence, relaid=False)
    by_events = {one.events: one for one in found(still)}
    assert by_events[ADD,].against == -TILE_NOT_MOVED
    assert by_events[()].against == 0.0


def test_a_tile_laid_at_the_far_end_weighs_as_one_laid_beside_its_place() -> None:
    first, second, *others = GAME.row(THREE_PLAY().state)
    rows = (first, second, *others), (second, first, *others), (second, *others, first)
    seen = [replace(evidence_after(), row=row, relaid=True) for row in rows]
    nothing = [next(one for one in found(each) if not one.events) for each in seen]
    assert [one.against for one in nothing] == [0, ROW_RELAID, ROW_RELAID]


def test_mishaps_are_cheaper_than_misreadings() -> None:
    search = Search(GAME, THREE_PLAY(), live=False)
    early = evidence_after(BLUE)
    assert search.priced(search.nothing(early), early).score == -OUT_OF_TURN
    other = evidence_after(Add("blue", "ur.town-1"))
    assert search.priced(search.nothing(other), other).score == -EXCHANGED
    legal = evidence_after(ADD)
    assert search.priced(search.nothing(legal), legal).score == -CERTAIN


def test_only_what_all_likely_hypotheses_share_is_beyond_doubt() -> None:
    state = THREE_PLAY().state
    board = tuple(GAME.standing(state))
    nothing = Hypothesis((), state, board, fit=-20.0)
    both = Hypothesis((ADD, BLUE), state, board, fit=0.0, seen=2)
    other = Hypothesis((ADD, MOVE), state, board, fit=-1.0, seen=2)
    assert decide([both, nothing], [], both).events == (ADD, BLUE)
    assert decide([both, other, nothing], [], both).events == (ADD,)
    assert decide([both, replace(nothing, fit=-1.0)], [], both).events == ()
    assert decide([both], [replace(nothing, fit=-1.0)], both).events == ()


def test_what_a_hand_hides_is_not_beyond_doubt() -> None:
    state = THREE_PLAY().state
    both = Hypothesis((ADD, BLUE), state, tuple(GAME.standing(state)), fit=0.0, seen=1)
    assert decide([both], [], both).events == (ADD,)


def test_an_order_that_may_be_another_is_written_whole_or_not_at_all() -> None:
    state = THREE_PLAY().state
    board = tuple(GAME.standing(state))
    one = Hypothesis((ADD, BLUE, MOVE), state, board, fit=0.0, seen=3, forks=((0, 2),))
    other = replace(one, events=(ADD, BLUE, ADD), fit=-1.0)
    whole = decide([one], [], one)
    assert (whole.events, whole.unordered) == ((ADD, BLUE, MOVE), 3)
    assert decide([one, other], [], one).events == (ADD, BLUE)
    assert decide([one, replace(other, events=(ADD, MOVE))], [], one).events == ()
