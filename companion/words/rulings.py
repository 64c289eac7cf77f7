"""The house rules that a table may agree on, in the reader's language."""

from collections.abc import Mapping
from typing import Final

from companion.language import Language, Saying, said

RULES: Final[Mapping[str, str]] = {
    "branch_at": "S-C02",
    "first_player": "S-C01",
    "final_tie": "S-C10",
    "one_tile_points": "S-C03",
}
"""The ruling in the catalogue that tells of each key of a record's ``rulings``."""
ANSWERS: Final[Mapping[str, Mapping[str | int, Saying]]] = {
    "branch_at": {
        "city": said("Only at an occupied city"),
        "any": said("At every occupied location"),
    },
    "first_player": {
        "left-of-fewest": said("Left of whoever has fewest"),
        "fewest": said("Whoever has fewest"),
    },
    "final_tie": {
        "most-of-one-kind": said("Most of one kind, then shared"),
        "next-longest": said("The next largest kinds too"),
    },
    "one_tile_points": {1: said("One point"), 2: said("Two points")},
}
"""What may be answered, by key and value."""


def answer(key: str, value: str | int, words: Language) -> str:
    """Say what a table agreed on."""
    return words.tell(ANSWERS[key][value], {})
