"""How the facts of a finding choose the sentence that tells it."""

from collections.abc import Callable, Mapping

from companion.language import Saying
from engine.ruling import Fact, Finding

Facts = Mapping[str, Fact]
Choice = Callable[[Finding, Facts], Saying]


def always(saying: Saying) -> Choice:
    """Choose the one sentence that there is."""
    return lambda _finding, _facts: saying


def if_holds(yes: Saying | Choice, no: Saying | Choice) -> Choice:
    """Choose by whether the finding holds."""
    return lambda finding, facts: chosen(yes if finding.holds else no, finding, facts)


def if_any(name: str, yes: Saying | Choice, no: Saying | Choice) -> Choice:
    """Choose by whether a fact is there: something, more than nothing."""
    return lambda finding, facts: chosen(yes if facts[name] else no, finding, facts)


def by(name: str, choices: Mapping[str, Saying | Choice]) -> Choice:
    """Choose by what a fact says."""
    return lambda finding, facts: chosen(choices[str(facts[name])], finding, facts)


def chosen(what: Saying | Choice, finding: Finding, facts: Facts) -> Saying:
    """Follow choices down to a sentence."""
    return what if isinstance(what, Saying) else what(finding, facts)
