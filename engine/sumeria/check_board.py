"""The judge's part for what merchants do: opening placement, actions, corrections."""

from collections import Counter
from collections.abc import Iterator

from engine.ruling import Finding
from engine.sumeria.check_move import travel
from engine.sumeria.events import Add, Correct, Move, Place, Remove
from engine.sumeria.state import State
from engine.sumeria.turns import to_play


def act(state: State, event: Place | Add | Move | Remove) -> Iterator[Finding]:
    """Judge a placement or an action in its phase: whose turn it is (S-11, S-14), then the rest."""
    rule = "S-11" if isinstance(event, Place) else "S-14"
    yield _in_turn(state, rule, event.player)
    yield from on_board(state, event)


def on_board(state: State, event: Place | Add | Move | Remove) -> Iterator[Finding]:
    """Judge what does not depend on time and turn: locations, merchants, the way between them."""
    match event:
        case Place():
            return _on_free_location(state, "S-11", event.at)
        case Add():
            return _add(state, event)
        case Move():
            return _move(state, event)
        case Remove():
            return _own_merchant(state, event.player, event.origin)


def _add(state: State, event: Add) -> Iterator[Finding]:
    """Judge an addition (S-16, S-18)."""
    yield from _on_free_location(state, "S-16", event.at)
    seat = state.setting.seats.get(event.player)
    supply = 0 if seat is None else state.supply(seat)
    yield Finding("S-18", supply > 0, (("player", event.player), ("supply", supply)))


def _move(state: State, event: Move) -> Iterator[Finding]:
    """Judge a move: the merchant, the place it is to stand on, and the way there."""
    yield from _own_merchant(state, event.player, event.origin)
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


def _own_merchant(state: State, player: str, origin: str) -> Iterator[Finding]:
    known = _known(state, origin)
    yield known
    if known.holds:
        occupant = state.occupant(state.setting.board.index[origin])
        facts = (("player", player), ("from", origin), ("occupant", occupant))
        yield Finding("S-15", occupant == player, facts)
