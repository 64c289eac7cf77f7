"""The people at the table play by the rules, and their hands do what the rules say."""

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest

from companion.games.sumeria.virtual_table import SumeriaPeople
from engine.board import Board
from engine.layout import View, alone
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Claim, Event
from engine.sumeria.state import State
from hardware.virtual.people import Moment
from hardware.virtual.scene import Piece, Scene

GAMES = [(3, 1), (4, 4), *(pytest.param(one, marks=pytest.mark.long) for one in ((3, 2), (4, 3)))]
COLOURS = ("red", "blue", "yellow", "green")
Game = tuple[Board, tuple[Event, ...], tuple[Moment, ...], tuple[State, ...]]


@pytest.fixture(scope="module", params=GAMES, ids=str)
def game(request: pytest.FixtureRequest, board: Board) -> Game:
    """Give a whole game: its record, its moments, and the state before each event and at last."""
    players, seed = request.param
    people = SumeriaPeople(board, COLOURS[:players], "blue", seed, settled=1)
    moments = tuple(people.play())
    states = [SUMERIA.new_game(board, COLOURS[:players], {})]
    record = [event for event in people.history.events if not isinstance(event, Undo)]
    for event in record:
        assert SUMERIA.check(states[-1], event).holds, event
        states.append(SUMERIA.apply(states[-1], event).state)
    assert people.state == states[-1]
    return board, tuple(record), moments, tuple(states)


def view(board: Board, scene: Scene) -> View:
    """Say what lies there in the terms of the rules."""
    pieces = scene.pieces
    merchants = [pieces[one.id].paint if one.id in pieces else None for one in board.locations]
    tiles = [(group.id, alone(scene.faces(group))) for group in board.layout[1:]]
    return View((("locations", alone(merchants)), *tiles))


def settled(game: Game) -> Iterator[tuple[Moment, State, View]]:
    """Yield every moment without a hand, with the state it belongs to and what lies there."""
    board, _, moments, states = game
    for moment in moments:
        if moment.scene.hand is None:
            yield moment, states[moment.events], view(board, moment.scene)


def test_a_whole_game_is_played(game: Game) -> None:
    _, record, moments, states = game
    verbs = Counter(event.verb for event in record)
    players = len(states[0].setting.players)
    assert states[-1].phase == "over"
    assert verbs["add"] + verbs["move"] + verbs["remove"] == 18 * players
    assert (verbs["setup"], verbs["score"], verbs["draw"]) == (1, 6, 5)
    assert min(verbs["add"], verbs["move"], verbs["remove"]) > 0
    assert moments[0].events == 1, "the setup lies on the table before the first moment"
    assert moments[-1].events == len(record)


def test_settled_merchants_stand_as_the_rules_say(game: Game) -> None:
    for moment, state, lying in settled(game):
        assert lying["locations"] == SUMERIA.expected(state)["locations"], moment


def test_the_row_lags_behind_at_most_until_the_next_deed(game: Game) -> None:
    ends = [
        (state, lying)
        for (moment, state, lying), (following, _, _) in itertools.pairwise(settled(game))
        if following.events > moment.events
    ]
    assert len(ends) > 80
    for state, lying in ends:
        assert lying["ranking"] == SUMERIA.expected(state)["ranking"]


def test_now_and_then_a_settled_row_is_not_yet_swapped(game: Game) -> None:
    late = [
        moment.what
        for moment, state, lying in settled(game)
        if lying["ranking"] != SUMERIA.expected(state)["ranking"]
    ]
    assert {"add", "move"} <= {*late}


def test_the_controllers_choice_is_seen_before_the_runner_up_takes_the_rest(game: Game) -> None:
    _, record, moments, _ = game
    choices = [found for found in settled(game) if found[0].what == "choice"]
    seen = 0
    for moment, state, lying in choices:
        event = record[moment.events]
        if isinstance(event, Claim):
            seen += 1
            glimpses = {one["influence"] for one in SUMERIA.tidying(state, event)}
            assert lying["influence"] in glimpses
    assert seen > 4
    assert all(moment.scene.hand is None for moment in moments if moment.what == "choice")


def test_no_merchant_is_lost_or_added(game: Game) -> None:
    _, _, moments, states = game
    share = 14 if len(states[0].setting.players) == 3 else 10
    for moment in moments:
        aside = [one for one in moment.scene.aside if isinstance(one, Piece)]
        hand = moment.scene.hand
        held = [hand.holding] if hand is not None and hand.holding is not None else []
        found = Counter(one.paint for one in (*moment.scene.pieces.values(), *aside, *held))
        on_the_way = 1 if hand is not None else 0
        for player in states[0].setting.players:
            assert share - on_the_way <= found[player] <= share, moment


def test_merchants_stand_loosely_on_their_spots(game: Game) -> None:
    board, _, moments, _ = game
    off = set()
    for at, merchant in moments[-1].scene.pieces.items():
        x, y = board.locations[board.index[at]].at_mm
        off.add(((merchant.at_mm[0] - x) ** 2 + (merchant.at_mm[1] - y) ** 2) ** 0.5)
    assert max(off) <= 4.0 + 1e-9
    assert min(off) < max(off) - 1.0


def test_a_hand_never_leaves_a_settled_table_settled_for_too_short(board: Board) -> None:
    people = SumeriaPeople(board, COLOURS[:3], "red", 6, settled=3)
    runs = itertools.groupby(people.play(), key=lambda moment: moment.scene.hand is None)
    assert min(len([*moments]) for still, moments in runs if still) >= 3


def test_the_same_seed_plays_the_same_game(board: Board) -> None:
    def scenes(seed: int) -> list[Scene]:
        people = SumeriaPeople(board, COLOURS[:3], "red", seed, settled=1)
        return [moment.scene for moment in itertools.islice(people.play(), 60)]

    assert scenes(1) == scenes(1)
    assert scenes(1) != scenes(2)


def test_players_who_cannot_play_are_refused(board: Board) -> None:
    with pytest.raises(ValueError, match="S-01"):
        SumeriaPeople(board, ("red", "blue"), "red", 1, settled=1)
