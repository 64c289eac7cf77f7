"""What never changes in a game: board, players and house rules, with tables made from them."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Literal

from engine import setting
from engine.board import Board
from engine.layout import Lying, alone
from engine.sumeria.menu import Chooser, Memo, Menu, chooser
from engine.sumeria.movement import Network
from seeds.sumeria import Counts, Share, counts


@dataclass(frozen=True, slots=True)
class Rulings:
    """The house rules of one game.

    ``branch_at``: where an occupied location may be left by any of its stretches (S-C02).
    ``first_player``: who opens the next dynasty, seen from who has fewest merchants (S-C01).
    ``final_tie``: what breaks a tie at the end (S-C10). ``one_tile_points``: S-C03.
    """

    branch_at: Literal["city", "any"] = "city"
    first_player: Literal["left-of-fewest", "fewest"] = "left-of-fewest"
    final_tie: Literal["most-of-one-kind", "next-longest"] = "most-of-one-kind"
    one_tile_points: Literal[1, 2] = 1


CHOICES: Final = setting.choices_of(Rulings)


@dataclass(frozen=True, slots=True)
class Region:
    """The locations of one city-state as sets (bit i: location i), for S-27 and S-28."""

    everything: int
    city: int
    towns: int


class Setting(setting.Setting[Board, Rulings]):
    """A setting with what the rules of Sumeria look up in it."""

    @cached_property
    def counts(self) -> Counts:
        return counts()

    @cached_property
    def share(self) -> Share:
        """What each player gets with this many players (S-04, S-12)."""
        return self.counts.shares[len(self.players)]

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The points for each number of tiles of one kind (S-41; house rule of S-C03)."""
        none, _, *more = self.counts.points
        return (none, self.rulings.one_tile_points, *more)

    @cached_property
    def pieces(self) -> tuple[Lying, ...]:
        return alone(self.players)

    @cached_property
    def bits(self) -> dict[str, int]:
        """The set that holds just the one location, by its id."""
        return {location.id: 1 << i for i, location in enumerate(self.board.locations)}

    @cached_property
    def city_state_of(self) -> dict[str, str]:
        return {location.id: str(location.region) for location in self.board.locations}

    @cached_property
    def regions(self) -> dict[str, Region]:

        def holding(city_state: str, *kinds: str) -> int:
            return sum(
                self.bits[location.id]
                for location in self.board.locations
                if location.region == city_state and location.kind in kinds
            )

        return {
            one.id: Region(
                holding(one.id, "city", "town", "village"),
                holding(one.id, "city"),
                holding(one.id, "town"),
            )
            for one in self.board.regions
        }

    @cached_property
    def network(self) -> Network:
        return Network(self.board, branch_anywhere=self.rulings.branch_at == "any")

    @cached_property
    def everywhere(self) -> int:
        return (1 << len(self.board.locations)) - 1

    @cached_property
    def menus(self) -> tuple[Menu, ...]:
        locations = [location.id for location in self.board.locations]
        return tuple(Menu(player, locations) for player in self.players)

    @cached_property
    def choosers(self) -> Memo[Chooser]:
        """What picks the legal ones from a list of departures, by where a merchant may travel."""
        return Memo(chooser)

    @cached_property
    def placement_turns(self) -> int:
        """How many turns the opening placement has, of all players together (S-12)."""
        return self.share.placements * len(self.players)

    @cached_property
    def dynasty_turns(self) -> int:
        """How many turns a dynasty has, of all players together (S-14)."""
        return self.counts.turns * len(self.players)


@lru_cache(maxsize=8)
def setting_of(board: Board, players: tuple[str, ...], rulings: Rulings) -> Setting:
    """Give the setting of a game; games that share it share its tables."""
    return Setting(board, players, rulings)
