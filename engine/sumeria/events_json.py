"""Events as the keys of a record's line, and back (formats, section 3)."""

from typing import assert_never

from engine.fields import IDENTIFIER, Fields
from engine.sumeria.events import (
    VERBS,
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
)


def parse_event(fields: Fields) -> Event:  # noqa: PLR0911 - a return a verb
    """Read one event by its shape, leaving keys that it does not know; raises InputError.

    Whether the ids exist is for the rules to say.
    """
    verb = fields.choice("type", VERBS)
    if verb in ("place", "add"):
        kind = Place if verb == "place" else Add
        return kind(fields.identifier("player"), fields.identifier("at"))
    if verb == "move":
        player, origin = fields.identifier("player"), fields.identifier("from")
        return Move(player, origin, fields.identifier("to"))
    if verb == "remove":
        return Remove(fields.identifier("player"), fields.identifier("from"))
    if verb == "claim":
        player, city_state = fields.identifier("player"), fields.identifier("city_state")
        return Claim(player, city_state, fields.identifiers("tiles"))
    if verb == "score":
        return Score()
    if verb == "draw":
        return Draw(fields.identifiers("influence"))
    if verb == "correct":
        return _parse_correct(fields)
    first, ranking = fields.identifier("first"), fields.identifiers("ranking")
    return Setup(first, ranking, fields.identifiers("influence"))


def _parse_correct(fields: Fields) -> Correct:
    raw = fields.take("board") if fields.has("board") else {}
    if not isinstance(raw, dict):
        raise fields.error("board", "expected locations with the player or null for each")
    for location, player in raw.items():
        if not IDENTIFIER.fullmatch(location):
            raise fields.error("board", f"expected the id of a location, found {location!a}")
        if player is not None and not (isinstance(player, str) and IDENTIFIER.fullmatch(player)):
            raise fields.error(f"board.{location}", "expected a player or null")
    ranking = fields.identifiers("ranking") if fields.has("ranking") else None
    player = fields.identifier("as_turn_of") if fields.has("as_turn_of") else None
    return Correct(tuple(raw.items()), ranking, player)


def format_event(event: Event) -> dict[str, object]:
    """Write an event as the keys of a record's line, in the order of the formats."""
    keys: dict[str, object] = {"type": event.verb}
    match event:
        case Setup(first, ranking, influence):
            keys |= {"first": first, "ranking": list(ranking), "influence": list(influence)}
        case Place(player, at) | Add(player, at):
            keys |= {"player": player, "at": at}
        case Move(player, origin, to):
            keys |= {"player": player, "from": origin, "to": to}
        case Remove(player, origin):
            keys |= {"player": player, "from": origin}
        case Claim(player, city_state, tiles):
            keys |= {"player": player, "city_state": city_state, "tiles": list(tiles)}
        case Draw(influence):
            keys["influence"] = list(influence)
        case Correct(board, row, player):
            keys["board"] = dict(board)
            keys |= {} if row is None else {"ranking": list(row)}
            keys |= {} if player is None else {"as_turn_of": player}
        case Score():
            pass
        case _:
            assert_never(event)
    return keys
