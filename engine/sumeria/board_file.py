"""Sumeria's board file: city-states, locations, routes, the ranking row and the tiles above it."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.board import (
    Board,
    Location,
    Region,
    links_between,
    parse_locations,
    parse_places,
    parse_routes,
    section_keys,
    spot_keys,
    spots_of,
    unjoined,
)
from engine.errors import InputError
from engine.fields import Fields
from engine.layout import Box, Shape, SlotGroup, Spot

RANKING: Final = "ranking"
INFLUENCE: Final = "influence"
"""The ids of the slot groups of the row and of the tiles above it."""
CITY_STATES: Final = 8
KINDS: Final[Mapping[str, int]] = {"city": 1, "town": 3, "village": 3}
INFLUENCE_KINDS: Final = ("economy", "military", "politics", "religion")
RANKS: Final = 8
INFLUENCE_SPACES: Final = 6
TURN_SPACES: Final = 3


@dataclass(frozen=True)
class SumeriaBoard(Board):
    """A board of Sumeria, whole and consistent."""

    @cached_property
    def layout(self) -> tuple[SlotGroup, ...]:
        slots = (Box(f"slot-{i}", box) for i, box in enumerate(self.row_boxes, 1))
        spaces = (
            Spot(f"space-{i}", (x, y), radius)
            for i, (x, y, radius) in enumerate(self.tile_circles, 1)
        )
        states = tuple(one.id for one in self.regions)
        return (
            spots_of(self.locations),
            SlotGroup(
                RANKING,
                Shape.ROW,
                tuple(slots),
                states,
                once=True,
                taught=("tiles", "ranking"),
                section="ranking",
            ),
            SlotGroup(
                INFLUENCE,
                Shape.SPOTS,
                tuple(spaces),
                INFLUENCE_KINDS,
                taught=("influence", "spaces"),
                section="influence",
            ),
        )


def parse_board(top: Fields, name: str, size: tuple[float, float]) -> Board:
    """Read what a board file of Sumeria has beyond name and size; raises InputError."""
    city_states = _city_states(top)
    known = {state.id for state in city_states}

    def classify(fields: Fields) -> tuple[str, str]:
        kind, city_state = fields.choice("kind", tuple(KINDS)), fields.identifier("city_state")
        if city_state not in known:
            raise fields.error("city_state", f"there is no city-state {city_state}")
        return kind, city_state

    locations = parse_locations(top, size, classify)
    routes = parse_routes(top, {location.id for location in locations}, required=True)
    slots = parse_places(top, "ranking", "slots_mm", RANKS, 4)
    spaces = parse_places(top, "influence", "spaces_mm", INFLUENCE_SPACES, 3)
    track = parse_places(top, "turn_track", "spaces_mm", TURN_SPACES, 3)
    top.finish()
    _check_counts(top.file, city_states, locations)
    _check_network(top.file, locations, routes)
    return SumeriaBoard(name, "sumeria", size, city_states, locations, routes, slots, spaces, track)


def board_keys(board: Board) -> dict[str, object]:
    """Give what ``parse_board`` reads; sections without places are left out."""
    return {
        "city_state": [{"id": one.id, "name": one.name} for one in board.regions],
        **spot_keys(board, "city_state"),
        **section_keys(
            ("ranking", "slots_mm", board.row_boxes),
            ("influence", "spaces_mm", board.tile_circles),
            ("turn_track", "spaces_mm", board.marker_circles),
        ),
    }


def _city_states(top: Fields) -> tuple[Region, ...]:
    found: dict[str, Region] = {}
    for fields in top.tables("city_state"):
        state = Region(fields.identifier("id"), fields.text("name"))
        fields.finish()
        if state.id in found:
            raise fields.error("id", f"city-state {state.id} is there twice")
        found[state.id] = state
    if len(found) != CITY_STATES:
        raise top.error("city_state", f"expected {CITY_STATES} city-states, found {len(found)}")
    return tuple(found.values())


def _check_counts(
    file: str, city_states: tuple[Region, ...], locations: tuple[Location, ...]
) -> None:
    """Rule S-02: one city, three towns and three villages each."""
    for state in city_states:
        for kind, expected in KINDS.items():
            count = sum(one.kind == kind and one.region == state.id for one in locations)
            if count != expected:
                place = f"city_state {state.id}"
                raise InputError(file, place, f"expected {expected} of kind {kind}, found {count}")


def _check_network(
    file: str, locations: tuple[Location, ...], routes: tuple[tuple[str, ...], ...]
) -> None:
    pairs = (pair for route in routes for pair in itertools.pairwise(route))
    links = links_between([location.id for location in locations], pairs)
    for ident, others in links.items():
        if not others:
            raise InputError(file, f"location {ident}", "lies on no route")
    for ident in unjoined(links):
        place = f"location {ident}"
        raise InputError(file, place, f"no route joins it to {locations[0].id}")
