"""The end of a dynasty as findings: control, tiles, the next first player, the next ranking.

The effects of the play tell what happened; each is told here with the comparisons behind it.
"""

from collections.abc import Iterator
from typing import assert_never

from engine.ruling import Facts, Finding
from engine.sumeria.control import control
from engine.sumeria.dynasty import rank_to_claim, share_of_controller, tiles_above
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
from engine.sumeria.explain_control import held
from engine.sumeria.explain_final import final
from engine.sumeria.state import State


def settled(before: State, after: State, effects: tuple[Effect, ...]) -> tuple[Finding, ...]:
    """Tell what followed from a score or a claim, in order, and which claim is awaited now."""
    findings = [finding for effect in effects for finding in _told(before, after, effect)]
    if after.phase == "claim":
        findings.append(_awaited(after))
    return tuple(findings)


def _told(before: State, after: State, effect: Effect) -> Iterator[Finding]:
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
