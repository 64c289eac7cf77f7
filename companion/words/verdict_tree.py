"""A ruling as an indented tree of plain sentences, and where its rules are written."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from companion.language import Language
from companion.words.events import possible_sentence
from companion.words.findings import following_sentence, judged_sentence
from companion.words.names import Names
from engine.account import UNDO
from engine.ruling import Finding, Ruling
from seeds.sumeria.catalogue import Citation, Rule, rules

INDENT: Final = "  "


def verdict_lines(ruling: Ruling, names: Names) -> Iterator[str]:
    """Yield the verdict, what every rule consulted found, and what follows."""
    say = names.language.say
    yield say("Legal, because:") if ruling.holds else say("Not legal, because:")
    for finding in ruling.findings:
        yield from _judged_lines(finding, names)
    if ruling.consequences:
        yield say("What follows:")
        for finding in ruling.consequences:
            yield from _following_lines(finding, names, 1)


def nearest_lines(nearest: Sequence[tuple[Any, Finding]], names: Names) -> Iterator[str]:
    """Yield the legal events nearest to an illegal one, and the rule that stands between."""
    yield names.language.say("Legal would be, for instance:")
    for event, _ in nearest:
        yield INDENT + possible_sentence(event, names)
    yield names.language.say("What stands in the way:")
    yield from _judged_lines(nearest[0][1], names)


def rule_lines(ruling: Ruling, language: Language) -> Iterator[str]:
    """Yield every rule of a ruling once: its id, its title, and where it is written."""
    consulted = dict.fromkeys(_rule_ids((*ruling.findings, *ruling.consequences)))
    consulted.pop(UNDO, None)
    if consulted:
        yield language.say("The rules:")
    for rule_id in consulted:
        yield INDENT + rule_line(rule_id, language)


def rule_line(rule_id: str, language: Language) -> str:
    """Name a rule: its id, its title, and where it is written; KeyError for one there is not."""
    rule = rules(language.code)[rule_id]
    return f"{rule_id} {rule.title} – {_standing(rule, language)}"


def _judged_lines(finding: Finding, names: Names) -> Iterator[str]:
    say = names.language.say
    mark = say("kept") if finding.holds else say("BROKEN")
    width = max(len(say("kept")), len(say("BROKEN")))
    yield f"{INDENT}{mark:>{width}}  {judged_sentence(finding, names)}{_id(finding)}"
    for child in finding.children:
        yield from _following_lines(child, names, 2, inner=True)


def _following_lines(
    finding: Finding, names: Names, depth: int, *, inner: bool = False
) -> Iterator[str]:
    told = following_sentence(finding, names, inner=inner)
    yield f"{INDENT * depth}{told}{_id(finding)}"
    for child in finding.children:
        yield from _following_lines(child, names, depth + 1, inner=True)


def _id(finding: Finding) -> str:
    return "" if finding.rule == UNDO else f" ({finding.rule})"


def _rule_ids(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        yield finding.rule
        yield from _rule_ids(finding.children)


def _standing(rule: Rule, language: Language) -> str:
    if rule.standing == "house":
        return language.say("house rule, the leaflets do not say")
    if rule.citations:
        return ", ".join(_cited(one, language) for one in rule.citations)
    return language.say("follows from {rules}", rules=", ".join(rule.follows))


def _cited(citation: Citation, language: Language) -> str:
    if citation.section is None:
        return citation.source
    return language.say("{source} “{section}”", source=citation.source, section=citation.section)
