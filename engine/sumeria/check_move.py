"""The judge's part for the way of a move (S-19 to S-21): is there one, and if not, why not."""

from collections.abc import Iterable, Iterator

from engine.ruling import Facts, Finding
from engine.sumeria.events import Move
from engine.sumeria.movement import Stretch
from engine.sumeria.state import State
from engine.sumeria.ways import shortest_way


def travel(state: State, event: Move) -> Iterator[Finding]:
    """Judge the way of a merchant between two locations, whoever stands on them.

    Without a legal way the mistakes that would explain it are named, that of the shorter way
    first: passing over empty locations (S-20), and leaving a route at an occupied town or village
    (S-21); S-19 when neither alone leads there.
    """
    network = state.setting.network
    board = state.setting.board
    origin, to = board.index[event.origin], board.index[event.to]
    occupied = state.occupied
    first = network.neighbours[origin]

    def is_occupied(location: int) -> bool:
        return bool(occupied >> location & 1)

    def anywhere(_: int) -> bool:
        return True

    def along_routes(stretch: Stretch) -> tuple[int, ...]:
        return network.onward[stretch]

    def leaving_routes(stretch: Stretch) -> tuple[int, ...]:
        return network.neighbours[stretch[1]]

    def named(way: Iterable[int]) -> tuple[str, ...]:
        return tuple(board.locations[location].id for location in way)

    facts: Facts = (("from", event.origin), ("to", event.to))
    way = shortest_way(origin, to, first, along_routes, is_occupied)
    if way is not None:
        for rule in ("S-19", "S-20", "S-21"):
            yield Finding(rule, holds=True, facts=(*facts, ("passed", named(way))))
        return
    mistakes: list[tuple[int, Finding]] = []
    skipping = shortest_way(origin, to, first, along_routes, anywhere)
    if skipping is not None:
        empty = named(location for location in skipping if not is_occupied(location))
        over: Facts = (*facts, ("at", empty[0]), ("empty", empty), ("passed", named(skipping)))
        mistakes.append((len(skipping), Finding("S-20", holds=False, facts=over)))
    leaving = shortest_way(origin, to, first, leaving_routes, is_occupied)
    if leaving is not None:
        way_and_ends = (origin, *leaving, to)
        left = next(
            via
            for before, via, after in zip(
                way_and_ends, way_and_ends[1:], way_and_ends[2:], strict=False
            )
            if after not in network.onward[before, via]
        )
        off: Facts = (*facts, ("at", board.locations[left].id), ("passed", named(leaving)))
        mistakes.append((len(leaving), Finding("S-21", holds=False, facts=off)))
    yield Finding("S-19", bool(mistakes), facts)
    if mistakes:
        mistakes.sort(key=lambda mistake: mistake[0])
        yield from (finding for _, finding in mistakes)
    else:
        yield Finding("S-21", holds=False, facts=facts)
