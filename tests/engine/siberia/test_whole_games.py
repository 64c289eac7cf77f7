"""What holds in every state of every game, found by playing games of chance."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.games import parse_board
from engine.history import History
from engine.record import Header, Record, format_header, format_line
from engine.siberia import SIBERIA
from engine.siberia.effects import Sold
from engine.siberia.events import (
    Correct,
    Discard,
    Discover,
    Done,
    Event,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Place,
    Ready,
    Research,
    Salesman,
    Worker,
)
from engine.siberia.legal import is_legal
from engine.siberia.material import ACTIONS, CUBES, MARKERS, RESOURCES, SPACES
from engine.siberia.scoring import stack
from engine.siberia.setting import CHOICES
from engine.siberia.state import State
from seeds.boards import builtin_board_text
from tests.engine.siberia.playing import new_game, next_event, playout, random_board
from tests.sampled import one_in

SEEDS = st.integers(0, 10**9)
MARKED = st.sampled_from(["told", "untold"])
TAIGA = parse_board(builtin_board_text("taiga"), "taiga.toml")


def start(seed: int) -> State:
    """Begin a game of 2 to 4 players by chance: a board, and each house rule or its contrary."""
    chance = random.Random(seed)  # noqa: S311 - nobody's secret
    rulings = {key: chance.choice(values) for key, values in CHOICES.items()}
    board = chance.choice((TAIGA, random_board(seed)))
    return new_game(chance.randint(2, 4), board, rulings)


def check_conserved(state: State) -> None:
    """Ask whether everything in the box is still there, once."""
    for number, there_are in enumerate(CUBES):
        assert state.sold(number) >= 0
        on_map = state.cubes[number].bit_count()
        assert state.supply[number] + on_map + state.sold(number) == there_are
    for held in state.pawns:
        assert len(held) == 6
    investments = [
        *(one for held in state.investments for one in range(10) if held >> one & 1),
        *state.open,
        *(ACTIONS.index(one) for one in stack(state)),
    ]
    if state.phase != "setup":
        assert Counter(investments) == dict.fromkeys(range(10), 2)
        assert len(stack(state)) == state.stack
    if state.spaces is not None and state.bag is not None:
        lying = Counter(one for board in state.spaces for space in board for one in space)
        for number, there_are in enumerate(state.setting.board.markers):
            assert state.bag[number] + lying[number] == there_are
            assert state.bag[number] >= 0
        for seat, board in enumerate(state.spaces):
            for action, markers in enumerate(board[:10]):
                assert len(markers) + (state.investments[seat] >> action & 1) <= 2
    assert not state.locked & state.occupied
    assert not any(state.workers(seat) & state.locked & ~_start(state) for seat in seats(state))


def _start(state: State) -> int:
    region, _ = state.setting.start
    return 1 << region


def seats(state: State) -> range:
    return range(len(state.setting.players))


def play_and_check(seed: int, markers: str) -> None:
    """Play a whole game: conservation, money from sales alone, and that it comes to its end."""
    sales = Counter[str]()
    state = start(seed)
    check_conserved(state)
    for _, _, done in playout(state, seed, markers):
        check_conserved(done.state)
        for effect in done.effects:
            if isinstance(effect, Sold):
                sales[effect.player] += effect.cubes * effect.price
        state = done.state
        assert state.money == tuple(sales[player] for player in state.setting.players)
        assert state.phase == "setup" or SIBERIA.legal_events(state) or state.phase in CHANCE
    assert state.ending
    assert state.since is not None


CHANCE = ("refill", "over")


@settings(max_examples=one_in(8))
@given(SEEDS, MARKED)
def test_cubes_pawns_markers_and_money_are_conserved(seed: int, markers: str) -> None:
    play_and_check(seed, markers)


@pytest.mark.long
@pytest.mark.parametrize("thirty", range(10))
def test_three_hundred_games(thirty: int) -> None:
    for seed in range(30 * thirty, 30 * thirty + 30):
        markers = ("told", "untold")[seed % 2]
        play_and_check(seed, markers)
        replay_written(seed, markers)


def replay_written(seed: int, markers: str) -> None:
    """Write a game as a record, read it back, and come to the same States."""
    first = start(seed)
    setting = first.setting
    rulings = {key: getattr(setting.rulings, key) for key in CHOICES}
    lines = [format_header(Header("siberia", "any", setting.players, rulings))]
    states = [first]
    for _, event, done in playout(first, seed, markers):
        lines.append(format_line(SIBERIA.format_event(event)))
        states.append(done.state)
    record = Record([line.encode() for line in lines], "game.jsonl")
    header = record.header
    again = SIBERIA.new_game(setting.board, header.players, header.rulings)
    history = History(SIBERIA, again)
    for entry in record.entries(SIBERIA.parse_event):
        history.append(entry.event)
    assert list(history.states) == states
    assert record.cut_short is None


@settings(max_examples=one_in(13))
@given(SEEDS, MARKED)
def test_a_record_comes_to_the_same_states(seed: int, markers: str) -> None:
    replay_written(seed, markers)


@settings(max_examples=one_in(4))
@given(SEEDS, MARKED, st.data())
def test_a_record_that_was_cut_short_is_played_to_the_line_before(
    seed: int, markers: str, data: st.DataObject
) -> None:
    first = start(seed)
    played = list(itertools.islice(playout(first, seed, markers), 40))
    lines = [format_header(Header("siberia", "any", first.setting.players, {}))]
    lines += [format_line(SIBERIA.format_event(event)) for _, event, _ in played]
    whole = "".join(lines).encode()
    cut = data.draw(st.integers(len(lines[0]) + 1, len(whole)))
    record = Record(whole[:cut].splitlines(keepends=True), "game.jsonl")
    events = [entry.event for entry in record.entries(SIBERIA.parse_event)]
    assert events == [event for _, event, _ in played[: len(events)]]
    at_end = whole[cut : cut + 1] == b"\n"  # all of a line is there but its end
    assert (record.cut_short is None) == (at_end or whole[:cut].endswith(b"\n"))
    assert len(events) == whole[:cut].count(b"\n") - 1 + at_end


def every_event(state: State) -> Iterator[Event]:
    """List every well-formed event of what players do, of these players on this board."""
    setting = state.setting
    places = (*setting.places, "atlantis")
    yield Ready()
    for player in (*setting.players, "pink"):
        yield from (Research(player), Logistics(player), Done(player), Pass(player))
        for to in (*SPACES, None, "moon"):
            yield Manager(player, to)
        for origin in places:
            yield Worker(player, origin)
            for to in places:
                yield Move(player, origin, to)
                yield Salesman(player, origin, to)
        for investment in (*ACTIONS, "moon"):
            yield Investor(player, investment)
        for resource in (*RESOURCES, "uranium"):
            for at in places:
                yield Discover(player, resource, at)
                yield Mine(player, resource, at)
        for marker in (*MARKERS, "gas.manager"):
            for space in (*SPACES, "moon"):
                yield Place(player, marker, space)
                yield Discard(player, marker, space)


def judge_everything(seed: int, markers: str, data: st.DataObject) -> None:
    """Compare, in some state of a game, what is listed as legal with what is judged legal."""
    states = [state for state, _, _ in playout(start(seed), seed, markers)]
    phases = sorted({one.phase for one in states} - {"setup", "refill"})
    phase = data.draw(st.sampled_from(phases))
    state = data.draw(st.sampled_from([one for one in states if one.phase == phase]))
    listed = SIBERIA.legal_events(state)
    assert len(set(listed)) == len(listed)
    judged = {one for one in every_event(state) if SIBERIA.check(state, one).holds}
    assert set(listed) == judged
    assert {one for one in every_event(state) if is_legal(state, one)} == judged


@settings(max_examples=one_in(13))
@given(SEEDS, MARKED, st.data())
def test_legal_events_are_exactly_those_that_the_judge_accepts(
    seed: int, markers: str, data: st.DataObject
) -> None:
    judge_everything(seed, markers, data)


@pytest.mark.long
@settings(max_examples=200)
@given(SEEDS, MARKED, st.data())
def test_in_many_games_legal_events_are_exactly_those_that_the_judge_accepts(
    seed: int, markers: str, data: st.DataObject
) -> None:
    judge_everything(seed, markers, data)


@settings(max_examples=one_in(8))
@given(SEEDS, MARKED)
def test_whatever_the_judge_refuses_is_not_played_and_changes_nothing(
    seed: int, markers: str
) -> None:
    chance = random.Random(seed)  # noqa: S311
    states = [state for state, _, _ in itertools.islice(playout(start(seed), seed, markers), 60)]
    for state in chance.choices(states, k=5):
        before = SIBERIA.to_json(state)
        for event in chance.sample(list(every_event(state)), 60):
            ruling = SIBERIA.check(state, event)
            if not ruling.holds:
                with pytest.raises(ValueError, match=f"{event.verb} refused by {ruling.broken}"):
                    SIBERIA.apply(state, event)
        assert SIBERIA.to_json(state) == before


def any_correction(state: State, chance: random.Random) -> Correct:
    """Make up a correction, seldom a legal one."""
    setting = state.setting
    regions = setting.places[: setting.first_side]
    cubes = ((chance.choice(regions), tuple(chance.sample(RESOURCES, chance.randint(0, 2)))),)
    pawns = ((chance.choice(regions), ((chance.choice(setting.players), chance.randint(-1, 4)),)),)
    number = chance.randint(-1, 18)
    return Correct(
        cubes if chance.random() < 0.5 else (),
        tuple(chance.sample(regions, 2)) if chance.random() < 0.2 else None,
        pawns if chance.random() < 0.5 else (),
        ((chance.choice(RESOURCES), number),) if chance.random() < 0.5 else (),
        ((chance.choice(setting.players), number * 1000),) if chance.random() < 0.3 else (),
        chance.choice((None, state.to_play)),
    )


@settings(max_examples=one_in(5))
@given(SEEDS, MARKED)
def test_games_with_corrections_go_on_and_conserve_what_they_must(seed: int, markers: str) -> None:
    chance = random.Random(seed)  # noqa: S311
    state = start(seed)
    corrected = 0
    while state.phase != "over" and state.round < 6:
        event: Event = any_correction(state, chance)
        if chance.random() > 0.3 or not SIBERIA.check(state, event).holds:
            event = next_event(state, chance, markers)
        after = SIBERIA.apply(state, event).state
        if isinstance(event, Correct):
            corrected += 1
            assert all(after.sold(number) >= 0 for number in range(5))
            assert min(after.money) >= 0
            assert all(len(held) == 6 for held in after.pawns)
            assert (after.turn != state.turn) <= (event.as_turn_of is not None)
            assert after.spaces == state.spaces
        state = after
    assume(corrected)  # a game in which no correction that was made up is legal shows nothing


@settings(max_examples=one_in(8))
@given(SEEDS, MARKED)
def test_states_and_events_compare_by_value(seed: int, markers: str) -> None:
    once = list(itertools.islice(playout(start(seed), seed, markers), 80))
    again = list(itertools.islice(playout(start(seed), seed, markers), 80))
    assert once == again
    assert len({done.state for _, _, done in once}) == len(once)
