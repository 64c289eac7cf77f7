"""What follows from mining, and what it would bring: regions, prices, money, locked regions."""

from collections.abc import Iterator

from engine.ruling import Finding
from engine.siberia.events import Mine
from engine.siberia.explain_actions import cleared
from engine.siberia.material import COUNTS, RESOURCE_NUMBER
from engine.siberia.state import State
from engine.siberia.travel import members


def mined(before: State, after: State, event: Mine) -> Iterator[Finding]:
    """Tell where the cubes come from, what they bring, and which regions are locked."""
    yield from cleared(before, event.resource)
    yield would_bring(before, before.turn, event.resource, event.exchange)
    yield from _locked(before, after)


def would_bring(state: State, seat: int, resource: str, chosen: str | None = None) -> Finding:
    """Tell what a resource brings a player: the regions (I-31), then each own exchange (I-32).

    Of the exchanges ``holds`` tells which was chosen.
    """
    setting = state.setting
    number = RESOURCE_NUMBER[resource]
    mined = state.cubes[number] & state.workers(seat)
    cubes = mined.bit_count()
    held = state.pawns[seat]
    regions = tuple(
        Finding(
            "I-31",
            holds=True,
            facts=(("at", setting.places[one]), ("workers", held.count(one))),
        )
        for one in members(mined)
    )
    exchanges = tuple(
        Finding(
            "I-32",
            setting.places[side] == chosen,
            (
                ("exchange", setting.places[side]),
                ("cubes", cubes),
                ("price", setting.price(side, number)),
                ("money", cubes * setting.price(side, number)),
            ),
        )
        for side in state.exchanges
        if side in held
    )
    facts = (
        ("player", setting.players[seat]),
        ("resource", resource),
        ("cubes", cubes),
    )
    return Finding("I-31", cubes > 0, facts, (*regions, *exchanges))


def _locked(before: State, after: State) -> Iterator[Finding]:
    """Tell which regions are emptied, whose workers go home, and how many markers are left."""
    setting = before.setting
    for region in members(after.locked & ~before.locked):
        home = tuple(
            player
            for player, held in zip(setting.players, before.pawns, strict=True)
            for _ in range(held.count(region))
        )
        facts = (("at", setting.places[region]), ("home", home))
        yield Finding("I-34", holds=True, facts=facts)
    if after.locked != before.locked:
        blocking = max(0, COUNTS.end.locked - after.locked.bit_count())
        rule = "I-C04" if after.locked.bit_count() > COUNTS.end.locked else "I-34"
        yield Finding(rule, holds=True, facts=(("blocking", blocking),))
