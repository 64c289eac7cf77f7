"""What if: what an event would change in the ranking and in who would take what."""

from dataclasses import dataclass

from engine.sumeria.events import Add, Correct, Event, Move, Place, Remove
from engine.sumeria.game import SUMERIA
from engine.sumeria.legal import is_legal
from engine.sumeria.prospect import Prospect, outlook
from engine.sumeria.state import State


@dataclass(frozen=True, slots=True)
class Change:
    """What an event would change: the ranking, and the outlook, each before and after."""

    ranking: tuple[tuple[str, ...], tuple[str, ...]]
    outlook: tuple[tuple[Prospect, ...], tuple[Prospect, ...]]


def would_change(state: State, event: Event) -> Change | None:
    """Tell what a placement, action or correction would change; None where it is not legal.

    None also for what is not done with merchants: a score, a claim or a deal.
    """
    done_with_merchants = isinstance(event, Place | Add | Move | Remove | Correct)
    if not done_with_merchants or not is_legal(state, event):
        return None
    after = SUMERIA.apply(state, event).state
    return Change((state.ranking, after.ranking), (outlook(state), outlook(after)))
