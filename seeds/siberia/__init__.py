"""Siberia's counts, from what the leaflet says."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Regions:
    """How many regions may hold cubes, and how many cubes are laid on each."""

    fewest: int
    most: int
    cubes: int


@dataclass(frozen=True, slots=True)
class End:
    """How many locked regions, or empty supply spaces, end the game (I-11)."""

    locked: int
    supplies: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of everything; ``counts.toml`` says of what."""

    players: tuple[int, ...]
    pawns: int
    drawn: int
    spaces: int
    kept: int
    steps: int
    open: int
    of_each_investment: int
    action_markers: int
    discoveries: int
    exchanges: int
    tile_sides: int
    regions: Regions
    end: End
    cubes: Mapping[str, int]


@cache
def counts() -> Counts:
    """Load the counts."""
    raw = tomllib.loads((FOLDER / "counts.toml").read_text(encoding="utf-8"))
    raw |= {
        "players": tuple(raw["players"]),
        "regions": Regions(**raw["regions"]),
        "end": End(**raw["end"]),
    }
    return Counts(**raw)
