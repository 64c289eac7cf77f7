"""How the dynasty that was scored last is being settled, told from the game's history alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.history import History
from engine.ruling import Fact, Finding
from engine.sumeria import Claim, Draw, Score, outlook


@dataclass(frozen=True, slots=True)
class Settling:
    """The findings of one dynasty's scoring as ``Game.explain`` gives them, by what they tell.

    ``scored`` is the number of the score, ``dealt`` that of the deal which has ended it, if any.
    ``tiles`` lay above ranks 1, 2 and 3, and ``held`` tells who holds each (S-26). ``shares`` are
    what was taken or discarded, by city-state. ``awaited`` is the claim that somebody has to make
    now (S-C37). ``first`` (S-36) and ``rotated`` (S-38) follow once all is taken, or, in the last
    dynasty, ``result`` (S-42).
    """

    scored: int
    dealt: int | None
    dynasty: int
    tiles: tuple[tuple[str, ...], ...]
    held: tuple[Finding, ...]
    shares: Mapping[str, tuple[Finding, ...]]
    awaited: Finding | None
    first: Finding | None
    rotated: Finding | None
    result: Finding | None


def settling(history: History[Any, Any, Any]) -> Settling | None:
    """Tell how far the last scoring has come; None where no dynasty has been scored."""
    played = history.in_effect(history.event)
    scores = [number for number in played if isinstance(history.events[number - 1], Score)]
    if not scores:
        return None
    after = (one for one in played if one > scores[-1])
    before = history.at(scores[-1] - 1)
    found = [*_findings(history, played, scores[-1])]
    shares: dict[str, tuple[Finding, ...]] = {}
    named: dict[str, Finding] = {}
    for one in found:
        match one.rule:
            case "S-29" | "S-30" | "S-31" | "S-32" | "S-33":
                city_state = str(fact(one, "city_state"))
                shares[city_state] = (*shares.get(city_state, ()), one)
            case "S-36" | "S-37" | "S-C12":
                named["first"] = one
            case "S-38":
                named["rotated"] = one
            case "S-42":
                named["result"] = one
    return Settling(
        scores[-1],
        next((one for one in after if isinstance(history.events[one - 1], Draw)), None),
        before.dynasty,
        tuple(prospect.tiles for prospect in outlook(before)),
        tuple(one for one in found if one.rule == "S-26"),
        shares,
        found[-1] if found[-1].rule == "S-C37" else None,
        named.get("first"),
        named.get("rotated"),
        named.get("result"),
    )


def fact(finding: Finding, name: str) -> Fact:
    """Give one fact of a finding; KeyError where it has none of that name."""
    return dict(finding.facts)[name]


def listed(finding: Finding, name: str) -> tuple[str, ...]:
    """Give a fact that is a list; empty where the finding has none of that name."""
    found = dict(finding.facts).get(name)
    return found if isinstance(found, tuple) else ()


def _findings(
    history: History[Any, Any, Any], played: tuple[int, ...], score: int
) -> Iterator[Finding]:
    """Yield what followed from the score and from the claims after it, in order."""
    for number in played[played.index(score) :]:
        event = history.events[number - 1]
        if isinstance(event, Score | Claim):
            yield from history.game.explain(history.at(number - 1), event).consequences
