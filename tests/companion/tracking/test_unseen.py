"""What changed in doubt, and what the ranking row tells of it; nothing silent without it."""

from functools import partial
from itertools import chain

import pytest

from companion.tracking.config import GONE
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Move, Place, Remove
from tests.companion.tracking.watching import (
    ADD,
    MOVE,
    SURE,
    THREE_PLAY,
    Doubts,
    Watched,
    record,
    setting_out,
)

IN_DOUBT: Doubts = {ADD.at: {}}
BLUE = Add("blue", "kish.town-1")


def watched() -> Watched:
    """Let the tracker see for a while that all is as it should be."""
    table = Watched(THREE_PLAY, agree=2, live=True)
    assert [table.look() for _ in range(3)] == [[]] * 3
    return table


def test_the_row_tells_who_came_to_where_nobody_can_be_seen() -> None:
    table = watched()
    row = table.state.ranking
    table.play(ADD)
    assert [table.look(doubts=IN_DOUBT, ranking=row) for _ in range(3)] == [[]] * 3
    assert table.look(doubts=IN_DOUBT) == []
    assert table.look(doubts=IN_DOUBT) == record(ADD)


def test_a_row_that_may_be_of_what_was_taken_back_tells_nothing() -> None:
    table = watched()
    row = table.play(ADD).state.ranking
    table.look()
    assert table.look() == record(ADD)
    table.look()
    before = SUMERIA.expected(THREE_PLAY().state)
    lines = [table.look(view=before, ranking=row) for _ in range(2)]
    assert [line["type"] for line in chain(*lines)] == ["undo"]
    lines = [table.look(view=before, ranking=row, doubts=IN_DOUBT) for _ in range(40)]
    assert [line.get("note") for line in chain(*lines)] == ["ranking"]


def test_two_places_in_doubt_are_not_told_apart_by_the_row() -> None:
    table = watched().play(ADD)
    doubts: Doubts = {ADD.at: {}, "adab.town-1": {}}
    lines = [table.look(doubts=doubts) for _ in range(40)]
    assert [line.get("note") for line in chain(*lines)] == ["ranking"]


def test_what_came_after_confirms_what_is_rather_seen_than_not() -> None:
    table = watched()
    faint = {ADD.at: {"red": 0.0, None: -1.5, "blue": -SURE, "yellow": -SURE}}
    table.play(ADD)
    assert [table.look(doubts=faint, ranking=(None,) * 8) for _ in range(9)] == [[]] * 9
    table.play(BLUE)
    assert table.look(doubts=faint, ranking=(None,) * 8) == []
    assert table.look(doubts=faint, ranking=(None,) * 8) == record(ADD, BLUE)


def test_a_swap_that_is_yet_to_be_made_speaks_for_nobody() -> None:
    # Red has moved within Ur, not added there; blue's removal is yet to push Ur down.
    table = watched()
    row = table.state.ranking
    table.play(Move("red", "ur.town-1", "ur.city"), Remove("blue", "ur.village-1"))
    assert table.state.ranking != row
    lines = [table.look(doubts={"ur.town-1": {}}, ranking=row) for _ in range(30)]
    assert [line.get("note") for line in chain(*lines)] == ["unexplained"]


@pytest.mark.parametrize("faint", [{}, {None: 0.9, "red": -0.1, "yellow": 0.1}])
def test_the_row_may_be_of_somebody_who_came_since_to_where_nothing_is_told_for_sure(
    faint: dict[str | None, float],
) -> None:
    # It lies as if red had been added in Ur; but he moved there, and blue took his place.
    table = watched()
    row = table.state.ranking
    look = partial(table.look, doubts={"ur.town-1": faint})
    assert [look() for _ in range(40)] == [[]] * 40
    table.play(Move("red", "ur.town-1", "ur.city"))
    assert [look(ranking=row) for _ in range(3)] == [[]] * 3
    table.play(Add("blue", "ur.town-1"))
    assert table.state.ranking != row
    lines = [look() for _ in range(30)]
    assert [line.get("note") for line in chain(*lines)] == ["unexplained"]


def test_a_move_to_where_nothing_is_seen_depends_on_the_row() -> None:
    table = watched()
    row = table.state.ranking
    move = Move("red", "ur.town-1", "adab.town-3")
    hidden = {"hand": True, "hidden": (move.to,)}
    table.play(move)
    assert [table.look(**hidden, ranking=row) for _ in range(4)] == [[]] * 4
    assert table.look(**hidden) == []
    assert table.look(**hidden) == record(move)


def test_who_may_stand_elsewhere_in_doubt_is_gone_once_the_row_says_so() -> None:
    table = watched()
    row = table.state.ranking
    removal = Remove("red", "ur.town-1")
    doubts: Doubts = {"adab.town-3": {}}
    assert [table.look(doubts=doubts) for _ in range(40)] == [[]] * 40
    table.play(removal)
    assert [table.look(doubts=doubts, ranking=row) for _ in range(4)] == [[]] * 4
    assert table.look(doubts=doubts) == []
    assert table.look(doubts=doubts) == record(removal)


def test_a_row_laid_back_tells_that_an_event_was_taken_back_which_is_in_doubt() -> None:
    table = watched()
    row = table.state.ranking
    table.play(ADD)
    assert [line for _ in range(4) for line in table.look()] == record(ADD)
    before = SUMERIA.expected(THREE_PLAY().state)
    lines = [table.look(view=before, ranking=row, doubts=IN_DOUBT) for _ in range(3)]
    assert [line["type"] for line in chain(*lines)] == ["undo"]


def test_the_tiles_that_can_be_read_tell_as_much_as_the_whole_row() -> None:
    table = watched()
    before = table.state.ranking
    after = table.play(ADD).state.ranking
    swapped = [now if now != then else None for then, now in zip(before, after, strict=True)]
    lines = [table.look(doubts=IN_DOUBT, ranking=swapped) for _ in range(3)]
    assert list(chain(*lines)) == record(ADD)


def test_who_can_have_gone_nowhere_else_is_gone_after_a_while() -> None:
    table = watched()
    removal = Remove("red", "ur.town-1")
    doubts: Doubts = {"nippur.town-3": {}}  # where nobody can move from Ur
    unread = (None,) * 8
    assert [table.look(doubts=doubts, ranking=unread) for _ in range(40)] == [[]] * 40
    table.play(removal)
    lines = [table.look(doubts=doubts, ranking=unread) for _ in range(40)]
    assert list(chain(*lines)) == record(removal)


def test_what_is_hardly_seen_is_believed_once_the_row_has_been_laid_for_it() -> None:
    table = watched()
    row = table.state.ranking
    faint = {ADD.at: {"red": 0.0, None: -3.5, "blue": -SURE, "yellow": -SURE}}
    table.play(ADD)
    assert [table.look(doubts=faint, ranking=row) for _ in range(3)] == [[]] * 3
    assert list(chain(*[table.look(doubts=faint) for _ in range(3)])) == record(ADD)


def test_whether_a_merchant_moved_is_asked_where_one_doubtful_look_alone_tells() -> None:
    table = watched().play(MOVE)
    look = partial(table.look, doubts={MOVE.to: {}}, ranking=(None,) * 8)
    (note,) = chain(*(look() for _ in range(20)))
    assert note["note"] == "unexplained"
    assert (MOVE,) in table.tracker.alternatives


def test_who_came_last_is_not_held_to_have_come_first_where_something_else_may_have() -> None:
    # Red's first merchant can hardly be told; blue's and yellow's were seen before his second.
    first, second = Place("red", "kish.city"), Place("red", "ur.city")
    others = Place("blue", "nippur.city"), Place("yellow", "lagash.city")
    doubts = {first.at: {None: 0.0, "red": 0.0, "blue": -SURE, "yellow": -SURE}}
    table = Watched(setting_out, patience=9).play(first, *others)
    assert [table.look(doubts=doubts) for _ in range(2)] == [[]] * 2
    table.play(second)
    assert [table.look(doubts=doubts) for _ in range(2)] == [[]] * 2
    assert table.look() == record(first, *others, second)


def test_live_a_piece_that_is_gone_may_be_in_a_hand_out_of_view() -> None:
    lifted = Remove("red", MOVE.origin)
    gone = SUMERIA.expected(SUMERIA.apply(THREE_PLAY().state, lifted).state)
    table, other = watched(), watched()
    row = table.state.ranking
    for one in (table, other):
        assert [one.look(view=gone, ranking=row) for _ in range(2 * GONE - 1)] == [[]] * 5
    table.play(MOVE)
    assert [table.look(), table.look()] == [[], record(MOVE)]
    assert other.look(view=gone, ranking=row) == record(lifted)
