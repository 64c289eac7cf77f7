"""What if: who would take what were the dynasty scored now, and what an event would change."""

from dataclasses import dataclass

from engine.sumeria.control import control
from engine.sumeria.dynasty import share_of_controller, tiles_above
from engine.sumeria.effects import Controlled
from engine.sumeria.events import Add, Correct, Event, Move, Place, Remove
from engine.sumeria.game import SUMERIA
from engine.sumeria.legal import is_legal
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


@dataclass(frozen=True, slots=True)
class Change:
    """What an event would change: the ranking, and the outlook, each before and after."""

    ranking: tuple[tuple[str, ...], tuple[str, ...]]
    outlook: tuple[tuple[Prospect, ...], tuple[Prospect, ...]]


def outlook(state: State) -> tuple[Prospect, ...]:
    """Tell what each of the three leading city-states would bring, were the dynasty scored now.

    Empty where no tiles are at stake: before the setup, once claims have begun, at the end.
    """
    if state.phase not in ("placement", "action", "score"):
        return ()
    return tuple(_prospect(state, rank) for rank in range(1, SCORED + 1))


def would_change(state: State, event: Event) -> Change | None:
    """Tell what a placement, action or correction would change; None where it is not legal.

    None also for what is not done with merchants: a score, a claim or a deal.
    """
    done_with_merchants = isinstance(event, Place | Add | Move | Remove | Correct)
    if not done_with_merchants or not is_legal(state, event):
        return None
    after = SUMERIA.apply(state, event).state
    return Change((state.ranking, after.ranking), (outlook(state), outlook(after)))


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
