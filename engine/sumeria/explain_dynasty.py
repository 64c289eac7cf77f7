"""The end of a dynasty and of the game as findings, each with the comparisons behind it.

The steps of every tie are taken one after the other as the leaflets tell them, whereas
``control`` compares all at once; tests hold the two against each other.
"""

from collections.abc import Iterator, Mapping
from typing import assert_never

from engine.ruling import Facts, Finding
from engine.sumeria.control import SCORED, control
from engine.sumeria.dynasty import points, rank_to_claim, share_of_controller, tiles_above, winners
from engine.sumeria.effects import (
    Awarded,
    Controlled,
    Discarded,
    Effect,
    Finished,
    NextFirst,
    Rotated,
    Swapped,
)
from engine.sumeria.state import State


def held(state: State, rank: int) -> Finding:
    """Tell who holds the city-state at a rank (1 = leftmost), with all that led there.

    Its children: the merchants of each player in order of play (S-27; ``holds``: has any), the
    comparison for the controller and the one for the runner-up among the others (S-C35).
    """
    city_state = state.ranking[rank - 1]
    present = {player: _standing(state, city_state, player) for player in state.order}
    competing = {player: counts for player, counts in present.items() if counts["merchants"]}
    first, controller = _most("controller", state, competing)
    others = {player: counts for player, counts in competing.items() if player != controller}
    second, runner_up = _most("runner-up", state, others)
    facts: Facts = (
        ("rank", rank),
        ("city_state", city_state),
        ("controller", controller),
        ("runner_up", runner_up),
    )
    each = [
        Finding("S-27", counts["merchants"] > 0, (("player", player), *counts.items()))
        for player, counts in present.items()
    ]
    return Finding("S-26", holds=True, facts=facts, children=(*each, first, second))


def account(state: State, source: str) -> Finding | None:
    """Tell who would hold a city-state now; None where it is none of those that are scored."""
    leading = state.ranking[:SCORED]
    return held(state, leading.index(source) + 1) if source in leading else None


def tie_for_control(state: State, rank: int) -> tuple[Finding, ...]:
    """Tell the steps that broke a tie for the control of the city-state at a rank, if any did."""
    *_, controller, _ = held(state, rank).children
    return controller.children


def _standing(state: State, city_state: str, player: str) -> dict[str, int]:
    """Count the merchants of a player in a city-state, all and by kind of location."""
    region = state.setting.regions[city_state]
    standing = state.merchants[state.setting.seats[player]] & region.everything
    counts = {
        "city": (standing & region.city).bit_count(),
        "towns": (standing & region.towns).bit_count(),
        "villages": (standing & ~region.city & ~region.towns).bit_count(),
    }
    return {"merchants": standing.bit_count(), **counts}


def _most(
    place: str, state: State, competing: Mapping[str, Mapping[str, int]]
) -> tuple[Finding, str | None]:
    """Find who has most merchants of those competing, in order of play; nobody without any.

    Where merchants are equal the city is compared, then towns; then the order of play (S-28).
    """
    among: Facts = (("place", place), ("among", tuple(competing)))
    if not competing:
        return Finding("S-27", holds=False, facts=(*among, ("player", None))), None
    most = max(counts["merchants"] for counts in competing.values())
    tied = [player for player, counts in competing.items() if counts["merchants"] == most]
    steps: list[Finding] = []
    for step in ("city", "towns"):
        if len(tied) > 1:
            tied = _compared("S-28", step, {one: competing[one][step] for one in tied}, steps)
    if len(tied) > 1:
        steps.append(_earliest(state, tuple(tied)))
    facts: Facts = (*among, ("most", most), ("player", tied[0]))
    return Finding("S-27", not steps, facts, tuple(steps)), tied[0]


def _compared(rule: str, step: str, numbers: Mapping[str, int], steps: list[Finding]) -> list[str]:
    """Compare the numbers of those tied, add that to the steps, and keep who has most."""
    best = max(numbers.values())
    left = [player for player, number in numbers.items() if number == best]
    facts: Facts = (("step", step), ("tied", tuple(numbers)), ("most", best), ("left", tuple(left)))
    children = tuple(
        Finding(rule, number == best, (("player", player), (step, number)))
        for player, number in numbers.items()
    )
    steps.append(Finding(rule, len(left) == 1, facts, children))
    return left


def _earliest(state: State, tied: tuple[str, ...]) -> Finding:
    """Let the order of the dynasty just played decide (S-28); villages are equal by now (S-C07)."""
    facts: Facts = (("step", "order"), ("tied", tied), ("order", state.order), ("left", tied[:1]))
    return Finding("S-28", holds=True, facts=facts)


def final(over: State) -> Finding:
    """Tell who has won a game that is over: every player's points, then the comparisons.

    ``holds``: one player has won alone.
    """
    players = over.setting.players
    children = [_points(over, player) for player in players]
    left = [*players]
    for rule, step, number in _comparisons(over):
        if len(left) > 1:
            left = _compared(rule, step, {one: number[one] for one in left}, children)
    won = winners(over)
    return Finding("S-42", len(won) == 1, (("winners", won),), tuple(children))


def _points(over: State, player: str) -> Finding:
    setting = over.setting
    seat = setting.seats[player]
    kinds = tuple(
        Finding(
            "S-41",
            holds=tiles > 0,
            facts=(("kind", kind), ("tiles", tiles), ("points", setting.points[tiles])),
        )
        for kind, tiles in zip(setting.counts.kinds, over.tiles[seat], strict=True)
    )
    facts: Facts = (("player", player), ("points", points(over, seat)))
    one_tile: tuple[Finding, ...] = ()
    if setting.rulings.one_tile_points != setting.counts.points[1]:
        ruled: Facts = (("one_tile_points", setting.rulings.one_tile_points),)
        one_tile = (Finding("S-C03", holds=True, facts=ruled),)
    return Finding("S-41", holds=True, facts=facts, children=(*kinds, *one_tile))


def _comparisons(over: State) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Yield what is compared, in order: points, then the most tiles of one kind, as ruled S-C10."""
    setting = over.setting
    seats = setting.seats
    yield "S-42", "points", {one: points(over, seat) for one, seat in seats.items()}
    hands = {one: sorted(over.tiles[seat], reverse=True) for one, seat in seats.items()}
    yield "S-42", "longest", {one: hand[0] for one, hand in hands.items()}
    if setting.rulings.final_tie == "next-longest":
        for place in range(1, len(setting.counts.kinds)):
            yield "S-C10", "next-longest", {one: hand[place] for one, hand in hands.items()}


def settled(before: State, after: State, effects: tuple[Effect, ...]) -> tuple[Finding, ...]:
    """Tell what followed from a score or a claim, in order, and which claim is awaited now."""
    findings = [finding for effect in effects for finding in _findings(before, after, effect)]
    if after.phase == "claim":
        findings.append(_awaited(after))
    return tuple(findings)


def _findings(before: State, after: State, effect: Effect) -> Iterator[Finding]:
    match effect:
        case Controlled():
            yield held(before, effect.rank)
        case Awarded():
            yield _awarded(before, effect)
        case Discarded():
            yield _discarded(before, effect)
        case NextFirst():
            yield _next_first(before, effect)
        case Rotated():
            facts: Facts = (("old_ranking", before.ranking), ("ranking", effect.ranking))
            yield Finding("S-38", holds=True, facts=facts)
        case Finished():
            yield Finding("S-40", holds=True, facts=(("dynasty", after.dynasty),))
            yield final(after)
        case Swapped():  # follows from an action only
            return
        case _:
            assert_never(effect)


def _awarded(before: State, effect: Awarded) -> Finding:
    rank = before.ranking.index(effect.city_state) + 1
    facts: Facts = (
        ("player", effect.player),
        (
            "share",
            "controller" if effect.player == control(before, rank).controller else "runner-up",
        ),
        ("rank", rank),
        ("city_state", effect.city_state),
        ("tiles", effect.tiles),
    )
    return Finding(effect.rule, holds=True, facts=facts)


def _discarded(before: State, effect: Discarded) -> Finding:
    """Tell which tiles leave the game (S-C17): nobody stood there, or nobody was second."""
    facts: Facts = (
        ("rank", before.ranking.index(effect.city_state) + 1),
        ("city_state", effect.city_state),
        ("tiles", effect.tiles),
    )
    gone = Finding("S-C17", holds=True, facts=(("tiles", effect.tiles),))
    return Finding(effect.rule, holds=True, facts=facts, children=(gone,))


def _awaited(after: State) -> Finding:
    """Tell whose choice comes next, from which tiles: rank 1, then rank 2 (S-C37)."""
    rank = rank_to_claim(after)
    holder = control(after, rank)
    facts: Facts = (
        ("player", holder.controller),
        ("rank", rank),
        ("city_state", holder.city_state),
        ("number", share_of_controller(rank)),
        ("tiles", tiles_above(after, rank)),
    )
    return Finding("S-C37", holds=True, facts=facts)


def _next_first(before: State, effect: NextFirst) -> Finding:
    """Tell who opens the next dynasty: the comparisons rank by rank, then who sits where."""
    among = before.order
    steps = []
    for rank, (city_state, tied) in enumerate(effect.narrowing, start=1):
        rule = "S-36" if rank == 1 else "S-37"
        steps.append(_fewest(before, rule, (rank, city_state), among, tied))
        among = tied
    if len(among) > 1:
        facts: Facts = (("tied", among), ("order", before.order), ("player", effect.fewest))
        steps.append(Finding("S-C12", holds=True, facts=facts))
    option = before.setting.rulings.first_player
    seated: Facts = (
        ("first_player", option),
        ("fewest", effect.fewest),
        ("player", effect.player),
        ("players", before.setting.players),
    )
    steps.append(Finding("S-C01", holds=True, facts=seated))
    facts = (("player", effect.player), ("fewest", effect.fewest))
    return Finding(effect.rule, holds=True, facts=facts, children=tuple(steps))


def _fewest(
    before: State, rule: str, place: tuple[int, str], among: tuple[str, ...], tied: tuple[str, ...]
) -> Finding:
    """Tell one comparison: who of ``among`` has fewest merchants in one city-state (S-C11)."""
    rank, city_state = place
    setting = before.setting
    everything = setting.regions[city_state].everything
    counts = tuple(
        (player, (before.merchants[setting.seats[player]] & everything).bit_count())
        for player in among
    )
    children = tuple(
        Finding(rule, player in tied, (("player", player), ("merchants", count)))
        for player, count in counts
    )
    facts: Facts = (
        ("rank", rank),
        ("city_state", city_state),
        ("among", among),
        ("least", min(count for _, count in counts)),
        ("left", tied),
    )
    return Finding(rule, len(tied) == 1, facts, children)
