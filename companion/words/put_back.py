"""What is to be done on the table so that a position lies there again, a sentence each."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.language import said
from companion.state_object import StateObject
from companion.words.names import Names, sentence

TAKE: Final = said("Take {player} off {at}.")
PUT: Final = said("Put {player} on {at}.")
INSTEAD: Final = said("Put {player} on {at}, in place of {other}.")
ROW: Final = said("Lay the ranking row so: {ranking}.")
TILES: Final = said("Lay the influence tiles so: {tiles}.")
NO_TILES: Final = said("No influence tiles lie above the ranking.")


def put_back_sentences(now: StateObject, then: StateObject, names: Names) -> list[str]:
    """Say how the table gets from one position to another."""
    told = _merchants(now["board"], then["board"], names)
    words = names.language
    if list(now["ranking"]) != list(then["ranking"]) and then["ranking"]:
        row = ", ".join(map(names.city_state, then["ranking"]))
        told.append(words.tell(ROW, {"ranking": row}))
    if list(now["influence"]) != list(then["influence"]):
        told.append(_tiles(then["influence"], names))
    return told


def _merchants(now: Mapping[str, str], then: Mapping[str, str], names: Names) -> list[str]:
    told = []
    for one in names.board.locations:
        stands, stood = now.get(one.id), then.get(one.id)
        if stands == stood:
            continue
        saying = TAKE if stood is None else INSTEAD if stands else PUT
        values = {
            "at": names.location(one.id),
            "player": names.player(stood or stands),
            "other": names.player(stands),
        }
        told.append(sentence(names.language.tell(saying, values)))
    return told


def _tiles(influence: Sequence[str | None], names: Names) -> str:
    lying = [kind for kind in influence if kind is not None]
    if not lying:
        return names.language.tell(NO_TILES, {})
    return names.language.tell(TILES, {"tiles": names.tiles(lying)})
