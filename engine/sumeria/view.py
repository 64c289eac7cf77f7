"""What lies on the table, and what the sight of it may mean."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from engine.game import View
from engine.sumeria.dynasty import SPACES, rank_to_claim
from engine.sumeria.events import Add, Claim, Draw, Event, Move, Place, Remove
from engine.sumeria.state import State


def expected_view(state: State) -> View:
    """Tell who should stand where and which tiles should lie where; all empty in ``setup``."""
    board: list[str | None] = [None] * len(state.setting.board.locations)
    for player, standing in zip(state.setting.players, state.merchants, strict=True):
        left = standing
        while left:
            board[left.bit_length() - 1] = player
            left ^= 1 << left.bit_length() - 1
    ranking: tuple[str | None, ...] = state.ranking
    if state.phase == "setup":
        ranking = (None,) * len(state.setting.board.city_states)
    return View(tuple(board), ranking, state.influence)


def glimpses(state: State, event: Event) -> Sequence[View]:
    """Show the table between a controller's claim and the runner-up's taking the rest.

    Where equal tiles lie, any of them may be the one that was taken.
    """
    if not isinstance(event, Claim):
        return ()
    now = expected_view(state)
    lying = range(len(now.influence))[SPACES[rank_to_claim(state)]]
    found = []
    for taken in combinations(lying, len(event.tiles)):
        if sorted(now.influence[space] or "" for space in taken) == list(event.tiles):
            left = tuple(
                None if space in taken else kind for space, kind in enumerate(now.influence)
            )
            found.append(View(now.board, now.ranking, left))
    return found


def dealt(state: State, view: View) -> Draw | None:
    """Name the draw that a view shows: six tiles lie there, and the bag could hold them."""
    counts = state.setting.counts
    influence = tuple(kind for kind in view.influence if kind in counts.kinds)
    if state.phase != "draw" or len(influence) < len(state.influence):
        return None
    enough = all(
        influence.count(kind) <= left for kind, left in zip(counts.kinds, state.bag, strict=True)
    )
    return Draw(influence) if enough else None


def attempts(state: State, seen: Mapping[str, str | None]) -> Sequence[Event]:
    """List what a player may have tried, legally or not, when the named locations look so.

    It is the turn of whoever's merchant is seen: whether it was, the judge will say.
    """
    if any(location not in state.setting.bits for location in seen):
        return ()
    stood = {at: state.occupant(state.setting.board.index[at]) for at in seen}
    emptied = [at for at, player in seen.items() if player is None and stood[at] is not None]
    filled = [at for at, player in seen.items() if player not in (None, stood[at])]
    if len(emptied) + len(filled) != len(seen):
        return ()
    match emptied, filled:
        case [at], []:
            return (Remove(stood[at] or "", at),)
        case [], [at]:
            player = seen[at] or ""
            return (Place(player, at) if state.phase == "placement" else Add(player, at),)
        case [origin], [to] if stood[origin] == seen[to]:
            return (Move(seen[to] or "", origin, to),)
    return ()
