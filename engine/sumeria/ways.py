"""The way that a move takes, searched plainly: for judging and explaining a single move."""

from collections.abc import Callable, Sequence

from engine.sumeria.movement import Stretch

Onward = Callable[[Stretch], Sequence[int]]


def shortest_way(
    origin: int,
    to: int,
    first: Sequence[int],
    onward: Onward,
    may_pass: Callable[[int], bool],
) -> tuple[int, ...] | None:
    """Find the shortest way from ``origin`` to ``to``: the locations passed over, in order.

    ``first`` are the neighbours of the origin, ``onward`` says where a merchant may go on to
    from the far end of a stretch, ``may_pass`` over which locations. None: there is no way.
    The origin itself is never passed over.
    """
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
