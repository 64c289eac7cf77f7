"""The draft: all that the owner has told so far, before it becomes a board and a table file.

Each change gives another draft. City-states and places are known by number: city-state s has the
places ``PLACES_EACH`` * s and on, its city first, then towns, then villages (rule S-02). Names may
be given at any time, since ids come only when the files are written.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from engine.board import CITY_STATES, KINDS

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""Top-left, top-right, bottom-right, bottom-left of the printed board."""
Stretch = tuple[int, int]
"""Two places, the lower number first."""
BY_PICTURE: Final = frozenset({"known", "board", "merchants", "row", "kinds", "proof"})
"""The steps that hold for one position of the camera only."""

KINDS_OF_PLACES: Final = tuple(chain(*((kind,) * count for kind, count in KINDS.items())))
"""What the places of one city-state are, in their order."""
PLACES_EACH: Final = len(KINDS_OF_PLACES)
PLACES: Final = CITY_STATES * PLACES_EACH


@dataclass(frozen=True, slots=True)
class Place:
    """A printed spot: its middle and radius in mm from the board's top-left corner."""

    at_mm: Point
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Fork:
    """Lines that meet at the place ``at``: they come from the places ``around``.

    ``ways`` are the pairs of these between which a line passes it.
    """

    at: int
    around: tuple[int, ...]
    ways: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture in which merchants of one colour stand on the places of those numbers."""

    frame: str
    colour: str
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RowShown:
    """A picture of the ranking row, and the city-states (numbers) in it, leftmost first."""

    frame: str
    city_states: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InfluenceShown:
    """A picture of the influence tiles, and the kind on each space."""

    frame: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What is known of a board and of the camera above it.

    ``known`` is the text of a board file that is used as it is; ``names``, ``places``,
    ``stretches``, ``forks``, ``slots_mm``, ``influence_mm`` and ``turns_mm`` are then not asked
    for, and places are numbered in the file's order. ``stretches`` are None until some were
    proposed.
    ``forks`` tells how lines go on where that was told; it holds while the same ones meet there.
    ``empty`` names a picture of the empty board, ``corners_px`` are the board's corners in it.
    ``tapped`` are points (mm) shown in the step named ``tapped_in``, which asks for more of them.
    ``colours`` are those of the merchants in the box.
    ``finished`` names the steps that the owner is done with, whether told or skipped.
    """

    known: str | None = None
    name: str = ""
    size_mm: Point | None = None
    empty: str | None = None
    corners_px: Corners | None = None
    names: tuple[str, ...] = ("",) * CITY_STATES
    places: tuple[Place | None, ...] = (None,) * PLACES
    stretches: tuple[Stretch, ...] | None = None
    forks: tuple[Fork, ...] = ()
    slots_mm: tuple[tuple[float, ...], ...] = ()
    influence_mm: tuple[tuple[float, ...], ...] = ()
    turns_mm: tuple[tuple[float, ...], ...] = ()
    tapped: tuple[Point, ...] = ()
    tapped_in: str = ""
    colours: tuple[str, ...] = ()
    samples: tuple[Sample, ...] = ()
    row: RowShown | None = None
    influence: InfluenceShown | None = None
    finished: tuple[str, ...] = ()

    @property
    def next_place(self) -> int | None:
        """The number of the first place that is not told yet; None when all are."""
        return self.places.index(None) if None in self.places else None

    @property
    def told(self) -> int:
        """How many places are told."""
        return sum(place is not None for place in self.places)


def city_state_of(place: int) -> int:
    """Tell to which city-state a place belongs."""
    return place // PLACES_EACH


def kind_of(place: int) -> str:
    """Tell whether a place is a city, a town or a village."""
    return KINDS_OF_PLACES[place % PLACES_EACH]


def retaken(draft: Draft, empty: str) -> Draft:
    """Take another picture of the empty board: what was told of the camera's pictures is void."""
    return replace(
        draft,
        empty=empty,
        corners_px=None,
        samples=(),
        row=None,
        influence=None,
        finished=tuple(one for one in draft.finished if one not in BY_PICTURE),
    )


def with_place(draft: Draft, number: int, place: Place | None) -> Draft:
    """Tell where a place is, or, with None, that this is not known; its stretches go then."""
    places = (*draft.places[:number], place, *draft.places[number + 1 :])
    stretches = draft.stretches
    if place is None and stretches is not None:
        stretches = tuple(one for one in stretches if number not in one)
    return replace(draft, places=places, stretches=stretches)


def with_name(draft: Draft, city_state: int, name: str) -> Draft:
    """Name a city-state; the empty name leaves it a number."""
    names = (*draft.names[:city_state], name, *draft.names[city_state + 1 :])
    return replace(draft, names=names)


def with_stretches(draft: Draft, stretches: Iterable[Sequence[int]]) -> Draft:
    """Give exactly these stretches."""
    ordered = {(min(one), max(one)) for one in stretches}
    return replace(draft, stretches=tuple(sorted(ordered)))


def toggled(draft: Draft, one: int, other: int) -> Draft:
    """Join two places by a stretch, or part them where one joins them already."""
    before = set(draft.stretches or ())
    return with_stretches(draft, before ^ {(min(one, other), max(one, other))})


def finished(draft: Draft, step: str) -> Draft:
    """Be done with a step."""
    return replace(draft, finished=(*(one for one in draft.finished if one != step), step))


def unfinished(draft: Draft, step: str) -> Draft:
    """Take a step up again."""
    return replace(draft, finished=tuple(one for one in draft.finished if one != step))
