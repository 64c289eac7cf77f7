"""A finding as one plain sentence in the reader's language, told from its facts."""

from collections.abc import Mapping
from typing import Final

from companion.language import said
from companion.words.choosing import Choice
from companion.words.followed import FOLLOWED
from companion.words.judged import JUDGED
from companion.words.names import Names, sentence
from companion.words.scored import SCORED
from engine.account import UNDO
from engine.ruling import Fact, Finding

FOLLOWING: Final[Mapping[str, Choice]] = {**FOLLOWED, **SCORED}
TAKEN_BACK: Final = said("Event {event} no longer counts.")
COUNTS_AGAIN: Final = said("Event {event} counts again.")

LOCATIONS: Final = {"at", "from", "to", "passed", "empty"}
CITY_STATES: Final = {"city_state", "neighbour", "next", "ranking", "old_ranking", "ascendancy"}
TILES: Final = {"tiles", "lying", "influence"}
PLAYERS: Final = {
    *("player", "players", "to_play", "occupant", "controller", "runner_up", "fewest"),
    *("as_turn_of", "before", "after", "order", "among", "tied", "left", "winners"),
}


def judged_sentence(finding: Finding, names: Names) -> str:
    """Tell what a rule found of an event; KeyError for facts that no rule looks at."""
    return _told(JUDGED, finding, names)


def following_sentence(finding: Finding, names: Names, *, inner: bool = False) -> str:
    """Tell what follows from an event; ``inner`` where a finding belongs to another."""
    if inner and finding.rule == UNDO:
        saying = COUNTS_AGAIN if finding.holds else TAKEN_BACK
        return names.language.tell(saying, _shown(finding, names))
    return _told(FOLLOWING, finding, names)


def _told(sentences: Mapping[str, Choice], finding: Finding, names: Names) -> str:
    shape = " ".join(name for name, _ in finding.facts)
    own = f"{finding.rule}: {shape}"
    saying = sentences[own if own in sentences else shape](finding, dict(finding.facts))
    return sentence(names.language.tell(saying, _shown(finding, names)))


def _shown(finding: Finding, names: Names) -> dict[str, str]:
    facts = dict(finding.facts)
    shown = {name: _word(name, value, names, finding.rule) for name, value in facts.items()}
    if "kind" in facts and isinstance(facts["tiles"], int):
        shown["tiles"] = names.tiles_of(str(facts["kind"]), facts["tiles"])
    return shown


def _word(  # noqa: PLR0911 - one a sort of fact
    name: str, value: Fact, names: Names, rule: str
) -> str:
    if isinstance(value, int):
        return str(value)
    many = value if isinstance(value, tuple) else ()
    if name in TILES:
        return names.tiles(many)
    if name == "needs":
        return names.one_of(names.phase(one) for one in many)
    if name == "phase":
        return names.phase(str(value))
    if name in CITY_STATES or (name == "passed" and rule == "S-23"):
        return names.all_of(map(names.city_state, many)) if many else names.city_state(_one(value))
    if name in LOCATIONS:
        return names.all_of(map(names.location, many)) if many else names.location(str(value))
    if name in PLAYERS:
        if isinstance(value, tuple):
            return names.all_of(map(names.player, many))
        return names.player(value)
    return str(value)


def _one(value: Fact) -> str | None:
    return value if isinstance(value, str) else None
