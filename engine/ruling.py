"""Verdicts as data: a Ruling holds every rule consulted and what it found; no display text."""

from dataclasses import dataclass

Fact = str | int | None | tuple[str, ...]
Facts = tuple[tuple[str, Fact], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says of the case: its id ("S-20"), the facts it looked at, and if it holds.

    ``facts`` are (name, value) pairs: ids, numbers, lists of ids; text is rendered elsewhere.
    """

    rule: str
    holds: bool
    facts: Facts = ()
    children: tuple["Finding", ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to a question of rules: whether it holds, and every finding that led there.

    ``consequences`` is what follows from an event that holds, where that was asked for; there
    ``holds`` of a finding tells whether its rule changed or settled something.
    """

    question: str
    holds: bool
    findings: tuple[Finding, ...]
    consequences: tuple[Finding, ...] = ()

    @property
    def broken(self) -> str | None:
        """The id of the first rule that does not hold, or None when the verdict is yes."""
        return next((finding.rule for finding in self.findings if not finding.holds), None)


def ruling_to_json(ruling: Ruling) -> dict[str, object]:
    """Write a ruling, whole, as the keys of a JSON object; always in the same order."""
    return {
        "question": ruling.question,
        "holds": ruling.holds,
        "findings": [finding_to_json(one) for one in ruling.findings],
        "consequences": [finding_to_json(one) for one in ruling.consequences],
    }


def finding_to_json(finding: Finding) -> dict[str, object]:
    """Write a finding and those below it as the keys of a JSON object."""
    keys: dict[str, object] = {
        "rule": finding.rule,
        "holds": finding.holds,
        "facts": {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in finding.facts
        },
    }
    if finding.children:
        keys["findings"] = [finding_to_json(child) for child in finding.children]
    return keys
