"""Names short enough to be read across a table, where marks on a picture tell the rest."""

from collections.abc import Mapping
from typing import Final

from companion.language import Saying, said
from companion.words.names import PLACES, Names

BRIEF: Final[Mapping[str, Saying]] = {
    "city": PLACES["city"],
    "town": said("a town of {region}"),
    "village": said("a village of {region}"),
}


class BriefNames(Names):
    """Names of which those of locations say no more than is printed on the board."""

    def location(self, location: str) -> str:
        """Name a location by its kind and city-state; by its id where the board has none such."""
        number = self.board.index.get(location)
        if number is None:
            return location
        found = self.board.locations[number]
        region = self.city_state(found.city_state)
        return self.language.tell(BRIEF[found.kind], {"region": region})


def brief(names: Names) -> BriefNames:
    """Shorten the names of one language and table."""
    return BriefNames(names.language, names.board, names.people)
