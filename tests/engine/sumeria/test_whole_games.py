"""What holds in every state of every game, found by playing games of chance."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sumeria import SUMERIA
from engine.sumeria.effects import Awarded, Discarded
from engine.sumeria.events import Add, Claim, Event, Move, Place, Remove, Score
from engine.sumeria.state import State
from tests.engine.sumeria.playing import (
    LOCATIONS,
    ROW,
    new_game,
    occupied,
    playout,
    random_board,
    supplies,
)
from tests.sampled import one_in

SEEDS = st.integers(0, 10**9)
TABLES = st.sampled_from(["abc", "abcd"])
BRANCHES = st.sampled_from(["city", "any"])
KINDS = ("economy", "military", "politics", "religion")


@settings(max_examples=one_in(4))
@given(SEEDS, TABLES)
def test_merchants_tiles_and_ranking_are_conserved(seed: int, players: str) -> None:
    each = {3: 14, 4: 10}[len(players)]
    gone = Counter[str]()
    for _, _, done in playout(new_game(players, random_board(seed)), seed):
        state = done.state
        standing = Counter(occupied(state).values())
        for player, supply in zip(players, supplies(state), strict=True):
            assert supply + standing[player] == each
            assert supply >= 0
        assert state.occupied.bit_count() == standing.total()  # nobody shares a location
        assert sorted(state.ranking) == sorted(ROW)
        for effect in done.effects:
            if isinstance(effect, Discarded):
                gone.update(effect.tiles)
        for number, kind in enumerate(KINDS):
            won = sum(tiles[number] for tiles in state.tiles)
            assert state.bag[number] + state.influence.count(kind) + won + gone[kind] == 9


@settings(max_examples=one_in(4))
@given(SEEDS, TABLES)
def test_every_player_places_and_acts_as_often_as_the_rules_say(seed: int, players: str) -> None:
    done = Counter[tuple[str, str]]()
    for _, event, _ in playout(new_game(players), seed):
        if isinstance(event, Place):
            done[event.player, "place"] += 1
        elif isinstance(event, Add | Move | Remove):
            done[event.player, "act"] += 1
    for player in players:
        assert done[player, "place"] == {3: 8, 4: 5}[len(players)]
        assert done[player, "act"] == 18


@settings(max_examples=one_in(4))
@given(SEEDS, TABLES)
def test_every_dealt_tile_is_awarded_or_discarded(seed: int, players: str) -> None:
    tiles = Counter[str]()
    for _, _, done in playout(new_game(players), seed):
        for effect in done.effects:
            if isinstance(effect, Awarded | Discarded):
                tiles.update(effect.tiles)
    assert tiles == dict.fromkeys(KINDS, 9)


def every_event(state: State) -> set[Event]:
    """List every well-formed event of what players do, of these players on this board."""
    events: set[Event] = {Score()}
    for player in state.setting.players:
        events |= {Place(player, at) for at in LOCATIONS} | {Add(player, at) for at in LOCATIONS}
        events |= {Remove(player, at) for at in LOCATIONS}
        for number in range(4):
            for tiles in combinations_with_replacement(KINDS, number):
                events |= {Claim(player, city_state, tiles) for city_state in ROW}
    return events


def every_move(state: State) -> set[Event]:
    """List every move of the player in turn; other players' are no different among themselves."""
    player = str(SUMERIA.to_json(state)["to_play"])
    other = next(one for one in state.setting.players if one != player)
    events: set[Event] = {Move(other, origin, LOCATIONS[0]) for origin in LOCATIONS}
    return events | {Move(player, origin, to) for origin in LOCATIONS for to in LOCATIONS}


def judge_everything(seed: int, players: str, branch_at: str, data: st.DataObject) -> None:
    """Compare, in some state of a game, what is listed as legal with what is judged legal."""
    start = new_game(players, random_board(seed), {"branch_at": branch_at})
    states = [state for state, _, _ in playout(start, seed)]
    phase = data.draw(st.sampled_from(["placement", "action", "score", "claim", "draw"]))
    state = data.draw(st.sampled_from([one for one in states if one.phase == phase]))
    listed = SUMERIA.legal_events(state)
    assert len(set(listed)) == len(listed)
    events = every_event(state) | every_move(state)
    assert set(listed) == {event for event in events if SUMERIA.check(state, event).holds}


@settings(max_examples=one_in(20))
@given(SEEDS, TABLES, BRANCHES, st.data())
def test_legal_events_are_exactly_those_that_the_judge_accepts(
    seed: int, players: str, branch_at: str, data: st.DataObject
) -> None:
    judge_everything(seed, players, branch_at, data)


@pytest.mark.long
@settings(max_examples=200)
@given(SEEDS, TABLES, BRANCHES, st.data())
def test_in_many_games_legal_events_are_exactly_those_that_the_judge_accepts(
    seed: int, players: str, branch_at: str, data: st.DataObject
) -> None:
    judge_everything(seed, players, branch_at, data)


@settings(max_examples=one_in(8))
@given(SEEDS, TABLES, st.data())
def test_apply_refuses_whatever_the_judge_refuses(
    seed: int, players: str, data: st.DataObject
) -> None:
    start = new_game(players, random_board(seed))
    state = data.draw(st.sampled_from([state for state, _, _ in playout(start, seed)]))
    for event in data.draw(st.lists(st.sampled_from(sorted(every_event(state), key=repr)))):
        if SUMERIA.check(state, event).holds:
            assert SUMERIA.apply(state, event).state != state
        else:
            with pytest.raises(ValueError, match=f"{event.verb} refused by S-"):
                SUMERIA.apply(state, event)


@settings(max_examples=one_in(8))
@given(SEEDS, TABLES)
def test_states_and_events_compare_by_value(seed: int, players: str) -> None:
    board = random_board(seed)
    once = [step.state for _, _, step in playout(new_game(players, board), seed)]
    again = [step.state for _, _, step in playout(new_game(players, random_board(seed)), seed)]
    assert once == again
    assert len({*once, *again}) == len(set(once))
