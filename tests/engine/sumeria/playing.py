"""A plain board and quick ways to any situation on it, for tests that read like the rule book.

City-states are u v w x y z p q (as in the examples of the rules), players a b c (d). Every
route can be chosen; without a choice all locations lie on one ring, in file order.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.board import Board, Location, Region
from engine.game import Step
from engine.games import parse_board
from engine.record import Header, format_header, format_line
from engine.sumeria import SUMERIA
from engine.sumeria.board_file import KINDS, SumeriaBoard
from engine.sumeria.effects import Effect
from engine.sumeria.events import Add, Draw, Event, Place, Setup
from engine.sumeria.state import State
from seeds.boards import builtin_board_text

ROW = ("u", "v", "w", "x", "y", "z", "p", "q")
DEAL = ("economy", "economy", "military", "politics", "religion", "religion")
SPOTS = ("city", "town-1", "town-2", "town-3", "village-1", "village-2", "village-3")
LOCATIONS = tuple(f"{city_state}.{spot}" for city_state in ROW for spot in SPOTS)
RING = (*LOCATIONS, LOCATIONS[0])


def board_with(*routes: Sequence[str]) -> Board:
    """Lay out a board; locations that no route names lie on none."""
    locations = tuple(
        Location(at, at.split(".")[1].split("-")[0], at.split(".")[0], (0.0, 0.0), 8.0)
        for at in LOCATIONS
    )
    city_states = tuple(Region(one, one.upper()) for one in ROW)
    assert {location.kind for location in locations} == set(KINDS)
    through = tuple(tuple(route) for route in routes)
    return SumeriaBoard(
        "test", "sumeria", (560.0, 420.0), city_states, locations, through, (), (), ()
    )


PLAIN = board_with(RING)


def new_game(
    players: str = "abc",
    on: Board = PLAIN,
    rulings: Mapping[str, str | int] | None = None,
) -> State:
    """Start before the setup."""
    return SUMERIA.new_game(on, tuple(players), rulings or {})


def set_up(first: str = "a", players: str = "abc", on: Board = PLAIN) -> State:
    """Start at the opening placement."""
    return after(new_game(players, on), Setup(first, ROW, DEAL))


def action(  # noqa: PLR0913 - a situation has that many sides
    stands: Mapping[str, str] | None = None,
    *,
    players: str = "abc",
    first: str = "a",
    on: Board = PLAIN,
    rulings: Mapping[str, str | int] | None = None,
    ranking: Sequence[str] = ROW,
    turns: int = 0,
    dynasty: int = 1,
) -> State:
    """Make a dynasty in which these merchants stand (location: player)."""
    start = after(new_game(players, on, rulings), Setup(first, tuple(ranking), DEAL))
    merchants = [0] * len(players)
    for at, player in (stands or {}).items():
        merchants[players.index(player)] |= 1 << LOCATIONS.index(at)
    return replace(start, phase="action", merchants=tuple(merchants), turns=turns, dynasty=dynasty)


def scored(
    stands: Mapping[str, str],
    players: str = "abc",
    first: str = "a",
    rulings: Mapping[str, str | int] | None = None,
    dynasty: int = 1,
) -> State:
    """Make the end of a dynasty's turns, the button being awaited."""
    state = action(stands, players=players, first=first, rulings=rulings, dynasty=dynasty)
    return replace(state, phase="score", turns=3 * len(players))


def presence(city_state: str, **merchants: int) -> dict[str, str]:
    """Stand merchants on villages, then towns, of a city-state, so many of each player."""
    free = [f"{city_state}.{spot}" for spot in reversed(SPOTS)]
    return {free.pop(0): player for player, count in merchants.items() for _ in range(count)}


def step(state: State, event: Event) -> Step[State, Effect]:
    """Play one event that must be legal."""
    ruling = SUMERIA.check(state, event)
    assert ruling.holds, ruling
    return SUMERIA.apply(state, event)


def record(players: str = "abc", seed: int = 1) -> list[str]:
    """Write a whole game on the built-in board, a line an entry."""
    header = Header("sumeria", "dubsar", tuple(players), {})
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    start = SUMERIA.new_game(board, header.players, header.rulings)
    events = [SUMERIA.format_event(event) for _, event, _ in playout(start, seed)]
    return [format_header(header), *map(format_line, events)]


def after(state: State, *events: Event) -> State:
    """Play events that must be legal."""
    for event in events:
        state = step(state, event).state
    return state


def refused(state: State, event: Event) -> str | None:
    """Name the rule that refuses an event; None when it is legal."""
    return SUMERIA.check(state, event).broken


def occupied(state: State) -> dict[str, str]:
    """Tell who stands where."""
    seen = zip(LOCATIONS, SUMERIA.expected(state).singles("locations"), strict=True)
    return {at: player for at, player in seen if player is not None}


def supplies(state: State) -> tuple[int, ...]:
    """Count the supply of each seat."""
    return tuple(state.supply(seat) for seat in range(len(state.setting.players)))


def placed_in_turn(state: State) -> State:
    """Play the opening placement to its end, filling the board in file order."""
    while state.phase == "placement":
        state = after(state, next(e for e in SUMERIA.legal_events(state) if isinstance(e, Place)))
    return state


def add_in_turn(state: State, turns: int) -> State:
    """Let the players add a merchant each, in turn, on the first free location."""
    for _ in range(turns):
        state = after(state, next(e for e in SUMERIA.legal_events(state) if isinstance(e, Add)))
    return state


def deal(state: State, chance: random.Random) -> tuple[str, ...]:
    """Draw six tiles from the bag."""
    kinds = state.setting.counts.kinds
    bag = [kind for kind, left in zip(kinds, state.bag, strict=True) for _ in range(left)]
    return tuple(chance.sample(bag, 6))


def playout(start: State, seed: int) -> Iterator[tuple[State, Event, Step[State, Effect]]]:
    """Play a whole game by chance: each state, what happens in it, and the step that follows."""
    chance = random.Random(seed)  # noqa: S311 - nobody's secret
    state = start
    while state.phase != "over":
        if state.phase == "setup":
            row = [one.id for one in state.setting.board.regions]
            chance.shuffle(row)
            first = chance.choice(state.setting.players)
            event: Event = Setup(first, tuple(row), deal(state, chance))
        elif state.phase == "draw":
            event = Draw(deal(state, chance))
        else:
            event = chance.choice(SUMERIA.legal_events(state))
        done = SUMERIA.apply(state, event)
        yield state, event, done
        state = done.state


def random_board(seed: int) -> Board:
    """Join all locations by routes of any shape: forks, loops, closed routes, dead ends."""
    chance = random.Random(seed)  # noqa: S311
    waiting = chance.sample(LOCATIONS, len(LOCATIONS))
    joined = [waiting.pop()]
    routes = []
    while waiting:
        fresh = [waiting.pop() for _ in range(min(chance.randint(1, 6), len(waiting)))]
        routes.append([chance.choice(joined), *fresh])
        joined += fresh
    for _ in range(chance.randint(0, 14)):
        route = chance.sample(LOCATIONS, chance.randint(2, 7))
        routes.append(route + route[:1] * chance.randint(0, 1))
    return board_with(*routes)
