"""What a result screen shows: how a dynasty was scored, and how the players stand."""

from dataclasses import dataclass

from engine.game import ScoreRow, ScoreSheet
from engine.sumeria.control import next_first
from engine.sumeria.dynasty import controllers
from engine.sumeria.effects import Controlled, NextFirst
from engine.sumeria.points import points, winners
from engine.sumeria.state import State


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the dynasty ends whose turns have all been played, whatever is claimed.

    ``held`` are the three city-states by rank; ``next_first`` is None in the last dynasty.
    What was taken and discarded is in the effects of ``score`` and ``claim``.
    """

    held: tuple[Controlled, ...]
    next_first: NextFirst | None


def outcome(state: State) -> Outcome:
    """Tell how the dynasty ends; ``state`` must be in phase ``score`` or ``claim`` (ValueError)."""
    if state.phase not in ("score", "claim"):
        raise ValueError(f"no dynasty is being scored in phase {state.phase}")
    last = state.dynasty == state.setting.counts.dynasties
    return Outcome(controllers(state), None if last else next_first(state))


def scores(state: State) -> ScoreSheet:
    """List the players in seat order with points and tiles won so far."""
    rows = tuple(
        ScoreRow(player, points(state, seat), state.tiles[seat])
        for player, seat in state.setting.seats.items()
    )
    return ScoreSheet("points", state.setting.counts.kinds, rows, winners(state))
