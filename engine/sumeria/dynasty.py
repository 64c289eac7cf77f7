"""The end of a dynasty (S-26 to S-38), who would take what, and victory (S-41, S-42)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from engine.game import ScoreRow, ScoreSheet, Stake
from engine.sumeria.control import SCORED, Row, control, next_first, rotate
from engine.sumeria.effects import Awarded, Controlled, Discarded, Effect, Finished, Rotated
from engine.sumeria.events import Claim, Draw, Score
from engine.sumeria.state import Phase, State


def points(state: State, seat: int) -> int:
    """Add up what a seat's influence tiles are worth."""
    worth = state.setting.points
    return sum(worth[count] for count in state.tiles[seat])


def gain(state: State, player: str, kinds: Iterable[str]) -> int:
    """Tell by how many points a player has more if he takes tiles of these kinds."""
    setting = state.setting
    taken, worth = Counter(kinds), setting.points
    both = zip(setting.counts.kinds, state.tiles[setting.seats[player]], strict=True)
    return sum(worth[has + taken[kind]] - worth[has] for kind, has in both)


def winners(state: State) -> tuple[str, ...]:
    """Name who has won, in seat order; several share the victory, none before the end."""
    if state.phase != "over":
        return ()
    setting = state.setting
    merits = {player: _merit(state, seat) for player, seat in setting.seats.items()}
    best = max(merits.values())
    return tuple(player for player in setting.players if merits[player] == best)


def _merit(state: State, seat: int) -> tuple[int, ...]:
    """List what is compared at the end: points, then the most tiles of one kind."""
    longest_first = sorted(state.tiles[seat], reverse=True)
    if state.setting.rulings.final_tie == "next-longest":
        return points(state, seat), *longest_first
    return points(state, seat), longest_first[0]


Consequence = tuple[State, tuple[Effect, ...]]

SPACES: Final = (slice(0, 0), slice(0, 3), slice(3, 5), slice(5, 6))
"""The influence spaces above each rank, 1 to 3 (S-08)."""


def tiles_above(state: State, rank: int) -> tuple[str, ...]:
    """List the influence tiles that still lie above a rank."""
    return tuple(filter(None, state.influence[SPACES[rank]]))


def rank_to_claim(state: State) -> int:
    """Tell which rank the claim that is awaited in phase ``claim`` is for: 1 or 2."""
    return 1 if tiles_above(state, 1) else 2


def share_of_controller(rank: int) -> int:
    """Count the tiles that the controller takes: two at rank 1, else one (S-29 to S-31)."""
    return 2 if rank == 1 else 1


def score(state: State, _event: Score) -> Consequence:
    """Judge the three leading city-states, up to the first claim that somebody has to make."""
    held = [control(state, rank) for rank in range(1, SCORED + 1)]
    settlement = _Settlement(state)
    return settlement.settle(held), (*held, *settlement.effects)


def claim(state: State, event: Claim) -> Consequence:
    """Give the controller what he chose and the runner-up the rest, then go on (S-29, S-30)."""
    rank = rank_to_claim(state)
    held = control(state, rank)
    rest = list(tiles_above(state, rank))
    for kind in event.tiles:
        rest.remove(kind)
    rule = "S-29" if rank == 1 else "S-30"
    settlement = _Settlement(state)
    settlement.award(rule, event.player, held, event.tiles)
    if held.runner_up is None:
        settlement.discard("S-33", held, tuple(rest))
    else:
        settlement.award(rule, held.runner_up, held, tuple(rest))
    others = (control(state, other) for other in range(rank + 1, SCORED + 1))
    return settlement.settle(others), tuple(settlement.effects)


def draw(state: State, event: Draw) -> Consequence:
    """Begin the next dynasty with its tiles (S-34, S-35)."""
    begun = replace(
        state,
        phase="action",
        dynasty=state.dynasty + 1,
        turns=0,
        influence=event.influence,
        bag=taken_from(state, event.influence),
    )
    return begun, ()


def taken_from(state: State, influence: tuple[str, ...]) -> tuple[int, ...]:
    """Tell what is left in the bag without these tiles; below nothing where it has too few."""
    kinds = state.setting.counts.kinds
    return tuple(left - influence.count(kind) for kind, left in zip(kinds, state.bag, strict=True))


def can_deal(state: State, influence: tuple[str, ...]) -> bool:
    """Tell whether the bag can hold these tiles and they are as many as are dealt (S-08, S-35)."""
    return (
        len(influence) == len(state.influence)
        and set(influence).issubset(state.setting.counts.kinds)
        and min(taken_from(state, influence)) >= 0
    )


class _Settlement:
    """The tiles of a dynasty while they are handed out, rank by rank, and what that led to."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._tiles = list(state.tiles)
        self._influence = list(state.influence)
        self.effects: list[Effect] = []

    def award(self, rule: str, player: str, held: Controlled, tiles: tuple[str, ...]) -> None:
        setting = self._state.setting
        seat = setting.seats[player]
        counts = list(self._tiles[seat])
        for kind in tiles:
            counts[setting.counts.kinds.index(kind)] += 1
        self._tiles[seat] = tuple(counts)
        self._clear(held)
        self.effects.append(Awarded(rule, player, held.city_state, tiles))

    def discard(self, rule: str, held: Controlled, tiles: tuple[str, ...]) -> None:
        self._clear(held)
        self.effects.append(Discarded(rule, held.city_state, tiles))

    def settle(self, ranks: Iterable[Controlled]) -> State:
        """Settle the ranks that are left, in order; stops where a controller has to choose."""
        for held in ranks:
            tiles = tiles_above(self._state, held.rank)
            if held.controller is None:
                self.discard("S-32", held, tiles)
            elif held.rank < SCORED:
                return self._handed_out("claim", self._state.first, self._state.ranking)
            else:
                self.award("S-31", held.controller, held, tiles)
        return self._finish()

    def _finish(self) -> State:
        """End the dynasty, and with the last one the game (S-36 to S-40)."""
        state = self._state
        if state.dynasty == state.setting.counts.dynasties:
            over = self._handed_out("over", state.first, state.ranking)
            self.effects.append(Finished(winners(over)))
            return over
        following = next_first(state)
        row = rotate(state.ranking)
        self.effects += [following, Rotated(row)]
        return self._handed_out("draw", state.setting.seats[following.player], row)

    def _handed_out(self, phase: Phase, first: int, row: Row) -> State:
        influence, tiles = tuple(self._influence), tuple(self._tiles)
        return replace(
            self._state, phase=phase, first=first, ranking=row, influence=influence, tiles=tiles
        )

    def _clear(self, held: Controlled) -> None:
        space = SPACES[held.rank]
        self._influence[space] = [None] * (space.stop - space.start)


def outlook(state: State) -> Sequence[Stake]:
    """Tell who would take what of each leading city-state, were the dynasty scored now.

    Which tiles is the controller's choice (S-26 to S-33). Empty where none are at stake: before the
    setup, once claims have begun, at the end.
    """
    if state.phase not in ("placement", "action", "score"):
        return ()
    return tuple(_stake(state, rank) for rank in range(1, SCORED + 1))


def _stake(state: State, rank: int) -> Stake:
    held = control(state, rank)
    tiles = tiles_above(state, rank)
    shares: list[tuple[str, int]] = []
    left = len(tiles)
    if held.controller is not None:
        shares.append((held.controller, share_of_controller(rank)))
        left -= share_of_controller(rank)
    if held.runner_up is not None and left:
        shares.append((held.runner_up, left))
    return Stake(held.city_state, tiles, tuple(shares))


def scores(state: State) -> ScoreSheet:
    """List the players in seat order with points and tiles won so far."""
    rows = tuple(
        ScoreRow(player, points(state, seat), state.tiles[seat])
        for player, seat in state.setting.seats.items()
    )
    return ScoreSheet(state.setting.counts.kinds, rows, winners(state))
