"""What goes wrong at a table goes wrong as it does among people, and is put right in time."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from engine.board import Board
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.board_file import INFLUENCE, RANKING
from engine.sumeria.events import Correct, Move, Place
from hardware.virtual.look import TableLook
from hardware.virtual.people import Moment
from hardware.virtual.scene import Piece, Scene
from tests.hard_tables.mishaps import ROUGH, Mishaps
from tests.hard_tables.props import Cup, Die, Head
from tests.hard_tables.random_board import random_board
from tests.hard_tables.unruly import UnrulyPeople

# A fault here lets tests fail that use such tables; what it is, the long form tells.
pytestmark = pytest.mark.long

FOUR = ("black", "white", "red", "blue")
AMISS = {"illegal", "wrong-colour", "out-of-turn"}
Night = tuple[UnrulyPeople, list[Moment]]


def people(board: Board, mishaps: Mishaps, seed: int = 1, players: int = 3) -> UnrulyPeople:
    width, height = board.size_mm
    return UnrulyPeople(
        board,
        FOUR[:players],
        "white",
        seed,
        settled=2,
        look=TableLook(),
        mishaps=mishaps,
        eye_mm=(width / 2, height / 2, 600.0),
    )


SEEDS = range(6)


@pytest.fixture(scope="module", params=SEEDS)
def night(request: pytest.FixtureRequest) -> Night:
    """Play a whole game on a board of its own, with all that may go wrong."""
    played = people(random_board(request.param), ROUGH, request.param, 3 + request.param % 2)
    return played, [*played.play()]


def standing(board: Board, moment: Moment) -> tuple[str | None, ...]:
    """Say who stands where, whatever the rules think of it."""
    there = moment.scene.pieces
    return tuple(there[one.id].paint if one.id in there else None for one in board.locations)


def settled(night: Night) -> Iterator[tuple[Moment, bool]]:
    """Yield each moment without a hand at work, and whether merchants stand as they should."""
    played, moments = night
    for moment in moments:
        if moment.scene.hand is None:
            state = played.history.states[moment.events]
            rules = SUMERIA.expected(state).singles("locations")
            yield moment, standing(played.top.board, moment) == rules


def test_merchants_stand_as_the_rules_say_unless_a_moment_says_what_is_amiss(night: Night) -> None:
    moments = [*settled(night)]
    assert len(moments) > 200
    for moment, as_it_should in moments:
        assert as_it_should != bool(AMISS & {*moment.amiss}), moment


def test_everything_is_put_right_before_the_game_ends(night: Night) -> None:
    played, moments = night
    assert played.state.phase == "over"
    assert not {*moments[-1].amiss} - {"untidy"}
    row = moments[-1].scene.faces(played.top.groups[RANKING])
    assert tuple(row) == played.state.ranking


def test_no_merchant_is_lost_or_made(night: Night) -> None:
    played, moments = night
    share = played.state.setting.share.merchants
    for moment in moments:
        scene = moment.scene
        held = [one.holding for one in scene.hands() if one.holding is not None]
        loose = [one for one in scene.aside if isinstance(one, Piece)]
        found = Counter(one.paint for one in (*scene.pieces.values(), *loose, *held))
        for player in played.state.setting.players:
            # A hand may close around one so that only the hand is seen.
            assert share - len([*scene.hands()]) <= found[player] <= share, moment


def clutter(scene: Scene) -> list[Cup | Die]:
    return [one for one in scene.props if isinstance(one, Cup | Die)]


def test_nothing_stands_on_a_merchant(night: Night) -> None:
    _, moments = night
    for moment in moments[::7]:
        scene = moment.scene
        for thing, one in itertools.product(clutter(scene), scene.pieces.values()):
            apart = (
                (thing.at_mm[0] - one.at_mm[0]) ** 2 + (thing.at_mm[1] - one.at_mm[1]) ** 2
            ) ** 0.5
            assert apart > (thing.radius_mm if isinstance(thing, Cup) else thing.side_mm / 2)


def runs(moments: list[Moment], among: Callable[[Moment], bool]) -> list[list[Moment]]:
    """Part moments in a row that have something in common from the others."""
    parted = itertools.groupby(moments, key=among)
    return [[*run] for has, run in parted if has]


def test_in_a_rush_many_merchants_come_between_two_settled_moments(board: Board) -> None:
    played = people(board, Mishaps(rush=1.0), players=4)
    still = (moment for moment in played.play() if moment.scene.hand is None)
    first = itertools.pairwise(itertools.islice(still, 40))
    assert any(later.events - earlier.events >= 4 for earlier, later in first)


def test_in_a_rush_several_hands_are_over_the_board(board: Board) -> None:
    played = people(board, Mishaps(rush=1.0), players=4)
    assert any(len([*moment.scene.hands()]) >= 3 for moment in played.play())


def test_in_a_rush_one_may_be_slower_than_those_after_him(board: Board) -> None:
    played = people(board, Mishaps(rush=1.0))
    late = runs([*played.play()], lambda moment: "out-of-turn" in moment.amiss)
    assert late
    for run in late:
        waiting = [moment for moment in run if moment.scene.hand is None][-1]
        then = played.history.events[waiting.events]
        assert isinstance(then, Place)
        assert then.at not in waiting.scene.pieces, "the one whose turn it is, is late"


def test_quick_players_leave_no_settled_moment_between_them(board: Board) -> None:
    played = people(board, Mishaps(quick=1.0))
    still = [moment for moment in played.play() if moment.scene.hand is None]
    steps = Counter(later.events - earlier.events for earlier, later in itertools.pairwise(still))
    assert steps[2] > 20


def test_what_is_taken_back_is_undone_and_stands_as_before(board: Board) -> None:
    played = people(board, Mishaps(take_back=0.3))
    moments = [*played.play()]
    undone = [i for i, event in enumerate(played.history.events) if isinstance(event, Undo)]
    assert len(undone) > 5
    for number in undone:
        assert played.history.states[number + 1] == played.history.states[number - 1]
        before, after = (
            next(one for one in moments if one.events == events and one.scene.hand is None)
            for events in (number, number + 1)
        )
        assert standing(board, before) != standing(board, after)


def test_a_wrong_colour_is_seen_for_a_while_and_then_exchanged(board: Board) -> None:
    played = people(board, Mishaps(wrong_colour=0.3))
    wrong = runs([*played.play()], lambda moment: "wrong-colour" in moment.amiss)
    assert len(wrong) > 3
    for run in wrong:
        still = [moment for moment in run if moment.scene.hand is None]
        assert len(still) >= 6
        state = played.history.states[still[0].events]
        pairs = zip(
            standing(board, still[0]), SUMERIA.expected(state).singles("locations"), strict=True
        )
        (changed,) = [(there, then) for there, then in pairs if there != then]
        to_play = state.setting.players[state.seat_in_turn]
        assert changed[0] not in (None, to_play)


def test_what_is_illegal_is_taken_back_or_agreed_to(board: Board) -> None:
    for agree, corrections in ((0.0, False), (1.0, True)):
        played = people(board, Mishaps(illegal=0.2, agree=agree))
        wrong = runs([*played.play()], lambda moment: "illegal" in moment.amiss)
        assert len(wrong) > 3
        found = any(isinstance(event, Correct) for event in played.history.events)
        assert found == corrections


def test_a_merchant_that_is_pushed_never_leaves_the_board(board: Board) -> None:
    played = people(board, Mishaps(push=1.0))
    pushed = 0
    for moment in played.play():
        hand = moment.scene.hand
        if moment.what == "hold" and hand is not None and hand.holding is not None:
            pushed += hand.holding.lift_mm == 0.0
    assert pushed > 4 * sum(isinstance(event, Move) for event in played.history.events)


@pytest.mark.parametrize("mishaps", [Mishaps(knock=0.5), Mishaps(shove=0.5)])
def test_a_jostled_merchant_stays_nearest_to_its_own_spot(board: Board, mishaps: Mishaps) -> None:
    def off(one: Piece, at: str) -> float:
        x, y = board.locations[board.index[at]].at_mm
        return float(((one.at_mm[0] - x) ** 2 + (one.at_mm[1] - y) ** 2) ** 0.5)

    jostled = 0
    for moment in itertools.islice(people(board, mishaps).play(), 0, 1000, 20):
        jostled += "untidy" in moment.amiss
        for at, one in moment.scene.pieces.items():
            assert off(one, at) == min(off(one, other.id) for other in board.locations)
    assert jostled > 5


def test_a_forgotten_swap_is_made_up_for(board: Board) -> None:
    played = people(board, Mishaps(forget=0.5))
    left = runs([*played.play()], lambda moment: "row" in moment.amiss)
    assert len(left) > 5
    assert max(len(run) for run in left) > 20


def test_tiles_that_are_left_lying_when_a_dynasty_is_scored_go_before_the_next_are_told() -> None:
    lain, ways = 0, set()
    for seed in range(2):
        played = people(random_board(seed), Mishaps(lazy=1.0), seed)
        moments = [*played.play()]
        assert played.state.phase == "over"
        for before, moment in itertools.pairwise(moments):
            state = played.history.states[moment.events]
            spaces = played.top.groups[INFLUENCE]
            lay, lie = (6 - one.scene.faces(spaces).count(None) for one in (before, moment))
            if state.phase == "draw" and lie == 6 and moment.scene.hand is None:
                assert "tiles" in moment.amiss
                lain += 1
            if state.phase == "draw" and lay == 6 != lie:
                ways.add(lie)
    assert lain > 20
    assert ways == {0, 5}


def test_arms_rest_and_heads_lean_in(board: Board) -> None:
    moments = [*people(board, Mishaps(rest=0.3, head=0.3)).play()]
    assert any(one.scene.resting and one.scene.hand is None for one in moments)
    assert any(isinstance(prop, Head) for one in moments for prop in one.scene.props)
    assert not any(isinstance(prop, Head) for prop in moments[-1].scene.props)


def test_what_stands_on_the_board_may_be_cleared_away_at_once(board: Board) -> None:
    def covered(cleared: float) -> int:
        moments = people(board, Mishaps(clutter=0.2, cleared=cleared)).play()
        return sum(bool(clutter(moment.scene)) for moment in moments)

    assert 0 < covered(1.0) < covered(0.0)


def test_careful_people_have_nothing_amiss(board: Board) -> None:
    assert not any(moment.amiss for moment in people(board, Mishaps()).play())


def test_the_same_seed_goes_wrong_in_the_same_way(board: Board) -> None:
    one, other = ([*itertools.islice(people(board, ROUGH, 4).play(), 300)] for _ in range(2))
    assert one == other
