"""The sentences of a game, as ``seeds/GAME/sentences.LANGUAGE.toml`` holds them.

A sentence stands in a section under a name, and ``{facts}`` are filled in when it is said. Where it
depends on a fact, the name of the fact follows, then each case with its own sentence::

    [event]
    add = "{player} adds a piece on {at}."

    [finding]
    "player to_play".holds.yes = "{player} is to play."
    "player to_play".holds.no = "{to_play} is to play, not {player}."
    "player points".points.one = "{player} has {points} point."
    "player points".points.other = "{player} has {points} points."

Of the cases the first that fits is taken:

- the value itself, such as ``over``;
- ``{fact}``, another fact in braces, for a value that is that fact's too;
- ``yes`` or ``no``, for whether something holds;
- ``none`` for nobody, nothing, an empty list, and 0;
- a plural form by Unicode's names for the language, for a number or the length of a list:
  ``one`` and ``other`` in English and French, ``one``, ``few`` and ``other`` in Romanian;
- ``other``.

Cases may depend on other facts in turn. ``.like = "finding.player points"`` says the same as there.

``companion.words.names`` tells which sections there are. All languages of a game have the same
sections, names and cases, but for plural forms; tests tell what is missing, and what no event ever
says. A new language is a new file.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from companion.language import Language
from engine.ruling import Fact
from seeds import catalogue

PLACEHOLDER: Final = re.compile(r"{([^{}]+)}")
LIKE: Final = "like"


class Sentences:
    """The sentences of one game in one language, or in English where it lacks that language."""

    def __init__(self, folder: Path, language: Language) -> None:
        self._language = language
        self._table: Mapping[str, Any] = catalogue.sentences(folder, language.code)

    def has(self, section: str, name: str) -> bool:
        return name in self._table.get(section, {})

    def chosen(self, section: str, name: str, facts: Mapping[str, Fact]) -> str:
        """Choose a sentence by facts, unfilled; KeyError where there is none for them."""
        found = self._table[section][name]
        while not isinstance(found, str):
            ((fact, cases),) = found.items()
            if fact == LIKE:
                section, _, name = cases.partition(".")
                return self.chosen(section, name, facts)
            fitting = [case for case in self._fitting(facts[fact], facts) if case in cases]
            found = cases[fitting[0] if fitting else "other"]
        return found

    def filled(self, sentence: str, shown: Callable[[str], str]) -> str:
        """Fill in a sentence; ``shown`` writes a fact, by its name."""
        return self._language.elided(PLACEHOLDER.sub(lambda found: shown(found[1]), sentence))

    def _fitting(self, value: Fact, facts: Mapping[str, Fact]) -> list[str]:
        """List the cases that fit a value, the narrowest first."""
        if isinstance(value, bool):
            return ["yes" if value else "no"]
        cases = [] if value is None or isinstance(value, tuple) else [str(value)]
        if isinstance(value, str):
            cases += [f"{{{name}}}" for name, other in facts.items() if other == value]
        if not value:
            cases.append("none")
        if isinstance(value, int | tuple):
            cases.append(self._language.plural(value if isinstance(value, int) else len(value)))
        return [*cases, "other"]
