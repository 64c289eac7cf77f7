"""The judge's part for what is laid out: setup, phase 1, returned markers, corrections."""

from collections import Counter
from collections.abc import Iterator

from engine.ruling import Finding
from engine.setting import members
from engine.siberia.check_actions import exchange_names, in_turn, known, lying_on, spaces_filled
from engine.siberia.events import Correct, Discard, Place, Ready, Setup
from engine.siberia.material import (
    ACTION_NUMBER,
    ACTIONS,
    COUNTS,
    CUBES,
    LABORATORY,
    MANAGER,
    MARKER_NUMBER,
    RESEARCH,
    RESOURCES,
    SHOWN,
    SPACE_NUMBER,
)
from engine.siberia.play import corrected
from engine.siberia.state import State


def setup(state: State, event: Setup) -> Iterator[Finding]:
    """Judge the start as it was laid out (I-02 to I-08)."""
    setting = state.setting
    players = setting.players
    yield Finding("I-02", event.first in players, (("player", event.first), ("players", players)))
    yield from _two_cubes_each(state, event)
    laid = Counter(resource for _, held in event.cubes for resource in held)
    for resource, there_are in zip(RESOURCES, CUBES, strict=True):
        facts = (("resource", resource), ("cubes", laid[resource]), ("of", there_are))
        yield Finding("I-03", laid[resource] <= there_are, facts)
    tiles = {one.id: one.tile for one in setting.board.exchanges}
    sides = [tiles.get(one) for one in event.exchanges]
    one_of_each = None not in sides and sorted(map(str, sides)) == sorted(set(tiles.values()))
    yield Finding("I-05", one_of_each, (("exchanges", event.exchanges), ("sides", tuple(tiles))))
    kinds = Counter(event.open)
    right = (
        len(event.open) == COUNTS.open
        and kinds.keys() <= ACTION_NUMBER.keys()
        and max(kinds.values()) <= COUNTS.of_each_investment
    )
    yield Finding("I-06", right, (("open", event.open), ("number", COUNTS.open)))
    if event.markers == "told":
        markers = sum(setting.board.markers)
        yield Finding("I-08", markers > 0, (("markers", markers),))


def _two_cubes_each(state: State, event: Setup) -> Iterator[Finding]:
    """Ask of each region whether two different resources lie there, where any may (I-03)."""
    setting = state.setting
    laid = dict(event.cubes)
    regions = [setting.places[region] for region in members(setting.with_cubes)]
    for region in dict.fromkeys([*regions, *laid]):
        held = laid.get(region, ())
        right = (
            region in regions
            and len(held) == len(set(held)) == COUNTS.regions.cubes
            and set(held) <= set(RESOURCES)
        )
        yield Finding("I-03", right, (("at", region), ("cubes", held)))


def place(state: State, event: Place) -> Iterator[Finding]:
    """Judge where a drawn marker is placed (I-12 to I-14)."""
    player = known(state, event.player)
    yield player
    if state.spaces is None or state.bag is None:
        yield Finding("I-12", holds=False, facts=(("markers", "untold"),))
        return
    if not player.holds:
        return
    seat = state.setting.seats[event.player]
    waiting = state.waiting[seat]
    yield Finding("I-12", waiting > 0, (("player", event.player), ("waiting", waiting)))
    marker = MARKER_NUMBER.get(event.marker)
    in_bag = 0 if marker is None else state.bag[marker]
    yield Finding("I-12", in_bag > 0, (("marker", event.marker), ("bag", in_bag)))
    if marker is None or event.to == RESEARCH:
        return
    shown = tuple(ACTIONS[action] for action in SHOWN[marker])
    rule = "I-14" if event.marker == MANAGER else "I-13"
    facts = (("marker", event.marker), ("to", event.to), ("shown", shown))
    yield Finding(rule, event.to in shown, facts)
    if event.to in ACTION_NUMBER:
        yield spaces_filled(state, "I-13", seat, ACTION_NUMBER[event.to], wanted=False)


def ready(state: State, _event: Ready) -> Iterator[Finding]:
    """Judge the end of phase 1, which comes by itself where markers are told (I-12)."""
    untold = state.spaces is None
    yield Finding("I-12", untold, (("markers", "untold" if untold else "told"),))


def discard(state: State, event: Discard) -> Iterator[Finding]:
    """Judge the return of a surplus marker (I-33)."""
    player = known(state, event.player)
    yield player
    if not player.holds:
        return
    seat = state.setting.seats[event.player]
    owed = state.waiting[seat]
    yield Finding("I-33", owed > 0, (("player", event.player), ("surplus", owed)))
    space = SPACE_NUMBER.get(event.origin, LABORATORY)
    lying = lying_on(state, seat, space)
    facts = (("marker", event.marker), ("from", event.origin), ("markers", lying))
    yield Finding("I-33", space != LABORATORY and event.marker in lying, facts)


def correct(state: State, event: Correct) -> Iterator[Finding]:
    """Judge a correction: it names what there is, and nothing goes below nothing."""
    if event.as_turn_of is not None:
        yield in_turn(state, event.as_turn_of)
    findings = tuple(_names(state, event))
    yield from findings
    if not all(finding.holds for finding in findings):
        return
    after = corrected(state, event)
    for number, resource in enumerate(RESOURCES):
        sold = after.sold(number)
        yield Finding("I-01", sold >= 0, (("resource", resource), ("sold", sold)))
    for region in members(after.locked & after.occupied):
        yield Finding("I-34", holds=False, facts=(("at", after.setting.places[region]),))


def _names(state: State, event: Correct) -> Iterator[Finding]:
    """Ask of each part of a correction whether it names what there is, in numbers there can be."""
    setting = state.setting
    regions = tuple(setting.places[region] for region in members(setting.with_cubes))
    for region, held in event.cubes:
        facts = (("at", region), ("cubes", held))
        there_is = region in setting.numbers and setting.numbers[region] < setting.first_side
        may_lie = set(held) <= set(RESOURCES) and (region in regions or not held)
        yield Finding("I-01", there_is and may_lie, facts)
        yield Finding("I-03", len(set(held)) == len(held), facts)
    for region in event.locked or ():
        yield Finding("I-34", region in regions, (("at", region), ("regions", regions)))
    yield from _pawns(state, event)
    for resource, number in event.supply:
        yield Finding(
            "I-04",
            resource in RESOURCES and number >= 0,
            (("resource", resource), ("supply", number)),
        )
    for player, money in event.money:
        yield Finding(
            "I-32", player in setting.players and money >= 0, (("player", player), ("money", money))
        )


def _pawns(state: State, event: Correct) -> Iterator[Finding]:
    setting = state.setting
    places = {*setting.places[: setting.first_side], *exchange_names(state)}
    for at, many in event.pawns:
        yield Finding("I-07", at in places, (("at", at),))
        for player, number in many:
            facts = (("player", player), ("at", at), ("number", number))
            yield Finding("I-07", player in setting.players and number >= 0, facts)
    for seat, player in enumerate(setting.players):
        named = {at: dict(many)[player] for at, many in event.pawns if player in dict(many)}
        elsewhere = sum(
            place != setting.depot and setting.places[place] not in named
            for place in state.pawns[seat]
        )
        number = elsewhere + sum(named.values())
        count = (("player", player), ("pawns", number), ("of", COUNTS.pawns))
        yield Finding("I-07", number <= COUNTS.pawns, count)
