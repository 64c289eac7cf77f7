"""Who holds a city-state and why: the count of merchants and every step of every tie (S-27, S-28).

The steps are taken one after the other as the leaflets tell them; ``control`` compares all at
once, and tests hold the two against each other.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.ruling import Facts, Finding
from engine.sumeria.state import State


class Presence(NamedTuple):
    """The merchants of one player in a city-state, by kind of location."""

    player: str
    city: int
    towns: int
    villages: int

    @property
    def merchants(self) -> int:
        """All of them."""
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
            tied = _step(step, tied, count, steps)
    if len(tied) > 1:
        steps.append(_earliest(state, tied))
    winner = tied[0].player  # S-28: in order of play, so the first of those still tied
    facts: Facts = (*among, ("most", most), ("player", winner))
    return Finding("S-27", not steps, facts, tuple(steps)), winner


def _cities(one: Presence) -> int:
    return one.city


def _towns(one: Presence) -> int:
    return one.towns


STEPS: tuple[tuple[str, Callable[[Presence], int]], ...] = (("city", _cities), ("towns", _towns))
"""What is compared where merchants are equal, in this order; then the order of play (S-28)."""


def _step(
    step: str, tied: list[Presence], count: Callable[[Presence], int], steps: list[Finding]
) -> list[Presence]:
    """Compare those tied by one step of S-28, note it, and keep who is best."""
    best = max(count(one) for one in tied)
    left = [one for one in tied if count(one) == best]
    facts: Facts = (
        ("step", step),
        ("tied", tuple(one.player for one in tied)),
        ("most", best),
        ("left", tuple(one.player for one in left)),
    )
    children = tuple(
        Finding("S-28", count(one) == best, (("player", one.player), (step, count(one))))
        for one in tied
    )
    steps.append(Finding("S-28", len(left) == 1, facts, children))
    return left


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
