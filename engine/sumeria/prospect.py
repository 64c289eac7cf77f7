"""What if the dynasty were scored now: who would take what."""

from dataclasses import dataclass

from engine.sumeria.control import control
from engine.sumeria.dynasty import share_of_controller, tiles_above
from engine.sumeria.effects import Controlled
from engine.sumeria.ranking import SCORED
from engine.sumeria.state import State


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one of the leading city-states would bring now (S-26 to S-33).

    ``held`` tells who would control it and be second. ``shares`` pairs each player who would take
    tiles with their number, ``discarded`` counts those nobody would take; which ones is the
    controller's choice among ``tiles``.
    """

    held: Controlled
    tiles: tuple[str, ...]
    shares: tuple[tuple[str, int], ...]
    discarded: int


def outlook(state: State) -> tuple[Prospect, ...]:
    """Tell what each of the three leading city-states would bring, were the dynasty scored now.

    Empty where no tiles are at stake: before the setup, once claims have begun, at the end.
    """
    if state.phase not in ("placement", "action", "score"):
        return ()
    return tuple(_prospect(state, rank) for rank in range(1, SCORED + 1))


def _prospect(state: State, rank: int) -> Prospect:
    held = control(state, rank)
    tiles = tiles_above(state, rank)
    shares: list[tuple[str, int]] = []
    left = len(tiles)
    if held.controller is not None:
        shares.append((held.controller, share_of_controller(rank)))
        left -= share_of_controller(rank)
    if held.runner_up is not None and left:
        shares.append((held.runner_up, left))
        left = 0
    return Prospect(held, tiles, tuple(shares), left)
