"""How far legal events are from an illegal one."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from engine.game import Distance
from engine.ruling import Finding
from engine.sumeria.events import Claim, Event, Move, Remove, TurnEvent
from engine.sumeria.state import State

FAR: Final = 1 << 30


def distance(state: State, event: Event, between: Finding) -> Callable[[Event], Distance | None]:
    """Measure the distance of legal events from an illegal one; all are of who is to play.

    Of what merchants do those of the same merchant come first, then to the same location, then
    to where the rule ``between`` would let the merchant stop, then to the location fewest stretches
    away. Of claims, those with most of the same tiles. Nothing is near a deal, a correction or a
    score.
    """
    if isinstance(event, Claim):
        tiles = Counter(event.tiles)
        return lambda one: (
            ((Counter(one.tiles) - tiles).total(),) if isinstance(one, Claim) else None
        )
    if not isinstance(event, TurnEvent):
        return lambda _: None
    stop = dict(between.facts).get("at")
    hops = _hops(state, _destination(event))
    return lambda one: (
        _between_actions(event, one, stop, hops) if isinstance(one, TurnEvent) else None
    )


def _between_actions(
    wanted: TurnEvent, legal: TurnEvent, stop: object, hops: Mapping[str, int]
) -> Distance:
    destination = _destination(legal)
    return (
        _merchant(legal) != _merchant(wanted),
        destination != _destination(wanted),
        destination is None or destination != stop,
        0 if destination is None else hops.get(destination, FAR),
        legal.verb != wanted.verb,
    )


def _merchant(event: TurnEvent) -> str | None:
    return event.origin if isinstance(event, Move | Remove) else None


def _destination(event: TurnEvent) -> str | None:
    """Name where the merchant is to stand; None for the supply."""
    if isinstance(event, Remove):
        return None
    return event.to if isinstance(event, Move) else event.at


def _hops(state: State, start: str | None) -> Mapping[str, int]:
    """Count the stretches from a location to every other, whoever stands on the way."""
    neighbours = state.setting.board.neighbours
    if start is None or start not in neighbours:
        return {}
    hops = {start: 0}
    pending = [start]
    for at in pending:  # grows while it is walked, nearer locations first
        for other in neighbours[at]:
            if other not in hops:
                hops[other] = hops[at] + 1
                pending.append(other)
    return hops
