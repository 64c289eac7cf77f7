"""Who holds a city-state (S-27, S-28) and who has fewest merchants (S-36, S-37)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.sumeria.effects import Controlled, NextFirst
from engine.sumeria.state import State


@dataclass(frozen=True, slots=True)
class Presence:
    """A player's merchants in one city-state: all of them, and those on its city and towns."""

    player: str
    merchants: int
    city: int
    towns: int

    @property
    def strength(self) -> tuple[int, int, int]:
        """What compares players before the order of play does; villages can never matter."""
        return self.merchants, self.city, self.towns


def presences(state: State, city_state: str) -> tuple[Presence, ...]:
    """List those who have merchants in a city-state, strongest first.

    Who is first controls it and who is second is runner-up: settling a tie for second among
    those who are left gives the same order (S-C35).
    """
    region = state.setting.regions[city_state]
    found = []
    for player in state.order:  # sorting is stable: of equals the earlier stays first (S-28)
        standing = state.merchants[state.setting.seats[player]] & region.everything
        if standing:
            in_towns = (standing & region.towns).bit_count()
            in_city = (standing & region.city).bit_count()
            found.append(Presence(player, standing.bit_count(), in_city, in_towns))
    return tuple(sorted(found, key=lambda one: one.strength, reverse=True))


def control(state: State, rank: int) -> Controlled:
    """Tell who holds the city-state at a rank (1 = leftmost) and by which rule."""
    city_state = state.ranking[rank - 1]
    present = presences(state, city_state)
    (controller, by), (runner_up, runner_up_by) = (_place(present, 0), _place(present, 1))
    return Controlled(rank, city_state, controller, by, runner_up, runner_up_by)


def _place(present: Sequence[Presence], place: int) -> tuple[str | None, str | None]:
    """Name the player at a place of the list and the rule that puts him before the next."""
    if place >= len(present):
        return None, None
    tied = place + 1 < len(present) and present[place].merchants == present[place + 1].merchants
    return present[place].player, "S-28" if tied else "S-27"


def next_first(state: State) -> NextFirst:
    """Find who opens the next dynasty, from the ranking as it stood at scoring (S-C14)."""
    tied = state.order
    narrowing = []
    for city_state in state.ranking:
        region = state.setting.regions[city_state]
        counts = {
            player: (state.merchants[state.setting.seats[player]] & region.everything).bit_count()
            for player in tied
        }
        fewest = min(counts.values())
        tied = tuple(player for player in tied if counts[player] == fewest)
        narrowing.append((city_state, tied))
        if len(tied) == 1:
            break
    last = tied[-1]  # S-C12: of those still tied, the latest in the order just played
    rule = "S-36" if len(narrowing) == 1 else "S-37"
    if len(tied) > 1:
        rule = "S-C12"
    players = state.setting.players
    step = 1 if state.setting.rulings.first_player == "left-of-fewest" else 0
    opener = players[(state.setting.seats[last] + step) % len(players)]
    return NextFirst(rule, opener, last, tuple(narrowing))
