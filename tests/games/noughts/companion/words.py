"""How noughts and crosses is told: all that is said stands in its table of sentences."""

from pathlib import Path
from typing import Final

from companion.words.names import Names
from tests.games.noughts.engine import NOUGHTS


class NoughtsNames(Names):
    """Names and sentences of noughts and crosses."""

    game = NOUGHTS
    folder = Path(__file__).parents[1] / "seeds"


NAMES: Final = NoughtsNames
