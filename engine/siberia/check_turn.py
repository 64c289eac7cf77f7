"""The judge's part that all actions share: turn, research first, the two spaces, own pawns."""

from collections.abc import Iterator

from engine.ruling import Finding
from engine.siberia.material import ACTIONS, COUNTS, MARKERS
from engine.siberia.state import State


def in_turn(state: State, player: str) -> Finding:
    """Ask whose turn it is (I-16); nobody who has passed has another in this round (I-18)."""
    players = state.setting.players
    if player in players and players.index(player) in state.passed:
        passed = tuple(players[seat] for seat in state.passed)
        return Finding("I-18", holds=False, facts=(("player", player), ("passed", passed)))
    to_play = state.to_play
    return Finding("I-16", player == to_play, (("player", player), ("to_play", to_play)))


def known(state: State, player: str) -> Finding:
    """Ask whether somebody plays in this game, where all may act at the same time."""
    players = state.setting.players
    return Finding("I-16", player in players, (("player", player), ("players", players)))


def begins(state: State, player: str, action: int | None = None) -> Iterator[Finding]:
    """Judge the beginning of an action, or of a pass, which has none: turn, research, spaces."""
    turn = in_turn(state, player)
    yield turn
    seat = state.setting.seats.get(player)
    if seat is None or state.spaces is None:
        return
    waiting = marker_names(state.research(seat))
    yield Finding("I-17", not waiting, (("player", player), ("markers", waiting)))
    if action is not None:
        yield two_spaces(state, seat, action)


def two_spaces(state: State, seat: int, action: int) -> Finding:
    """Ask whether both spaces of an action are filled (I-19); markers must be told."""
    lying = lying_on(state, seat, action)
    invested = state.investments[seat] >> action & 1
    facts = (
        ("player", state.setting.players[seat]),
        ("action", ACTIONS[action]),
        ("markers", lying),
        ("invested", invested),
    )
    return Finding("I-19", len(lying) + invested == COUNTS.spaces, facts)


def lying_on(state: State, seat: int, space: int) -> tuple[str, ...]:
    """Name the action markers on a space of a player's board; markers must be told."""
    return marker_names((state.spaces or ())[seat][space])


def marker_names(markers: tuple[int, ...]) -> tuple[str, ...]:
    """Name kinds of action markers."""
    return tuple(MARKERS[marker] for marker in markers)


def place_names(state: State, seat: int) -> tuple[str, ...]:
    """Name the places at which a player has pawns, each once."""
    places = state.setting.places
    return tuple(places[place] for place in dict.fromkeys(state.pawns[seat]))


def exchange_names(state: State) -> tuple[str, ...]:
    """Name the sides that are in play, in the order of their spaces."""
    return tuple(state.setting.places[side] for side in state.exchanges)


def own_pawn(state: State, rule: str, player: str, origin: str) -> Finding:
    """Ask whether a player has a pawn at a place."""
    held = place_names(state, state.setting.seats[player])
    return Finding(rule, origin in held, (("player", player), ("from", origin), ("pawns", held)))
