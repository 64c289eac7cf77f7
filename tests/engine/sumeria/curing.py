"""Making the fact true that a finding misses, by hand, in the state: what a refusal asks for."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

from engine.ruling import Fact, Finding
from engine.sumeria.events import Correct, Event
from engine.sumeria.setting import Rulings, setting_of
from engine.sumeria.state import State
from tests.engine.sumeria.playing import LOCATIONS

Facts = Mapping[str, Fact]
Cure = Callable[[State, Facts], State | None]


def cured(state: State, event: Event, finding: Finding) -> State | None:
    """Make the fact true that a finding misses; None where no state could have it.

    A board's routes, the ids that there are and an event's own tiles are no facts of the state.
    """
    facts = dict(finding.facts)
    if "needs" in facts:
        return in_phase(state, facts)
    if "to_play" in facts:
        return in_turn(state, facts)
    if "supply" in facts:
        named = tuple(at for at, _ in event.board) if isinstance(event, Correct) else ()
        return with_supply(state, facts, named)
    if "next" in facts:
        return next_to_claim(state, facts)
    cure = CURES.get(finding.rule)
    return None if cure is None else cure(state, facts)


def in_phase(state: State, facts: Facts) -> State | None:
    phase = cast("tuple[str, ...]", facts["needs"])[0]
    if phase == "setup":
        return None
    for city_state in state.ranking[:2] if phase == "claim" else ():
        state = left_to(state, city_state, state.setting.players[0])  # somebody has to choose
    return replace(state, phase=phase)  # type: ignore[arg-type]  # a phase it is


def in_turn(state: State, facts: Facts) -> State | None:
    seat = state.setting.seats.get(str(facts["player"]))
    return None if seat is None else replace(state, first=seat, turns=0)


def with_supply(state: State, facts: Facts, keep: tuple[str, ...]) -> State | None:
    """Take back every merchant of a player but those on locations that the event names."""
    player = str(facts["player"])
    if player not in state.setting.seats:
        return None
    for number, at in enumerate(LOCATIONS):
        if at not in keep and state.occupant(number) == player:
            state = standing(state, at, None)
    return state


def next_to_claim(state: State, facts: Facts) -> State | None:
    """Let the city-state stand at the rank whose tiles are claimed next."""
    city_state, rank = str(facts["city_state"]), cast("int", facts["rank"])
    if city_state not in state.ranking:
        return None
    row = [one for one in state.ranking if one != city_state]
    row.insert(rank - 1, city_state)
    return left_to(replace(state, ranking=tuple(row)), city_state, state.setting.players[0])


def free_location(state: State, facts: Facts) -> State | None:
    return standing(state, str(facts["at"]), None) if "at" in facts else None


def own_merchant(state: State, facts: Facts) -> State | None:
    player = str(facts["player"])
    return standing(state, str(facts["from"]), player) if player in state.setting.seats else None


def nothing_skipped(state: State, facts: Facts) -> State | None:
    if "occupant" in facts:
        return standing(state, str(facts["to"]), None)
    for at in cast("tuple[str, ...]", facts["empty"]):
        state = standing(state, at, state.setting.players[0])
    return state


def left_anywhere(state: State, facts: Facts) -> State | None:
    """Let the house rule of S-C02 be played; without a location to leave there is no way."""
    setting = state.setting
    anywhere = setting_of(setting.board, setting.players, Rulings(branch_at="any"))
    return replace(state, setting=anywhere) if "at" in facts else None


def controlled(state: State, facts: Facts) -> State | None:
    player = str(facts["player"])
    if player not in state.setting.seats:
        return None
    return left_to(state, str(facts["city_state"]), player)


def lying(first_space: int) -> Cure:
    """Lay the tiles that are claimed, from a space of the influence row on."""

    def lay(state: State, facts: Facts) -> State | None:
        tiles = cast("tuple[str, ...]", facts["tiles"])
        row = state.influence
        laid = (*row[:first_space], *tiles, *row[first_space + len(tiles) :])
        return replace(state, influence=laid) if len(tiles) == facts["number"] else None

    return lay


def in_the_bag(state: State, facts: Facts) -> State | None:
    right = len(cast("tuple[str, ...]", facts["influence"])) == facts["number"]
    return replace(state, bag=(9, 9, 9, 9)) if right else None


CURES: Mapping[str, Cure] = {
    "S-11": free_location,
    "S-15": own_merchant,
    "S-16": free_location,
    "S-20": nothing_skipped,
    "S-21": left_anywhere,
    "S-27": controlled,
    "S-28": controlled,
    "S-29": lying(0),
    "S-30": lying(3),
    "S-35": in_the_bag,
}


def standing(state: State, at: str, player: str | None) -> State:
    """Make a location empty or a player's, whoever stands there."""
    bit = state.setting.bits[at]
    merchants = [standing & ~bit for standing in state.merchants]
    if player is not None:
        merchants[state.setting.seats[player]] |= bit
    return replace(state, merchants=tuple(merchants))


def left_to(state: State, city_state: str, player: str) -> State:
    """Make a player the only one in a city-state, with one merchant."""
    for at in LOCATIONS:
        if at.startswith(f"{city_state}."):
            state = standing(state, at, None)
    return standing(state, f"{city_state}.city", player)
