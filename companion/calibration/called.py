"""What city-states and places of a draft are called, in the language of the screen."""

from collections.abc import Mapping
from typing import Final

from companion.calibration.draft import (
    KINDS_OF_PLACES,
    PLACES_EACH,
    Draft,
    city_state_of,
    kind_of,
)
from companion.language import Language, Saying, said

PLACES: Final[Mapping[str, Saying]] = {
    "city": said("city of {city_state}"),
    "town": said("town {number} of {city_state}"),
    "village": said("village {number} of {city_state}"),
}

UNNAMED: Final = said("city-state {number}")


def city_state_called(draft: Draft, city_state: int) -> str:
    """Name a city-state as the owner did, else by its number."""
    return draft.names[city_state] or str(city_state + 1)


def place_called(words: Language, draft: Draft, place: int) -> str:
    """Name a place by its kind and its city-state."""
    state = city_state_of(place)
    unnamed = words.tell(UNNAMED, {"number": f"{state + 1}"})
    kind = kind_of(place)
    number = place % PLACES_EACH - KINDS_OF_PLACES.index(kind) + 1
    names = {
        "city_state": draft.names[state] or unnamed,
        "number": str(number),
    }
    return words.tell(PLACES[kind], names)
