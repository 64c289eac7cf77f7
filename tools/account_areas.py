"""What truth says of a table with areas, place by place.

Truth names what lies on a place as its game does: with numbers by class, in lists, in parts that
have names. All of it together is what lies there.
"""

from collections.abc import Mapping

from engine.board import Board
from engine.layout import Contents, Lying, Place, SlotGroup


def names_of(group: SlotGroup, place: Place) -> frozenset[str]:
    """Give the names by which truth may speak of a place."""
    return frozenset({place.id, f"{group.id}-{place.id}"})


def known_names(board: Board) -> frozenset[str]:
    """Give all names by which truth may speak of a place of the board."""
    return frozenset[str]().union(
        *(names_of(group, place) for group in board.layout for place in group.places)
    )


def contents(board: Board, line: Mapping[str, object]) -> dict[str, Contents]:
    """Tell what lies on the places of each slot group of which a line of truth speaks.

    A key speaks of the group of its name. Another, with a list of as many entries in parts as they
    have places, speaks of groups that have places in common: to each belong its own classes.
    """
    told = {
        group.id: found
        for group in board.layout
        if (found := _of_group(group, line.get(group.id))) is not None
    }
    for entries in line.values():
        if isinstance(entries, list) and entries and all(isinstance(one, dict) for one in entries):
            for group in board.layout:
                if len(group.places) == len(entries) and group.id not in told:
                    told[group.id] = tuple(_own(board, group, _parts(one)) for one in entries)
    return told


def _of_group(group: SlotGroup, value: object) -> Contents | None:
    """Give what lies on each place; None where the value does not tell that of all."""
    if isinstance(value, dict):
        # Where one thing has room, as many as truth counts look alike.
        return tuple(_parts(value.get(one.id), one.id)[: group.capacity] for one in group.places)
    if not isinstance(value, list) or len(value) != len(group.places):
        return None
    named = all(one is None or one in group.classes for one in value)
    return tuple(_parts(one) for one in value) if named else None


def _own(board: Board, group: SlotGroup, lying: Lying) -> Lying:
    """Leave what may lie in a group; players' pieces are what no other group has as a class."""
    if not group.players:
        return tuple(one for one in lying if one in group.classes)
    others = {name for other in board.layout if other is not group for name in other.classes}
    return tuple(one for one in lying if one in group.classes or one not in others)


def _parts(value: object, name: str = "") -> Lying:
    """List the classes in a value: named, in a list, counted by name, or there or not."""
    match value:
        case int():
            return (name,) * value
        case str():
            return (value,)
        case list():
            return tuple(sorted(part for one in value for part in _parts(one)))
        case dict():
            return tuple(sorted(part for key, one in value.items() for part in _parts(one, key)))
    return ()
