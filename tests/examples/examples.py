"""Every screen of the program as an example, by name.

To add one: write a function that takes a ``Sitting`` (words, board, and a real game of which any
moment can be shown) and gives a ``Screen``, in a file of this folder beside those of its kind, and
name it in ``_EXAMPLES``. What it says must be in the language of ``sitting.words``. The screenshots
show it (``make screenshots``), and ``tests/companion/ui/test_legible.py`` tests that it can be
read in every language, at every size, with the longest names, for three players and for four.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from companion.ui.screen import Screen
from tests.examples import (
    area_teaching_examples,
    calibration_examples,
    dynasty_examples,
    final_examples,
    hint_examples,
    list_examples,
    play_examples,
    siberia_examples,
    start_examples,
    table_teaching_examples,
    why_examples,
    wrong_examples,
)
from tests.examples.sitting import Sitting, sitting

Example = Callable[[Sitting], Screen]

SIZES: Final = ((800, 480), (1280, 800), (480, 800))
MORE_SIZES: Final = ((1024, 600), (1280, 720), (1920, 1080), (720, 1280))
"""Of other displays; what is legible at those is nearly always so at these."""
_EXAMPLES: Final[Mapping[str, Example]] = {
    "play-placing": play_examples.placing,
    "play": play_examples.playing,
    "play-moving": play_examples.moving,
    "play-reminding": play_examples.reminding,
    "play-order": play_examples.unordered,
    "play-restoring": play_examples.restoring,
    "play-beginning": play_examples.beginning,
    "play-ended": play_examples.ended,
    "play-guided": play_examples.guided,
    **start_examples.EXAMPLES,
    **dynasty_examples.EXAMPLES,
    **final_examples.EXAMPLES,
    **hint_examples.EXAMPLES,
    **why_examples.EXAMPLES,
    **wrong_examples.EXAMPLES,
    **calibration_examples.EXAMPLES,
    **table_teaching_examples.EXAMPLES,
    **area_teaching_examples.EXAMPLES,
    **siberia_examples.EXAMPLES,
    "list": list_examples.short,
    "list-long": list_examples.long,
    "list-troubled": list_examples.troubled,
}


def _in_words(example: Example) -> Example:
    """Break the lines of an example as its language does, as a session has its screens."""
    return lambda sitting: replace(example(sitting), unbroken=sitting.words.unbroken)


EXAMPLES: Final = {name: _in_words(example) for name, example in _EXAMPLES.items()}
KINDS: Final = tuple(dict.fromkeys(name.partition("-")[0] for name in EXAMPLES))
"""How the names of examples begin: what the screens are about."""


def of_kind(kind: str) -> list[str]:
    """List the examples of a kind."""
    return [name for name in EXAMPLES if name.partition("-")[0] == kind]


@lru_cache(maxsize=64)
def screen_of(name: str, language: str, *, longest: bool = False) -> Screen:
    """Give an example for four players; it is kept, as it is drawn at one size after another."""
    return EXAMPLES[name](sitting(language, longest=longest))
