"""What never changes in a game: board, players and house rules, with tables made from them.

Inside the engine places of pawns are numbers: the regions in the order of the board file, then
all sides of exchange tiles, in play or not, then the depot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Literal

from engine import setting
from engine.setting import REMEMBERED, members
from engine.siberia.board import SiberiaBoard
from engine.siberia.events import (
    Discard,
    Discover,
    Event,
    Investor,
    Manager,
    Mine,
    Move,
    Place,
    Salesman,
    Worker,
)
from engine.siberia.material import (
    ACTIONS,
    DEPOT,
    LABORATORY,
    MARKERS,
    RESEARCH,
    RESOURCES,
    SHOWN,
    SHOWN_SET,
    SPACES,
)
from engine.siberia.travel import Map


@dataclass(frozen=True, slots=True)
class Rulings:
    """The house rules of one game.

    ``end``: whether the eighth locked region ends the round or the game (I-C02).
    ``unsellable``: cubes that an exchange does not buy (I-C09). ``worker_from_salesman``: when a
    salesman may become a worker (I-C27).
    """

    end: Literal["finish-round", "at-once"] = "finish-round"
    unsellable: Literal["forbidden", "worth-nothing"] = "forbidden"
    worker_from_salesman: Literal["depot-empty", "always"] = "depot-empty"


CHOICES: Final = setting.choices_of(Rulings)


class Setting(setting.Setting[SiberiaBoard, Rulings]):
    """A setting with what the rules of Siberia look up in it."""

    @cached_property
    def places(self) -> tuple[str, ...]:
        board = self.board
        regions = (region.id for region in board.regions)
        return (*regions, *(exchange.id for exchange in board.exchanges), DEPOT)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        return {place: number for number, place in enumerate(self.places)}

    @cached_property
    def first_side(self) -> int:
        """The number of the first exchange; smaller ones are regions."""
        return len(self.board.regions)

    @cached_property
    def depot(self) -> int:
        return len(self.places) - 1

    @cached_property
    def start(self) -> tuple[int, int]:
        """The numbers of the start region and the start exchange (I-07)."""
        return self.numbers[self.board.start_region], self.numbers[self.board.start_exchange]

    @cached_property
    def with_cubes(self) -> int:
        return sum(1 << number for number, one in enumerate(self.board.regions) if one.cubes)

    @cached_property
    def map(self) -> Map:
        return Map(self.board)

    def price(self, side: int, resource: int) -> int:
        """Give what an exchange, by its place's number, pays for a cube; 0 where it buys none."""
        return self.board.exchanges[side - self.first_side].prices[resource]

    @cached_property
    def menu(self) -> "Menu":
        return Menu(self)


class Menu:
    """Events made once, by the numbers of what they name; lists of them are remembered."""

    def __init__(self, setting: Setting) -> None:
        self._players = setting.players
        self._places = setting.places
        self.placements = lru_cache(REMEMBERED)(self._placements)
        self.all_placements = lru_cache(REMEMBERED)(self._all_placements)
        self.discoveries = lru_cache(REMEMBERED)(self._discoveries)
        self.jokers = lru_cache(REMEMBERED)(self._jokers)
        self.moves = lru_cache(REMEMBERED)(self._moves)
        self.salesmen = lru_cache(REMEMBERED)(self._salesmen)
        self.workers = lru_cache(REMEMBERED)(self._workers)
        self.investors = lru_cache(REMEMBERED)(self._investors)
        self.mines = lru_cache(REMEMBERED)(self._mines)
        self.discards = lru_cache(REMEMBERED)(self._discards)

    def _placements(self, seat: int, marker: int, free: int) -> Sequence[Event]:
        """List where a marker may go, by the set of actions with a free space (I-13)."""
        player, name = self._players[seat], MARKERS[marker]
        events = [
            Place(player, name, ACTIONS[action]) for action in SHOWN[marker] if free >> action & 1
        ]
        return [*events, Place(player, name, RESEARCH)]

    def _all_placements(self, seat: int, markers: tuple[int, ...], free: int) -> Sequence[Event]:
        # Of each marker only its own actions count, so that the same lists are found again.
        return [
            one
            for marker in markers
            for one in self.placements(seat, marker, free & SHOWN_SET[marker])
        ]

    def _discoveries(self, seat: int, resource: int, regions: int) -> Sequence[Event]:
        player, name = self._players[seat], RESOURCES[resource]
        return [Discover(player, name, self._places[region]) for region in members(regions)]

    def _jokers(self, seat: int, free: int) -> Sequence[Event]:
        """List where a joker may go, by the set of actions with a free space, and nowhere."""
        player = self._players[seat]
        return [*(Manager(player, ACTIONS[one]) for one in members(free)), Manager(player, None)]

    def _moves(self, seat: int, origin: int, regions: int) -> Sequence[Event]:
        player, start = self._players[seat], self._places[origin]
        return [Move(player, start, self._places[region]) for region in members(regions)]

    def _salesmen(self, seat: int, origin: int, sides: tuple[int, ...]) -> Sequence[Event]:
        player, start = self._players[seat], self._places[origin]
        return [Salesman(player, start, self._places[to]) for to in sides if to != origin]

    def _workers(self, seat: int, origin: int) -> Event:
        return Worker(self._players[seat], self._places[origin])

    def _investors(self, seat: int, action: int) -> Event:
        return Investor(self._players[seat], ACTIONS[action])

    def _mines(self, seat: int, resource: int, side: int) -> Event:
        return Mine(self._players[seat], RESOURCES[resource], self._places[side])

    def _discards(self, seat: int, spaces: tuple[tuple[int, ...], ...]) -> Sequence[Event]:
        """List each marker on the actions of a player's board, those alike once."""
        player = self._players[seat]
        return [
            Discard(player, MARKERS[marker], SPACES[space])
            for space in range(LABORATORY)
            for marker in dict.fromkeys(spaces[space])
        ]


@lru_cache(maxsize=8)
def setting_of(board: SiberiaBoard, players: tuple[str, ...], rulings: Rulings) -> Setting:
    """Give the setting of a game; games that share it share its tables."""
    return Setting(board, players, rulings)
