"""Sumeria's events and their consequences in plain English sentences."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, assert_never

from engine.board import Board
from engine.record import Undo
from engine.sumeria import (
    Add,
    Awarded,
    Claim,
    Controlled,
    Correct,
    Discarded,
    Draw,
    Effect,
    Event,
    Finished,
    Move,
    NextFirst,
    Place,
    Remove,
    Rotated,
    Score,
    Setup,
    Swapped,
)

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def player_name(player: str) -> str:
    """Name a player as a sentence begins: Red."""
    return player.capitalize()


def city_state_name(board: Board, city_state: str) -> str:
    """Name a city-state as the board file does; its id where the board has none such."""
    return next((one.name for one in board.city_states if one.id == city_state), city_state)


def location_name(board: Board, location: str) -> str:
    """Name a location by what is printed there: the city of Ur, a town of Ur (ur.town-1)."""
    number = board.index.get(location)
    if number is None:
        return location
    found = board.locations[number]
    region = city_state_name(board, found.city_state or "")
    if found.kind == "city":
        return f"the city of {region}"
    return f"a {found.kind} of {region} ({location})"


def tile_names(tiles: Iterable[str]) -> str:
    """Count influence tiles in words: two economy tiles and one religion tile."""
    counted = Counter(tiles).items()
    return listing(
        f"{NUMBERS[number]} {kind} tile{'s' if number > 1 else ''}" for kind, number in counted
    )


def listing(words: Iterable[str], last: str = "and") -> str:
    """Join words as a sentence does: a, b and c."""
    *most, final = words
    return f"{', '.join(most)} {last} {final}" if most else final


def sentence_for(  # noqa: C901, PLR0911 - a sentence a verb
    event: Event | Undo, board: Board
) -> str:
    """Tell what happened; names of city-states come from the board."""
    match event:
        case Setup(first, ranking, influence):
            row = ", ".join(city_state_name(board, one) for one in ranking)
            tiles = ", ".join(influence)
            return f"{player_name(first)} begins. Ranking: {row}. Influence tiles: {tiles}."
        case Place(player, at):
            return f"{player_name(player)} places a merchant on {location_name(board, at)}."
        case Add(player, at):
            return f"{player_name(player)} adds a merchant on {location_name(board, at)}."
        case Move(player, origin, to):
            way = f"from {location_name(board, origin)} to {location_name(board, to)}"
            return f"{player_name(player)} moves {way}."
        case Remove(player, origin):
            return (
                f"{player_name(player)} takes back the merchant on {location_name(board, origin)}."
            )
        case Score():
            return "The dynasty ends."
        case Claim(player, city_state, tiles):
            chosen = f"{tile_names(tiles)} in {city_state_name(board, city_state)}"
            return f"{player_name(player)} chooses {chosen}."
        case Draw(influence):
            return f"New influence tiles: {', '.join(influence)}."
        case Correct():
            return _correction(event, board)
        case Undo(to):
            return f"The game goes back to where it stood after line {to}."
        case _:
            assert_never(event)


def _correction(event: Correct, board: Board) -> str:
    changes = [
        f"{location_name(board, at)} {'is empty' if player is None else 'holds ' + player}"
        for at, player in event.board
    ]
    if event.ranking is not None:
        changes.append(f"the ranking is {', '.join(_names(board, event.ranking))}")
    if event.as_turn_of is not None:
        changes.append(f"{event.as_turn_of} has used up this turn")
    return f"The table agrees: {'; '.join(changes) or 'nothing changes'}."


def sentence_for_effect(effect: Effect, board: Board) -> str:  # noqa: PLR0911 - one an effect
    """Tell what followed from an event by the rules."""
    match effect:
        case Swapped(_, rose, fell):
            return (
                f"{city_state_name(board, rose)} now ranks before {city_state_name(board, fell)}."
            )
        case Controlled():
            return _control(effect, board)
        case Awarded(_, player, city_state, tiles):
            where = city_state_name(board, city_state)
            return f"{player_name(player)} takes {tile_names(tiles)} from {where}."
        case Discarded(_, city_state, tiles):
            where = city_state_name(board, city_state)
            return f"Out of the game from {where}: {tile_names(tiles)}."
        case NextFirst():
            return _next_first(effect, board)
        case Rotated(ranking):
            return f"The ranking is now {', '.join(_names(board, ranking))}."
        case Finished(winners):
            verb = "wins" if len(winners) == 1 else "share the victory"
            return f"{listing(player_name(one) for one in winners)} {verb}."
        case _:
            assert_never(effect)


def _control(held: Controlled, board: Board) -> str:
    where = f"{city_state_name(board, held.city_state)} (rank {held.rank})"
    if held.controller is None:
        return f"Nobody has a merchant in {where}."
    sentence = f"{player_name(held.controller)} controls {where}"
    if held.by == "S-28":
        sentence += " by tie-break"
    if held.runner_up is not None:
        sentence += f", {held.runner_up} is second"
        if held.runner_up_by == "S-28":
            sentence += " by tie-break"
    return sentence + "."


def _next_first(chosen: NextFirst, board: Board) -> str:
    decided = city_state_name(board, chosen.narrowing[-1][0])
    reason = {
        "S-36": f"has fewest merchants in {decided}",
        "S-37": f"is tied for fewest merchants until {decided} decides",
        "S-C12": "is tied for fewest merchants everywhere and played last (house rule)",
    }[chosen.rule]
    why = f"{player_name(chosen.fewest)} {reason}"
    if chosen.player == chosen.fewest:
        return f"{why} and begins the next dynasty (house rule)."
    return f"{why} and plays last: {chosen.player}, on the left, begins the next dynasty."


def _names(board: Board, city_states: Iterable[str]) -> Iterable[str]:
    return (city_state_name(board, one) for one in city_states)
