"""The way of a move (S-19 to S-21), searched plainly: is there one, and if not, why not."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.ruling import Facts, Finding
from engine.sumeria.events import Move
from engine.sumeria.movement import Stretch
from engine.sumeria.state import State

Onward = Callable[[Stretch], Sequence[int]]


Mistake = tuple[int, Finding]
"""How many locations the way passes over that the mistake would have opened, and its finding."""


def travel(state: State, event: Move) -> Iterator[Finding]:
    """Judge the way of a merchant between two locations, whoever stands on them.

    Without a legal way the mistakes that would explain it are named, that of the shorter way
    first: passing over empty locations (S-20), and leaving a route at an occupied town or village
    (S-21); S-19 when neither alone leads there.
    """
    way = legal_way(state, event)
    if way is not None:
        for rule in ("S-19", "S-20", "S-21"):
            yield Finding(rule, holds=True, facts=(*_ends(event), ("passed", way)))
        return
    mistakes = [*_passing_over(state, event), *_leaving_routes(state, event)]
    mistakes.sort(key=lambda mistake: mistake[0])
    yield Finding("S-19", bool(mistakes), _ends(event))
    if mistakes:
        yield from (finding for _, finding in mistakes)
    else:
        yield Finding("S-21", holds=False, facts=_ends(event))


def legal_way(state: State, event: Move) -> tuple[str, ...] | None:
    """Find the locations that a move passes over, in order; None where there is no legal way."""
    network = state.setting.network
    way = _way(state, event, network.onward.__getitem__, _occupied(state))
    return None if way is None else _named(state, way)


def _passing_over(state: State, event: Move) -> Iterator[Mistake]:
    """Find the way that there would be if merchants did not stop at empty locations."""
    onward = state.setting.network.onward
    way = _way(state, event, onward.__getitem__, lambda _: True)
    if way is not None:
        is_occupied = _occupied(state)
        empty = _named(state, [location for location in way if not is_occupied(location)])
        facts: Facts = (("at", empty[0]), ("empty", empty), ("passed", _named(state, way)))
        yield len(way), Finding("S-20", holds=False, facts=(*_ends(event), *facts))


def _leaving_routes(state: State, event: Move) -> Iterator[Mistake]:
    """Find the way that there would be if every occupied location could be left anywhere."""
    network, index = state.setting.network, state.setting.board.index
    way = _way(state, event, lambda stretch: network.neighbours[stretch[1]], _occupied(state))
    if way is not None:
        whole = (index[event.origin], *way, index[event.to])
        left = next(
            via
            for before, via, after in zip(whole, whole[1:], whole[2:], strict=False)
            if after not in network.onward[before, via]
        )
        facts: Facts = (("at", _named(state, [left])[0]), ("passed", _named(state, way)))
        yield len(way), Finding("S-21", holds=False, facts=(*_ends(event), *facts))


def _way(
    state: State, event: Move, onward: Onward, may_pass: Callable[[int], bool]
) -> tuple[int, ...] | None:
    """Find the shortest way of a move: the locations passed over, in order; None without one.

    ``onward`` says where a merchant may go on to from the far end of a stretch, ``may_pass`` over
    which locations. The origin itself is never passed over.
    """
    index = state.setting.board.index
    origin, to = index[event.origin], index[event.to]
    first = state.setting.network.neighbours[origin]
    ways: dict[Stretch, tuple[int, ...]] = {(origin, other): () for other in first}
    pending = list(ways)
    for stretch in pending:  # grows while it is walked, shorter ways first
        here = stretch[1]
        passed = ways[stretch]
        if here == to:
            return passed
        if here == origin or not may_pass(here):
            continue
        for other in onward(stretch):
            if (here, other) not in ways:
                ways[here, other] = (*passed, here)
                pending.append((here, other))
    return None


def _occupied(state: State) -> Callable[[int], bool]:
    occupied = state.occupied
    return lambda location: bool(occupied >> location & 1)


def _named(state: State, way: Iterable[int]) -> tuple[str, ...]:
    return tuple(state.setting.board.locations[location].id for location in way)


def _ends(event: Move) -> Facts:
    return ("from", event.origin), ("to", event.to)
