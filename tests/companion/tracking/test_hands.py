"""Hands over the board: what they hide is waited for, and live what is far from them is not."""

from functools import partial
from itertools import chain
from typing import Any

import pytest

from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Move, Place
from tests.companion.tracking.watching import (
    ADD,
    MOVE,
    PLAYERS,
    REMOVE,
    SURE,
    THREE_PLAY,
    Watched,
    record,
    setting_out,
    with_change,
)

FAR = ("uruk.city", "uruk.town-1")  # where the arm lies
BLUE = Add("blue", "kish.town-1")
ELSEWHERE = ("lagash.city", "lagash.town-1", "eridu.village-1")


@pytest.fixture
def table() -> Watched:
    return Watched(THREE_PLAY, agree=2, live=True)


def test_in_still_pictures_nothing_is_written_under_a_hand() -> None:
    table = Watched(THREE_PLAY).play(ADD)
    assert [table.look(hand=True, hidden=FAR) for _ in range(5)] == [[]] * 5
    assert table.look() == record(ADD)


def test_what_the_last_hand_may_be_half_way_with_is_not_written_at_the_end() -> None:
    table = Watched(THREE_PLAY).play(REMOVE)
    table.look(hand=True, hidden=FAR)
    assert table.tracker.finish() == []


def test_the_order_of_events_is_seen_beside_a_hand_that_moves() -> None:
    table = Watched(partial(setting_out, PLAYERS))
    table.look()
    places = ("kish.city", "nippur.city", "ur.city", "lagash.city", "umma.city")
    events = [Place(player, at) for player, at in zip([*PLAYERS, *PLAYERS], places, strict=False)]
    for event in events:
        table.play(event).look(hand=True, hidden=FAR)
    assert table.look() == record(*events)


def test_live_an_arm_at_rest_does_not_block_the_far_side(table: Watched) -> None:
    assert [table.look(hand=True, hidden=FAR) for _ in range(50)] == [[]] * 50
    table.play(ADD)
    assert table.look(hand=True, hidden=FAR) == []
    assert table.look(hand=True, hidden=FAR) == record(ADD)
    following = Add("blue", "kish.town-1")
    table.play(following).look(hand=True, hidden=FAR)
    assert table.look(hand=True, hidden=FAR) == record(following)


def test_live_a_hand_that_comes_is_given_time_to_come_to_rest(table: Watched) -> None:
    table.play(ADD)
    shown = [table.look(hand=True, hidden=FAR) for _ in range(3)]
    assert shown == [[], [], record(ADD)]


def moved_so_surely(table: Watched, *nats: float) -> list[list[dict[str, Any]]]:
    """Show, in one reading each, by how many nats a merchant rather stands where it has moved."""
    table.play(MOVE)
    return [table.look(doubts={MOVE.to: {MOVE.player: one}}) for one in nats]


def test_live_a_piece_that_an_unseen_hand_still_pushes_is_waited_for(table: Watched) -> None:
    lines = moved_so_surely(table, 3.5, 5.5, 7.5, SURE, SURE)
    assert lines == [[], [], [], [], record(MOVE)]


def test_live_a_piece_that_never_looks_quite_the_same_is_not_waited_for_long(
    table: Watched,
) -> None:
    assert moved_so_surely(table, 4, 7, 4, 7, 4, 7) == [[], [], [], [], [], record(MOVE)]


def test_live_a_piece_that_hardly_wavers_is_written_at_once(table: Watched) -> None:
    assert moved_so_surely(table, 4, 4.5) == [[], record(MOVE)]


def test_live_nothing_is_written_while_a_hand_moves(table: Watched) -> None:
    table.play(ADD)
    for _ in range(5):
        assert table.look(hand=True, hidden=FAR) == []
        assert table.look(hand=True, hidden=ELSEWHERE) == []


def test_live_a_hand_that_creeps_does_not_rest(table: Watched) -> None:
    table.play(ADD)
    way = ("uruk.city", "uruk.town-1", "uruk.town-2", "lagash.city", "lagash.town-1", "ur.city")
    shown = [table.look(hand=True, hidden=way[: i + 1]) for i in range(len(way))]
    # Twitching by a finger's breadth is resting; what was believed then stays believed.
    assert list(chain(*shown)) == record(ADD)
    table.play(Add("blue", "kish.town-1"))
    shown = [table.look(hand=True, hidden=way[3 * (i % 2) :][:3]) for i in range(6)]
    assert list(chain(*shown)) == []


def test_live_an_event_beside_the_hand_waits_for_its_leaving(table: Watched) -> None:
    table.play(ADD)
    hidden = (ADD.at, "adab.city")
    assert [table.look(hand=True, hidden=hidden) for _ in range(9)] == [[]] * 9
    assert [table.look(), table.look()] == [[], record(ADD)]


def test_live_a_move_half_under_the_hand_waits(table: Watched) -> None:
    table.play(MOVE)
    for hidden in (("kish.city",), ("nippur.village-2",)):
        assert [table.look(hand=True, hidden=hidden) for _ in range(5)] == [[]] * 5
    assert [table.look(), table.look()] == [[], record(MOVE)]


def test_live_of_two_quick_moves_one_under_the_hand_is_written_later(table: Watched) -> None:
    blue = Move("blue", "umma.town-1", "umma.village-1")
    hidden = ("umma.town-1", "umma.village-1", "umma.city")
    table.play(ADD, blue)
    shown = [table.look(hand=True, hidden=hidden) for _ in range(5)]
    assert list(chain(*shown)) == record(ADD)
    assert [table.look(), table.look()] == [[], record(blue)]


def test_live_if_the_first_of_two_is_under_the_hand_both_wait(table: Watched) -> None:
    blue = Add("blue", "kish.town-1")
    table.play(ADD, blue)
    assert [table.look(hand=True, hidden=(ADD.at, "adab.city")) for _ in range(9)] == [[]] * 9
    assert [table.look(), table.look()] == [[], record(ADD, blue)]


def test_live_what_is_gone_may_be_in_the_resting_hand(table: Watched) -> None:
    # Red has taken a merchant up and thinks: it may yet be put down elsewhere.
    taken_up = with_change(SUMERIA.expected(table.state), {"kish.city": None})
    assert [table.look(view=taken_up, hand=True, hidden=FAR) for _ in range(9)] == [[]] * 9
    table.play(MOVE)
    assert [table.look(), table.look()] == [[], record(MOVE)]


def test_live_what_is_gone_is_gone_once_the_next_has_played(table: Watched) -> None:
    blue = Add("blue", "kish.town-1")
    table.play(REMOVE, blue)
    shown = [table.look(hand=True, hidden=FAR) for _ in range(3)]
    assert list(chain(*shown)) == record(REMOVE, blue)


def test_live_nothing_is_asked_while_a_hand_is_there(table: Watched) -> None:
    wrong = with_change(SUMERIA.expected(table.state), {"adab.town-2": "blue"})
    assert [table.look(view=wrong, hand=True, hidden=FAR) for _ in range(6)] == [[]] * 6
    row = list(table.state.ranking)[::-1]
    assert [table.look(hand=True, hidden=FAR, ranking=row) for _ in range(6)] == [[]] * 6
    lines = [table.look(view=wrong), table.look(view=wrong)]
    assert [line["note"] for line in chain(*lines)] == ["unexplained"]


def test_live_what_stays_odd_beside_something_that_rests_is_asked_about(table: Watched) -> None:
    wrong = with_change(SUMERIA.expected(table.state), {"adab.town-2": "blue"})
    lines = [table.look(view=wrong, hand=True, hidden=FAR) for _ in range(30)]
    assert [line["note"] for line in chain(*lines)] == ["unexplained"]


def test_live_the_row_beside_a_resting_arm_is_judged_where_it_does_not_hide_it() -> None:
    for hides, noted in ((), ["ranking"]), ((6, 7), []):
        table = Watched(THREE_PLAY, agree=2, live=True)
        row = list(table.state.ranking)[::-1]
        otherwise = {"hand": True, "hidden": FAR, "ranking": row, "untold_slots": hides}
        lines = [table.look(**otherwise) for _ in range(30)]
        assert [line["note"] for line in chain(*lines)] == noted


# A merchant that does not stand as it should.


def faint(colour: str | None, *, over: float) -> dict[str | None, float]:
    """Look most like this, but only so little more than like anything else."""
    row: dict[str | None, float] = dict.fromkeys((None, "red", "blue", "yellow"), -over)
    return row | {colour: 0.0}


def shows(table: Watched, change: dict[str, str | None], **otherwise: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    return table.look(view=with_change(SUMERIA.expected(table.state), change), **otherwise)


def test_a_merchant_knocked_over_is_nothing_new_while_its_colour_is_seen() -> None:
    table = Watched(THREE_PLAY)
    lying = {"kish.city": faint("red", over=0.5)}
    assert [table.look(doubts=lying) for _ in range(20)] == [[]] * 20


@pytest.mark.parametrize("at", ["kish.city", "nippur.city"])
def test_a_location_in_doubt_for_a_while_writes_and_asks_nothing(at: str) -> None:
    table = Watched(THREE_PLAY)
    for looks in (faint(None, over=2.0), {}, faint("yellow", over=2.5)):
        assert [table.look(doubts={at: looks}) for _ in range(10)] == [[]] * 10
    assert table.play(ADD).look() == record(ADD)


def test_play_goes_on_elsewhere_while_a_location_is_in_doubt() -> None:
    table = Watched(THREE_PLAY)
    doubts = {"nippur.city": faint(None, over=2.0)}
    assert table.play(ADD).look(doubts=doubts) == record(ADD)


def test_a_merchant_pushed_between_two_spots_is_not_taken_for_removed() -> None:
    # Its spot looks empty, and the next, where no move leads, might as well hold it.
    table = Watched(THREE_PLAY)
    doubts = {"umma.village-1": faint("red", over=1.0) | {None: -0.5}}
    assert shows(table, {"ur.town-1": None}, doubts=doubts) == []
    assert table.look() == []
    assert table.tracker.history.state == table.state


def test_a_doubt_that_stays_becomes_a_question_with_answers() -> None:
    table = Watched(THREE_PLAY)
    doubts = {"umma.village-1": faint("red", over=1.0) | {None: -0.5}}
    lines = [shows(table, {"ur.town-1": None}, doubts=doubts) for _ in range(6)]
    (note,) = chain(*lines)
    assert note["differences"] == {"ur.town-1": ["red", None]}
    assert table.tracker.alternatives[0] == (REMOVE,)


@pytest.mark.parametrize("at", ["nippur.city", "lagash.town-1"])
def test_a_merchant_that_vanishes_out_of_turn_is_asked_about(at: str) -> None:
    table = Watched(THREE_PLAY)
    (note,) = shows(table, {at: None})
    assert (note["differences"][at][1], note["rule"]) == (None, "S-14")
    assert table.look() == []


def test_weak_evidence_that_a_merchant_is_gone_is_not_enough() -> None:
    table = Watched(THREE_PLAY)
    assert shows(table, {}, doubts={"ur.town-1": faint(None, over=3.5)}) == []
    assert shows(table, {}, doubts={"ur.town-1": faint(None, over=SURE)})[:1] == record(REMOVE)


@pytest.mark.parametrize(("over", "written"), [(5.5, (ADD,)), (6.5, (ADD, BLUE))])
def test_what_comes_last_must_be_well_seen_however_sure_all_before_it_is(
    over: float, written: tuple[Add, ...]
) -> None:
    table = Watched(THREE_PLAY, agree=2).play(ADD, BLUE)
    doubts = {BLUE.at: faint("blue", over=over)}
    lines = [*table.look(doubts=doubts), *table.look(doubts=doubts)]
    assert lines == record(*written)


def test_a_doubt_is_counted_across_the_hands_that_come_and_go() -> None:
    table = Watched(THREE_PLAY, agree=2, live=True)
    doubts = {ADD.at: faint("red", over=2.0)}
    table.play(ADD, Add("blue", "kish.town-1"))
    lines = []
    for _ in range(8):  # people play on; nobody pauses for as long as a question takes
        lines += [*table.look(hand=True, hidden=FAR), *table.look(doubts=doubts)]
    assert [line.get("note") for line in lines] == ["unexplained"]
    assert table.tracker.alternatives[0] == (ADD, Add("blue", "kish.town-1"))


def test_live_where_somebody_left_another_is_not_believed_to_have_come_at_once() -> None:
    table = Watched(THREE_PLAY, live=True).play(MOVE, Add("blue", MOVE.origin))
    # Whoever plays next would confirm it.
    assert [table.look() for _ in range(3)] == [[]] * 3
    (note,) = table.look()
    assert note["differences"][MOVE.origin] == ["red", "blue"]
    assert table.tracker.alternatives[0] == (MOVE, Add("blue", MOVE.origin))


def test_live_the_next_play_confirms_that_another_came_where_somebody_left() -> None:
    table = Watched(THREE_PLAY, agree=2, live=True)
    events = (MOVE, Add("blue", MOVE.origin))
    table.play(*events)
    row = table.state.ranking
    assert [table.look() for _ in range(3)] == [[]] * 3
    following = Add("yellow", "adab.town-1")
    assert table.play(following).look(ranking=row) == []
    assert table.look(ranking=row) == record(*events, following)


def test_live_the_row_confirms_that_another_came_where_somebody_left() -> None:
    table = Watched(THREE_PLAY, agree=2, live=True)
    events = (Move("red", "ur.town-1", "adab.town-3"), Add("blue", "ur.town-1"))
    rows = [table.state.ranking, table.play(*events).state.ranking]
    assert rows[0] != rows[1]
    assert [table.look(ranking=rows[0]) for _ in range(3)] == [[]] * 3
    assert table.look(ranking=rows[1]) == []
    assert table.look(ranking=rows[1]) == record(*events)


YELLOW = Add("yellow", "umma.city")
RED = Add("red", "lagash.village-1")


def test_a_doubtful_piece_is_believed_once_all_others_have_gone_on() -> None:
    # Had red not added it, blue, yellow and red would all have acted out of turn.
    doubts = {ADD.at: faint("red", over=1.5)}
    unread = (None,) * 8
    table = Watched(THREE_PLAY, patience=9).play(ADD, BLUE)
    assert table.look(doubts=doubts, ranking=unread) == []
    played = record(ADD, BLUE, YELLOW)
    assert table.play(YELLOW).look(doubts=doubts, ranking=unread) == played


def test_of_two_places_in_doubt_neither_is_believed_whoever_goes_on() -> None:
    table = Watched(THREE_PLAY, patience=9).play(ADD, BLUE, YELLOW, RED)
    doubts = {at: faint("red", over=0.5) for at in (ADD.at, "adab.town-1")}
    assert [table.look(doubts=doubts) for _ in range(3)] == [[]] * 3
    table.play(Add("blue", "uruk.village-1"))
    assert [table.look(doubts=doubts) for _ in range(3)] == [[]] * 3


def test_whose_piece_it_is_is_surer_the_longer_nobody_minds_it() -> None:
    # It looks rather yellow than red; but it was red's turn, and the others have played on.
    doubts: Any = {ADD.at: {None: -SURE, "red": -2.5, "yellow": 0.0, "blue": -SURE}}
    table = Watched(THREE_PLAY, patience=9).play(ADD)
    look = partial(table.look, doubts=doubts, ranking=(None,) * 8)
    assert [look() for _ in range(3)] == [[]] * 3
    table.play(BLUE)
    assert [look() for _ in range(3)] == [[]] * 3
    table.play(YELLOW)
    assert look() == record(ADD, BLUE, YELLOW)
