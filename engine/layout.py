"""Where things lie on a table: slot groups with their places, and what lies on them at a moment."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

Lying = tuple[str, ...]
"""What lies on one place: a multiset of classes, sorted; empty where nothing lies."""
Contents = tuple[Lying, ...]
"""What lies on the places of one slot group, in their order."""


class Shape(Enum):
    """How the places of a slot group are laid out."""

    SPOTS = "small places, each with one piece or tile in its middle"
    AREAS = "larger places, with several pieces anywhere inside"
    ROW = "places side by side, with one tile each"


@dataclass(frozen=True, slots=True)
class Spot:
    """A round place; its middle and radius in mm."""

    id: str
    at_mm: tuple[float, float]
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle: x, y, width and height in mm."""

    id: str
    box_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A region of any outline: its corners in mm, in order."""

    id: str
    outline_mm: tuple[tuple[float, float], ...]


Place = Spot | Box | Area


def corners_mm(place: Place) -> tuple[tuple[float, float], ...]:
    """Give the corners of a place, in order; of a round one those of the square around it."""
    match place:
        case Area():
            return place.outline_mm
        case Box():
            left, top, width, height = place.box_mm
        case Spot():
            (x, y), width = place.at_mm, 2 * place.radius_mm
            left, top, height = x - place.radius_mm, y - place.radius_mm, width
    right, low = left + width, top + height
    return (left, top), (right, top), (right, low), (left, low)


@dataclass(frozen=True, slots=True)
class SlotGroup:
    """Places of one kind that are seen and followed together.

    ``places`` is empty where the board file does not say where they are: then no camera reads them.
    ``classes`` names what may lie there besides the ``players``' pieces, which are named by their
    colours. A place holds at most ``capacity`` things; with ``once`` each class lies on one place.
    Where the group is not ``ordered``, it is all the same on which of its places what lies.
    ``taught`` are the table and the key of a table file that tell what lies there in a frame, None
    where none does. A table "a.b" is the list b of table a: several frames. Without a key each
    place holds its own class in that frame: that of its name, or the group's only one. ``section``
    is the part of a board file that says where the places are, where it may be left out.
    """

    id: str
    shape: Shape
    places: tuple[Place, ...]
    classes: tuple[str, ...] = ()
    players: bool = False
    capacity: int = 1
    once: bool = False
    ordered: bool = True
    taught: tuple[str, str] | None = None
    section: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """What lies on a table: the contents of each slot group, by the group's id."""

    groups: tuple[tuple[str, Contents], ...]

    def __getitem__(self, group: str) -> Contents:
        """Give what lies on the places of a group; raises KeyError where there is none."""
        for ident, contents in self.groups:
            if ident == group:
                return contents
        raise KeyError(group)

    def singles(self, group: str) -> tuple[str | None, ...]:
        """Give what lies on the places of a group of single things; None for nothing."""
        return tuple([lying[0] if lying else None for lying in self[group]])

    def standing(self, group: SlotGroup) -> dict[str, str]:
        """Give what lies on the places of a group of single things, by the places' ids."""
        both = zip(group.places, self.singles(group.id), strict=True)
        return {place.id: one for place, one in both if one is not None}

    def having(self, group: str, singles: Sequence[str | None]) -> "View":
        """Give the same view with other things on the places of a group of single things."""
        return self.holding(group, alone(singles))

    def holding(self, group: str, contents: Contents) -> "View":
        """Give the same view with other contents of a group."""
        return self.updated(View(((group, contents),)))

    def updated(self, seen: "View") -> "View":
        """Give the same view with the contents of those groups that another has."""
        news = dict(seen.groups)
        return View(tuple((ident, news.get(ident, lying)) for ident, lying in self.groups))


def alone(singles: Sequence[str | None]) -> Contents:
    """Make contents of at most one thing a place, None for nothing."""
    return tuple([() if one is None else (one,) for one in singles])
