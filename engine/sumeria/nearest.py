"""The legal events closest to an illegal one, and the rule that stands between."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from engine.ruling import Finding
from engine.sumeria.check import check
from engine.sumeria.events import Add, Claim, Event, Move, Place, Remove
from engine.sumeria.legal import legal_events
from engine.sumeria.state import State

NEAREST: Final = 3
"""How many legal events are named; they are meant as help, not as a list."""
FAR: Final = 1 << 30

Near = tuple[Event, Finding]
Distance = tuple[int, ...]


def nearest(state: State, event: Event) -> Sequence[Near]:
    """List the legal events closest to an illegal one, closest first, each with what prevents it.

    The finding is the first that does not hold for ``event``. All are of the player who is to play.
    Of what merchants do those of the same merchant come first, then to the same location, then
    to where that rule would let the merchant stop, then to the location fewest stretches away.
    Of claims, those with most of the same tiles. Nothing is near a legal event, a deal, a
    correction or a score.
    """
    ruling = check(state, event)
    if ruling.holds:
        return ()
    between = next(finding for finding in ruling.findings if not finding.holds)
    distances: list[tuple[Distance, Event]] = []
    if isinstance(event, Claim):
        distances = [
            (_between_claims(event, one), one)
            for one in legal_events(state)
            if isinstance(one, Claim)
        ]
    elif isinstance(event, Place | Add | Move | Remove):
        stop = dict(between.facts).get("at")
        hops = _hops(state, _destination(event))
        distances = [
            (_between_actions(event, one, stop, hops), one)
            for one in legal_events(state)
            if isinstance(one, Place | Add | Move | Remove)
        ]
    distances.sort(key=lambda pair: pair[0])  # stable: those as close stay as listed
    return tuple((one, between) for _, one in distances[:NEAREST])


def _between_claims(wanted: Claim, legal: Claim) -> Distance:
    missing = Counter(legal.tiles) - Counter(wanted.tiles)
    return (missing.total(),)


def _between_actions(
    wanted: Place | Add | Move | Remove,
    legal: Place | Add | Move | Remove,
    stop: object,
    hops: Mapping[str, int],
) -> Distance:
    destination = _destination(legal)
    return (
        _merchant(legal) != _merchant(wanted),
        destination != _destination(wanted),
        destination is None or destination != stop,
        0 if destination is None else hops.get(destination, FAR),
        legal.verb != wanted.verb,
    )


def _merchant(event: Place | Add | Move | Remove) -> str | None:
    """Name the merchant by where it stands; None for one from the supply."""
    return event.origin if isinstance(event, Move | Remove) else None


def _destination(event: Place | Add | Move | Remove) -> str | None:
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
