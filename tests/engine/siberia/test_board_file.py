"""The board file of Siberia: whole and consistent, or refused with one line."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.games import parse_board
from engine.layout import Shape
from engine.siberia.board import (
    CLOCKS,
    EXCHANGES,
    OPEN,
    REGIONS,
    SIDES,
    SUPPLY,
    SiberiaBoard,
    as_siberia,
)
from seeds.boards import builtin_board_text

TEXT = builtin_board_text("taiga")


def board(text: str = TEXT) -> SiberiaBoard:
    return as_siberia(parse_board(text, "taiga.toml"))


def without(start: str, end: str) -> str:
    """Leave out a part of the file, from ``start`` to before ``end``."""
    first = TEXT.index(start)
    return TEXT[:first] + TEXT[TEXT.index(end, first + 1) :]


def replacing(old: str, new: str, count: int = 1) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, count)


def test_the_built_in_board_is_whole() -> None:
    found = board()
    assert len(found.regions) == 15
    assert sum(region.cubes for region in found.regions) == 14
    assert (found.start_region, found.start_exchange) == ("vladivostok", "frankfurt")
    assert sum(found.markers) == 70
    frankfurt = found.exchanges[0]
    assert (frankfurt.id, all(frankfurt.prices)) == ("frankfurt", True)


def test_the_four_optional_tables_may_be_absent() -> None:
    found = board(TEXT[: TEXT.index("[exchanges]")])
    assert not any(
        (found.exchange_slots, found.supply_spaces, found.clock_spaces, found.investment_slots)
    )
    assert not board(without("[markers]", "[exchanges]")).markers


def test_the_layout_has_regions_exchanges_sides_markers_and_supply() -> None:
    shapes = {group.id: (group.shape, len(group.places)) for group in board().layout}
    assert shapes == {
        REGIONS: (Shape.AREAS, 15),
        EXCHANGES: (Shape.AREAS, 6),
        SIDES: (Shape.ROW, 6),
        OPEN: (Shape.SPOTS, 4),
        SUPPLY: (Shape.AREAS, 5),
        CLOCKS: (Shape.SPOTS, 8),
    }


REFUSED: dict[str, tuple[str, str, str]] = {
    "an unknown key": (
        replacing("[start]", "[turn_track]\nspaces_mm = []\n[start]"),
        "turn_track",
        "unknown",
    ),
    "Sumeria's key": (TEXT + "\n[ranking]\n", "ranking", "unknown"),
    "a region's unknown key": (
        replacing('name = "Yamal"', 'name = "Yamal"\nat_mm = [1, 2]'),
        "region yamal.at_mm",
        "unknown",
    ),
    "a region twice": (replacing('id = "putorana"', 'id = "yamal"'), "region 2.id", "there twice"),
    "a region called depot": (replacing('id = "putorana"', 'id = "depot"'), "region 2.id", "depot"),
    "an exchange called as a region": (
        replacing('id = "tokyo"', 'id = "yamal"'),
        "exchange yamal.id",
        "is a region",
    ),
    "an exchange twice": (
        replacing('id = "london"', 'id = "tokyo"'),
        "exchange 3.id",
        "there twice",
    ),
    "two corners": (
        replacing("outline_mm = [", "outline_mm = [[1.0, 1.0], [2.0, 2.0]]\nold = ["),
        "region yamal.outline_mm",
        "3 corners",
    ),
    "a corner outside": (
        replacing("outline_mm = [\n    [", "outline_mm = [\n    [9"),
        "outline_mm[0]",
        "outside",
    ),
    "an outline that encloses nothing": (
        replacing("outline_mm = [", "outline_mm = [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]\nold = ["),
        "region yamal.outline_mm",
        "expected corners in order, found 0 mm2 inside",
    ),
    "a region without cubes": (
        replacing('name = "Yamal"', 'name = "Yamal"\ncubes = false'),
        "region yamal.cubes",
        "only the start region",
    ),
    "too few regions": (
        TEXT[: TEXT.index("[[region]]")] + TEXT[TEXT.index('[[region]]\nid = "chersky"') :],
        "region",
        "8 to 16",
    ),
    "a border to nowhere": (
        replacing('between = ["yamal",', 'between = ["atlantis",'),
        "border 1.between",
        "no region atlantis",
    ),
    "a border to itself": (
        replacing('"putorana"]', '"yamal"]'),
        "border 1.between",
        "two different",
    ),
    "a border of three": (
        replacing('"putorana"]', '"putorana", "altai"]'),
        "border 1.between",
        "two different",
    ),
    "a border twice": (
        replacing("[start]", '[[border]]\nbetween = ["putorana", "yamal"]\n[start]'),
        "between",
        "already",
    ),
    "no such start region": (
        replacing('region = "vladivostok"', 'region = "moscow"'),
        "start.region",
        "no region moscow",
    ),
    "no such start exchange": (
        replacing('exchange = "frankfurt"', 'exchange = "moscow"'),
        "start.exchange",
        "no exchange moscow",
    ),
    "a start exchange with another side": (
        replacing('exchange = "frankfurt"', 'exchange = "tokyo"'),
        "start.exchange",
        "only side",
    ),
    "three sides of a tile": (
        replacing('name = "Shanghai"\ntile = "d"', 'name = "Shanghai"\ntile = "c"'),
        "tile",
        "2 sides",
    ),
    "seven tiles": (
        replacing('name = "London"\ntile = "b"', 'name = "London"\ntile = "g"'),
        "exchange",
        "6 tiles",
    ),
    "no price": (
        replacing("prices = {gas = 3000, oil = 2500}", "prices = {}"),
        "exchange tokyo.prices",
        "at least one",
    ),
    "a price of nothing": (
        replacing("gas = 3000", "gas = 0"),
        "exchange tokyo.prices.gas",
        "above 0",
    ),
    "half a price": (replacing("gas = 3000", "gas = 0.5"), "exchange tokyo.prices.gas", "whole"),
    "a price of no resource": (
        replacing("gas = 3000", "uranium = 3000"),
        "exchange tokyo.prices.uranium",
        "unknown",
    ),
    "69 markers": (replacing("manager = 14", "manager = 13"), "markers", "70"),
    "a marker missing": (replacing("logistics = 3, ", ""), "markers.gas.logistics", "required"),
    "a negative marker": (replacing("manager = 14", "manager = -1"), "markers.manager", "from 0"),
    "five exchange slots": (
        replacing("    [60.0, 470.0, 100.0, 70.0],\n", ""),
        "exchanges.slots_mm",
        "6 entries",
    ),
    "four supply spaces": (
        replacing("gas = [60.0, 10.0, 120.0, 60.0]\n", ""),
        "supply.gas",
        "required",
    ),
    "a supply without size": (
        replacing("gas = [60.0, 10.0, 120.0, 60.0]", "gas = [60.0, 10.0, 0, 60.0]"),
        "supply.gas",
        "above 0",
    ),
    "seven clock spaces": (
        replacing("    [30.0, 100.0, 12.0],\n", ""),
        "clocks.spaces_mm",
        "8 entries",
    ),
    "three investment slots": (
        replacing("    [745.0, 100.0, 45.0, 45.0],\n", ""),
        "investments.slots_mm",
        "4 entries",
    ),
}


@pytest.mark.parametrize("cause", REFUSED)
def test_what_breaks_the_format_is_refused_with_one_line(cause: str) -> None:
    text, place, why = REFUSED[cause]
    with pytest.raises(InputError) as caught:
        parse_board(text, "taiga.toml")
    assert place in caught.value.place
    assert why in caught.value.expected
    assert str(caught.value).startswith("taiga.toml: ")
    assert "\n" not in str(caught.value)


def test_a_region_that_no_border_joins_is_named() -> None:
    text = TEXT
    for name in ("putorana", "tunguska", "ural"):
        text = text.replace(f'between = ["yamal", "{name}"]', 'between = ["REPEATED"]')
    blocks = [one for one in text.split("[[border]]\n") if "REPEATED" not in one]
    with pytest.raises(InputError, match="no border joins it"):
        parse_board("[[border]]\n".join(blocks), "taiga.toml")


def test_a_start_region_that_holds_cubes_is_one_of_the_regions() -> None:
    found = board(replacing("cubes = false\n", ""))
    assert sum(region.cubes for region in found.regions) == 15


@given(st.integers(0, 10**9))
def test_a_mangled_board_loads_or_is_refused_by_place(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - nobody's secret
    text = TEXT
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text))
        until = min(len(text), at + chance.choice([0, 1, 2, 8, 60]))
        part = chance.choice(["", text[at:until] * 2, chance.choice('{}[]",=#\n-1'), "nan"])
        text = text[:at] + part + text[until:]
    try:
        parse_board(text, "taiga.toml")
    except InputError as caught:
        told = str(caught)
        assert told.startswith("taiga.toml: ")
        assert "\n" not in told
