"""The state as formats, section 4, apart from its ``event`` number."""

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from engine.setting import members
from engine.siberia.material import ACTIONS, MARKERS, RESOURCES, SPACES
from engine.siberia.scoring import winners
from engine.siberia.state import State

T = TypeVar("T")


def to_json(state: State) -> dict[str, object]:
    """Write a state as the keys of its JSON object, in the order of the formats."""
    setting = state.setting
    players, places = setting.players, setting.places

    def each(values: Iterable[T]) -> dict[str, T]:
        return dict(zip(players, values, strict=True))

    return {
        "phase": state.phase,
        "round": state.round,
        "to_play": state.to_play,
        "order": [] if state.phase == "setup" else list(state.order),
        "passed": [players[seat] for seat in state.passed],
        "acted": each(state.acted),
        "waiting": {player: number for player, number in each(state.waiting).items() if number},
        "left": left(state),
        "cubes": cubes(state),
        "locked": [places[region] for region in members(state.locked)],
        "pawns": pawns(state),
        "depot": each(held.count(setting.depot) for held in state.pawns),
        "supply": dict(zip(RESOURCES, state.supply, strict=True)),
        "sold": {resource: state.sold(number) for number, resource in enumerate(RESOURCES)},
        "exchanges": [places[side] for side in state.exchanges],
        "open": _names(ACTIONS, state.open),
        "stack": state.stack,
        "investments": each(_names(ACTIONS, members(held)) for held in state.investments),
        "spaces": None
        if state.spaces is None
        else each(
            {
                SPACES[space]: _names(MARKERS, markers)
                for space, markers in enumerate(spaces)
                if markers
            }
            for spaces in state.spaces
        ),
        "bag": None if state.bag is None else dict(zip(MARKERS, state.bag, strict=True)),
        "money": each(state.money),
        "ending": state.ending,
        "winners": list(winners(state)),
    }


def left(state: State) -> int | None:
    """Count the steps or markers (untold: cubes) that the action under way has left."""
    if state.phase == "research" and state.spaces is not None:
        return len(state.research(state.turn))
    return state.left if state.phase in ("research", "logistics") else None


def cubes(state: State) -> dict[str, list[str]]:
    """List the cubes of each region that holds any, in the order of the board file."""
    return {
        state.setting.places[region]: [
            resource
            for resource, regions in zip(RESOURCES, state.cubes, strict=True)
            if regions >> region & 1
        ]
        for region in members(state.occupied)
    }


def pawns(state: State) -> dict[str, dict[str, int]]:
    """Count the pawns of each player at each occupied place but the depot, all by name."""
    setting = state.setting
    found: dict[str, dict[str, int]] = {}
    for player, held in sorted(zip(setting.players, state.pawns, strict=True)):
        for place, number in Counter(held).items():
            if place != setting.depot:
                found.setdefault(setting.places[place], {})[player] = number
    return dict(sorted(found.items()))


def _names(names: tuple[str, ...], numbers: Iterable[int]) -> list[str]:
    return [names[number] for number in numbers]
