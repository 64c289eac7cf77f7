"""What is taught of Sumeria: locations and trade routes, the row, influence and turn spaces."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from statistics import median
from typing import Final

from companion.calibration.draft import Draft, Place
from companion.calibration.teaching import (
    LOWER_RIGHT,
    Arrangement,
    Destinations,
    Lines,
    Pieces,
    Regions,
    Spots,
    Teaching,
    Trial,
    circles,
    identifiers,
    row,
    tenths,
)
from companion.games.sumeria.routes import routes_of
from companion.language import Language, counted, said
from engine.board import Board, Location, Region
from engine.sumeria.board_file import (
    CITY_STATES,
    INFLUENCE,
    INFLUENCE_KINDS,
    INFLUENCE_SPACES,
    KINDS,
    RANKING,
    RANKS,
    TURN_SPACES,
)
from engine.sumeria.movement import Network
from seeds.sumeria import counts

UNNAMED: Final = "My board"
TURNS: Final = "turns"

LOCATION_SPOTS: Final = Spots(
    title=said("Locations"),
    kinds=tuple(chain.from_iterable((kind,) * count for kind, count in KINDS.items())),
    called={
        "city": said("city of {region}"),
        "town": said("town {number} of {region}"),
        "village": said("village {number} of {region}"),
    },
    regions=Regions(
        number=CITY_STATES,
        title=said("City-states"),
        text=said("Name the eight city-states, or keep the numbers."),
        unnamed=said("city-state {number}"),
    ),
    branching=frozenset({"city"}),
)


def destinations(board: Board) -> Destinations:
    """Give where a merchant may travel on a board (S-19 to S-21)."""
    network = Network(board, branch_anywhere=False)

    def reached(origin: int, occupied: Collection[int]) -> Sequence[int]:
        found = network.destinations(origin, sum(1 << spot for spot in occupied))
        return [spot for spot in range(len(board.locations)) if found >> spot & 1]

    return reached


TRADE_ROUTES: Final = Lines(
    title=said("Trade routes"),
    text=said("Drag along each line from location to location. Touch a line to erase it."),
    counted=counted("{number} stretch", "{number} stretches", "number"),
    lonely=counted(
        "{number} location lies on no trade route. It is marked with a cross.",
        "{number} locations lie on no trade route. They are marked with a cross.",
        "number",
    ),
    apart=said("The trade routes are not all connected. The smaller part is marked with crosses."),
    trial=Trial(
        text=said("Touch a location: ticks show where a merchant could go from it."),
        others=said("Other merchants"),
        back=said("Back to the routes"),
        destinations=destinations,
    ),
)

_RIM: Final = said("Touch the rim of the same space.")
AREAS: Final = (
    row(
        RANKING,
        "slots_mm",
        said("Ranking row"),
        (
            said("Touch the upper left corner of the place for the leftmost tile."),
            LOWER_RIGHT,
            said("Touch the lower right corner of the place for the rightmost tile."),
        ),
        RANKS,
    ),
    circles(
        INFLUENCE,
        said("Influence spaces"),
        said("Touch the middle of the next influence space, from the left."),
        _RIM,
        INFLUENCE_SPACES,
    ),
    circles(
        TURNS,
        said("Turn track"),
        said("Touch the middle of the next space of the turn track."),
        _RIM,
        TURN_SPACES,
    ),
)


def _above_ranks(words: Language) -> Sequence[str]:
    ranks = [rank for rank, many in enumerate(counts().over_ranks, 1) for _ in range(many)]
    return [words.say("Above rank {rank}", rank=rank) for rank in ranks]


ARRANGEMENTS: Final = (
    Arrangement(
        step="row",
        group=RANKING,
        key="row",
        list_key="city_states",
        title=said("City-state tiles"),
        text=said("Lay the city-state tiles in this order, from the left:"),
        number=RANKS,
        once=True,
        words=(),
        areas=lambda words: [words.say("Rank {rank}", rank=i + 1) for i in range(RANKS)],
        called=lambda names, state: names.place(state),
    ),
    Arrangement(
        step="kinds",
        group=INFLUENCE,
        key="influence",
        list_key="kinds",
        title=said("Influence tiles"),
        text=said("Lay an influence tile on each space, from the left:"),
        number=INFLUENCE_SPACES,
        once=False,
        words=INFLUENCE_KINDS,
        areas=_above_ranks,
        called=lambda names, kind: names.piece(kind),
    ),
)

MERCHANTS: Final = Pieces(
    fewest=min(counts().shares),
    each=2,
    colours_title=said("Colours of the merchants"),
    colours_text=said("Which colours do the merchants in your box have?"),
    too_few=said("A game needs three colours or more."),
    title=said("Merchants"),
    put=said("Put two merchants of each colour where they are shown, and nothing else."),
    move=said("Move some merchants, one at a time."),
    several=said("More than one merchant changed. Move one at a time."),
)


def board_of(draft: Draft) -> Board:
    """Make a board of a draft; what is not whole is refused where its file is read."""
    idents, kind_of = identifiers(draft.names, "city-state"), LOCATION_SPOTS.kind
    spots = draft.spots
    names = {number: _location(idents, number) for number in spots}
    numbers, radii = list(spots), _radii(spots.items())

    def position(pair: tuple[int, int]) -> tuple[int, int]:
        return numbers.index(pair[0]), numbers.index(pair[1])

    ways = {
        numbers.index(via): [*map(position, pairs)]
        for via, pairs in draft.ways_on(LOCATION_SPOTS.free).items()
    }
    at_mm = [one.at_mm for one in spots.values()]
    routes = routes_of(at_mm, map(position, draft.stretches or ()), ways)
    called = [name or f"{number}" for number, name in enumerate(draft.names, 1)]
    return Board(
        name=draft.name or UNNAMED,
        game="sumeria",
        size_mm=draft.size_mm or (0.0, 0.0),
        regions=tuple(map(Region, idents, called)),
        locations=tuple(
            Location(
                names[number],
                kind_of(number),
                idents[LOCATION_SPOTS.region(number)],
                (round(place.at_mm[0], 1), round(place.at_mm[1], 1)),
                round(radii[kind_of(number)], 1),
            )
            for number, place in spots.items()
        ),
        routes=tuple(tuple(names[numbers[one]] for one in route) for route in routes),
        row_boxes=tenths(draft.rows(RANKING)),
        tile_circles=tenths(draft.rows(INFLUENCE)),
        marker_circles=tenths(draft.rows(TURNS)),
    )


TEACHING: Final = Teaching(
    spots=LOCATION_SPOTS,
    pieces=MERCHANTS,
    made_of=board_of,
    lines=TRADE_ROUTES,
    areas=AREAS,
    arrangements=ARRANGEMENTS,
)


def _location(idents: Sequence[str], spot: int) -> str:
    """Give a location an id: its number among those of its kind, unless it is the only one."""
    kind, region = LOCATION_SPOTS.kind(spot), idents[LOCATION_SPOTS.region(spot)]
    number = f"-{LOCATION_SPOTS.number_in_kind(spot)}" if KINDS[kind] > 1 else ""
    return f"{region}.{kind}{number}"


def _radii(places: Iterable[tuple[int, Place]]) -> dict[str, float]:
    """Give each kind one radius: they are printed alike, however they were measured one by one."""
    found: dict[str, list[float]] = {}
    for number, place in places:
        found.setdefault(LOCATION_SPOTS.kind(number), []).append(place.radius_mm)
    return {kind: median(radii) for kind, radii in found.items()}
