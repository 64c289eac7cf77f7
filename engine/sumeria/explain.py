"""What follows from a legal event and by which rule.

Nothing here decides anything: the play itself does, and is told here rule by rule, mostly by
comparing the state before with the state after; ``holds`` tells whether the rule changed something.
"""

from collections.abc import Iterator

from engine.ruling import Facts, Finding
from engine.sumeria.actions import play
from engine.sumeria.control import SCORED
from engine.sumeria.dynasty import tiles_above
from engine.sumeria.events import (
    Add,
    Claim,
    Correct,
    Draw,
    Event,
    Move,
    Place,
    Remove,
    Score,
    Setup,
)
from engine.sumeria.explain_dynasty import settled
from engine.sumeria.state import State
from engine.sumeria.travel import legal_way
from engine.sumeria.turns import to_play


def swapped(rule: str, before: State, after: State, city_state: str) -> Finding:
    """Tell how a city-state changed places with its neighbour, or that it has none there.

    S-17 and S-22 look to the left, S-24 to the right. Without a neighbour nothing changes (S-C31).
    """
    at = before.ranking.index(city_state)
    beside = at + 1 if rule == "S-24" else at - 1
    has_neighbour = 0 <= beside < len(before.ranking)
    facts: Facts = (
        ("city_state", city_state),
        ("rank", at + 1),
        ("neighbour", before.ranking[beside] if has_neighbour else None),
        ("new_rank", after.ranking.index(city_state) + 1),
        ("ranking", after.ranking),
    )
    at_the_end = (Finding("S-C31", holds=True, facts=facts[:2]),)
    return Finding(rule, has_neighbour, facts, () if has_neighbour else at_the_end)


def entered(before: State, after: State, event: Move) -> tuple[Finding, ...]:
    """Tell what a move did to the city-states it ended in (S-22), left and passed (S-23)."""
    city_states = before.setting.city_state_of
    left, reached = city_states[event.origin], city_states[event.to]
    if left == reached:
        within: Facts = (("from", event.origin), ("to", event.to), ("city_state", left))
        return (
            Finding(
                "S-22",
                holds=False,
                facts=(*within, ("ranking", after.ranking)),
                children=(Finding("S-C30", holds=True, facts=within),),
            ),
        )
    through = dict.fromkeys(city_states[at] for at in legal_way(before, event) or ())
    unmoved: Facts = (
        ("city_state", left),
        ("rank", before.ranking.index(left) + 1),
        ("passed", tuple(one for one in through if one not in (left, reached))),
    )
    return swapped("S-22", before, after, reached), Finding("S-23", holds=True, facts=unmoved)


def placed(before: State, after: State, event: Place) -> tuple[Finding, ...]:
    """Tell that an opening placement swaps nothing (S-C23), and how many are still to come."""
    setting = before.setting
    seat = setting.seats[event.player]
    count = setting.share.merchants - after.supply(seat)
    facts: Facts = (("player", event.player), ("placed", count))
    return (
        Finding("S-C23", holds=True, facts=(("city_state", setting.city_state_of[event.at]),)),
        Finding("S-12", after.phase == "action", (*facts, ("of", setting.share.placements))),
        _next(after),
    )


def after_turn(before: State, after: State) -> tuple[Finding, ...]:
    """Tell where the turn marker stands (S-25) and who is next, or that all turns are over."""
    facts: Facts = (("turn", before.turn), ("new_turn", after.turn))
    marker = Finding("S-25", after.turn != before.turn, facts)
    if after.phase == "score":
        over: Facts = (("dynasty", after.dynasty), ("turns", after.setting.counts.turns))
        return marker, Finding("S-26", holds=True, facts=over)
    return marker, _next(after)


def corrected(before: State, after: State, event: Correct) -> Finding:
    """Tell what a correction changed on the board, in the supplies and in the ranking (S-C36)."""
    index = before.setting.board.index
    locations = tuple(
        _changed((("at", at),), before.occupant(index[at]), player) for at, player in event.board
    )
    supplies = tuple(
        _changed((("player", player),), before.supply(seat), after.supply(seat), "S-18")
        for player, seat in before.setting.seats.items()
    )
    facts: Facts = (
        ("old_ranking", before.ranking),
        ("ranking", after.ranking),
        ("as_turn_of", event.as_turn_of),
    )
    return Finding("S-C36", before != after, facts, locations + supplies)


def _changed(
    what: Facts, before: str | int | None, after: str | int | None, rule: str = "S-C36"
) -> Finding:
    return Finding(rule, before != after, (*what, ("before", before), ("after", after)))


def _next(after: State) -> Finding:
    """Tell who is next: clockwise, in this dynasty's order (S-43)."""
    return Finding("S-43", holds=True, facts=(("to_play", to_play(after)), ("order", after.order)))


def began(after: State) -> tuple[Finding, ...]:
    """Tell what the setup laid out: who begins (S-10, S-11), what will score (S-07), S-08."""
    share = after.setting.share
    return (
        Finding("S-07", holds=True, facts=(("ascendancy", after.ranking[:SCORED]),)),
        _tiles_laid("S-08", after),
        Finding(
            "S-04",
            holds=True,
            facts=(("players", after.setting.players), ("merchants", share.merchants)),
        ),
        Finding("S-11", holds=True, facts=(("order", after.order), ("to_play", to_play(after)))),
    )


def dealt(after: State) -> tuple[Finding, ...]:
    """Tell how the next dynasty begins (S-34, S-35) and who opens it (S-14, S-43)."""
    facts = (("dynasty", after.dynasty), ("turn", after.turn))
    return (
        Finding("S-34", holds=True, facts=facts),
        _tiles_laid("S-35", after),
        Finding("S-07", holds=True, facts=(("ascendancy", after.ranking[:SCORED]),)),
        Finding("S-14", holds=True, facts=(("order", after.order), ("to_play", to_play(after)))),
    )


def _tiles_laid(rule: str, after: State) -> Finding:
    """Tell which tiles lie above which city-state, and how many are left in the bag."""
    rows = tuple(
        Finding(
            rule,
            holds=True,
            facts=(
                ("rank", rank),
                ("city_state", after.ranking[rank - 1]),
                ("tiles", tiles_above(after, rank)),
            ),
        )
        for rank in range(1, SCORED + 1)
    )
    return Finding(rule, holds=True, facts=(("left_in_bag", sum(after.bag)),), children=rows)


def consequences(state: State, event: Event) -> Iterator[Finding]:
    """Tell all that follows from a legal event."""
    after, effects = play(state, event)
    city_states = state.setting.city_state_of
    match event:
        case Setup():
            yield from began(after)
        case Place():
            yield from placed(state, after, event)
        case Add():
            yield swapped("S-17", state, after, city_states[event.at])
            yield from after_turn(state, after)
        case Move():
            yield from entered(state, after, event)
            yield from after_turn(state, after)
        case Remove():
            yield swapped("S-24", state, after, city_states[event.origin])
            yield from after_turn(state, after)
        case Correct():
            yield corrected(state, after, event)
            yield from after_turn(state, after)
        case Score() | Claim():
            yield from settled(state, after, effects)
        case Draw():
            yield from dealt(after)
