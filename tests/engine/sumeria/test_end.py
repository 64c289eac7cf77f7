"""S-39 to S-42: tiles won, the end of the game, points and victory."""

from dataclasses import replace
from itertools import product

import pytest

from engine.sumeria import SUMERIA, dynasty
from engine.sumeria.dynasty import gain
from engine.sumeria.effects import Awarded, Finished
from engine.sumeria.events import Claim, Score
from engine.sumeria.state import State
from tests.engine.sumeria.playing import after, new_game, playout, presence, scored, step


def finished(
    *tiles: tuple[int, int, int, int], rulings: dict[str, str | int] | None = None
) -> State:
    """End a game with these tiles of economy, military, politics, religion; nobody wins more."""
    last = replace(scored({}, dynasty=6, rulings=rulings), tiles=tiles)
    return after(last, Score())


def points(state: State) -> list[int]:
    return [row.total for row in SUMERIA.scores(state).rows]


def winners(state: State) -> object:
    return SUMERIA.to_json(state)["winners"]


def test_s_39_tiles_won_lie_openly_before_their_owner() -> None:
    state = after(scored(presence("u", b=1)), Score())
    state = after(state, Claim("b", "u", ("economy", "military")))
    sheet = SUMERIA.scores(state)
    assert sheet.counted(sheet.rows[1]) == (
        ("economy", 1),
        ("military", 1),
        ("politics", 0),
        ("religion", 0),
    )


def test_s_40_the_game_ends_after_six_dynasties() -> None:
    done = step(scored({}, dynasty=6, first="b"), Score())
    state = done.state
    assert state.phase == "over"
    assert done.effects[-1] == Finished(("a", "b", "c"))
    shown = SUMERIA.to_json(state)
    assert (shown["dynasty"], shown["turn"], shown["to_play"]) == (6, 3, None)
    assert shown["order"] == ["b", "c", "a"]
    assert shown["ranking"] == list("uvwxyzpq")
    assert SUMERIA.legal_events(state) == []


def test_s_40_by_then_all_tiles_have_come_into_play_s_c18() -> None:
    *_, (_, _, last) = playout(new_game("abcd"), seed=3)
    assert last.state.bag == (0, 0, 0, 0)
    assert last.state.phase == "over"


@pytest.mark.parametrize(("tiles", "worth"), list(enumerate([0, 1, 3, 6, 10, 15, 21, 28, 36, 45])))
def test_s_41_the_more_of_a_kind_the_more_each_is_worth(tiles: int, worth: int) -> None:
    assert points(finished((tiles, 0, 0, 0), (0, tiles, 0, 0), (0, 0, 0, 0)))[:2] == [worth] * 2


def test_s_41_the_leaflets_worked_example() -> None:
    state = finished((4, 2, 4, 5), (3, 2, 5, 1), (2, 5, 0, 3))
    assert points(state) == [38, 25, 24]
    assert winners(state) == ["a"]


@pytest.mark.parametrize(("one_tile_points", "gained"), [(1, (1, 9, 5)), (2, (2, 9, 6))])
def test_s_41_what_tiles_bring_depends_on_how_many_one_has(
    one_tile_points: int, gained: tuple[int, ...]
) -> None:
    state = new_game("abc", rulings={"one_tile_points": one_tile_points})
    state = replace(state, tiles=((0, 3, 0, 0), (1, 1, 1, 1), (0, 0, 0, 0)))
    taken = (["economy"], ["military", "military"], ["military", "religion"])
    assert tuple(gain(state, "a", kinds) for kinds in taken) == gained


def test_s_41_what_tiles_bring_is_what_one_then_has_more() -> None:
    for state, event, done in playout(new_game(), seed=3):
        if isinstance(event, Claim):
            seat = state.setting.seats[event.player]
            held = [one for one in done.effects if isinstance(one, Awarded)]
            mine = [kind for one in held if one.player == event.player for kind in one.tiles]
            before, now = (dynasty.points(one, seat) for one in (state, done.state))
            assert gain(state, event.player, mine) == now - before


def test_s_42_most_points_win() -> None:
    assert winners(finished((0, 0, 0, 1), (0, 2, 0, 0), (1, 1, 0, 0))) == ["b"]


def test_s_42_a_tie_goes_to_the_longest_set_of_one_kind_e8() -> None:
    assert winners(finished((3, 0, 0, 0), (2, 2, 0, 0), (0, 0, 0, 0))) == ["a"]


def test_s_42_then_the_victory_is_shared_e8() -> None:
    assert winners(finished((4, 3, 0, 0), (4, 2, 2, 0), (0, 0, 0, 0))) == ["a", "b"]
    assert winners(finished((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0))) == ["a", "b", "c"]


def test_nobody_has_won_before_the_end() -> None:
    assert winners(scored({}, dynasty=6)) == []


@pytest.mark.parametrize("seed", range(4))
def test_e9_nobody_gains_more_than_four_tiles_a_dynasty(seed: int) -> None:
    gains: dict[tuple[int, str], int] = {}
    for state, _, done in playout(new_game(), seed):
        for effect in done.effects:
            if isinstance(effect, Awarded):
                key = state.dynasty, effect.player
                gains[key] = gains.get(key, 0) + len(effect.tiles)
    assert 1 <= max(gains.values()) <= 4


def test_e9_twenty_four_tiles_are_worth_111_points_at_the_most() -> None:
    hands = (one for one in product(range(10), repeat=4) if sum(one) == 6 * 4)
    worth = new_game().setting.points
    assert max(sum(worth[number] for number in hand) for hand in hands) == 111
