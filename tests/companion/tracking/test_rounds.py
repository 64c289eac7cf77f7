"""Several actions between two readings: what the board tells of them, and what only time can."""

from functools import partial
from typing import Any

import pytest

from engine.record import Undo
from engine.sumeria import SUMERIA, Add, Event, Move, Place, Remove
from tests.companion.tracking.watching import (
    ADD,
    LOCATIONS,
    MOVE,
    PLAYERS,
    REMOVE,
    STANDING,
    THREE_PLAY,
    Watched,
    record,
    setting_out,
    standing_at,
    with_change,
)

FOUR = ("red", "blue", "yellow", "green")
FOUR_PLAY = partial(standing_at, FOUR, **STANDING, green=("adab.city",))
BLUE = Remove("blue", "umma.town-1")
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
    (note,) = table.play(*round_).look()
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
    assert notes(table.look()) == ["unexplained"]
    table.play(Add("blue", "kish.town-1"))
    assert notes(table.look()) == ["unexplained"]
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
    assert notes(table.play(*more).look()) == ["unexplained"]
    assert table.tracker.alternatives[0] == more
    following = Add("blue", "kish.town-1")
    assert table.play(following).look() == record(*more, following)


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


# Only a colour has changed: one left and another came, or somebody took the wrong merchant.


def test_where_only_a_colour_has_changed_the_table_is_asked(table: Watched) -> None:
    quick = REMOVE, Add("blue", "ur.town-1")
    (note,) = table.play(*quick).look()
    assert note["differences"] == {"ur.town-1": ["red", "blue"]}
    assert note["rule"] == "S-14"
    assert table.tracker.alternatives == (quick,)


def test_if_one_left_and_another_came_the_next_turn_tells(table: Watched) -> None:
    quick = REMOVE, Add("blue", "ur.town-1")
    table.play(*quick).look()
    following = Add("yellow", "kish.town-1")
    assert table.play(following).look() == record(*quick, following)


def test_if_somebody_took_the_wrong_merchant_it_is_never_written(table: Watched) -> None:
    seen = with_change(SUMERIA.expected_view(table.state), {"ur.town-1": "blue"})
    assert notes(table.look(view=seen)) == ["unexplained"]
    table.play(ADD)
    seen = with_change(SUMERIA.expected_view(table.state), {"ur.town-1": "blue"})
    assert notes(table.look(view=seen)) == ["unexplained"]
    assert table.look() == record(ADD)


def test_somebody_may_take_the_place_that_another_moved_from(table: Watched) -> None:
    quick = MOVE, Add("blue", "kish.city")
    assert table.play(*quick).look() == record(*quick)


# The opening, in which everybody may place at once.


@pytest.mark.parametrize("players", [PLAYERS, FOUR])
def test_a_whole_opening_at_once_is_written_in_turn_order(players: tuple[str, ...]) -> None:
    table = Watched(lambda: setting_out(players))
    share = 24 if len(players) == 3 else 20
    table.play(*(Place(players[i % len(players)], LOCATIONS[2 * i]) for i in range(share)))
    lines = table.look(colours=players)
    assert [line["player"] for line in lines] == list(players) * (share // len(players))
    assert {line["at"] for line in lines} == set(LOCATIONS[: 2 * share : 2])
    assert table.tracker.history.state == table.state


@pytest.mark.parametrize("players", [PLAYERS, FOUR])
def test_live_whoever_is_slower_in_the_opening_is_waited_for(players: tuple[str, ...]) -> None:
    table = Watched(lambda: setting_out(players), live=True)
    start = SUMERIA.expected_view(table.state)
    first, second, *others = players
    early = {LOCATIONS[2 * i]: player for i, player in enumerate([first, *others, first])}
    for _ in range(20):
        assert table.look(view=with_change(start, early), colours=players) == []
    caught_up = early | {"ur.city": second}
    lines = table.look(view=with_change(start, caught_up), colours=players)
    assert [line["player"] for line in lines] == [*players, first]


def test_in_still_pictures_placing_out_of_turn_is_noted() -> None:
    table = Watched(setting_out)
    seen = with_change(SUMERIA.expected_view(table.state), {"ur.city": "blue"})
    (note,) = table.look(view=seen)
    assert (note["note"], note["rule"]) == ("unexplained", "S-11")


def test_live_a_merchant_taken_away_in_the_opening_is_asked_about() -> None:
    table = Watched(setting_out, live=True)
    table.play(*(Place(player, at) for player, at in zip(PLAYERS, LOCATIONS, strict=False)))
    assert len(table.look()) == 3
    seen = with_change(SUMERIA.expected_view(table.state), {LOCATIONS[0]: None})
    assert notes(table.look(view=seen)) == ["unexplained"]


def test_a_merchant_placed_anew_in_the_opening_is_asked_about_and_offered() -> None:
    table = Watched(setting_out)
    places = [Place(PLAYERS[i % 3], LOCATIONS[2 * i]) for i in range(7)]
    table.play(*places).look()
    first = table.tracker.history.event - 6
    moved = {LOCATIONS[0]: None, "ur.city": "red"}  # red, who opened, has thought better of it
    assert notes(table.look(view=with_change(SUMERIA.expected_view(table.state), moved))) == [
        "unexplained"
    ]
    anew = (Undo(first), Place("red", "ur.city"), *places[1:])
    assert table.tracker.alternatives == (anew,)
    table.tracker.answer(anew)
    assert table.look(view=with_change(SUMERIA.expected_view(table.state), moved)) == []
