"""What goes wrong with merchants at any moment of any game: asked about, never written."""

import random
from typing import Any, Final

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.sumeria import SUMERIA
from engine.sumeria.events import Event, Move, Remove
from engine.sumeria.state import State
from tests.companion.tracking.watching import (
    ADD,
    LOCATIONS,
    PLAYERS,
    STANDING,
    Watched,
    record,
    setting_out,
    standing_at,
    with_change,
)
from tests.sampled import one_in

FOUR = ("red", "blue", "yellow", "green")
SEEDS = st.integers(0, 10**9)
LENGTHS = st.integers(1, 30)
"""So many turns are over before the first dynasty is, with three players or four."""
TABLES = st.sampled_from([PLAYERS, FOUR])
UNSHRUNK = settings(phases=[Phase.explicit, Phase.reuse, Phase.generate], deadline=None)


def begun(players: tuple[str, ...], length: int, chance: random.Random) -> Watched:
    """Play so many turns; the tracker has followed them."""
    table = Watched(lambda: setting_out(players))
    for _ in range(length):
        event = chance.choice(SUMERIA.legal_events(table.state))
        table.play(event)
        table.tracker.write(event)
    return table


def standing(state: State) -> dict[str, str]:
    board = SUMERIA.expected(state).singles("locations")
    return {at: player for at, player in zip(LOCATIONS, board, strict=True) if player is not None}


def is_asked_about(table: Watched, change: dict[str, str | None], players: tuple[str, ...]) -> bool:
    """Show the change for a while; tell whether it was asked about, and nothing was written."""
    before = table.tracker.history.event
    view = with_change(SUMERIA.expected(table.state), change)
    lines: list[dict[str, Any]] = []
    for _ in range(5):
        lines += table.look(view=view, colours=players)
    assert table.tracker.history.event == before
    return [line["note"] for line in lines] == ["unexplained"] and set(
        lines[0]["differences"]
    ) == set(change)


@settings(UNSHRUNK, max_examples=one_in(5))
@given(TABLES, SEEDS, LENGTHS)
def test_a_merchant_of_another_colour(players: tuple[str, ...], seed: int, length: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - nobody's secret
    table = begun(players, length, chance)
    at, player = chance.choice(list(standing(table.state).items()))
    other = chance.choice([one for one in players if one != player])
    assert is_asked_about(table, {at: other}, players)


@settings(UNSHRUNK, max_examples=one_in(5))
@given(TABLES, SEEDS, st.integers(4, 30))
def test_two_merchants_in_each_others_places(
    players: tuple[str, ...], seed: int, length: int
) -> None:
    chance = random.Random(seed)  # noqa: S311
    table = begun(players, length, chance)
    merchants = list(standing(table.state).items())
    one = chance.choice(merchants)
    other = chance.choice([other for other in merchants if other[1] != one[1]])
    assert is_asked_about(table, {one[0]: other[1], other[0]: one[1]}, players)


@settings(UNSHRUNK, max_examples=one_in(5))
@given(TABLES, SEEDS, st.integers(4, 30))
def test_a_merchant_that_vanishes_when_another_player_is_to_act(
    players: tuple[str, ...], seed: int, length: int
) -> None:
    chance = random.Random(seed)  # noqa: S311
    table = begun(players, length, chance)
    to_play = players[table.state.seat_in_turn]
    # Nor whoever acted last: he may have taken that back.
    last = players[table.state.seat_in_turn - 1]
    others = [at for at, one in standing(table.state).items() if one not in (to_play, last)]
    at = chance.choice(others)
    assert is_asked_about(table, {at: None}, players)


GONE: Final = (
    Remove("red", "ur.town-1"),
    Remove("blue", "umma.town-1"),
    Remove("yellow", "lagash.town-1"),
)
"""What a cat leaves looks like a turn of each of these players, in the order of play."""


def four_play() -> Watched:
    """Let the tracker see for a while that all is as it should be, at a table of four."""
    table = Watched(
        lambda: standing_at(FOUR, **STANDING, green=("adab.city",)),
        agree=2,
        patience=4,
        live=True,
    )
    assert [table.look(colours=FOUR) for _ in range(3)] == [[]] * 3
    return table


def under_a_hand(table: Watched, *, hidden: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    return table.look(colours=FOUR, hand=True, hidden=hidden, taught=False)


def until_asked(table: Watched) -> list[dict[str, Any]]:
    """Look for as long as a doubt is waited with."""
    return [line for _ in range(20) for line in table.look(colours=FOUR, taught=False)]


@pytest.mark.parametrize("number", [2, 3])
def test_merchants_of_several_players_that_are_gone_all_at_once(number: int) -> None:
    table = four_play()
    before = table.tracker.history.event
    under_a_hand(table, hidden=tuple(LOCATIONS))
    table.play(*GONE[:number])
    (note,) = until_asked(table)
    assert note["note"] == "unexplained"
    assert table.tracker.history.event == before
    assert GONE[:number] in table.tracker.alternatives
    assert table.tracker.answer(GONE[:number]) == record(*GONE[:number])
    assert until_asked(table) == []


def test_merchants_that_were_seen_to_go_one_after_another_were_removed() -> None:
    table = four_play()
    for event in GONE:
        table.play(event)
        under_a_hand(table)
    assert until_asked(table) == record(*GONE)


def test_merchants_that_are_gone_are_removed_where_the_row_says_so() -> None:
    table = four_play()
    row = table.state.ranking
    under_a_hand(table, hidden=tuple(LOCATIONS))
    table.play(*GONE)
    assert table.state.ranking != row
    lines = [line for _ in range(20) for line in table.look(colours=FOUR)]
    assert lines == record(*GONE)


@pytest.mark.parametrize(
    "events", [(GONE[0], Move("blue", "nippur.city", "adab.village-2")), (ADD, GONE[1])]
)
def test_no_cat_puts_merchants_down(events: tuple[Event, ...]) -> None:
    table = four_play()
    under_a_hand(table, hidden=tuple(LOCATIONS))
    table.play(*events)
    assert until_asked(table) == record(*events)
