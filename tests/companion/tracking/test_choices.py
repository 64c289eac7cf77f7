"""What tiles tell of claims and deals, from the state and what lies there alone."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from companion.tracking.tiles import Choice, Tiles, claimed, dealt
from engine.sumeria import SUMERIA
from engine.sumeria.events import Claim, Correct, Draw, Score
from engine.sumeria.state import State
from tests.companion.tracking.watching import GAME, LOCATIONS, PLAYERS, at_play, tiles

KINDS = ("economy", "military", "politics", "religion")
TILES = ("economy", "military", "politics", "religion", "religion", "economy")


def awaiting_claim(
    influence: Sequence[str | None] = TILES, won: Sequence[int] = (0, 0, 0, 0)
) -> State:
    """Score a dynasty in which red alone holds Kish, and has won so many tiles of each kind."""
    board: dict[str, str | None] = dict.fromkeys(LOCATIONS)
    board |= {"kish.city": "red", "nippur.city": "blue", "adab.city": "yellow"}
    history = at_play()
    row = tuple(state.id for state in history.state.setting.board.regions)
    history.append(Correct(tuple(board.items()), row))
    state = replace(
        history.state,
        phase="score",
        turns=9,
        influence=tuple(influence),
        tiles=tuple(tuple(won) if player == "red" else (0, 0, 0, 0) for player in PLAYERS),
    )
    scored: State = SUMERIA.apply(state, Score()).state
    assert scored.phase == "claim"
    return scored


def claim(*tiles: str) -> Claim:
    return Claim("red", "kish", tiles)


def test_the_tile_that_is_left_tells_the_two_that_were_taken() -> None:
    lying = (None, "military", None, *TILES[3:])
    assert claimed(GAME, awaiting_claim(), TILES, Tiles(lying)) == Choice(
        claim("economy", "politics"), seen=True
    )


def test_of_equal_tiles_any_may_be_the_one_that_is_left() -> None:
    lie = ("economy", "military", "economy", *TILES[3:])
    for lying in ((None, None, "economy", *TILES[3:]), ("economy", None, None, *TILES[3:])):
        assert claimed(GAME, awaiting_claim(lie), lie, Tiles(lying)) == Choice(
            claim("economy", "military"), seen=True
        )


@pytest.mark.parametrize(
    ("won", "dearest"), [((0, 3, 0, 2), "military"), ((0, 0, 1, 0), "politics")]
)
def test_an_unseen_choice_is_held_to_be_the_one_that_gains_most(
    won: Sequence[int], dearest: str
) -> None:
    # The fourth tile of a kind gains four points, the second two, the first one (S-41).
    choice = claimed(GAME, awaiting_claim(won=won), TILES, Tiles((None, None, None, *TILES[3:])))
    assert choice is not None
    assert dearest in choice.event.tiles
    assert not choice.seen


def test_where_all_tiles_are_alike_nothing_was_missed() -> None:
    lie = ("religion", "religion", "religion", *TILES[3:])
    lying = (None, None, None, *TILES[3:])
    assert claimed(GAME, awaiting_claim(lie), lie, Tiles(lying)) == Choice(
        claim("religion", "religion"), seen=True
    )


@pytest.mark.parametrize(
    "lying",
    [
        TILES,  # nothing was taken
        (None, *TILES[1:]),  # one of two
        ("religion", *TILES[1:]),  # another kind there: misread
        (*TILES[:3], None, None, None),  # ranks that are not yet in turn
    ],
)
def test_what_shows_no_claim_is_none(lying: tuple[str | None, ...]) -> None:
    assert claimed(GAME, awaiting_claim(), TILES, Tiles(lying)) is None


def test_six_other_tiles_are_the_next_deal_so_the_claim_was_made() -> None:
    lying = ("economy", "politics", "religion", "religion", "politics", "military")
    choice = claimed(GAME, awaiting_claim(), TILES, Tiles(lying))
    assert choice is not None
    assert not choice.seen


def test_the_next_deal_may_begin_like_the_last() -> None:
    lying = (*TILES[:3], "politics", "military", "military")
    assert claimed(GAME, awaiting_claim(), TILES, Tiles(lying)) is not None


def test_tiles_that_nobody_won_may_lie_there_for_a_while() -> None:
    # Nobody holds the first of the row, so its tiles go; blue is to choose of the next two.
    board: dict[str, str | None] = dict.fromkeys(LOCATIONS)
    board |= {"nippur.city": "blue", "adab.city": "yellow"}
    history = at_play()
    row = tuple(state.id for state in history.state.setting.board.regions)
    history.append(Correct(tuple(board.items()), row))
    last = replace(history.state, phase="score", turns=9, influence=TILES)
    state: State = SUMERIA.apply(last, Score()).state
    assert SUMERIA.expected(state).singles("influence")[:3] == (None, None, None)
    assert claimed(GAME, state, TILES, Tiles(TILES)) is None


def test_a_space_of_which_nothing_is_known_tells_no_claim() -> None:
    lying = (None, "military", None, *TILES[3:])
    assert claimed(GAME, awaiting_claim(), TILES, Tiles(lying, frozenset({2}))) is None
    assert claimed(GAME, awaiting_claim(), TILES, Tiles(lying, frozenset({5}))) is not None


def in_doubt(lying: tuple[str | None, ...], nats: tuple[int, ...]) -> Tiles:
    """Let the first space speak against nothing and each kind by so many nats."""
    return Tiles(lying, frozenset({0}), classes=(None, *KINDS), behind=(nats,))


def test_a_space_in_doubt_tells_a_choice_that_little_else_explains() -> None:
    lying = (None, "military", None, *TILES[3:])
    sure, unsure = (in_doubt(lying, (0, nats, nats, nats, nats)) for nats in (3, 1))
    assert claimed(GAME, awaiting_claim(), TILES, sure) == Choice(
        claim("economy", "politics"), seen=True
    )
    assert claimed(GAME, awaiting_claim(), TILES, unsure) is None


def test_a_tile_whose_kind_is_in_doubt_is_not_gone() -> None:
    seen = in_doubt(("economy", None, None, *TILES[3:]), (12, 0, 1, 12, 12))
    assert claimed(GAME, awaiting_claim(), TILES, seen) == Choice(
        claim("military", "politics"), seen=True
    )


def test_nothing_is_known_of_tiles_near_a_hand() -> None:
    slots = tiles(TILES, KINDS)
    near = np.array([space in (1, 2) for space in range(6)])
    slots = replace(slots, near=near)
    assert Tiles.of(slots, hand=True).unknown == {1, 2}
    assert not Tiles.of(slots, hand=False).unknown


def awaiting_deal(bag: Sequence[int] = (7, 8, 8, 7)) -> State:
    state: State = SUMERIA.apply(awaiting_claim(), claim("economy", "politics")).state
    state = SUMERIA.apply(state, SUMERIA.legal_events(state)[0]).state
    assert state.phase == "draw"
    return replace(state, bag=tuple(bag))


def test_six_tiles_are_a_deal() -> None:
    assert dealt(GAME, awaiting_deal(), (), Tiles(TILES)) == Draw(TILES)


def test_five_tiles_are_none_yet() -> None:
    assert dealt(GAME, awaiting_deal(), (), Tiles((*TILES[:5], None))) is None


def test_tiles_that_the_bag_does_not_hold_are_none() -> None:
    assert dealt(GAME, awaiting_deal(), (), Tiles(("politics",) * 6)) == Draw(("politics",) * 6)
    assert dealt(GAME, awaiting_deal((7, 8, 5, 7)), (), Tiles(("politics",) * 6)) is None


def test_several_tiles_in_doubt_may_all_be_of_another_kind() -> None:
    slots = tiles(("economy", "economy", "politics", "economy", "religion", "economy"), KINDS)
    for space, nats in ((1, 1.6), (3, 0.7)):
        slots.log_likelihood[space, slots.classes.index("military")] = -nats
    looks = Tiles.of(slots, hand=False).likeliest_looks()
    assert [(look[1], look[3]) for look in looks] == [
        ("economy", "economy"),
        ("economy", "military"),
        ("military", "economy"),
        ("military", "military"),
    ]
    state = awaiting_deal((2, 8, 8, 7))
    assert [look for look in looks if dealt(GAME, state, (), Tiles(look))] == looks[3:]
