"""What hands do so that a table comes to look as a game expects it: stage by stage."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, cycle

from engine.game import AnyEvent, AnyGame, AnyState
from engine.layout import Shape, View
from hardware.virtual.painting import Point
from hardware.virtual.scene import At
from hardware.virtual.tabletop import Tabletop

Stage = tuple[Point, Callable[[], object]]
"""A point of the table (mm), and what is done there."""


def views(game: AnyGame, state: AnyState, event: AnyEvent) -> tuple[View, View, View]:
    """Tell how the table looks before an event, after that alone, and once all has followed."""
    after = game.expected(game.apply(state, event).state)
    return game.expected(state), next(iter(game.tidying(state, event)), after), after


def stages(top: Tabletop, before: View, after: View) -> list[Stage]:
    """List what is done where two views differ until the table looks there as the second does.

    What leaves one place and comes to another is carried there. Players' pieces come from their
    supplies and go back there, blocks come from their heaps; all else leaves the game. No tile
    takes another's place: rows are laid anew in other ways.
    """
    leaving: list[tuple[At, str]] = []
    coming: list[tuple[At, str]] = []
    for places, should in _changed(top, before, after):
        lying = Counter(one.name for one in chain.from_iterable(map(top.on, places)))
        surplus = lying - should
        for one in chain.from_iterable(map(top.on, places)):
            if surplus[one.name] and one.at is not None:
                surplus[one.name] -= 1
                leaving.append((one.at, one.name))
        free = [at for at in places if not top.on(at)] or places
        coming += zip(cycle(free), (should - lying).elements(), strict=False)
    found: list[Stage] = []
    for at, name in coming:
        origin = next((one for one, other in leaving if other == name), None)
        if origin is not None:
            leaving.remove((origin, name))
        elif top.groups[at[0]].shape is Shape.AREAS:  # a tile may be called as blocks are
            origin = next((heap for heap in top.heaps if heap[1] == name), None)
        if origin is not None:
            found.append((top.point_of(origin, name), partial(top.remove, origin, name)))
        elif name in top.seats:
            found.append((top.seats[name].supply(0), partial(top.fetch, name)))
        point = top.free_point(at)
        found.append((point, partial(top.put, at, name, point)))
    for at, name in leaving:
        take = top.send_home if name in top.seats else top.remove
        found.append((top.point_of(at, name), partial(take, at, name)))
    return found


def _changed(
    top: Tabletop, before: View, after: View
) -> Iterator[tuple[Sequence[At], Counter[str]]]:
    """List the places that change, with what is to lie there; together where all are the same."""
    for group in top.board.layout:
        ats, were, are = top.ats(group.id), before[group.id], after[group.id]
        if group.ordered:
            each = zip(ats, were, are, strict=True)
            yield from (([at], Counter(now)) for at, then, now in each if then != now)
        elif were != are:
            yield ats, Counter(chain.from_iterable(are))
