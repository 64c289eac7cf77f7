"""The draft: all that is known of a board and its camera before they become files.

Each change gives another draft. Spots are known by number, region by region: region r has the
numbers ``len(kinds) * r`` and on, where ``kinds`` are what the game prints in each region. A region
that is outlined is itself a spot, where there is most room in it. Names may be given at any time,
since ids come only when the files are written.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from companion.boards.warnings import ONE_WAY_ON, forks
from vision.proposing.borders import Outline, neighbours, roomiest

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""Top-left, top-right, bottom-right, bottom-left of the printed board."""
Stretch = tuple[int, int]
"""Two spots that a printed line joins, the lower number first."""
Ways = frozenset[Stretch]
"""Pairs of a spot's neighbours, the lower number first, between which a line passes it."""
Rows = tuple[tuple[float, ...], ...]
"""Areas in mm: rectangles (x, y, width, height) or circles (x, y, radius)."""
RECTANGLE = 4
"""Numbers of a rectangle."""
CIRCLE = 3
"""Numbers of a circle."""
Records = tuple[tuple[str, ...], ...]
"""Facts as somebody wrote them: for each thing the values of its fields, in their order."""
FEWEST_CORNERS = 3
"""No region has fewer."""
MIDDLE_MM = 10.0
"""How large the mark of a region is at most."""
BESIDE_MM = 5.0
"""How near to a stretch a finger must come down to mean that."""
SHARPEST = math.radians(75)
"""A printed line does not turn by more where it has a choice; where it has none, it does."""
PIECES = "merchants"
"""What the step at which pieces are shown is called in drafts, and its picture: of the first game's
pieces, since the first edition."""


@dataclass(frozen=True, slots=True)
class Place:
    """A printed spot: its middle and radius in mm from the board's top-left corner."""

    at_mm: Point
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Fork:
    """Lines that meet at the spot ``at``: they come from the spots ``around``.

    ``ways`` are the pairs of these between which a line passes it.
    """

    at: int
    around: tuple[int, ...]
    ways: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture in which pieces of one colour stand on the spots of those numbers."""

    frame: str
    colour: str
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture, taken in a step, and the number of the class that lies on each area in it."""

    frame: str
    lying: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What is known of a board and of the camera above it.

    ``known`` is the text of a board file that is used as it is; what is printed on a board is then
    not asked for, and spots are numbered in the file's order. ``names`` are those of the regions;
    ``outlines`` are those of regions where these are shown so, in mm, a name for each.
    ``stretches`` are None until some were proposed. ``forks`` tells how lines go on where the owner
    said so; it holds while the same ones meet there. ``areas`` are what else is printed, ``sheets``
    facts that no camera sees, and ``shown`` pictures of pieces in a known order, each by the step
    that asks for it; ``meant`` tells by the step what is to lie on each area in the next one, and
    ``stand`` by colour on which spots pieces are to stand. ``tapped`` are points (mm) in the step
    ``tapped_in``, which asks for more of them. ``empty`` names a picture of the empty board,
    ``corners_px`` are the board's corners in it. ``colours`` are those of the pieces in the box.
    ``finished`` names the steps that the owner is done with, whether answered or skipped.
    """

    known: str | None = None
    name: str = ""
    size_mm: Point | None = None
    empty: str | None = None
    corners_px: Corners | None = None
    names: tuple[str, ...] = ()
    outlines: tuple[Outline, ...] = ()
    places: tuple[Place | None, ...] = ()
    stretches: tuple[Stretch, ...] | None = None
    forks: tuple[Fork, ...] = ()
    areas: Mapping[str, Rows] = field(default_factory=dict, hash=False)
    tapped: tuple[Point, ...] = ()
    tapped_in: str = ""
    sheets: Mapping[str, Records] = field(default_factory=dict, hash=False)
    colours: tuple[str, ...] = ()
    samples: tuple[Sample, ...] = ()
    shown: Mapping[str, Shown] = field(default_factory=dict, hash=False)
    meant: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    stand: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    finished: tuple[str, ...] = ()

    @property
    def is_placed(self) -> bool:
        return self.corners_px is not None and self.size_mm is not None

    @property
    def next_place(self) -> int | None:
        """The number of the first spot that is not known yet; None when all are."""
        return self.places.index(None) if None in self.places else None

    @property
    def spots(self) -> dict[int, Place]:
        if not self.outlines:
            return {number: one for number, one in enumerate(self.places) if one is not None}
        rooms = enumerate(map(roomiest, self.outlines))
        return {number: Place(at_mm, min(MIDDLE_MM, radius)) for number, (at_mm, radius) in rooms}

    @property
    def pictures(self) -> tuple[str, ...]:
        """The names of the pictures that are needed, each once."""
        samples, shown = (one.frame for one in self.samples), self.shown.values()
        names = (self.empty, *samples, *(one.frame for one in shown))
        return tuple(dict.fromkeys(filter(None, names)))

    def rows(self, step: str) -> Rows:
        """Give the areas that a step asks for; none where they are not known."""
        return self.areas.get(step, ())

    # Spots and regions.

    def with_place(self, number: int, place: Place | None) -> "Draft":
        """Say where a spot is, or, with None, that this is not known; its stretches go then."""
        places = (*self.places[:number], place, *self.places[number + 1 :])
        stretches = self.stretches
        if place is None and stretches is not None:
            stretches = tuple(one for one in stretches if number not in one)
        return replace(self, places=places, stretches=stretches)

    def with_name(self, region: int, name: str) -> "Draft":
        """Name a region; the empty name leaves it a number."""
        return replace(self, names=(*self.names[:region], name, *self.names[region + 1 :]))

    def with_outline(self, outline: Outline) -> "Draft":
        """Outline one more region; where neighbours are known, its own are proposed."""
        outlines, stretches = (*self.outlines, outline), self.stretches
        if stretches is not None:
            own = (pair for pair in neighbours(outlines) if len(self.outlines) in pair)
            stretches = (*stretches, *own)
        return replace(self, outlines=outlines, names=(*self.names, ""), stretches=stretches)

    def without_outline(self, region: int) -> "Draft":
        """Forget a region; those after it have other numbers then. Pieces are to be shown anew."""
        left = replace(
            self,
            outlines=(*self.outlines[:region], *self.outlines[region + 1 :]),
            names=(*self.names[:region], *self.names[region + 1 :]),
            samples=(),
            stand={},
        )
        if self.stretches is not None:
            kept = (pair for pair in self.stretches if region not in pair)
            left = left.with_stretches([one - (one > region) for one in pair] for pair in kept)
        return left.reopened(PIECES, "proof")

    # Lines between spots.

    def with_stretches(self, stretches: Iterable[Sequence[int]]) -> "Draft":
        """Give exactly these stretches."""
        ordered = {(min(one), max(one)) for one in stretches}
        return replace(self, stretches=tuple(sorted(ordered)))

    def toggled(self, one: int, other: int) -> "Draft":
        """Join two spots by a stretch, or part them where one joins them already."""
        before = set(self.stretches or ())
        return self.with_stretches(before ^ {(min(one, other), max(one, other))})

    def stretch_at(self, at_mm: Point) -> Stretch | None:
        """Find the stretch that is nearest, at most ``BESIDE_MM`` away."""
        known = self.spots

        def away(stretch: Stretch) -> float:
            (x, y), (end_x, end_y) = (known[spot].at_mm for spot in stretch)
            along, down = end_x - x, end_y - y
            share = ((at_mm[0] - x) * along + (at_mm[1] - y) * down) / (along**2 + down**2)
            share = min(1.0, max(0.0, share))
            return math.dist((x + share * along, y + share * down), at_mm)

        near = min(self.stretches or (), key=away, default=None)
        return near if near is not None and away(near) <= BESIDE_MM else None

    def meetings(self, free: Collection[int]) -> dict[int, tuple[int, ...]]:
        """List the spots where three stretches or more meet, and those that they lead to.

        Which of these are one line matters, as a piece that passes the spot keeps to its line. In
        the ``free`` ones it may take any line: they are left out.
        """
        stretches = self.stretches or ()
        return {
            via: tuple(sorted(sum(one) - via for one in stretches if via in one))
            for via in forks([*self.spots], stretches, free)
        }

    def ways_on(self, free: Collection[int]) -> dict[int, Ways]:
        """Give the ways past each of these spots, as the owner said, or the straightest."""
        at = {number: one.at_mm for number, one in self.spots.items()}
        found = {}
        for via, around in self.meetings(free).items():
            ways = self._ways_said(via, around)
            found[via] = frozenset(straightest(at, via, around)) if ways is None else ways
        return found

    def with_ways(self, via: int, ways: Ways) -> "Draft":
        """Say which ways lead past a spot."""
        fork = Fork(via, self.meetings(())[via], tuple(sorted(ways)))
        return replace(self, forks=(*(one for one in self.forks if one.at != via), fork))

    def toggled_way(self, via: int, one: int, other: int) -> "Draft":
        """Let a way lead past a spot, or not any more, where it does.

        As most lines go on one way only, guessed ones that share an end with a new way go.
        """
        way = (min(one, other), max(one, other))
        ways = self.ways_on(())[via]
        if way not in ways and self._ways_said(via, self.meetings(())[via]) is None:
            ways = frozenset(guessed for guessed in ways if {*way}.isdisjoint(guessed))
        return self.with_ways(via, ways ^ {way})

    def _ways_said(self, via: int, around: tuple[int, ...]) -> Ways | None:
        """Give what the owner said of a spot, if these lines still meet there."""
        said = (one.ways for one in self.forks if (one.at, one.around) == (via, around))
        ways = next(said, None)
        return None if ways is None else frozenset(way for way in ways if {*way} <= {*around})

    # Facts, and the steps that are done.

    def with_rows(self, step: str, rows: Rows) -> "Draft":
        """Give the areas that a step asks for."""
        return replace(self, areas={**self.areas, step: rows})

    def with_records(self, step: str, records: Records) -> "Draft":
        """Write down the facts that a step asks for."""
        return replace(self, sheets={**self.sheets, step: records})

    def done_with(self, step: str) -> "Draft":
        """Be done with a step."""
        return replace(self, finished=(*(one for one in self.finished if one != step), step))

    def reopened(self, *steps: str) -> "Draft":
        """Take steps up again."""
        return replace(self, finished=tuple(one for one in self.finished if one not in steps))

    # All that was pointed at.

    def moved(self, move: Callable[[Point], Point]) -> "Draft":
        """Move every place that was pointed at; areas keep their size."""
        return replace(
            self,
            places=tuple(one and replace(one, at_mm=move(one.at_mm)) for one in self.places),
            areas={
                step: tuple((*move((x, y)), *size) for x, y, *size in rows)
                for step, rows in self.areas.items()
            },
            tapped=tuple(map(move, self.tapped)),
            outlines=tuple(tuple(map(move, one)) for one in self.outlines),
        )

    def turned(self) -> "Draft":
        """Call what was the left side of the board its upper side, wherever something is known."""
        if self.size_mm is None or self.corners_px is None:
            return self
        width, height = self.size_mm
        one, two, three, four = self.corners_px
        found = self.moved(lambda at: turned_point(at, height))

        def area(row: tuple[float, ...]) -> tuple[float, ...]:
            if len(row) != RECTANGLE:
                return row
            right, top, wide, high = row  # of what was its upper left corner
            return right - high, top, high, wide

        return replace(
            found,
            size_mm=(height, width),
            corners_px=(four, one, two, three),
            areas={step: tuple(map(area, rows)) for step, rows in found.areas.items()},
        )


def place_at(places: Mapping[int, Place], at_mm: Point, reach: float = 1.0) -> int | None:
    """Find the spot whose middle is nearest, at most ``reach`` of its radii away."""
    away = {number: math.dist(one.at_mm, at_mm) for number, one in places.items()}
    near = [number for number, one in places.items() if away[number] <= reach * one.radius_mm]
    return min(near, key=lambda number: away[number], default=None)


def straightest(
    at: Sequence[Point] | Mapping[int, Point], via: int, around: Sequence[int]
) -> list[Stretch]:
    """Pair the neighbours of a spot so that lines pass it as straight as they can."""
    if len(around) == ONE_WAY_ON:
        return [(min(around), max(around))]

    def turn(way: Stretch) -> float:
        """Measure by how much a line turns on its way, in radians; straight on is 0."""
        (x0, y0), (x, y), (x1, y1) = at[way[0]], at[via], at[way[1]]
        came, goes = math.atan2(y - y0, x - x0), math.atan2(y1 - y, x1 - x)
        return abs(math.remainder(goes - came, math.tau))

    found: list[Stretch] = []
    for way in sorted(combinations(sorted(around), 2), key=turn):
        if turn(way) <= SHARPEST and not any({*way} & {*other} for other in found):
            found.append(way)
    return found


def turned_point(at_mm: Point, height_mm: float) -> Point:
    """Find where a point of a board of that height is after a quarter turn clockwise."""
    return height_mm - at_mm[1], at_mm[0]
