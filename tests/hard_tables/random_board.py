"""Boards that nobody has seen: another size, other places and other roads for every seed."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.board import Board, Location, Region
from engine.sumeria.board_file import CITY_STATES, KINDS, RANKS, TURN_SPACES, SumeriaBoard
from seeds.sumeria import counts

Rng = np.random.Generator
Places = npt.NDArray[np.float64]
Distances = npt.NDArray[np.float64]
Road = tuple[int, int]

NAMES: Final = (
    *("Adab", "Akkad", "Akshak", "Bad-tibira", "Der", "Eridu", "Eshnunna", "Girsu", "Isin"),
    *("Kish", "Kutha", "Lagash", "Larsa", "Mari", "Nippur", "Shuruppak", "Sippar", "Umma"),
    *("Ur", "Uruk", "Zabala"),
)
WIDTHS_MM: Final = (450.0, 640.0)
HEIGHTS_MM: Final = (330.0, 480.0)
SPACINGS_MM: Final = (24.0, 45.0)
"""Between the middles of two locations at least: merchants of two neighbours never touch."""
RADII_MM: Final = (6.5, 10.0)
TILES_MM: Final = (36.0, 50.0)
"""The side of a ranking slot."""
EDGE_MM: Final = 16.0
"""From the edge of the board to the middle of a location at least."""
CROWDED: Final = 0.42
"""The share of its land that locations' discs, a spacing wide, may fill: denser is not found."""
TRIES: Final = 400
GAP_MM: Final = 4.0
LONGEST: Final = 7
SHORTEST: Final = 3
"""How many locations a route passes, at least and at most."""
DETOURS: Final = 0.35
"""What share of the roads that would shorten a journey are built."""


def random_board(seed: int) -> Board:
    """Draw up a board of its own for a seed, for Sumeria; its numbers are whole tenths of a mm."""
    rng = np.random.default_rng([seed, 11])
    width, height = (round(float(rng.uniform(*span))) for span in (WIDTHS_MM, HEIGHTS_MM))
    slots, spaces, land = _rows(rng, width, height)
    places, radius = _places(rng, width, land)
    states = tuple(
        Region(str(name).lower(), str(name))
        for name in rng.permutation(NAMES)[:CITY_STATES].tolist()
    )
    locations = tuple(
        Location(f"{state.id}.{kind}{number}", kind, state.id, at, radius)
        for state, members in zip(states, _regions(rng, places), strict=True)
        for (kind, number), at in zip(_kinds(), members, strict=True)
    )
    routes = _trade_routes([one.at_mm for one in locations], rng)
    return SumeriaBoard(
        f"Random board {seed}",
        "sumeria",
        (float(width), float(height)),
        states,
        locations,
        tuple(tuple(locations[i].id for i in route) for route in routes),
        slots,
        spaces,
        _turn_track(rng, width),
    )


def _kinds() -> list[tuple[str, str]]:
    """List what belongs to a city-state (S-02): kind, and what follows it in an id."""
    return [
        (kind, f"-{number + 1}" if count > 1 else "")
        for kind, count in KINDS.items()
        for number in range(count)
    ]


def _rows(
    rng: Rng, width: float, height: float
) -> tuple[tuple[tuple[float, ...], ...], tuple[tuple[float, ...], ...], tuple[float, float]]:
    """Place the ranking row, inside the board or below it, and the influence spaces above it.

    The third is from where to where, down the board, there is land for locations.
    """
    side = min(float(rng.uniform(*TILES_MM)), (width - 30.0) / RANKS - GAP_MM)
    pitch = side + float(rng.uniform(GAP_MM, (width - 20.0) / RANKS - side))
    left = float(rng.uniform(10.0, width - 10.0 - (RANKS - 1) * pitch - side))
    radius = min(float(rng.uniform(6.5, 9.0)), pitch / 6.4)
    below = bool(rng.random() < 0.5)
    top = height + 6.0 if below else height - 9.0 - side
    middle = (height - 9.0 if below else top - GAP_MM) - radius
    slots = tuple(_tenths(left + rank * pitch, top, side, side) for rank in range(RANKS))
    spaces = tuple(
        _tenths(
            left + side / 2 + rank * pitch + 2.1 * radius * (n - (count - 1) / 2), middle, radius
        )
        for rank, count in enumerate(counts().over_ranks)
        for n in range(count)
    )
    spaces = tuple(_tenths(max(x, 7.0 + radius), y, r) for x, y, r in spaces)
    return slots, spaces, (34.0, middle - radius - 6.0)


def _places(rng: Rng, width: float, land: tuple[float, float]) -> tuple[Places, float]:
    """Scatter all locations (n x 2, mm) over the land; the second is the radius of a spot."""
    number = CITY_STATES * sum(KINDS.values())
    low, high = (EDGE_MM, land[0]), (width - EDGE_MM, land[1] - EDGE_MM + GAP_MM)
    area = (high[0] - low[0]) * (high[1] - low[1])
    densest = 2.0 * float(np.sqrt(CROWDED * area / (number * np.pi)))
    spacing = float(rng.uniform(SPACINGS_MM[0], min(SPACINGS_MM[1], densest)))
    radius = round(float(rng.uniform(RADII_MM[0], min(RADII_MM[1], 0.4 * spacing))), 1)
    found = np.empty((0, 2))
    while len(found) < number:
        for _ in range(TRIES):
            at = np.round(rng.uniform(low, high), 1)
            if not len(found) or np.hypot(*(found - at).T).min() >= spacing:
                found = np.vstack([found, at])
                break
        else:
            found = np.empty((0, 2))
    return found, radius


def _regions(rng: Rng, places: Places) -> list[list[tuple[float, float]]]:
    """Part the land into city-states, west to east and north to south; the city lies amid each."""
    columns = np.array_split(places[np.argsort(places[:, 0], kind="stable")], 4)
    regions = []
    for column in columns:
        ordered = column[np.argsort(column[:, 1], kind="stable")]
        for half in np.array_split(ordered, 2):
            middle = int(np.argmin(np.hypot(*(half - half.mean(axis=0)).T)))
            others = rng.permutation(np.delete(half, middle, axis=0))
            regions.append([(float(x), float(y)) for x, y in [half[middle], *others]])
    return regions


def _turn_track(rng: Rng, width: float) -> tuple[tuple[float, ...], ...]:
    """Print the turns along the upper edge, clear of the land."""
    radius = float(rng.uniform(5.0, 7.0))
    left = float(rng.uniform(24.0, width - 24.0 - 2 * TURN_SPACES * 8.0))
    return tuple(_tenths(left + 17.0 * turn, 14.5, radius) for turn in range(TURN_SPACES))


def _tenths(*numbers: float) -> tuple[float, ...]:
    return tuple(round(number, 1) for number in numbers)


def _trade_routes(
    places: Sequence[tuple[float, float]], rng: np.random.Generator
) -> tuple[tuple[int, ...], ...]:
    """Join places (mm) into one network; each route lists places by their position, in order.

    A road joins two places when no third lies near both. Of Gabriel's graph, whose roads do not
    cross, all those are built that no other place is nearer to both ends of (the relative
    neighbourhood graph, which joins everything), and a share of the others.
    """
    at = np.array(places)
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    roads = [
        (one, other)
        for one, other in np.argwhere(np.triu(_clear(apart), 1)).tolist()
        if _needed(apart, one, other) or bool(rng.random() < DETOURS)
    ]
    return tuple(_routes(at, roads, rng))


def _clear(apart: Distances) -> npt.NDArray[np.bool_]:
    """Tell for each two places whether the circle around a road between holds no third one."""
    square = apart**2
    detours = square[:, None] + square[None]
    each = np.arange(len(apart))
    detours[each, :, each] = detours[:, each, each] = np.inf
    return np.asarray(detours.min(axis=2) > square)


def _needed(apart: Distances, one: int, other: int) -> bool:
    """Tell whether no third place is nearer to both ends than they are to each other."""
    farther = np.maximum(apart[one], apart[other])
    farther[[one, other]] = np.inf
    return bool(farther.min() >= apart[one, other])


def _routes(
    at: npt.NDArray[np.float64], roads: Sequence[Road], rng: np.random.Generator
) -> list[tuple[int, ...]]:
    """Follow roads as straight on as they go, each once; what is too short borrows a road."""
    ahead: dict[int, set[int]] = {place: set() for place in range(len(at))}
    for one, other in roads:
        ahead[one].add(other)
        ahead[other].add(one)
    left = {place: set(others) for place, others in ahead.items()}
    found = []
    for index in rng.permutation(len(roads)).tolist():
        one, other = roads[index]
        if other not in left[one]:
            continue
        longest = int(rng.integers(SHORTEST, LONGEST + 1))
        route = _extended(at, [one, other], left, longest)
        route = _extended(at, route[::-1], left, longest)
        if len(route) < SHORTEST:
            route = _extended(at, route, ahead, SHORTEST)
        if len(route) < SHORTEST:
            route = _extended(at, route[::-1], ahead, SHORTEST)
        for start, end in pairwise(route):
            left[start].discard(end)
            left[end].discard(start)
        found.append(tuple(route))
    return found


def _extended(
    at: npt.NDArray[np.float64], route: list[int], open_roads: dict[int, set[int]], longest: int
) -> list[int]:
    """Go on from the end of a route, straight as far as may be, never to where it has been."""
    route = list(route)
    while len(route) < longest:
        back = at[route[-1]] - at[route[-2]]
        onward = [place for place in sorted(open_roads[route[-1]]) if place not in route]
        if not onward:
            break
        turns = [
            (at[place] - at[route[-1]]) @ back / np.linalg.norm(at[place] - at[route[-1]])
            for place in onward
        ]
        route.append(onward[int(np.argmax(turns))])
    return route
