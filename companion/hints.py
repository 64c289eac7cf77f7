"""What somebody who learns a game could do now, and what that would change; for any game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import AnyEvent, AnyGame, AnyState, Stake
from engine.ruling import Finding


@dataclass(frozen=True, slots=True)
class Way:
    """One thing that may be done.

    ``gains`` is what whoever does it would have more, of the score and of what is at stake.
    ``verb`` is the event's type, ``origin`` where it takes a piece from and ``to`` where it brings
    one, None where it does not.
    """

    event: AnyEvent
    verb: str
    origin: str | None
    to: str | None
    gains: int

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the board that it is about."""
        return tuple(one for one in (self.origin, self.to) if one is not None)


def ways(game: AnyGame, state: AnyState) -> list[Way]:
    """List what whoever is to play may do, what gains most first; nothing where several may act."""
    players = game.phase(state).players
    if len(players) != 1:
        return []
    had = _holds(game, state, players[0])
    found = []
    for event in game.legal_events(state):
        keys = game.format_event(event)
        origin, to = _text(keys.get("from")), _text(keys.get("to")) or _text(keys.get("at"))
        gains = _holds(game, game.apply(state, event).state, players[0]) - had
        found.append(Way(event, str(keys["type"]), origin, to, gains))
    return sorted(found, key=lambda way: -way.gains)


def grouped(found: Iterable[Way]) -> list[list[Way]]:
    """Put together what is done alike, with the same piece: a group for each, in order."""
    groups: dict[tuple[str, str | None], list[Way]] = {}
    for way in found:
        groups.setdefault((way.verb, way.origin), []).append(way)
    return [*groups.values()]


@dataclass(frozen=True, slots=True)
class Change:
    """Who would take how much of one thing at stake, before and after, and why he would then."""

    source: str
    before: tuple[tuple[str, int], ...]
    after: tuple[tuple[str, int], ...]
    why: Finding | None


@dataclass(frozen=True, slots=True)
class Prospect:
    """What would follow from an event: effects, whose shares change, and by which rules."""

    effects: tuple[Any, ...]
    changes: tuple[Change, ...]
    reasons: tuple[Finding, ...]


def prospect(game: AnyGame, state: AnyState, event: AnyEvent) -> Prospect:
    """Work out what an event that is legal now would change."""
    step = game.apply(state, event)
    changes = tuple(
        Change(source, before, after, game.account(step.state, source))
        for source, before, after in _changes(game.outlook(state), game.outlook(step.state))
    )
    return Prospect(step.effects, changes, game.explain(state, event).consequences)


Shares = tuple[tuple[str, int], ...]


def _changes(
    before: Sequence[Stake], after: Sequence[Stake]
) -> Iterator[tuple[str, Shares, Shares]]:
    """Compare what is at stake: what was, and what only comes to be, in that order."""
    then, now = ({one.source: one.shares for one in stakes} for stakes in (before, after))
    for source in dict.fromkeys([*now, *then]):
        was, would_be = then.get(source, ()), now.get(source, ())
        if was != would_be:
            yield source, was, would_be


def _holds(game: AnyGame, state: AnyState, player: str) -> int:
    """Count what a player would have: his score, and his shares of what is at stake."""
    shares = [share for stake in game.outlook(state) for share in stake.shares]
    score = sum(row.total for row in game.scores(state).rows if row.player == player)
    return score + sum(number for taker, number in shares if taker == player)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
