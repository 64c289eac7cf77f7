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
    """The answer to a question of rules: whether it holds, and every finding that led there."""

    question: str
    holds: bool
    findings: tuple[Finding, ...]

    @property
    def broken(self) -> str | None:
        """The id of the first rule that does not hold, or None when the verdict is yes."""
        return next((finding.rule for finding in self.findings if not finding.holds), None)
