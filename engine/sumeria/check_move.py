"""The judge's part for the way of a move (S-19 to S-21): is there one, and if not, why not."""

from collections.abc import Iterator

from engine.ruling import Finding
from engine.sumeria.events import Move
from engine.sumeria.movement import Stretch
from engine.sumeria.state import State
from engine.sumeria.ways import shortest_way


def travel(state: State, event: Move) -> Iterator[Finding]:
    """Judge the way of a merchant to an empty location.

    Without a legal way the likeliest mistake is named: passing over an empty location (S-20) or
    leaving a route at an occupied town or village (S-21), whichever way is shorter; S-19 when
    neither alone leads there.
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

    def named(way: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(board.locations[location].id for location in way)

    facts = (("from", event.origin), ("to", event.to))
    way = shortest_way(origin, to, first, along_routes, is_occupied)
    if way is not None:
        for rule in ("S-19", "S-20", "S-21"):
            yield Finding(rule, holds=True, facts=(*facts, ("passed", named(way))))
        return
    skipping = shortest_way(origin, to, first, along_routes, anywhere)
    leaving = shortest_way(origin, to, first, leaving_routes, is_occupied)
    if leaving is not None and (skipping is None or len(leaving) < len(skipping)):
        left = next(
            board.locations[via].id
            for before, via, after in zip(
                (origin, *leaving), leaving, (*leaving[1:], to), strict=False
            )
            if after not in network.onward[before, via]
        )
        yield Finding("S-21", holds=False, facts=(*facts, ("at", left)))
    elif skipping is not None:
        empty = next(location for location in skipping if not is_occupied(location))
        yield Finding("S-20", holds=False, facts=(*facts, ("at", board.locations[empty].id)))
    else:
        yield Finding("S-19", holds=False, facts=facts)
        yield Finding("S-21", holds=False, facts=facts)
