"""Where a game of Sumeria stands: immutable, compared by value."""

from dataclasses import dataclass
from typing import Literal

from engine.sumeria.setting import Setting

Phase = Literal["setup", "placement", "action", "score", "claim", "draw", "over"]


@dataclass(frozen=True, slots=True)
class State:
    """The table after an event.

    ``turns`` counts the turns used up in this phase's placement or this dynasty's actions;
    ``first`` is the seat of the first player (0 in ``setup``). ``merchants`` has for each seat
    the set of locations that its merchants stand on (bit i: location i of the board file).
    ``tiles`` (a tuple a seat) and ``bag`` count influence tiles by kind. An entry of
    ``influence`` is None where a tile was taken or discarded.
    """

    setting: Setting
    phase: Phase
    dynasty: int
    turns: int
    first: int
    ranking: tuple[str, ...]
    merchants: tuple[int, ...]
    influence: tuple[str | None, ...]
    tiles: tuple[tuple[int, ...], ...]
    bag: tuple[int, ...]

    @property
    def order(self) -> tuple[str, ...]:
        """The players in this dynasty's order: clockwise from the first (S-43)."""
        players = self.setting.players
        return players[self.first :] + players[: self.first]

    @property
    def seat_in_turn(self) -> int:
        """The seat whose turn it is; means something in ``placement`` and ``action`` only."""
        return (self.first + self.turns) % len(self.setting.players)

    @property
    def turn(self) -> int:
        """The space of the turn marker, 1 to 3 (S-09, S-25)."""
        if self.phase in ("setup", "placement"):
            return 1
        return min(self.turns // len(self.setting.players) + 1, self.setting.counts.turns)

    @property
    def occupied(self) -> int:
        """The set of locations on which any merchant stands."""
        together = 0
        for standing in self.merchants:
            together |= standing
        return together

    def supply(self, seat: int) -> int:
        """Count the merchants of a seat that are not on the board (S-04)."""
        return self.setting.share.merchants - self.merchants[seat].bit_count()

    def occupant(self, location: int) -> str | None:
        """Name the player whose merchant stands on a location."""
        for player, standing in zip(self.setting.players, self.merchants, strict=True):
            if standing >> location & 1:
                return player
        return None
