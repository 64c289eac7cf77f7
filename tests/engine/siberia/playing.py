"""A plain board and quick ways to any situation on it, for tests that read like the rule book.

The players are red, blue, green and yellow. Eight regions lie in a row, yana to onega, and
vladivostok, which holds no cubes, beside the first; each side of an exchange has its own prices.
"""

import random
from collections.abc import Iterator, Mapping, Sequence

from engine.board import Board
from engine.game import Step
from engine.siberia import SIBERIA
from engine.siberia.board import Exchange, Region, SiberiaBoard
from engine.siberia.effects import Effect
from engine.siberia.events import Event, Pass, Refill, Setup
from engine.siberia.material import (
    ACTION_NUMBER,
    ACTIONS,
    CUBES,
    MARKER_NUMBER,
    RESOURCES,
    SPACE_NUMBER,
    SPACES,
)
from engine.siberia.scoring import stack
from engine.siberia.state import State

PLAYERS = ("red", "blue", "green", "yellow")
ROW = ("yana", "lena", "ob", "tobol", "irtysh", "angara", "aldan", "onega")
START = "vladivostok"
OUTLINE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
SIDES: Mapping[str, tuple[str, dict[str, int]]] = {
    "frankfurt": ("a", {"gas": 1000, "coal": 1000, "oil": 1000, "gold": 2000, "diamond": 2000}),
    "tokyo": ("b", {"gas": 3000}),
    "london": ("c", {"gas": 2000, "coal": 2000}),
    "paris": ("c", {"diamond": 6000}),
    "seoul": ("d", {"oil": 4000}),
    "zurich": ("e", {"gold": 5000, "diamond": 5000}),
    "mumbai": ("f", {"coal": 3000, "oil": 3000}),
}
IN_PLAY = ("frankfurt", "tokyo", "london", "seoul", "zurich", "mumbai")
OPEN = ("gas", "gas", "worker", "investor")
MARKERS = (3,) * 16 + (2,) * 4 + (14,)
LAID = {
    "yana": ("gas", "oil"),
    "lena": ("coal", "gold"),
    "ob": ("gas", "diamond"),
    "tobol": ("coal", "oil"),
    "irtysh": ("gas", "gold"),
    "angara": ("oil", "diamond"),
    "aldan": ("coal", "diamond"),
    "onega": ("oil", "gold"),
}


def board_with(
    borders: Sequence[tuple[str, str]],
    regions: Sequence[str] = ROW,
    *,
    start_holds_cubes: bool = False,
    markers: tuple[int, ...] = MARKERS,
) -> SiberiaBoard:
    """Lay out a board."""
    holding = [Region(one, one.title(), OUTLINE, cubes=True) for one in regions]
    start = Region(START, START.title(), OUTLINE, start_holds_cubes)
    exchanges = tuple(
        Exchange(one, one.title(), tile, tuple(prices.get(resource, 0) for resource in RESOURCES))
        for one, (tile, prices) in SIDES.items()
    )
    return SiberiaBoard(
        "test",
        "siberia",
        (800.0, 560.0),
        regions=(*holding, start),
        borders=tuple(borders),
        start_region=START,
        start_exchange="frankfurt",
        exchanges=exchanges,
        markers=markers,
    )


IN_A_ROW = tuple(zip((START, *ROW), ROW, strict=False))
PLAIN = board_with(IN_A_ROW)


def new_game(
    players: int = 3,
    on: Board = PLAIN,
    rulings: Mapping[str, str | int] | None = None,
) -> State:
    """Start before the setup."""
    return SIBERIA.new_game(on, PLAYERS[:players], rulings or {})


def laid_out(markers: str = "told", first: str = "red") -> Setup:
    """Make the setup of the plain board."""
    return Setup(first, tuple(LAID.items()), IN_PLAY, OPEN, markers)


def action(  # noqa: PLR0913 - a situation has that many sides
    markers: Mapping[str, Sequence[str]] | None = None,
    *,
    cubes: Mapping[str, Sequence[str]] | None = None,
    pawns: Mapping[str, Sequence[str]] | None = None,
    investments: Sequence[str] = (),
    opened: Sequence[str] = OPEN,
    supply: Mapping[str, int] | None = None,
    locked: Sequence[str] = (),
    money: Mapping[str, int] | None = None,
    told: bool = True,
    players: int = 3,
    on: SiberiaBoard = PLAIN,
    rulings: Mapping[str, str | int] | None = None,
) -> State:
    """Make red's first turn, with these markers on his board (space: markers).

    ``cubes`` and ``pawns`` (player: the places of his pawns that are not in the depot) stand for
    what the setup has laid. What was laid elsewhere counts as sold, what is missing in the
    supply as well.
    """
    setup = laid_out("told" if told else "untold")
    if on.regions[-1].cubes:
        setup = Setup("red", (*setup.cubes, (START, ("gas", "coal"))), IN_PLAY, OPEN, setup.markers)
    state = after(new_game(players, on, rulings), setup)._replace(
        phase="action", waiting=(0,) * players
    )
    numbers = state.setting.numbers
    if cubes is not None:
        laid = tuple(
            sum(1 << numbers[region] for region, held in cubes.items() if resource in held)
            for resource in RESOURCES
        )
        state = state._replace(cubes=laid)
    if supply is not None:
        there = zip(RESOURCES, state.supply, strict=True)
        state = state._replace(supply=tuple(supply.get(one, now) for one, now in there))
    seats = state.setting.seats
    held = list(state.pawns)
    for player, places in (pawns or {}).items():
        standing = [numbers[place] for place in places]
        depot = [state.setting.depot] * (6 - len(places))
        held[seats[player]] = tuple(sorted(standing + depot))
    owned = sum(1 << ACTION_NUMBER[one] for one in investments)
    paid = tuple((money or {}).get(player, 0) for player in state.setting.players)
    state = state._replace(
        pawns=tuple(held),
        locked=sum(1 << numbers[region] for region in locked),
        investments=(owned, *state.investments[1:]),
        open=tuple(sorted(ACTION_NUMBER[one] for one in opened)),
        stack=20 - len(opened) - len(investments),
        money=paid,
    )
    return with_markers(state, "red", markers or {}) if told else state


def with_markers(state: State, player: str, markers: Mapping[str, Sequence[str]]) -> State:
    """Take markers from the bag onto a player's board, which holds these and no others."""
    assert state.spaces is not None
    assert state.bag is not None
    bag, spaces = list(state.bag), list(state.spaces)
    seat = state.setting.seats[player]
    for marker in (one for lying in spaces[seat] for one in lying):
        bag[marker] += 1
    board: list[tuple[int, ...]] = [()] * len(SPACES)
    for space, names in markers.items():
        numbers = sorted(MARKER_NUMBER[name] for name in names)
        for number in numbers:
            bag[number] -= 1
        board[SPACE_NUMBER[space]] = tuple(numbers)
    spaces[seat] = tuple(board)
    return state._replace(spaces=tuple(spaces), bag=tuple(bag))


def step(state: State, event: Event) -> Step[State, Effect]:
    """Play one event that must be legal."""
    ruling = SIBERIA.check(state, event)
    assert ruling.holds, ruling
    return SIBERIA.apply(state, event)


def after(state: State, *events: Event) -> State:
    """Play events that must be legal."""
    for event in events:
        state = step(state, event).state
    return state


def all_pass(state: State) -> State:
    """Let everybody who is still in pass."""
    while state.phase == "action":
        state = after(state, Pass(str(state.to_play)))
    return state


def refused(state: State, event: Event) -> str | None:
    """Name the rule that refuses an event; None when it is legal."""
    return SIBERIA.check(state, event).broken


def shown(state: State, key: str) -> object:
    """Give one key of the State object."""
    return SIBERIA.to_json(state)[key]


def spaces_of(state: State, player: str = "red") -> dict[str, list[str]]:
    """Give what lies on a player's board."""
    boards = shown(state, "spaces")
    assert isinstance(boards, dict)
    found: dict[str, list[str]] = boards[player]
    return found


def dealt_cubes(board: SiberiaBoard, chance: random.Random) -> dict[str, tuple[str, ...]]:
    """Draw two different cubes for each region that holds any, as the box has them."""
    bag = [resource for resource, many in zip(RESOURCES, CUBES, strict=True) for _ in range(many)]
    laid: dict[str, tuple[str, ...]] = {}
    for region in board.regions:
        if region.cubes:
            one = chance.choice(bag)
            other = chance.choice([resource for resource in bag if resource != one])
            bag.remove(one)
            bag.remove(other)
            laid[region.id] = (one, other)
    return laid


def dealt(state: State, chance: random.Random, markers: str) -> Setup:
    """Lay out a start by chance."""
    board = state.setting.board
    tiles: dict[str, list[str]] = {}
    for exchange in board.exchanges:
        tiles.setdefault(exchange.tile, []).append(exchange.id)
    sides = [chance.choice(both) for both in tiles.values()]
    chance.shuffle(sides)
    opened = tuple(chance.sample(ACTIONS * 2, 4))
    first = chance.choice(state.setting.players)
    return Setup(first, tuple(dealt_cubes(board, chance).items()), tuple(sides), opened, markers)


def next_event(state: State, chance: random.Random, markers: str) -> Event:
    """Choose what happens next by chance: first what is done, then how."""
    if state.phase == "setup":
        return dealt(state, chance, markers)
    if state.phase == "refill":
        return Refill(chance.choice(stack(state)))
    events = SIBERIA.legal_events(state)
    verb = chance.choice([*dict.fromkeys(event.verb for event in events)])
    return chance.choice([event for event in events if event.verb == verb])


def playout(
    start: State, seed: int, markers: str = "told"
) -> Iterator[tuple[State, Event, Step[State, Effect]]]:
    """Play a whole game by chance: each state, what happens in it, and the step that follows."""
    chance = random.Random(seed)  # noqa: S311 - nobody's secret
    state = start
    while state.phase != "over":
        event = next_event(state, chance, markers)
        done = SIBERIA.apply(state, event)
        yield state, event, done
        state = done.state


def random_board(seed: int) -> SiberiaBoard:
    """Join 8 to 14 regions and the start region by borders of any shape."""
    chance = random.Random(seed)  # noqa: S311
    names = (*ROW, "kolyma", "anadyr", "selenga", "bureya", "taimyr", "yenisei")
    regions = names[: chance.randint(8, 14)]
    joined = [START]
    borders = set()
    for region in chance.sample(regions, len(regions)):
        borders.add((chance.choice(joined), region))
        joined.append(region)
    for _ in range(chance.randint(0, 10)):
        one, other = chance.sample(joined, 2)
        if (one, other) not in borders and (other, one) not in borders:
            borders.add((one, other))
    in_order = tuple(sorted(borders))
    return board_with(in_order, regions, start_holds_cubes=chance.random() < 0.3)
