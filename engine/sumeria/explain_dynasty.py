"""The end of a dynasty and of the game as findings, each with the comparisons behind it.

The steps of every tie are taken one after the other as the leaflets tell them, whereas
``control`` compares all at once; tests hold the two against each other.
"""

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple, assert_never

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


class Presence(NamedTuple):
    """The merchants of one player in a city-state, by kind of location."""

    player: str
    city: int
    towns: int
    villages: int

    @property
    def merchants(self) -> int:
        return self.city + self.towns + self.villages


def held(state: State, rank: int) -> Finding:
    """Tell who holds the city-state at a rank (1 = leftmost), with all that led there.

    Its children: the merchants of each player in order of play (S-27; ``holds``: has any), the
    comparison for the controller and the one for the runner-up among the others (S-C35).
    """
    city_state = state.ranking[rank - 1]
    present = [_presence(state, city_state, player) for player in state.order]
    competing = [one for one in present if one.merchants]
    first, controller = _most("controller", state, competing)
    others = [one for one in competing if one.player != controller]
    second, runner_up = _most("runner-up", state, others)
    facts: Facts = (
        ("rank", rank),
        ("city_state", city_state),
        ("controller", controller),
        ("runner_up", runner_up),
    )
    counts = tuple(_counted(one) for one in present)
    return Finding("S-26", holds=True, facts=facts, children=(*counts, first, second))


def account(state: State, source: str) -> Finding | None:
    """Tell who would hold a city-state now; None where it is none of those that are scored."""
    leading = state.ranking[:SCORED]
    return held(state, leading.index(source) + 1) if source in leading else None


def tie_for_control(state: State, rank: int) -> tuple[Finding, ...]:
    """Tell the steps that broke a tie for the control of the city-state at a rank, if any did."""
    *_, controller, _ = held(state, rank).children
    return controller.children


def _presence(state: State, city_state: str, player: str) -> Presence:
    region = state.setting.regions[city_state]
    standing = state.merchants[state.setting.seats[player]] & region.everything
    city, towns = standing & region.city, standing & region.towns
    villages = standing & ~region.city & ~region.towns
    return Presence(player, city.bit_count(), towns.bit_count(), villages.bit_count())


def _counted(one: Presence) -> Finding:
    facts: Facts = (
        ("player", one.player),
        ("merchants", one.merchants),
        ("city", one.city),
        ("towns", one.towns),
        ("villages", one.villages),
    )
    return Finding("S-27", one.merchants > 0, facts)


def _most(place: str, state: State, competing: Sequence[Presence]) -> tuple[Finding, str | None]:
    """Find who has most merchants of those competing, in order of play; nobody without any."""
    among: Facts = (("place", place), ("among", tuple(one.player for one in competing)))
    if not competing:
        return Finding("S-27", holds=False, facts=(*among, ("player", None))), None
    most = max(one.merchants for one in competing)
    tied = [one for one in competing if one.merchants == most]
    steps: list[Finding] = []
    for step, count in STEPS:
        if len(tied) > 1:
            best = max(map(count, tied))
            steps.append(_compared("S-28", step, [(one.player, count(one)) for one in tied]))
            tied = [one for one in tied if count(one) == best]
    if len(tied) > 1:
        steps.append(_earliest(state, tied))
    winner = tied[0].player  # S-28: in order of play, so the first of those still tied
    facts: Facts = (*among, ("most", most), ("player", winner))
    return Finding("S-27", not steps, facts, tuple(steps)), winner


STEPS: tuple[tuple[str, Callable[[Presence], int]], ...] = (
    ("city", attrgetter("city")),
    ("towns", attrgetter("towns")),
)
"""What is compared where merchants are equal, in this order; then the order of play (S-28)."""


def _earliest(state: State, tied: Sequence[Presence]) -> Finding:
    """Let the order of the dynasty just played decide (S-28); villages are equal by now (S-C07)."""
    players = tuple(one.player for one in tied)
    facts: Facts = (
        ("step", "order"),
        ("tied", players),
        ("order", state.order),
        ("left", players[:1]),
    )
    return Finding("S-28", holds=True, facts=facts)


def final(over: State) -> Finding:
    """Tell who has won a game that is over: every player's points, then the comparisons.

    ``holds``: one player has won alone.
    """
    players = over.setting.players
    children = [_points(over, player) for player in players]
    left = list(players)
    for rule, step, number in _comparisons(over):
        if len(left) > 1:
            children.append(_compared(rule, step, [(one, number[one]) for one in left]))
            best = max(number[one] for one in left)
            left = [one for one in left if number[one] == best]
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


def _compared(rule: str, step: str, numbers: Sequence[tuple[str, int]]) -> Finding:
    """Compare the numbers of those tied in one step; ``holds``: one is left."""
    best = max(number for _, number in numbers)
    left = tuple(player for player, number in numbers if number == best)
    facts: Facts = (
        ("step", step),
        ("tied", tuple(player for player, _ in numbers)),
        ("most", best),
        ("left", left),
    )
    children = tuple(
        Finding(rule, number == best, (("player", player), (step, number)))
        for player, number in numbers
    )
    return Finding(rule, len(left) == 1, facts, children)


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
