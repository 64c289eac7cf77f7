"""The house rules that a record may choose; the first value of each is the default."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.setting import check_rulings

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "end": ("finish-round", "at-once"),
    "unsellable": ("forbidden", "worth-nothing"),
    "worker_from_salesman": ("depot-empty", "always"),
}


@dataclass(frozen=True, slots=True)
class Rulings:
    """The house rules of one game.

    ``end``: whether the eighth locked region ends the round or the game (I-C02).
    ``unsellable``: cubes that an exchange does not buy (I-C09). ``worker_from_salesman``: when a
    salesman may become a worker (I-C27).
    """

    end: str = "finish-round"
    unsellable: str = "forbidden"
    worker_from_salesman: str = "depot-empty"


def parse_rulings(raw: Mapping[str, str | int]) -> Rulings:
    """Check the ``rulings`` of a record's header; raises ValueError for any other key or value."""
    check_rulings(raw, CHOICES)
    return Rulings(**raw)  # type: ignore[arg-type]  # they have just been checked
