"""What players ask without an event: what pays now, where workers get to, how far the end is."""

from collections.abc import Iterator

from engine.ruling import Finding
from engine.setting import members
from engine.siberia.explain_actions import prospects
from engine.siberia.explain_table import end_is_near
from engine.siberia.material import COUNTS
from engine.siberia.state import State


def standing(state: State) -> Iterator[Finding]:
    """Tell it of whoever is to play, of all where several may be, and of the end of the game.

    Before the setup and once the game is over there is nothing to ask.
    """
    if state.phase in ("setup", "over"):
        return
    for player in (state.to_play,) if state.to_play else state.order:
        yield from _sales(state, player)
        yield from _reach(state, player)
    yield end_is_near(state) if state.ending else _left_to_end(state)


def _sales(state: State, player: str) -> Iterator[Finding]:
    """Tell what a player could sell of each resource, and what each of his exchanges would pay."""
    for one in prospects(state, player):
        said = dict(one.facts)
        facts = (("player", player), ("resource", said["resource"]), ("sellable", said["cubes"]))
        yield Finding("I-31", one.holds, facts, one.children if one.holds else ())


def _reach(state: State, player: str) -> Iterator[Finding]:
    """Tell which regions the workers of each region could reach by one logistics (I-25, I-35)."""
    setting = state.setting
    for region in members(state.workers(setting.seats[player])):
        near = setting.map.within(region, state.locked, COUNTS.steps)
        facts = (
            ("player", player),
            ("from", setting.places[region]),
            ("steps", COUNTS.steps),
            ("reached", tuple(setting.places[one] for one in members(near))),
        )
        yield Finding("I-25", bool(near), facts)


def _left_to_end(state: State) -> Finding:
    """Count what is still missing to each condition of the end (I-11)."""
    locked, empty = state.locked.bit_count(), state.supply.count(0)
    left = (("to_lock", COUNTS.end.locked - locked), ("to_empty", COUNTS.end.supplies - empty))
    return Finding("I-11", holds=False, facts=left)
