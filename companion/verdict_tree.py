"""A ruling as an indented tree in plain English: rule by rule, with the facts looked at."""

from collections import Counter
from collections.abc import Iterator

from companion.words import city_state_name, listing, location_name
from engine.account import UNDO
from engine.board import Board
from engine.ruling import Fact, Finding, Ruling
from seeds.sumeria.catalogue import rules

INDENT = "  "


def verdict_lines(ruling: Ruling, board: Board) -> Iterator[str]:
    """Yield the verdict, every rule consulted, and what follows; names come from the board."""
    yield "Legal, because:" if ruling.holds else "Not legal, because:"
    for finding in ruling.findings:
        yield from finding_lines(finding, board, judged=True)
    if ruling.consequences:
        yield "What follows:"
        for finding in ruling.consequences:
            yield from finding_lines(finding, board)


def finding_lines(
    finding: Finding, board: Board, depth: int = 1, *, judged: bool = False
) -> Iterator[str]:
    """Yield a finding and those below it; ``judged`` ones say whether their rule is kept."""
    title = "The record goes back" if finding.rule == UNDO else rules()[finding.rule].title
    kept = ("  kept" if finding.holds else "BROKEN") + " " if judged else ""
    facts = "; ".join(f"{_label(name)}: {_shown(value, board)}" for name, value in finding.facts)
    number = "" if finding.rule == UNDO else f"{finding.rule} "
    yield f"{INDENT * depth}{kept}{number}{title}" + (f" ({facts})" if facts else "")
    for child in finding.children:
        yield from finding_lines(child, board, depth + 1)


def _label(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: Fact, board: Board) -> str:
    if isinstance(value, tuple):
        counted = Counter(_shown(one, board) for one in value).items()
        words = [one if times == 1 else f"{times} {one}" for one, times in counted]
        return listing(words) if words else "none"
    if not isinstance(value, str):
        return "none" if value is None else str(value)
    return city_state_name(board, location_name(board, value))
