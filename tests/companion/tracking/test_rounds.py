"""Several actions between two readings: what the board tells of them, and what only time can."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest

from companion.tracking.config import OPENING_ENDED
from engine.history import History
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Event, Move, Place, Remove
from tests.companion.tracking.watching import (
    ADD,
    LOCATIONS,
    MOVE,
    PLAYERS,
    REMOVE,
    STANDING,
    THREE_PLAY,
    Doubts,
    Watched,
    at_play,
    record,
    setting_out,
    standing_at,
    with_change,
)

FOUR = ("red", "blue", "yellow", "green")
FOUR_PLAY = partial(standing_at, FOUR, **STANDING, green=("adab.city",))
BLUE = Remove("blue", "umma.town-1")
PATIENCE = 3
YELLOW = Add("yellow", "umma.city")
GREEN = Add("green", "ur.city")


@pytest.fixture
def table() -> Watched:
    return Watched(THREE_PLAY)


def notes(lines: list[dict[str, Any]]) -> list[object]:
    return [line.get("note") for line in lines]


# A full round: whoever acted first may have acted last as well.


@pytest.mark.parametrize("first", [ADD, MOVE, REMOVE], ids=lambda event: event.verb)
def test_a_round_in_one_reading_is_asked_about_until_its_first_player_goes_on(
    table: Watched, first: Event
) -> None:
    round_ = first, BLUE, Remove("yellow", "lagash.town-1")
    (note,) = table.play(*round_).wait()
    assert (note["note"], note["rule"]) == ("unexplained", None)
    assert table.tracker.alternatives[0] == round_
    assert table.look() == []
    following = Add("red", "kish.town-1")
    assert table.play(following).look() == record(*round_, following)
    assert table.tracker.alternatives == ()


def test_a_round_in_which_somebody_acted_twice_is_never_taken_for_a_shorter_one(
    table: Watched,
) -> None:
    # Red's new merchant has already moved on; then it is blue's turn, not red's.
    table.play(ADD, BLUE, Remove("yellow", "lagash.town-1"))
    legal = SUMERIA.legal_events(table.state)
    table.play(next(one for one in legal if isinstance(one, Move) and one.origin == ADD.at))
    assert notes(table.wait()) == ["unexplained"]
    table.play(Add("blue", "kish.town-1"))
    assert notes(table.wait()) == ["unexplained"]
    assert table.tracker.history.state == THREE_PLAY().state


def test_a_round_that_ends_the_dynasty_needs_no_more_to_tell_it() -> None:
    def two_turns_on() -> Any:  # noqa: ANN401
        history = THREE_PLAY()
        for at in ("town", "village"):
            for player, where in zip(PLAYERS, ("kish", "nippur", "adab"), strict=True):
                history.append(Add(player, f"{where}.{at}-3"))
        return history

    table = Watched(two_turns_on)
    round_ = ADD, BLUE, YELLOW
    lines = table.play(*round_).look()
    assert [line["type"] for line in lines] == ["add", "remove", "add", "score"]


def test_three_of_four_players_may_act_between_two_readings() -> None:
    table = Watched(FOUR_PLAY)
    quick = ADD, BLUE, YELLOW
    assert table.play(*quick).look(colours=FOUR) == record(*quick)
    assert table.play(GREEN).look(colours=FOUR) == record(GREEN)


def test_more_than_a_round_is_held_while_the_ranking_row_speaks_for_it(table: Watched) -> None:
    more = ADD, BLUE, Remove("yellow", "lagash.town-1"), Add("red", "umma.town-2")
    assert notes(table.play(*more).wait()) == ["unexplained"]
    assert table.tracker.alternatives[0] == more
    following = Add("blue", "kish.town-1")
    # Red's two may have come in either order: the row lies as it does after both.
    unseen = {"note": "order-unseen", "events": 5}
    assert table.play(following).look() == [unseen, *record(*more, following)]
    assert table.tracker.history.state == table.state


@pytest.mark.parametrize("places", [(ADD.at, "kish.town-1"), ("kish.town-1", ADD.at)])
def test_of_two_actions_that_may_have_come_in_either_order_it_is_the_one_they_were_seen_in(
    places: tuple[str, str],
) -> None:
    table = Watched(THREE_PLAY, agree=3, patience=20, live=True)
    first, last = (Add("red", at) for at in places)
    others = BLUE, Remove("yellow", "lagash.town-1")
    played = first, *others, last, Add("blue", "ur.city")
    lines = [line for event in played[:-1] for line in table.play(event).look()]
    lines += [line for _ in range(3) for line in table.look()]
    assert lines == []
    table.play(played[-1])
    assert [line for _ in range(3) for line in table.look()] == record(*played)


def test_nobody_is_believed_to_have_acted_three_times(table: Watched) -> None:
    before = table.tracker.history.event
    places = [f"{name}.{at}" for at in ("town-1", "town-3") for name in ("kish", "nippur", "adab")]
    table.play(*(Add(PLAYERS[i % 3], at) for i, at in enumerate([*places, "uruk.town-1"])))
    assert notes(table.look()) == ["unexplained"]
    table.play(Remove("blue", "umma.town-1"))
    assert notes(table.look()) == ["unexplained"]
    assert table.tracker.history.event == before


# The order in which several things happened: seen, forced by the rules, or unknown.


def order(lines: Iterable[dict[str, Any]]) -> list[object]:
    """List the notes among lines, and for each event who acted."""
    return [line.get("note") or line.get("player") for line in lines]


PLACED = [Place(PLAYERS[i % 3], at) for i, at in enumerate(LOCATIONS[:24:4])]
"""Red, blue, yellow, red, blue, yellow."""


def test_whose_turn_order_forces_it_happened_in_that_order() -> None:
    table = Watched(setting_out)
    assert order(table.play(*PLACED[:3]).look()) == [*PLAYERS]
    assert order(table.play(*PLACED[3:]).look()) == [*PLAYERS]
    acted = Watched(FOUR_PLAY).play(ADD, BLUE, YELLOW)
    assert order(acted.look(colours=FOUR)) == [*PLAYERS]


@pytest.mark.parametrize("live", [False, True])
def test_two_merchants_of_a_colour_at_once_may_have_been_placed_in_either_order(
    *, live: bool
) -> None:
    table = Watched(setting_out, live=live)
    lines = table.play(*PLACED[:4]).look()
    assert lines[0] == {"note": "order-unseen", "events": 4}
    assert order(lines[1:]) == [*PLAYERS, "red"]
    assert table.tracker.history.state == table.state
    assert table.look() == []


@pytest.mark.parametrize("first", [0, 3])
def test_whose_merchants_were_seen_one_after_the_other_placed_them_in_that_order(
    first: int,
) -> None:
    table = Watched(setting_out, live=True, agree=2)
    start = SUMERIA.expected(table.state)
    red = [PLACED[first], PLACED[3 - first]]
    table.look()
    assert table.look(view=with_change(start, {red[0].at: "red"})) == []
    table.play(red[0], *PLACED[1:3], red[1])
    assert table.look() == []
    assert table.look() == record(red[0], *PLACED[1:3], red[1])


@pytest.mark.parametrize(
    ("hidden", "told"), [(PLACED[1:4], ["order-unseen"]), (PLACED[3:4], [])], ids=["all", "one"]
)
def test_what_a_hand_hid_may_have_been_there_unless_turn_order_speaks_against_it(
    hidden: list[Place], told: list[str]
) -> None:
    table = Watched(setting_out, live=True, agree=3)
    seen = with_change(SUMERIA.expected(table.state), {PLACED[0].at: "red"})
    table.look()
    for _ in range(2):  # the second time the hand rests
        assert table.look(view=seen, hand=True, hidden=[one.at for one in hidden]) == []
    table.play(*PLACED[:4])
    lines = [line for _ in range(3) for line in table.look()]
    assert order(lines) == [*told, *PLAYERS, "red"]


def test_what_is_taken_back_comes_before_what_was_done_in_no_known_order() -> None:
    table = Watched(setting_out)
    table.play(PLACED[0]).look()
    number = table.tracker.history.event
    table.truth.append(Undo(number))
    others = [Place(event.player, at) for event, at in zip(PLACED, LOCATIONS[1::4], strict=False)]
    lines = table.play(*others[:4]).look()
    unseen = {"note": "order-unseen", "events": 4}
    assert lines[:2] == [{"type": "undo", "to": number}, unseen]
    assert order(lines[2:]) == [*PLAYERS, "red"]
    assert table.tracker.history.state == table.state


def test_where_two_orders_lead_to_different_rankings_the_table_is_asked() -> None:
    # Red adds in Adab and in Uruk, which lies next to it: whichever comes last lies higher.
    more: list[Event] = [
        Add("red", "adab.town-2"),
        BLUE,
        Remove("yellow", "lagash.town-1"),
        Add("red", "uruk.town-2"),
        Add("blue", "kish.town-1"),
    ]
    swapped = [more[3], *more[1:3], more[0], more[4]]
    ends = [Watched(THREE_PLAY).play(*events).state for events in (more, swapped)]
    assert ends[0] != ends[1]
    for events, end in zip((more, swapped), ends, strict=True):
        for live in (False, True):
            table = Watched(THREE_PLAY, live=live)
            before = table.tracker.history.event
            table.play(*events)
            looks = [table.look(taught=False) for _ in range(12)]
            assert order([line for lines in looks for line in lines]) == ["unexplained"]
            assert table.tracker.history.event == before
        # The row tells them apart; whether all has been seen the next turn tells.
        table = Watched(THREE_PLAY)
        table.play(*events[:4]).look()
        assert table.play(events[4]).look() == record(*events)
        assert table.tracker.history.state == end


# Only a colour has changed: one left and another came, or somebody took the wrong merchant.


def test_where_only_a_colour_has_changed_the_table_is_asked(table: Watched) -> None:
    quick = REMOVE, Add("blue", "ur.town-1")
    (note,) = table.play(*quick).wait()
    assert note["differences"] == {"ur.town-1": ["red", "blue"]}
    assert note["rule"] == "S-14"
    assert table.tracker.alternatives == (quick,)


def test_if_one_left_and_another_came_the_next_turn_tells(table: Watched) -> None:
    quick = REMOVE, Add("blue", "ur.town-1")
    table.play(*quick).look()
    following = Add("yellow", "kish.town-1")
    assert table.play(following).look() == record(*quick, following)


def test_if_somebody_took_the_wrong_merchant_it_is_never_written(table: Watched) -> None:
    seen = with_change(SUMERIA.expected(table.state), {"ur.town-1": "blue"})
    assert notes(table.wait(view=seen)) == ["unexplained"]
    table.play(ADD)
    seen = with_change(SUMERIA.expected(table.state), {"ur.town-1": "blue"})
    assert notes(table.wait(view=seen)) in ([], ["unexplained"])
    assert table.tracker.asking
    assert table.look() == record(ADD)


def test_somebody_may_take_the_place_that_another_moved_from(table: Watched) -> None:
    quick = MOVE, Add("blue", "kish.city")
    assert table.play(*quick).look() == record(*quick)


# The opening, in which everybody may place at once.


@pytest.mark.parametrize("players", [pytest.param(PLAYERS, marks=pytest.mark.long), FOUR])
def test_a_whole_opening_at_once_is_written_in_turn_order(players: tuple[str, ...]) -> None:
    table = Watched(lambda: setting_out(players))
    share = 24 if len(players) == 3 else 20
    table.play(*(Place(players[i % len(players)], LOCATIONS[2 * i]) for i in range(share)))
    note, *lines = table.look(colours=players)
    assert note == {"note": "order-unseen", "events": share}
    assert [line["player"] for line in lines] == list(players) * (share // len(players))
    assert {line["at"] for line in lines} == set(LOCATIONS[: 2 * share : 2])
    assert table.tracker.history.state == table.state


@pytest.mark.parametrize("players", [PLAYERS, FOUR])
def test_live_whoever_is_slower_in_the_opening_is_waited_for(players: tuple[str, ...]) -> None:
    table = Watched(lambda: setting_out(players), live=True)
    start = SUMERIA.expected(table.state)
    first, second, *others = players
    early = {LOCATIONS[2 * i]: player for i, player in enumerate([first, *others, first])}
    for _ in range(20):
        assert table.look(view=with_change(start, early), colours=players) == []
    caught_up = early | {"ur.city": second}
    lines = table.look(view=with_change(start, caught_up), colours=players)
    # In which order the first has placed his two, nobody has seen.
    assert lines[0] == {"note": "order-unseen", "events": len(players) + 1}
    assert order(lines[1:]) == [*players, first]


def test_live_two_merchants_that_one_places_before_all_others_are_no_question() -> None:
    table = Watched(lambda: setting_out(FOUR), live=True)
    start = SUMERIA.expected(table.state)
    *others, last = FOUR
    placed: dict[str, str | None] = {LOCATIONS[0]: last, LOCATIONS[2]: last}
    # Of the one of them the eye is not quite as sure as of the rest.
    unsure: Doubts = {LOCATIONS[2]: {last: 0.0, None: -6.5} | dict.fromkeys(others, -9.0)}
    assert table.look(view=with_change(start, placed), colours=FOUR, doubts=unsure) == []
    lines = []
    for i, player in enumerate([*others, *others, *others[:2]]):
        placed |= {LOCATIONS[4 + 2 * i]: player}
        lines += table.look(view=with_change(start, placed), colours=FOUR, doubts=unsure)
    assert order(line for line in lines if "type" in line) == [*FOUR, *FOUR, *others[:2]]
    assert "unexplained" not in notes(lines)


def test_live_a_merchant_placed_in_turn_is_written_beside_those_placed_early() -> None:
    table = Watched(setting_out, live=True)
    start = SUMERIA.expected(table.state)
    first, second, third = PLAYERS
    placed: dict[str, str | None] = {LOCATIONS[0]: third, LOCATIONS[2]: third}
    assert table.look(view=with_change(start, placed)) == []
    for player, at in ((first, LOCATIONS[4]), (second, LOCATIONS[6])):
        placed |= {at: player}
        either: Doubts = {at: {None: -9.0} | dict.fromkeys(PLAYERS, 0.0)}
        assert table.look(view=with_change(start, placed), doubts=either) == []
        lines = [line for _ in range(3) for line in table.look(view=with_change(start, placed))]
        assert lines == record(Place(player, at))
    # Which of his two the third has placed first, nobody has seen.
    assert table.look(view=with_change(start, placed)) == []


def test_live_pieces_placed_early_are_named_until_they_count() -> None:
    table = Watched(setting_out, live=True)
    start = SUMERIA.expected(table.state)
    first, second, third = PLAYERS
    placed: dict[str, str | None] = {LOCATIONS[0]: third}
    for player in (first, second):
        table.look(view=with_change(start, placed))
        assert table.tracker.early == {LOCATIONS[0]: third}
        placed |= {LOCATIONS[4 * len(placed)]: player}
    for _ in range(2):
        table.look(view=with_change(start, placed))
    assert not table.tracker.early


def test_live_whoever_thinks_better_of_it_after_others_have_placed_is_not_asked() -> None:
    table = Watched(setting_out, live=True)
    table.look()
    first, second, third = PLAYERS
    at = dict(zip(PLAYERS, LOCATIONS[::2], strict=False))
    lines = table.play(Place(first, at[first]), Place(second, at[second])).look()
    assert len(lines) == 2
    anew = {at[second]: None, LOCATIONS[8]: second, LOCATIONS[10]: third, LOCATIONS[12]: first}
    lines = table.look(view=with_change(SUMERIA.expected(table.state), anew))
    assert [line["type"] for line in lines if "type" in line] == ["undo", *["place"] * 3]


def test_in_still_pictures_placing_out_of_turn_is_noted() -> None:
    table = Watched(setting_out)
    seen = with_change(SUMERIA.expected(table.state), {"ur.city": "blue"})
    (note,) = table.look(view=seen)
    assert (note["note"], note["rule"]) == ("unexplained", "S-11")


def before_the_last_round() -> History[Any, Any, Any]:
    """Play the opening but for its last round."""
    whole, history = at_play(), setting_out()
    for event in whole.events[history.event : -len(PLAYERS)]:
        history.append(event)
    return history


@pytest.mark.parametrize("seen", [True, False])
def test_live_the_end_of_an_opening_is_written_if_the_first_player_was_seen_to_place(
    *, seen: bool
) -> None:
    first, *others = [one for one in at_play().events if isinstance(one, Place)][-len(PLAYERS) :]
    table = Watched(before_the_last_round, live=True, patience=99)
    table.look()
    table.play(first).look(hand=True, hidden=() if seen else LOCATIONS)
    table.play(*others).look(hand=True, hidden=LOCATIONS)
    lines = [line for _ in range(4) for line in table.look()]
    assert lines == (record(first, *others) if seen else [])


def test_live_whoever_goes_on_after_an_opening_tells_how_it_ended() -> None:
    last = [one for one in at_play().events if isinstance(one, Place)][-len(PLAYERS) :]
    table = Watched(before_the_last_round, live=True, patience=PATIENCE)
    table.look()
    table.play(*last).look(hand=True, hidden=LOCATIONS)
    # Its first player may have acted at once, unseen: there is time until somebody acts.
    assert [line for _ in range(OPENING_ENDED * PATIENCE - 1) for line in table.look()] == []
    following = next(one for one in SUMERIA.legal_events(table.state) if isinstance(one, Add))
    assert table.play(following).look() == record(*last, following)


def test_live_how_an_opening_ended_is_asked_if_nobody_goes_on() -> None:
    last = [one for one in at_play().events if isinstance(one, Place)][-len(PLAYERS) :]
    table = Watched(before_the_last_round, live=True, patience=PATIENCE)
    table.look()
    table.play(*last).look(hand=True, hidden=LOCATIONS)
    lines = [line for _ in range(OPENING_ENDED * PATIENCE) for line in table.look()]
    assert notes(lines) == ["unexplained"]
    assert table.tracker.alternatives == (tuple(last),)


def test_live_a_merchant_taken_away_in_the_opening_is_asked_about() -> None:
    table = Watched(setting_out, live=True)
    table.play(*(Place(player, at) for player, at in zip(PLAYERS, LOCATIONS, strict=False)))
    assert len(table.look()) == 3
    seen = with_change(SUMERIA.expected(table.state), {LOCATIONS[0]: None})
    assert notes(table.look(view=seen)) == ["unexplained"]


def test_a_merchant_placed_anew_in_the_opening_is_asked_about_and_offered() -> None:
    table = Watched(setting_out)
    places = [Place(PLAYERS[i % 3], LOCATIONS[2 * i]) for i in range(7)]
    table.play(*places).look()
    first = table.tracker.history.event - 6
    moved = {LOCATIONS[0]: None, "ur.city": "red"}  # red, who opened, has thought better of it
    assert notes(table.look(view=with_change(SUMERIA.expected(table.state), moved))) == [
        "unexplained"
    ]
    anew = (Undo(first), Place("red", "ur.city"), *places[1:])
    assert table.tracker.alternatives == (anew,)
    table.tracker.answer(anew)
    assert table.look(view=with_change(SUMERIA.expected(table.state), moved)) == []
