"""What lies on the table, what the sight of it may mean, and what people have to tell."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from engine.board import LOCATIONS
from engine.game import Form, Question
from engine.layout import Contents, Lying, View, alone
from engine.sumeria.board_file import INFLUENCE, RANKING
from engine.sumeria.dynasty import SPACES, can_deal, rank_to_claim
from engine.sumeria.events import Add, Claim, Correct, Draw, Event, Move, Place, Remove
from engine.sumeria.legal import legal_events
from engine.sumeria.state import State
from engine.sumeria.turns import to_play

_tiles = lru_cache(maxsize=256)(alone)
"""Gives tiles as contents; many states have the same."""


def expected(state: State) -> View:
    """Tell who should stand where and which tiles should lie where; all empty in ``setup``."""
    setting = state.setting
    ranking: tuple[str | None, ...] = state.ranking
    if state.phase == "setup":
        ranking = (None,) * len(setting.board.regions)
    return View(
        (
            (LOCATIONS, _standing(setting.pieces, state.merchants, len(setting.board.locations))),
            (RANKING, _tiles(ranking)),
            (INFLUENCE, _tiles(state.influence)),
        )
    )


@lru_cache(maxsize=4096)
def _standing(pieces: tuple[Lying, ...], merchants: tuple[int, ...], locations: int) -> Contents:
    """Tell what stands on each location; a search comes to the same again and again."""
    board: list[Lying] = [()] * locations
    for piece, standing in zip(pieces, merchants, strict=True):
        left = standing
        while left:
            at = left.bit_length() - 1
            board[at] = piece
            left ^= 1 << at
    return tuple(board)


def tidying(state: State, event: Event) -> Sequence[View]:
    """Show the table between a controller's claim and the runner-up's taking the rest.

    Where equal tiles lie, any of them may be the one that was taken.
    """
    if not isinstance(event, Claim):
        return ()
    now = expected(state)
    kinds = state.influence
    found = []
    for taken in combinations(range(len(kinds))[SPACES[rank_to_claim(state)]], len(event.tiles)):
        if sorted(kinds[space] or "" for space in taken) == list(event.tiles):
            left = [None if space in taken else kind for space, kind in enumerate(kinds)]
            found.append(now.having(INFLUENCE, left))
    return found


def chance(state: State, before: View, seen: View) -> Draw | None:
    """Name the draw that lies there: six tiles, not those of before, that the bag could hold."""
    if state.phase != "draw" or seen[INFLUENCE] == before[INFLUENCE]:
        return None
    influence = tuple(kind for kind in seen.singles(INFLUENCE) if kind is not None)
    return Draw(influence) if can_deal(state, influence) else None


def attempts(state: State, seen: View) -> Sequence[Event]:
    """List what a player may have tried, legally or not, when merchants stand as seen.

    It is the turn of whoever's merchant is seen: whether it was, the judge will say.
    """
    changed = _changed(state, seen)
    emptied = [(at, stood) for at, stood, there in changed if there is None]
    filled = [(at, there) for at, _, there in changed if there is not None]
    match emptied, filled:
        case [(at, stood)], []:
            return (Remove(stood or "", at),)
        case [], [(at, player)]:
            return (Place(player, at) if state.phase == "placement" else Add(player, at),)
        case [(origin, stood)], [(to, player)] if stood == player:
            return (Move(player, origin, to),)
    return ()


def corrections(state: State, seen: View) -> Sequence[Correct]:
    """List the corrections after which merchants stand as seen; the second uses up a turn."""
    board = tuple((at, there) for at, _, there in _changed(state, seen))
    turns = dict.fromkeys([None, to_play(state)])
    return [Correct(board, as_turn_of=player) for player in turns]


def _changed(state: State, seen: View) -> list[tuple[str, str | None, str | None]]:
    """List what looks otherwise than expected: where, who should stand there, and who does."""
    places = zip(
        state.setting.board.locations,
        expected(state).singles(LOCATIONS),
        seen.singles(LOCATIONS),
        strict=True,
    )
    return [(one.id, stood, there) for one, stood, there in places if stood != there]


def entry(state: State) -> Sequence[Form]:
    """List the setup, claim or draw that is awaited; nothing else has to be told."""
    setting = state.setting
    in_bag = zip(setting.counts.kinds, state.bag, strict=True)
    tiles = Question("influence", tuple(kind for kind, left in in_bag if left))
    match state.phase:
        case "setup":
            row = tuple(one.id for one in setting.board.regions)
            first = Question("first", setting.players)
            return (Form((("type", "setup"),), (first, Question("ranking", row), tiles)),)
        case "claim":
            claims = [event for event in legal_events(state) if isinstance(event, Claim)]
            given = ("type", "claim"), ("player", claims[0].player)
            chosen = Question("tiles", tuple(event.tiles for event in claims))
            return (Form((*given, ("city_state", claims[0].city_state)), (chosen,)),)
        case "draw":
            return (Form((("type", "draw"),), (tiles,)),)
    return ()
