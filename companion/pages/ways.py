"""What may be done, and what it would change: of any game, found by its rules."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.game import AnyEvent, AnyGame, AnyState
from engine.ruling import Finding


@dataclass(frozen=True, slots=True)
class Way:
    """One thing that may be done.

    ``gains`` is what whoever does it would have more, of the score and of what is at stake;
    ``scores`` is how much of that is score.
    ``verb`` is the event's type, ``origin`` where it takes a piece from and ``to`` where it brings
    one, None where it does not.
    """

    event: AnyEvent
    verb: str
    origin: str | None
    to: str | None
    gains: int
    scores: int = 0

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(one for one in (self.origin, self.to) if one is not None)


def ways(game: AnyGame, state: AnyState, first: AnyEvent | None = None) -> list[Way]:
    """List what whoever is to play may do, what gains most first; nothing where several may act.

    Before all comes what is to be ``first``.
    """
    players = game.phase(state).players
    if len(players) != 1:
        return []
    had, staked = _score(game, state, players[0]), _stakes(game, state, players[0])
    found = []
    for event in game.legal_events(state):
        keys = game.format_event(event)
        origin, to = _text(keys.get("from")), _text(keys.get("to")) or _text(keys.get("at"))
        after = game.apply(state, event).state
        scores = _score(game, after, players[0]) - had
        gains = scores + _stakes(game, after, players[0]) - staked
        found.append(Way(event, str(keys["type"]), origin, to, gains, scores))
    return sorted(found, key=lambda way: (way.event != first, -way.gains))


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


def changes(game: AnyGame, before: AnyState, after: AnyState) -> Iterator[Change]:
    """Compare what is at stake: what was, and what only comes to be, in that order."""
    then, now = (
        {one.source: one.shares for one in game.outlook(state)} for state in (before, after)
    )
    for source in dict.fromkeys([*now, *then]):
        was, would_be = then.get(source, ()), now.get(source, ())
        if was != would_be:
            yield Change(source, was, would_be, game.account(after, source))


def _score(game: AnyGame, state: AnyState, player: str) -> int:
    return sum(row.total for row in game.scores(state).rows if row.player == player)


def _stakes(game: AnyGame, state: AnyState, player: str) -> int:
    """Count a player's shares of what is at stake."""
    shares = [share for stake in game.outlook(state) for share in stake.shares]
    return sum(number for taker, number in shares if taker == player)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
