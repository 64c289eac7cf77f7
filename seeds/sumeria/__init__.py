"""Sumeria's counts and score table, from what the leaflets say."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Share:
    """What one player gets (S-04) and places before the first dynasty (S-12)."""

    merchants: int
    placements: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of everything: ``shares`` by number of players, ``points`` by number of tiles."""

    dynasties: int
    turns: int
    over_ranks: tuple[int, ...]
    kinds: tuple[str, ...]
    of_each: int
    shares: Mapping[int, Share]
    points: tuple[int, ...]


@cache
def counts() -> Counts:
    """Load the counts and the score table."""
    raw = tomllib.loads((FOLDER / "counts.toml").read_text(encoding="utf-8"))
    score = tomllib.loads((FOLDER / "score.toml").read_text(encoding="utf-8"))
    return Counts(
        dynasties=raw["dynasties"],
        turns=raw["turns"],
        over_ranks=tuple(raw["over_ranks"]),
        kinds=tuple(raw["influence"]["kinds"]),
        of_each=raw["influence"]["of_each"],
        shares={int(number): Share(**share) for number, share in raw["players"].items()},
        points=tuple(score["points"]),
    )
