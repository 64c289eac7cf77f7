"""Sumeria's rule catalogue: every rule and ruling, told in our own words in three languages."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

LANGUAGES: Final = ("en", "fr", "ro")

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
def rules(language: str = "en") -> Mapping[str, Rule]:
    """List all rules, then all rulings, by id, in one of ``LANGUAGES``; KeyError for another."""
    if language not in LANGUAGES:
        raise KeyError(language)
    sources = _read(f"rules.{language}.toml").pop("sources")
    found = {}
    for name in ("rules", "rulings"):
        texts = _read(f"{name}.{language}.toml")
        for rule_id, known in _read(f"{name}.toml").items():
            found[rule_id] = _rule(rule_id, known, texts[rule_id], sources)
    return MappingProxyType(found)


def rule(rule_id: str, language: str = "en") -> Rule:
    """Return one rule or ruling; KeyError for an id or a language that there is not."""
    return rules(language)[rule_id]


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


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))
