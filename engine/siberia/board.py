"""Siberia's part of the board file: regions and borders, exchanges, markers, printed spaces."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from engine import board as boards
from engine.board import Board, check_sizes, links_between, parse_places, section_keys, unjoined
from engine.errors import InputError
from engine.fields import Fields
from engine.layout import Area, Box, Shape, SlotGroup, Spot
from engine.siberia.material import ACTIONS, COUNTS, DEPOT, MANAGER, PERSONS, RESOURCES

Rows = tuple[tuple[float, ...], ...]
Point = tuple[float, float]

CORNERS: Final = 3
LEAST_MM2: Final = 1.0
"""Area that an outline has at least: corners on one line enclose none."""

REGIONS: Final = "regions"
EXCHANGES: Final = "exchanges"
SIDES: Final = "sides"
OPEN: Final = "open"
SUPPLY: Final = "supply"
CLOCKS: Final = "clocks"
"""The ids of the slot groups."""
BLOCKED: Final = "blocked"
"""The class of a blocking marker."""
SEVERAL: Final = 24
"""So many things may lie in a region or at an exchange: all pawns of four players."""


@dataclass(frozen=True, slots=True)
class Region(boards.Region):
    """A printed region: the corners of its outline in order, in mm, and whether it holds cubes."""

    outline_mm: tuple[Point, ...]
    cubes: bool


@dataclass(frozen=True, slots=True)
class Exchange:
    """One side of an exchange tile; ``prices`` by resource, 0 for one that is not bought."""

    id: str
    name: str
    tile: str
    prices: tuple[int, ...]


@dataclass(frozen=True)
class SiberiaBoard(Board):
    """A board of Siberia, whole and consistent.

    ``markers`` counts the action markers of each kind. ``exchange_slots``, ``supply_spaces`` and
    ``investment_slots`` are (x, y, width, height), ``clock_spaces`` (x, y, radius), in mm. Each
    of these is empty where the file has none.
    """

    regions: tuple[Region, ...] = ()
    borders: tuple[tuple[str, str], ...] = ()
    start_region: str = ""
    start_exchange: str = ""
    exchanges: tuple[Exchange, ...] = ()
    markers: tuple[int, ...] = ()
    exchange_slots: Rows = ()
    supply_spaces: Rows = ()
    clock_spaces: Rows = ()
    investment_slots: Rows = ()

    @cached_property
    def layout(self) -> tuple[SlotGroup, ...]:
        regions = tuple(Area(one.id, one.outline_mm) for one in self.regions)
        slots = _boxes("slot", self.exchange_slots)
        sides = tuple(one.id for one in self.exchanges)
        supplies = tuple(map(Box, RESOURCES, self.supply_spaces))
        opened = _boxes("open", self.investment_slots)
        clocks = tuple(
            Spot(f"clock-{i}", (x, y), radius)
            for i, (x, y, radius) in enumerate(self.clock_spaces, 1)
        )
        return (
            SlotGroup(
                REGIONS, Shape.AREAS, regions, (*RESOURCES, BLOCKED), players=True, capacity=SEVERAL
            ),
            SlotGroup(
                EXCHANGES,
                Shape.AREAS,
                slots,
                players=True,
                capacity=SEVERAL,
                section="exchanges",
            ),
            SlotGroup(
                SIDES,
                Shape.ROW,
                slots,
                sides,
                once=True,
                taught=("exchange_tiles", "sides"),
                section="exchanges",
            ),
            SlotGroup(
                OPEN,
                Shape.SPOTS,
                opened,
                ACTIONS,
                ordered=False,
                taught=("open_investments.samples", "open"),
                section="investments",
            ),
            SlotGroup(
                SUPPLY, Shape.AREAS, supplies, RESOURCES, taught=("cubes", ""), section="supply"
            ),
            SlotGroup(CLOCKS, Shape.SPOTS, clocks, (BLOCKED,), taught=("cubes", "")),
        )


def as_siberia(board: Board) -> SiberiaBoard:
    """Give a board as what it is in a game of Siberia, which has no other."""
    assert isinstance(board, SiberiaBoard)  # noqa: S101 - ``new_game`` has checked it
    return board


def _boxes(name: str, rows: Rows) -> tuple[Box, ...]:
    return tuple(Box(f"{name}-{i}", row) for i, row in enumerate(rows, 1))


def parse_board(top: Fields, name: str, size: tuple[float, float]) -> SiberiaBoard:
    """Read what a board file of Siberia holds besides format, game, name and size.

    Raises InputError with the one line that says what is wrong.
    """
    regions = _regions(top, size)
    exchanges = _exchanges(top, {region.id for region in regions})
    start = top.table("start")
    start_region = _known(start, "region", [region.id for region in regions])
    start_exchange = _known(start, "exchange", [exchange.id for exchange in exchanges])
    start.finish()
    _check_start(top.file, regions, exchanges, start_region, start_exchange)
    board = SiberiaBoard(
        name,
        "siberia",
        size,
        regions=regions,
        borders=_borders(top, [region.id for region in regions]),
        start_region=start_region,
        start_exchange=start_exchange,
        exchanges=exchanges,
        markers=_markers(top),
        exchange_slots=parse_places(top, "exchanges", "slots_mm", COUNTS.exchanges, 4),
        supply_spaces=_supply_spaces(top),
        clock_spaces=parse_places(top, "clocks", "spaces_mm", COUNTS.end.locked, 3),
        investment_slots=parse_places(top, "investments", "slots_mm", COUNTS.open, 4),
    )
    top.finish()
    return board


def board_keys(board: Board) -> dict[str, object]:
    """Give what ``parse_board`` reads; what a board does not have is left out."""
    if not isinstance(board, SiberiaBoard):
        return {}
    keys: dict[str, object] = {
        "region": [
            {"id": one.id, "name": one.name, "outline_mm": one.outline_mm, "cubes": one.cubes}
            for one in board.regions
        ],
        "border": [{"between": pair} for pair in board.borders],
        "start": {"region": board.start_region, "exchange": board.start_exchange},
        "exchange": [
            {"id": one.id, "name": one.name, "tile": one.tile, "prices": _by_resource(one.prices)}
            for one in board.exchanges
        ],
    }
    if board.markers:
        each, persons = iter(board.markers), len(PERSONS)
        kinds = {one: dict(zip(PERSONS, islice(each, persons), strict=True)) for one in RESOURCES}
        keys["markers"] = {MANAGER: next(each), **kinds}
    if board.supply_spaces:
        keys["supply"] = dict(zip(RESOURCES, board.supply_spaces, strict=True))
    return keys | section_keys(
        ("exchanges", "slots_mm", board.exchange_slots),
        ("clocks", "spaces_mm", board.clock_spaces),
        ("investments", "slots_mm", board.investment_slots),
    )


def _by_resource(prices: Sequence[int]) -> dict[str, int]:
    return {one: price for one, price in zip(RESOURCES, prices, strict=True) if price}


def _regions(top: Fields, size: tuple[float, float]) -> tuple[Region, ...]:
    found: dict[str, Region] = {}
    for fields in top.tables("region"):
        ident = _fresh(fields, "region", found)
        name = fields.text("name")
        outline = _outline(fields, size)
        cubes = fields.flag("cubes") if fields.has("cubes") else True
        fields.finish()
        found[ident] = Region(ident, name, outline, cubes)
    number = sum(region.cubes for region in found.values())
    fewest, most = COUNTS.regions.fewest, COUNTS.regions.most
    if not fewest <= number <= most:
        expected = f"expected {fewest} to {most} regions that hold cubes, found {number}"
        raise top.error("region", expected)
    return tuple(found.values())


def _outline(fields: Fields, size: tuple[float, float]) -> tuple[Point, ...]:
    raw = fields.sequence("outline_mm")
    if len(raw) < CORNERS:
        raise fields.error("outline_mm", f"expected {CORNERS} corners or more, found {len(raw)}")
    corners = Fields(fields.file, fields.place, {"outline_mm": raw}).rows("outline_mm", len(raw), 2)
    for i, (x, y) in enumerate(corners):
        if not (0 <= x <= size[0] and 0 <= y <= size[1]):
            place = f"outline_mm[{i}]"
            raise fields.error(place, f"lies outside the board of {size[0]} by {size[1]} mm")
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    area = abs(sum(x * y_next - x_next * y for (x, y), (x_next, y_next) in sides)) / 2
    if area < LEAST_MM2:
        raise fields.error("outline_mm", f"expected corners in order, found {area:g} mm2 inside")
    return tuple((x, y) for x, y in corners)


def _exchanges(top: Fields, regions: Iterable[str]) -> tuple[Exchange, ...]:
    taken = set(regions)
    found: dict[str, Exchange] = {}
    sides: dict[str, int] = {}
    for fields in top.tables("exchange"):
        ident = _fresh(fields, "exchange", found)
        if ident in taken:
            raise fields.error("id", f"{ident} is a region")
        name, tile = fields.text("name"), fields.text("tile")
        found[ident] = Exchange(ident, name, tile, _prices(fields.table("prices")))
        fields.finish()
        sides[tile] = sides.get(tile, 0) + 1
        if sides[tile] > COUNTS.tile_sides:
            raise fields.error("tile", f"expected {COUNTS.tile_sides} sides at most of a tile")
    if len(sides) != COUNTS.exchanges:
        expected = f"expected sides of {COUNTS.exchanges} tiles, found {len(sides)}"
        raise top.error("exchange", expected)
    return tuple(found.values())


def _prices(fields: Fields) -> tuple[int, ...]:
    prices = tuple(
        fields.integer(resource) if fields.has(resource) else None for resource in RESOURCES
    )
    fields.finish()
    for resource, price in zip(RESOURCES, prices, strict=True):
        if price is not None and price <= 0:
            raise fields.error(resource, f"expected a whole number above 0, found {price}")
    if not any(prices):
        raise InputError(fields.file, fields.place, "expected the price of at least one resource")
    return tuple(price or 0 for price in prices)


def _fresh(fields: Fields, what: str, found: Iterable[str]) -> str:
    """Take the id of a table, which nothing else may have; errors name it from here on."""
    ident = fields.identifier("id")
    if ident == DEPOT:
        raise fields.error("id", f"{DEPOT} is where pawns wait, and can name nothing else")
    if ident in found:
        raise fields.error("id", f"{what} {ident} is there twice")
    fields.place = f"{what} {ident}"
    return ident


def _known(fields: Fields, key: str, there_are: Sequence[str]) -> str:
    ident = fields.identifier(key)
    if ident not in there_are:
        raise fields.error(key, f"there is no {key} {ident}")
    return ident


def _check_start(
    file: str,
    regions: Sequence[Region],
    exchanges: Sequence[Exchange],
    start_region: str,
    start_exchange: str,
) -> None:
    for region in regions:
        if not region.cubes and region.id != start_region:
            place = f"region {region.id}.cubes"
            raise InputError(file, place, "expected true: only the start region may hold no cubes")
    (tile,) = (exchange.tile for exchange in exchanges if exchange.id == start_exchange)
    if sum(exchange.tile == tile for exchange in exchanges) > 1:
        raise InputError(file, "start.exchange", f"expected the only side of tile {tile}")


def _borders(top: Fields, regions: Sequence[str]) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    seen: set[frozenset[str]] = set()
    for fields in top.tables("border"):
        between = fields.identifiers("between")
        fields.finish()
        for ident in between:
            if ident not in regions:
                raise fields.error("between", f"there is no region {ident}")
        pair = frozenset(between)
        if len(between) != 2 or len(pair) != 2:  # noqa: PLR2004 - a border has two sides
            raise fields.error("between", "expected two different regions")
        if pair in seen:
            raise fields.error("between", f"{' and '.join(between)} are neighbours already")
        seen.add(pair)
        found.append((between[0], between[1]))
    for region in unjoined(links_between(regions, found)):
        raise InputError(top.file, f"region {region}", f"no border joins it to {regions[0]}")
    return tuple(found)


def _markers(top: Fields) -> tuple[int, ...]:
    if not top.has("markers"):
        return ()
    fields = top.table("markers")
    managers = _number(fields, MANAGER)
    found = []
    for resource in RESOURCES:
        kinds = fields.table(resource)
        found += [_number(kinds, person) for person in PERSONS]
        kinds.finish()
    fields.finish()
    found.append(managers)
    if sum(found) != COUNTS.action_markers:
        expected = f"expected {COUNTS.action_markers} markers all together, found {sum(found)}"
        raise top.error("markers", expected)
    return tuple(found)


def _number(fields: Fields, key: str) -> int:
    number = fields.integer(key)
    if number < 0:
        raise fields.error(key, f"expected a whole number from 0, found {number}")
    return number


def _supply_spaces(top: Fields) -> Rows:
    if not top.has("supply"):
        return ()
    fields = top.table("supply")
    spaces = tuple(fields.numbers(resource, 4) for resource in RESOURCES)
    fields.finish()
    for resource, space in zip(RESOURCES, spaces, strict=True):
        check_sizes(fields, resource, space)
    return spaces
