"""What players, places and tiles are called in a sentence, in the reader's language."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from companion.language import Language, Saying, counted, said
from engine.board import Board

COLOURS: Final[Mapping[str, Saying]] = {
    "red": said("Red"),
    "blue": said("Blue"),
    "yellow": said("Yellow"),
    "green": said("Green"),
    "black": said("Black"),
    "white": said("White"),
    "purple": said("Purple"),
    "orange": said("Orange"),
}
PLACES: Final[Mapping[str, Saying]] = {
    "city": said("the city of {region}"),
    "town": said("a town of {region} ({id})"),
    "village": said("a village of {region} ({id})"),
}
TILES: Final[Mapping[str, Saying]] = {
    "economy": counted("{number} economy tile", "{number} economy tiles", "number"),
    "military": counted("{number} military tile", "{number} military tiles", "number"),
    "politics": counted("{number} politics tile", "{number} politics tiles", "number"),
    "religion": counted("{number} religion tile", "{number} religion tiles", "number"),
}
PHASES: Final[Mapping[str, Saying]] = {
    "setup": said("the setup"),
    "placement": said("the opening placement"),
    "action": said("the turns of a dynasty"),
    "score": said("the end of all turns"),
    "claim": said("the choice of influence tiles"),
    "draw": said("the deal for a new dynasty"),
    "over": said("the end of the game"),
}


class Names:
    """Names of one game's things: those of city-states come from the board and stay as printed.

    ``people`` are the names that players gave themselves, by colour.
    """

    def __init__(
        self, language: Language, board: Board, people: Mapping[str, str] | None = None
    ) -> None:
        """Name what is on this board, and who sits around it."""
        self.language = language
        self.people: Final[Mapping[str, str]] = people or {}
        self.board = board
        self._city_states = {one.id: one.name for one in board.city_states}

    def player(self, player: str | None) -> str:
        """Name a player, by colour where no name was given; or say that it is nobody."""
        if player is None:
            return self.language.say("nobody")
        # A name may hold anything; in a sentence it is to stay on its line.
        return " ".join(self.people.get(player, "").split()) or self.colour(player)

    def colour(self, player: str) -> str:
        """Name a colour as one writes a name: Red."""
        known = COLOURS.get(player)
        return self.language.tell(known, {}) if known else player.capitalize()

    def city_state(self, city_state: str | None) -> str:
        """Name a city-state as the board file does; by its id where the board has none such."""
        return self._city_states.get(city_state or "", city_state or "")

    def location(self, location: str) -> str:
        """Name a location by what is printed there; by its id where the board has none such."""
        number = self.board.index.get(location)
        if number is None:
            return location
        found = self.board.locations[number]
        region = self.city_state(found.city_state)
        return self.language.tell(PLACES[found.kind], {"region": region, "id": location})

    def tiles(self, tiles: Iterable[str]) -> str:
        """Count influence tiles: 2 economy tiles and 1 religion tile."""
        return self.all_of(self.tiles_of(kind, many) for kind, many in Counter(tiles).items())

    def tiles_of(self, kind: str, many: int) -> str:
        """Count influence tiles of one kind; a kind that there is not is named by its id."""
        known = TILES.get(kind)
        return (
            self.language.tell(known, {"number": str(many)}) if known else f"{many} \u00d7 {kind}"
        )

    def phase(self, phase: str) -> str:
        """Name a phase of the game."""
        return self.language.tell(PHASES[phase], {})

    def all_of(self, words: Iterable[str]) -> str:
        """Join words as a sentence does: a, b and c; or say that there are none."""
        *most, final = [*words] or [self.language.say("none")]
        if not most:
            return final
        return self.language.say("{most} and {last}", most=", ".join(most), last=final)

    def one_of(self, words: Iterable[str]) -> str:
        """Join words between which there is a choice: a, b or c."""
        *most, final = words
        if not most:
            return final
        return self.language.say("{most} or {last}", most=", ".join(most), last=final)


def sentence(text: str) -> str:
    """Begin a text with a capital letter and leave the rest as it is."""
    return text[:1].upper() + text[1:]
