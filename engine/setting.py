"""What never changes in a game of any kind: board, players, house rules; and sets of numbers."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Generic, TypeVar, get_args, get_type_hints

from engine.board import Board
from engine.fields import IDENTIFIER

B = TypeVar("B", bound=Board)
R = TypeVar("R")
REMEMBERED: Final = 1 << 14
"""Answers that are kept at most, so that endless play does not fill the memory."""


@dataclass(frozen=True)
class Setting(Generic[B, R]):
    """Board, players in seat order and house rules; equal ones compare equal.

    Games add tables that are made from these when first asked for, so that reading a record's
    header costs nothing.
    """

    board: B
    players: tuple[str, ...]
    rulings: R

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.board.name, self.players, self.rulings))

    @cached_property
    def seats(self) -> Mapping[str, int]:
        return {player: seat for seat, player in enumerate(self.players)}


def check_players(players: Sequence[str], numbers: Collection[int], rule: str) -> None:
    """Check who plays; raises ValueError for another number of players than a rule allows."""
    if len(players) not in numbers:
        expected = " or ".join(map(str, numbers))
        raise ValueError(f"players: expected {expected} ({rule}), found {len(players)}")
    for player in players:
        if not IDENTIFIER.fullmatch(player):
            raise ValueError(f"players: expected identifiers, found {player!a}")
        if players.count(player) > 1:
            raise ValueError(f"players: {player} is there twice ({rule})")


def choices_of(kind: type) -> Mapping[str, tuple[str | int, ...]]:
    """List the values of each house rule, which is a field of a class, as its type has them."""
    return {key: get_args(hint) for key, hint in get_type_hints(kind).items()}


def parse_rulings(kind: type[R], raw: Mapping[str, str | int]) -> R:
    """Check the ``rulings`` of a record's header; raises ValueError for any other key or value."""
    choices = choices_of(kind)
    for key, value in raw.items():
        if key not in choices:
            raise ValueError(f"rulings: expected one of {', '.join(choices)}, found {key!a}")
        if not any(value == choice and type(value) is type(choice) for choice in choices[key]):
            expected = " or ".join(map(str, choices[key]))
            raise ValueError(f"rulings.{key}: expected {expected}, found {value!a}")
    return kind(**raw)


def members(numbers: int) -> Iterator[int]:
    """Yield the numbers in a set of them (bit i: number i), the lowest first."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest
