"""The board file: what is printed on one edition of a board (formats, section 1)."""

import itertools
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from engine.errors import InputError
from engine.fields import Fields
from engine.layout import Shape, SlotGroup, Spot

NO_GAME: Final = "none"
"""What a board file names that is for no game."""


@dataclass(frozen=True, slots=True)
class Region:
    """A named part of a board: its id and the name to show."""

    id: str
    name: str


LOCATIONS: Final = "locations"
"""The id of the slot group of spots for pieces."""


@dataclass(frozen=True, slots=True)
class Location:
    """A printed spot for one piece; position and radius in mm from the top-left corner.

    ``region`` is the id of that in which it lies, None where a board has none.
    """

    id: str
    kind: str
    region: str | None
    at_mm: tuple[float, float]
    radius_mm: float


@dataclass(frozen=True)
class Board:
    """A board file, whole and consistent; a game whose file says other things extends this class.

    Lengths are mm, x to the right, y down. ``routes`` hold location ids; a closed route ends
    with the id it began with. ``row_boxes`` (x, y, width, height) are where the tiles of a row lie,
    ``tile_circles`` (x, y, radius) single tiles, and ``marker_circles`` markers that nobody
    follows; each is empty where the file has none.
    """

    name: str
    game: str
    size_mm: tuple[float, float]
    regions: tuple[Region, ...] = ()
    locations: tuple[Location, ...] = ()
    routes: tuple[tuple[str, ...], ...] = ()
    row_boxes: tuple[tuple[float, ...], ...] = ()
    tile_circles: tuple[tuple[float, ...], ...] = ()
    marker_circles: tuple[tuple[float, ...], ...] = ()

    @cached_property
    def layout(self) -> tuple[SlotGroup, ...]:
        """The slot groups that the camera follows; here only the locations."""
        return (spots_of(self.locations),)

    @cached_property
    def pieces(self) -> SlotGroup:
        return next(group for group in self.layout if group.players)

    @cached_property
    def row(self) -> SlotGroup | None:
        """The slot group of tiles side by side, if the game has one."""
        return next((group for group in self.layout if group.shape is Shape.ROW), None)

    @cached_property
    def tiles(self) -> SlotGroup | None:
        """The slot group of single tiles or markers that are taken and dealt, if there is one."""
        spots = (group for group in self.layout if group.shape is Shape.SPOTS)
        return next((group for group in spots if not group.players), None)

    @cached_property
    def areas(self) -> tuple[SlotGroup, ...]:
        """The slot groups whose places hold several things anywhere inside."""
        return tuple(group for group in self.layout if group.shape is Shape.AREAS)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The position of each location id in ``locations``."""
        return {location.id: i for i, location in enumerate(self.locations)}

    @cached_property
    def marks(self) -> Mapping[str, int]:
        """The position of each place among those of which an eye tells the middle."""
        areas = [place.id for group in self.areas for place in group.places]
        return {ident: i for i, ident in enumerate(areas)} if areas else self.index

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """For each location the others that share a stretch with it, in file order."""
        return links_between((location.id for location in self.locations), self.stretches())

    def stretches(self) -> Iterator[tuple[str, str]]:
        """Yield each two neighbours of each route, in order; two routes may share a stretch."""
        for route in self.routes:
            yield from itertools.pairwise(route)


class PlainBoard(Board):
    """A board of no game: of the tiles that a reading may name it has none."""

    @cached_property
    def layout(self) -> tuple[SlotGroup, ...]:
        """The locations, and two groups that have no places."""
        return (
            spots_of(self.locations),
            SlotGroup("ranking", Shape.ROW, (), taught=("tiles", "ranking")),
            SlotGroup("influence", Shape.SPOTS, (), taught=("influence", "spaces")),
        )


def links_between(
    idents: Iterable[str], pairs: Iterable[tuple[str, str]]
) -> dict[str, tuple[str, ...]]:
    """Give for each place the others that pairs join it with, in the order of the pairs."""
    found: dict[str, dict[str, None]] = {ident: {} for ident in idents}
    for one, other in pairs:
        found[one][other] = None
        found[other][one] = None
    return {one: tuple(others) for one, others in found.items()}


def unjoined(links: Mapping[str, Sequence[str]]) -> list[str]:
    """List the places that no links lead to from the first one."""
    edge = [*links][:1]
    reached = set(edge)
    while edge:
        fresh = set(links[edge.pop()]) - reached
        reached |= fresh
        edge += fresh
    return [ident for ident in links if ident not in reached]


def spots_of(locations: Sequence[Location]) -> SlotGroup:
    """Make the slot group of the locations, where players' pieces stand."""
    places = tuple(Spot(one.id, one.at_mm, one.radius_mm) for one in locations)
    return SlotGroup(LOCATIONS, Shape.SPOTS, places, players=True)


def read_text(path: Path) -> str:
    """Read a UTF-8 text file; raises InputError when it is missing, unreadable or not text.

    A byte order mark, as some editors write one, is no part of the text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(str(path), "", "no such file") from None
    except UnicodeDecodeError:
        raise InputError(str(path), "", "expected UTF-8 text") from None
    except OSError as error:
        raise InputError(str(path), "", f"cannot be read ({error.strerror})") from None
    except ValueError:  # what no file's name can hold
        raise InputError(ascii(str(path)), "", "no such file") from None


def parse_toml(text: str, file: str) -> Fields:
    """Parse TOML into checked fields; ``file`` names it in errors."""
    try:
        return Fields(file, "", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise InputError(file, "", f"not valid TOML: {error}") from None
    except RecursionError:
        raise InputError(file, "", "not valid TOML: endless nesting") from None
    except ValueError:  # Python reads no number of so many digits
        raise InputError(file, "", "not valid TOML: an endless number") from None


def parse_locations(
    top: Fields, size: tuple[float, ...], classify: Callable[[Fields], tuple[str, str | None]]
) -> tuple[Location, ...]:
    """Read the ``[[location]]`` tables; ``classify`` reads of one its kind and region."""
    found: dict[str, Location] = {}
    for fields in top.tables("location"):
        ident = fields.identifier("id")
        if ident in found:
            raise fields.error("id", f"location {ident} is there twice")
        fields.place = f"location {ident}"
        kind, region = classify(fields)
        x, y = fields.numbers("at_mm", 2)
        if not (0 <= x <= size[0] and 0 <= y <= size[1]):
            raise fields.error("at_mm", f"lies outside the board of {size[0]} by {size[1]} mm")
        found[ident] = Location(ident, kind, region, (x, y), fields.positive("radius_mm"))
        fields.finish()
    if not found:
        raise top.error("location", "expected at least one location")
    return tuple(found.values())


def parse_routes(top: Fields, known: set[str], *, required: bool) -> tuple[tuple[str, ...], ...]:
    """Read the ``[[route]]`` tables, each a way through known locations; raises InputError."""
    if not required and not top.has("route"):
        return ()
    routes = []
    for fields in top.tables("route"):
        through = fields.identifiers("through")
        fields.finish()
        for ident in through:
            if ident not in known:
                raise fields.error("through", f"there is no location {ident}")
        distinct = set(through)
        closed = len(distinct) > 1 and through[0] == through[-1]
        if len(distinct) < 2:  # noqa: PLR2004 - a stretch has two ends
            raise fields.error("through", "expected at least two locations")
        if len(distinct) != len(through) - closed:
            twice = next(ident for ident in through if through.count(ident) > 1)
            raise fields.error("through", f"passes {twice} twice")
        routes.append(through)
    return tuple(routes)


def parse_places(
    top: Fields, section: str, key: str, rows: int, count: int
) -> tuple[tuple[float, ...], ...]:
    """Read x, y and sizes of so many printed places; none where the file has no such section."""
    if not top.has(section):
        return ()
    fields = top.table(section)
    places = fields.rows(key, rows, count)
    fields.finish()
    for i, place in enumerate(places):
        check_sizes(fields, f"{key}[{i}]", place)
    return places


def check_sizes(fields: Fields, key: str, place: Sequence[float]) -> None:
    """Check the sizes of a printed place, which follow its x and y; raises InputError."""
    if min(place[2:]) <= 0:
        raise fields.error(key, "expected sizes above 0")


def section_keys(*sections: tuple[str, str, Sequence[Sequence[float]]]) -> dict[str, object]:
    """Give what ``parse_places`` reads, of sections that have places."""
    return {section: {key: places} for section, key, places in sections if places}


def parse_plain_board(top: Fields, name: str, size: tuple[float, float]) -> PlainBoard:
    """Read a board of no game: locations of any kind, joined or not; raises InputError."""
    locations = parse_locations(top, size, lambda fields: (fields.text("kind"), None))
    routes = parse_routes(top, {location.id for location in locations}, required=False)
    top.finish()
    return PlainBoard(name, NO_GAME, size, locations=locations, routes=routes)


def format_toml(keys: Mapping[str, object]) -> str:
    """Write keys with their values, then tables, and a table for each entry of a list.

    Other sequences are tuples, and tables inside tables are written in one line.
    """
    return "\n".join(_lines(keys)) + "\n"


def spot_keys(board: Board, region: str = "region") -> dict[str, object]:
    """Give the tables of locations and routes; ``region`` is the key for that of a location."""
    locations = [
        {
            "id": one.id,
            "kind": one.kind,
            **({} if one.region is None else {region: one.region}),
            "at_mm": one.at_mm,
            "radius_mm": one.radius_mm,
        }
        for one in board.locations
    ]
    return {"location": locations, "route": [{"through": route} for route in board.routes]}


def _lines(keys: Mapping[str, object]) -> Iterator[str]:
    for key, value in keys.items():
        if isinstance(value, Mapping):
            yield from ("", f"[{key}]", *_lines_of(value))
        elif isinstance(value, list):
            for one in value:
                yield from ("", f"[[{key}]]", *_lines_of(one))
        else:
            yield f"{key} = {_value(value)}"


def _lines_of(table: Mapping[str, object]) -> Iterator[str]:
    return (f"{key} = {_value(value)}" for key, value in table.items())


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    # What is no list is written as JSON writes it, but for one character that JSON leaves as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
