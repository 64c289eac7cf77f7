"""A ruling as an indented tree of plain sentences, and where its rules are written.

What a game's rules found is told by the game's sentences; what the record decides, by those here.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from companion.language import Language, said
from companion.words.names import Names
from engine.history import UNDO
from engine.ruling import Finding, Ruling
from seeds.catalogue import Citation, Rule

INDENT: Final = "  "
SIGNS: Final = ("✓", "\N{MULTIPLICATION SIGN}")
"""What is kept, and what is broken."""
LINE_KNOWN: Final = said("The record has line {to}.")
LINE_UNKNOWN: Final = said(
    "The record can go back to lines 1 to {lines} from here, not to line {to}."
)
BACK_TO_EVENT: Final = said("The game stands again as it did after event {event}.")
BACK_TO_START: Final = said("The game stands again as it did before the first event.")
TAKEN_BACK: Final = said("Event {event} no longer counts.")
COUNTS_AGAIN: Final = said("Event {event} counts again.")


class ExplanationLine(NamedTuple):
    """One line of an explanation: those of a greater ``depth`` belong to the one above."""

    text: str
    depth: int = 0

    @property
    def indented(self) -> str:
        return INDENT * self.depth + self.text


def finding_sentence(finding: Finding, names: Names, *, inner: bool = False) -> str:
    """Tell what a rule, or the record, found; ``inner`` where a finding belongs to another."""
    if finding.rule != UNDO:
        return names.finding(finding)
    facts = dict(finding.facts)
    if "to" in facts:
        saying = LINE_KNOWN if finding.holds else LINE_UNKNOWN
    elif inner:
        saying = COUNTS_AGAIN if finding.holds else TAKEN_BACK
    else:
        saying = BACK_TO_EVENT if facts["event"] else BACK_TO_START
    return names.language.say(saying, **{name: str(value) for name, value in facts.items()})


def verdict_lines(
    ruling: Ruling, names: Names, *, ids: bool = True, signs: bool = False
) -> Iterator[ExplanationLine]:
    """Yield the verdict, what every rule consulted found, and what follows.

    Each is told with the ``ids`` of its rule, and whether that was kept, by ``signs`` or by words.
    """
    say = names.language.say
    yield ExplanationLine(say("Legal, because:") if ruling.holds else say("Not legal, because:"))
    for finding in ruling.findings:
        yield from _judged_lines(finding, names, ids=ids, signs=signs)
    if ruling.consequences:
        yield ExplanationLine(say("What follows:"))
        for finding in ruling.consequences:
            yield from _following_lines(finding, names, 1, ids=ids)


def finding_lines(findings: Sequence[Finding], names: Names) -> Iterator[ExplanationLine]:
    """Yield findings that stand for themselves, with those below them and the ids of rules."""
    for finding in findings:
        yield from _following_lines(finding, names, 0, ids=True)


def nearest_lines(
    nearest: Sequence[tuple[Any, Finding]], names: Names
) -> Iterator[ExplanationLine]:
    """Yield the legal events nearest to an illegal one, and the rule that stands between."""
    yield ExplanationLine(names.language.say("Legal moves, for example:"))
    for event, _ in nearest:
        yield ExplanationLine(names.possible(event), 1)
    yield ExplanationLine(names.language.say("Why not:"))
    yield from _judged_lines(nearest[0][1], names, ids=True, signs=False)


def rule_lines(ruling: Ruling, names: Names) -> Iterator[ExplanationLine]:
    """Yield every rule of a ruling once: its id, its title, and where it is written."""
    consulted = dict.fromkeys(_rule_ids((*ruling.findings, *ruling.consequences)))
    consulted.pop(UNDO, None)
    if consulted:
        yield ExplanationLine(names.language.say("The rules:"))
    for rule_id in consulted:
        yield ExplanationLine(rule_line(rule_id, names), 1)


def rule_line(rule_id: str, names: Names, *, ids: bool = True) -> str:
    """Name a rule: its id, its title, and where it is written; KeyError for one there is not.

    Without ``ids`` it has none, and other rules that it follows from are named by their titles.
    """
    rule = names.rule(rule_id)
    called = f"{rule_id} {rule.title}" if ids else rule.title
    return f"{called} – {_standing(rule, names, ids=ids)}"


def _judged_lines(
    finding: Finding, names: Names, *, ids: bool, signs: bool
) -> Iterator[ExplanationLine]:
    marks = SIGNS if signs else [names.language.say("kept"), names.language.say("BROKEN")]
    mark, width = marks[not finding.holds], max(map(len, marks))
    between = " " if signs else "  "
    sentence = f"{finding_sentence(finding, names)}{_id(finding, ids=ids)}"
    yield ExplanationLine(f"{mark:>{width}}{between}{sentence}", 1)
    for child in finding.children:
        yield from _following_lines(child, names, 2, ids=ids, inner=True)


def _following_lines(
    finding: Finding, names: Names, depth: int, *, ids: bool, inner: bool = False
) -> Iterator[ExplanationLine]:
    sentence = finding_sentence(finding, names, inner=inner)
    yield ExplanationLine(f"{sentence}{_id(finding, ids=ids)}", depth)
    for child in finding.children:
        yield from _following_lines(child, names, depth + 1, ids=ids, inner=True)


def _id(finding: Finding, *, ids: bool) -> str:
    return f" ({finding.rule})" if ids and finding.rule != UNDO else ""


def _rule_ids(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        yield finding.rule
        yield from _rule_ids(finding.children)


def _standing(rule: Rule, names: Names, *, ids: bool) -> str:
    language = names.language
    if rule.standing == "house":
        return language.say("house rule, the leaflets do not say")
    if rule.citations:
        return ", ".join(_cited(one, language) for one in rule.citations)
    follows = rule.follows if ids else [names.rule(one).title for one in rule.follows]
    return language.say("follows from {rules}", rules=", ".join(follows))


def _cited(citation: Citation, language: Language) -> str:
    if citation.section is None:
        return citation.source
    return language.say("{source} “{section}”", source=citation.source, section=citation.section)
