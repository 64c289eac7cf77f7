"""The house rules that a record may choose; the first value of each is the leaflets' rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

CHOICES: Final[Mapping[str, tuple[str, ...] | tuple[int, ...]]] = {
    "branch_at": ("city", "any"),
    "first_player": ("left-of-fewest", "fewest"),
    "final_tie": ("most-of-one-kind", "next-longest"),
    "one_tile_points": (1, 2),
}


@dataclass(frozen=True, slots=True)
class Rulings:
    """The house rules of one game.

    ``branch_at``: where an occupied location may be left by any of its stretches (S-C02).
    ``first_player``: who opens the next dynasty, seen from who has fewest merchants (S-C01).
    ``final_tie``: what breaks a tie at the end (S-C10). ``one_tile_points``: S-C03.
    """

    branch_at: str = "city"
    first_player: str = "left-of-fewest"
    final_tie: str = "most-of-one-kind"
    one_tile_points: int = 1


def parse_rulings(raw: Mapping[str, str | int]) -> Rulings:
    """Check the ``rulings`` of a record's header; raises ValueError for any other key or value."""
    for key, value in raw.items():
        if key not in CHOICES:
            raise ValueError(f"rulings: expected one of {', '.join(CHOICES)}, found {key!a}")
        if not any(value == choice and type(value) is type(choice) for choice in CHOICES[key]):
            choices = " or ".join(str(choice) for choice in CHOICES[key])
            raise ValueError(f"rulings.{key}: expected {choices}, found {value!a}")
    return Rulings(**raw)  # type: ignore[arg-type]  # the loop above has checked each value
