"""Sumeria's events as plain sentences in the reader's language: done, or possible instead."""

from collections.abc import Mapping
from typing import Any, Final

from companion.language import Saying, said
from companion.words.names import Names, sentence
from engine.record import Undo
from engine.sumeria import Add, Claim, Correct, Draw, Move, Place, Remove, Score, Setup

DONE: Final[Mapping[type, Saying]] = {
    Setup: said("{player} begins. Ranking: {ranking}. Influence tiles: {tiles}."),
    Place: said("{player} places a merchant on {at}."),
    Add: said("{player} adds a merchant on {at}."),
    Move: said("{player} moves a merchant from {from} to {to}."),
    Remove: said("{player} takes back the merchant on {from}."),
    Score: said("The dynasty is scored."),
    Claim: said("{player} chooses in {city_state}: {tiles}."),
    Draw: said("New influence tiles: {tiles}."),
    Correct: said("The table agrees on a correction: {changes}."),
    Undo: said("The game goes back to where it stood after line {to} of the record."),
}
POSSIBLE: Final[Mapping[type, Saying]] = {
    Place: said("{player} may place a merchant on {at}."),
    Add: said("{player} may add a merchant on {at}."),
    Move: said("{player} may move a merchant from {from} to {to}."),
    Remove: said("{player} may take back the merchant on {from}."),
    Claim: said("{player} may choose in {city_state}: {tiles}."),
}


def event_sentence(event: Any, names: Names) -> str:  # noqa: ANN401 - of any game, or an undo
    """Tell what was done."""
    return sentence(names.language.tell(DONE[type(event)], _values(event, names)))


def possible_sentence(event: Any, names: Names) -> str:  # noqa: ANN401 - an event of any game
    """Tell what a player may do: a placement, an action or a claim."""
    return sentence(names.language.tell(POSSIBLE[type(event)], _values(event, names)))


def _values(  # noqa: PLR0911 - a case a verb
    event: Any,  # noqa: ANN401 - as above
    names: Names,
) -> dict[str, str]:
    match event:
        case Setup(first, ranking, influence):
            row = names.all_of(map(names.city_state, ranking))
            return {
                "player": names.player(first),
                "ranking": row,
                "tiles": names.tiles(influence),
            }
        case Place(player, at) | Add(player, at):
            return {"player": names.player(player), "at": names.location(at)}
        case Move(player, origin, to):
            ends = {"from": names.location(origin), "to": names.location(to)}
            return {"player": names.player(player), **ends}
        case Remove(player, origin):
            return {"player": names.player(player), "from": names.location(origin)}
        case Claim(player, city_state, tiles):
            where = names.city_state(city_state)
            return {
                "player": names.player(player),
                "city_state": where,
                "tiles": names.tiles(tiles),
            }
        case Draw(influence):
            return {"tiles": names.tiles(influence)}
        case Correct(board, ranking):
            changes = [_change(at, player, names) for at, player in board]
            if ranking is not None:
                changes.append(names.language.say("a new order of the ranking"))
            return {"changes": names.all_of(changes)}
        case Undo(to):
            return {"to": str(to)}
    return {}  # a score is the same each time


def _change(at: str, player: str | None, names: Names) -> str:
    where, who = names.location(at), names.player(player)
    return names.language.say("{player} on {at}", player=who, at=where)
