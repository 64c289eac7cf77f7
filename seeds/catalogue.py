"""What a game's folder of seeds holds in every language: its rule catalogue and its sentences.

``rules.toml`` and ``rulings.toml`` hold what is known of each rule, ``rules.LANGUAGE.toml`` and
``rulings.LANGUAGE.toml`` its title and text, ``sentences.LANGUAGE.toml`` what is said of the game
(``companion.words.sentences`` tells how). What a language lacks of that is said in English.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

Standing = Literal["printed", "clarified", "house"]


@dataclass(frozen=True, slots=True)
class Citation:
    """Where it is written: the source's name in the reader's language, the section as printed.

    ``section`` is None where the source has no sections or the place is none of them.
    """

    source: str
    section: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule ("S-20") or a ruling ("S-C02") in one language.

    ``title`` is a phrase, or the question that a ruling answers; ``text`` one or two sentences.
    ``standing``: the leaflets say it (printed), they leave it open or contradict each other and
    sources or logic decide (clarified), or nobody says it and we chose (house).
    ``follows``: ids of the rules from which it follows.
    ``other_readings``: a ruling's readings beside the one that was taken, which is ``text``; each
    names who holds it, unless it is what a player might think.
    """

    id: str
    title: str
    text: str
    standing: Standing
    citations: tuple[Citation, ...]
    follows: tuple[str, ...]
    other_readings: tuple[str, ...]


@cache
def rules(folder: Path, language: str = "en") -> Mapping[str, Rule]:
    """List a game's rules, then its rulings, by id."""
    sources = _said(folder, "rules", language)["sources"]
    found = {}
    for name in ("rules", "rulings"):
        facts = folder / f"{name}.toml"
        if not facts.exists():  # a game whose rules leave no question open
            continue
        texts = _said(folder, name, language)
        for rule_id, known in _read(facts).items():
            found[rule_id] = _rule(rule_id, known, texts[rule_id], sources)
    return MappingProxyType(found)


@cache
def sentences(folder: Path, language: str = "en") -> Mapping[str, Any]:
    """Load a game's sentences."""
    return MappingProxyType(_said(folder, "sentences", language))


@cache
def numbered(language: str) -> frozenset[str]:
    """List the nouns of all games after which a number is a name: "space 3", not "3 spaces"."""
    return _nouns(language, "nouns")


@cache
def counted(language: str) -> frozenset[str]:
    """List the nouns of all games that a word may part from their number: "2 religion tiles"."""
    return _nouns(language, "counted")


def _nouns(language: str, key: str) -> frozenset[str]:
    folders = (file.parent for file in Path(__file__).parent.glob("*/sentences.en.toml"))
    nouns = (sentences(one, language).get("numbered", {}).get(key, "") for one in folders)
    return frozenset(" ".join(nouns).split())


def written(folder: Path, name: str, language: str) -> Mapping[str, Any]:
    """Load one of a language's own files, nothing where there is none."""
    path = folder / f"{name}.{language}.toml"
    return _read(path) if path.exists() else {}


def _rule(
    rule_id: str, known: Mapping[str, Any], words: Mapping[str, Any], sources: Mapping[str, str]
) -> Rule:
    return Rule(
        id=rule_id,
        title=words["title"],
        text=words["text"],
        standing=known["standing"],
        citations=tuple(
            Citation(sources[source], *section) for source, *section in known.get("citations", ())
        ),
        follows=tuple(known.get("follows", ())),
        other_readings=tuple(words.get("other_readings", ())),
    )


def _said(folder: Path, name: str, language: str) -> dict[str, Any]:
    return _completed(written(folder, name, language), written(folder, name, "en"))


def _completed(own: Mapping[str, Any], english: Mapping[str, Any]) -> dict[str, Any]:
    """Add what is only there in English, down to single cases of a sentence."""
    both = own.keys() & english.keys()
    deeper = {key for key in both if isinstance(own[key], dict) and isinstance(english[key], dict)}
    return {**english, **own, **{key: _completed(own[key], english[key]) for key in deeper}}


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
