"""What happened on the board is written once it can be told; what cannot be told is noted."""

from typing import Any, Final

import pytest

from companion.tracking.spots import SpotTracker
from companion.tracking.tracker import Options
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Move, Place, Remove
from tests.companion.tracking.watching import (
    ADD,
    BOARD,
    MOVE,
    PLAYERS,
    REMOVE,
    SURE,
    THREE_PLAY,
    Doubts,
    Watched,
    at_play,
    reading_of,
    record,
    setting_out,
    with_change,
)

Changes = dict[str, str | None]


@pytest.fixture
def table() -> Watched:
    return Watched(THREE_PLAY)


def looks(table: Watched, change: Changes, **otherwise: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    """Show the table as it stands but for a change that the rules know nothing of."""
    seen = with_change(SUMERIA.expected(table.state), change)
    return table.look(view=seen, **otherwise)


def test_where_nothing_happened_nothing_is_written(table: Watched) -> None:
    assert [table.look(), table.look()] == [[], []]


@pytest.mark.parametrize("event", [ADD, MOVE, REMOVE], ids=lambda event: event.verb)
def test_each_action_is_written_once(table: Watched, event: Add | Move | Remove) -> None:
    assert table.play(event).look() == record(event)
    assert table.look() == []
    assert table.tracker.history.state == table.state


def test_an_opening_placement_is_written() -> None:
    table = Watched(setting_out)
    assert table.play(Place("red", "ur.city")).look() == record(Place("red", "ur.city"))


def test_two_quick_moves_are_written_in_turn_order(table: Watched) -> None:
    quick = MOVE, Move("blue", "nippur.city", "adab.village-2")
    assert table.play(*quick).look() == record(*quick)


def test_one_may_quickly_go_on_past_the_place_that_another_took(table: Watched) -> None:
    # Blue's way west leads over the village that red has only just reached.
    quick = MOVE, Move("blue", "nippur.city", "kish.city")
    assert not SUMERIA.check(table.state, quick[1]).holds
    assert table.play(*quick).look() == record(*quick)


def test_an_order_that_no_board_can_tell_is_noted_not_guessed(table: Watched) -> None:
    # Which of red's two additions came first decides the ranking, and nothing shows it.
    others = Remove("blue", "ur.village-1"), Remove("yellow", "lagash.town-1")
    table.play(ADD, *others, Add("red", "umma.town-2"))
    (note,) = table.wait(taught=False)
    assert (note["note"], note["rule"]) == ("unexplained", None)


def test_a_row_that_no_event_explains_says_nothing_of_events(table: Watched) -> None:
    wrong = list(table.state.ranking)[::-1]
    quick = ADD, Remove("blue", "umma.town-1")
    *lines, note = table.play(*quick).look(ranking=wrong)
    assert (lines, note["note"]) == (record(*quick), "ranking")


def test_two_quick_actions_are_written_though_nobody_swapped_the_row(table: Watched) -> None:
    before = list(table.state.ranking)
    quick = ADD, Remove("blue", "umma.town-1")
    *lines, note = table.play(*quick).look(ranking=before)
    assert (lines, note["note"]) == (record(*quick), "ranking")


def test_one_action_is_written_though_nobody_swapped_the_row(table: Watched) -> None:
    before = list(table.state.ranking)
    assert table.play(ADD).look(ranking=before)[:1] == record(ADD)


def test_without_taught_tiles_no_more_is_believed_than_quick_hands_do(table: Watched) -> None:
    others = Remove("blue", "ur.village-1"), Remove("yellow", "lagash.town-1")
    table.play(ADD, *others, Remove("red", "ur.town-1"))
    assert [line["note"] for line in table.wait(taught=False)] == ["unexplained"]


def test_a_whole_opening_in_one_reading_is_written_in_turn_order() -> None:
    table = Watched(setting_out)
    places = ("ur.city", "kish.city", "umma.city", "ur.town-1", "kish.town-1", "umma.town-1")
    opening = [Place(PLAYERS[i % 3], at) for i, at in enumerate(places)]
    table.play(*opening)
    note, *lines = table.look()
    assert note == {"note": "order-unseen", "events": 6}
    assert [line["player"] for line in lines] == [event.player for event in opening]
    assert {line["at"] for line in lines} == set(places)
    assert table.tracker.history.state == table.state


def test_the_last_placement_and_the_first_action_may_come_together() -> None:
    def nearly() -> Any:  # noqa: ANN401
        history = setting_out()
        places = [one for one in BOARD.locations if one.region in ("kish", "nippur", "adab")]
        places += [one for one in BOARD.locations if one.region == "umma"][:2]
        for i, location in enumerate(places):
            history.append(Place(PLAYERS[i % 3], location.id))
        return history

    table = Watched(nearly)
    both = Place("yellow", "ur.city"), Add("red", "ur.town-1")
    assert table.play(*both).look() == record(*both)


def test_a_hand_over_the_board_is_waited_for(table: Watched) -> None:
    table.play(ADD)
    assert [table.look(hand=True), table.look(hand=True)] == [[], []]
    assert table.look() == record(ADD)


def test_a_board_that_is_not_in_view_is_waited_for(table: Watched) -> None:
    table.play(ADD)
    assert table.look(registered=False) == []
    assert table.look() == record(ADD)


def test_an_event_out_of_view_is_waited_for_and_others_are_not(table: Watched) -> None:
    table.play(ADD)
    assert table.look(hidden=(ADD.at, "adab.city"), taught=False) == []
    assert table.look(hidden=("ur.city", "adab.city"), taught=False) == record(ADD)


def test_what_cannot_be_seen_is_never_made_up(table: Watched) -> None:
    # Blue plays out of turn, as if red had just played out of view.
    out_of_turn: Changes = {"adab.town-2": "blue"}
    assert looks(table, out_of_turn, hidden=("adab.city",)) == []
    assert looks(table, out_of_turn, doubts={"adab.city": {}}) == []
    assert [line["rule"] for line in looks(table, out_of_turn)] == ["S-14"]


def test_what_may_be_either_is_not_written_until_it_is_clear(table: Watched) -> None:
    # Whether red's merchant has left kish.city cannot be seen: moved, or added from the supply?
    table.play(MOVE)
    assert table.look(doubts={"kish.city": {}}) == []
    assert table.look() == record(MOVE)


def test_a_doubtful_location_alone_is_nothing_to_write_or_note(table: Watched) -> None:
    faint = {"red": 2.0, "blue": -SURE, "yellow": -SURE}
    assert table.look(doubts={"adab.town-2": faint}) == []


# Somebody thinks better of it.


def test_an_action_taken_back_is_undone(table: Watched) -> None:
    table.play(ADD).look()
    before = table.tracker.history.event
    lines = looks(table, {ADD.at: None})
    assert lines[:1] == [{"type": "undo", "to": before}]
    # The tiles still lie as they were swapped for it.
    assert [line["note"] for line in lines[1:]] == ["ranking"]
    assert table.tracker.history.state == THREE_PLAY().state


def test_another_action_instead_is_an_undo_and_that_action(table: Watched) -> None:
    table.play(ADD).look()
    before = table.tracker.history.event
    lines = looks(table, {ADD.at: None, "ur.town-1": None}, taught=False)
    assert lines == [{"type": "undo", "to": before}, *record(REMOVE)]


def test_a_merchant_still_in_the_hand_is_a_removal_until_it_is_put_down(table: Watched) -> None:
    # A hand that the eye did not notice: first the one location is empty, then the other taken.
    before = table.tracker.history.event + 1
    assert looks(table, {"kish.city": None}, taught=False) == record(Remove("red", "kish.city"))
    lines = table.play(MOVE).look()
    assert lines == [{"type": "undo", "to": before}, *record(MOVE)]
    assert table.tracker.history.state == table.state


def test_what_was_taken_back_may_be_done_after_all(table: Watched) -> None:
    table.play(ADD).look()
    looks(table, {ADD.at: None})
    assert table.look() == record(ADD)


def test_where_all_was_undone_there_is_nothing_to_take_back() -> None:
    table = Watched(setting_out)
    table.tracker.write(Undo(1))
    assert table.tracker.history.state.phase == "setup"
    assert [line["note"] for line in looks(table, {"ur.city": "red"})] == ["unexplained"]


def test_the_setup_is_never_undone() -> None:
    table = Watched(setting_out)
    assert table.look() == []
    assert [line["note"] for line in looks(table, {"ur.city": "blue"})] == ["unexplained"]


# What no legal event explains.


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"adab.town-2": "blue"}, "S-14"),  # it is red's turn
        ({"nippur.city": "red"}, "S-16"),  # blue's merchant stood there
        ({"kish.city": None, "adab.city": "red"}, "S-20"),  # past the empty nippur.village-2
        ({"kish.city": None, "lagash.village-1": "red"}, "S-20"),
        ({"umma.town-1": None}, "S-14"),  # blue's, in red's turn
        ({"adab.town-2": "red", "adab.town-1": "red"}, None),  # two at once
    ],
)
def test_an_illegal_action_is_noted_with_the_rule_it_breaks(
    table: Watched, change: Changes, rule: str | None
) -> None:
    before = SUMERIA.expected(table.state).singles("locations")
    stood = dict(zip((one.id for one in BOARD.locations), before, strict=True))
    (note,) = looks(table, change)
    assert (note["note"], note["rule"]) == ("unexplained", rule)
    assert note["differences"] == {at: [stood[at], seen] for at, seen in change.items()}
    assert table.tracker.history.state == table.state


def test_the_nearest_legal_event_is_named(table: Watched) -> None:
    # Red went too far: to have stopped at the village would have been right as far as it goes.
    (note,) = looks(table, {"kish.city": None, "adab.city": "red"})
    assert note["nearest"] in record(Remove("red", "kish.city"), Add("red", "adab.city"))


def test_there_may_be_no_legal_event_near(table: Watched) -> None:
    (note,) = looks(table, {"adab.town-2": "blue"})
    assert note["nearest"] is None


def test_a_difference_is_noted_once_not_once_a_frame(table: Watched) -> None:
    wrong: Changes = {"adab.town-2": "blue"}
    assert len(looks(table, wrong)) == 1
    assert [looks(table, wrong), looks(table, wrong)] == [[], []]
    (other,) = looks(table, {**wrong, "adab.town-1": "blue"})
    assert set(other["differences"]) == {"adab.town-1", "adab.town-2"}
    assert looks(table, wrong) == []


def test_once_put_right_the_game_goes_on(table: Watched) -> None:
    looks(table, {"adab.town-2": "blue"})
    assert table.play(ADD).look() == record(ADD)


def test_what_is_put_right_late_is_no_question() -> None:
    table = Watched(THREE_PLAY, agree=2)
    wrong = with_change(SUMERIA.expected(table.state), {ADD.at: "blue"})
    notes = [line["note"] for _ in range(40) for line in table.look(view=wrong)]
    assert notes == ["unexplained"]
    table.play(ADD)
    assert [table.look(), table.look()] == [[], record(ADD)]


def test_an_event_written_wrongly_is_not_rewritten_but_noted(table: Watched) -> None:
    # An addition was seen where there was none, and another event was written after it.
    looks(table, {"adab.town-1": "red"}, taught=False)
    looks(table, {"adab.town-1": "red", "umma.town-1": None}, taught=False)
    written = table.tracker.history.event
    (note,) = looks(table, {"umma.town-1": None}, taught=False)
    assert (note["note"], note["differences"]) == ("unexplained", {"adab.town-1": ["red", None]})
    assert table.tracker.history.event == written == table.truth.event + 2


def test_a_colour_that_nobody_plays_is_noted(table: Watched) -> None:
    (note,) = looks(table, {"adab.town-2": "green"}, colours=(*PLAYERS, "green"))
    assert note["differences"] == {"adab.town-2": [None, "green"]}
    assert note["rule"] is not None


def test_the_tracker_begins_where_the_record_ends() -> None:
    history = at_play()
    tracker = SpotTracker(history, BOARD, Options())
    assert tracker.see(reading_of(SUMERIA.expected(history.state)), "1.jpg") == []
    assert tracker.history is history


EITHER: Final[Doubts] = {"ur.city": {"red": 0.0, "blue": -0.4, "yellow": -SURE, None: -SURE}}


def test_a_placement_of_either_of_two_colours_is_of_whose_turn_it_is() -> None:
    table = Watched(setting_out)
    table.look()
    table.play(Place("red", "ur.city"))
    assert table.look(doubts=EITHER) == record(Place("red", "ur.city"))


def test_live_where_others_may_be_early_it_is_asked_about_not_written() -> None:
    table = Watched(setting_out, live=True)
    table.look()
    table.play(Place("red", "ur.city"))
    lines = [line for _ in range(60) for line in table.look(doubts=EITHER)]
    assert [line.get("note") for line in lines] == ["unexplained"]
    lines = [line for _ in range(3) for line in table.look()]
    assert lines == record(Place("red", "ur.city"))


def test_a_colour_written_wrong_is_noted_once_it_is_plainly_seen() -> None:
    table = Watched(setting_out, live=True, agree=2)
    table.look()
    red: Changes = {"ur.city": "red"}
    blue: Changes = {"ur.city": "blue"}
    assert [line for _ in range(3) for line in looks(table, red)] == record(Place("red", "ur.city"))
    lines = [line for _ in range(9) for line in looks(table, blue)]
    assert [line["differences"] for line in lines] == [{"ur.city": ["red", "blue"]}]
