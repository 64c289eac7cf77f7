"""The judge of a single event: every rule consulted and what it found.

Written apart from ``legal``, which generates; tests hold the two against each other.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from engine.ruling import Finding, Ruling
from engine.sumeria.control import control, presences
from engine.sumeria.dynasty import rank_to_claim, share_of_controller, taken_from, tiles_above
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
    TurnEvent,
)
from engine.sumeria.explain_dynasty import tie_for_control
from engine.sumeria.state import State
from engine.sumeria.travel import travel
from engine.sumeria.turns import to_play


def place(state: State, event: Place) -> Iterator[Finding]:
    """Judge an opening placement (S-11)."""
    return _on_free_location(state, "S-11", event.at)


def add(state: State, event: Add) -> Iterator[Finding]:
    """Judge an addition (S-16, S-18)."""
    yield from _on_free_location(state, "S-16", event.at)
    seat = state.setting.seats.get(event.player)
    supply = 0 if seat is None else state.supply(seat)
    yield Finding("S-18", supply > 0, (("player", event.player), ("supply", supply)))


def move(state: State, event: Move) -> Iterator[Finding]:
    """Judge a move: the merchant, the place it is to stand on, and the way there."""
    yield from _own_merchant(state, event)
    known = _known(state, event.to)
    yield known
    if not known.holds or event.origin not in state.setting.bits:
        return
    ends = (("from", event.origin), ("to", event.to))
    yield Finding("S-C25", event.to != event.origin, ends)
    if event.to == event.origin:
        return
    occupant = state.occupant(state.setting.board.index[event.to])
    yield Finding("S-20", occupant is None, (*ends, ("occupant", occupant)))
    yield from travel(state, event)


def correct(state: State, event: Correct) -> Iterator[Finding]:
    """Judge a correction (S-C36): it names what there is, and leaves no supply below nothing."""
    index = state.setting.board.index
    for location, player in event.board:
        yield _known(state, location)
        if player is not None:
            players = state.setting.players
            facts = (("player", player), ("players", players))
            yield Finding("S-04", player in players, facts)
    now = {at: state.occupant(number) for at, number in index.items()}
    then = Counter((now | dict(event.board)).values())
    for player in state.setting.players:
        supply = state.setting.share.merchants - then[player]
        yield Finding("S-18", supply >= 0, (("player", player), ("supply", supply)))
    if event.ranking is not None:
        yield whole_ranking(state, event.ranking)
    if event.as_turn_of is not None:
        yield _in_turn(state, "S-11" if state.phase == "placement" else "S-14", event.as_turn_of)


def whole_ranking(state: State, row: tuple[str, ...]) -> Finding:
    """Ask whether a row holds each city-state once (S-06)."""
    city_states = tuple(one.id for one in state.setting.board.regions)
    whole = sorted(row) == sorted(city_states)
    return Finding("S-06", whole, (("ranking", row), ("city_states", city_states)))


def _in_turn(state: State, rule: str, player: str) -> Finding:
    expected = to_play(state)
    return Finding(rule, player == expected, (("player", player), ("to_play", expected)))


def _known(state: State, location: str) -> Finding:
    """Ask whether there is such a location on the board (S-02)."""
    return Finding("S-02", location in state.setting.bits, (("at", location),))


def _on_free_location(state: State, rule: str, at: str) -> Iterator[Finding]:
    known = _known(state, at)
    yield known
    if known.holds:
        occupant = state.occupant(state.setting.board.index[at])
        yield Finding(rule, occupant is None, (("at", at), ("occupant", occupant)))


def _own_merchant(state: State, event: Move | Remove) -> Iterator[Finding]:
    known = _known(state, event.origin)
    yield known
    if known.holds:
        occupant = state.occupant(state.setting.board.index[event.origin])
        facts = (("player", event.player), ("from", event.origin), ("occupant", occupant))
        yield Finding("S-15", occupant == event.player, facts)


def setup(state: State, event: Setup) -> Iterator[Finding]:
    """Judge the deal at the start (S-06, S-08, S-10)."""
    known = event.first in state.setting.seats
    yield Finding("S-10", known, (("player", event.first), ("players", state.setting.players)))
    yield whole_ranking(state, event.ranking)
    yield _from_bag(state, "S-08", event.influence)


def draw(state: State, event: Draw) -> Iterator[Finding]:
    """Judge the deal of a later dynasty (S-35)."""
    yield _from_bag(state, "S-35", event.influence)


def claim(state: State, event: Claim) -> Iterator[Finding]:
    """Judge a controller's choice (S-27 to S-30)."""
    rank = rank_to_claim(state)
    held = control(state, rank)
    facts = (("city_state", event.city_state), ("next", held.city_state), ("rank", rank))
    yield Finding("S-26", event.city_state == held.city_state, facts)
    yield from _control(state, rank, event.player)
    tiles = tiles_above(state, rank)
    number = share_of_controller(rank)
    right = len(event.tiles) == number and all(
        event.tiles.count(kind) <= tiles.count(kind) for kind in event.tiles
    )
    lying = (("tiles", event.tiles), ("lying", tiles), ("number", number))
    yield Finding("S-29" if rank == 1 else "S-30", right, lying)


def _control(state: State, rank: int, player: str) -> Iterator[Finding]:
    """Ask whether the player has most merchants there (S-27) and wins a tie for that (S-28)."""
    city_state = state.ranking[rank - 1]
    present = presences(state, city_state)
    own = next((one.merchants for one in present if one.player == player), 0)
    most = present[0].merchants
    facts = (("player", player), ("city_state", city_state), ("controller", present[0].player))
    yield Finding("S-27", own == most, (*facts, ("merchants", own), ("most", most)))
    tied = tuple(one.player for one in present if one.merchants == most)
    if len(tied) > 1:
        wins = present[0].player == player
        yield Finding("S-28", wins, (*facts, ("tied", tied)), tie_for_control(state, rank))


def _from_bag(state: State, rule: str, influence: tuple[str, ...]) -> Finding:
    """Ask whether these are six tiles that the bag can hold."""
    counts = state.setting.counts
    number = sum(counts.over_ranks)
    right = (
        len(influence) == number
        and all(kind in counts.kinds for kind in influence)
        and min(taken_from(state, influence)) >= 0
    )
    in_bag = zip(counts.kinds, state.bag, strict=True)
    bag = tuple(kind for kind, left in in_bag for _ in range(left))
    facts = (("influence", influence), ("bag", bag), ("number", number))
    return Finding(rule, right, facts)


JUDGES: Final[Mapping[type, tuple[tuple[str, ...], Callable[[State, Any], Iterable[Finding]]]]] = {
    Setup: (("setup",), setup),
    Place: (("placement",), place),
    Add: (("action",), add),
    Move: (("action",), move),
    Remove: (("action",), _own_merchant),
    Score: (("score",), lambda *_: ()),
    Claim: (("claim",), claim),
    Draw: (("draw",), draw),
    Correct: (("placement", "action"), correct),
}
"""For each kind of event the phases in which it may happen, and who judges it then.

What merchants do is judged by what does not depend on time and turn.
"""


def check(state: State, event: Event) -> Ruling:
    """Judge any well-formed event, also one that names ids which do not exist.

    The first finding that does not hold names the rule of the table "Which rule refuses what".
    Out of time, what the board alone says of a merchant's event is still told; nothing after the
    end.
    """
    needs, judge = JUDGES[type(event)]
    findings = [*_timing(state, event, needs)]
    in_time = all(finding.holds for finding in findings)
    if in_time and isinstance(event, TurnEvent):
        rule = "S-11" if isinstance(event, Place) else "S-14"
        findings.append(_in_turn(state, rule, event.player))
    if in_time or (isinstance(event, TurnEvent) and state.phase != "over"):
        findings += judge(state, event)
    return Ruling(event.verb, all(finding.holds for finding in findings), tuple(findings))


def _timing(state: State, event: Event, needs: tuple[str, ...]) -> Iterator[Finding]:
    facts = (("phase", state.phase), ("needs", needs))
    yield Finding("S-40", state.phase != "over", facts)
    placed = isinstance(event, Place) and state.phase not in ("setup", "placement")
    yield Finding("S-12" if placed else "S-26", state.phase in needs, facts)
