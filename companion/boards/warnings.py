"""What is odd about a board's network, though nothing forbids it."""

from collections.abc import Iterator

from companion.calibration.checks import dead_ends, forks
from companion.language import Language, said
from engine.board import Board

DEAD_ENDS = said("only one stretch leads to these; is none missing? {locations}")
FORKS = said(
    "three stretches or more meet in these towns and villages, where a ruling matters (S-C02): "
    "{locations}"
)


def board_warnings(board: Board, words: Language) -> Iterator[str]:
    """Name dead ends, and the towns and villages where three stretches meet; a line each."""
    places = [location.id for location in board.locations]
    cities = [location.id for location in board.locations if location.kind == "city"]
    stretches = list(board.stretches())
    for saying, found in (
        (DEAD_ENDS, dead_ends(places, stretches)),
        (FORKS, forks(places, stretches, cities)),
    ):
        if found:
            yield words.tell(saying, {"locations": ", ".join(found)})
