"""The notes that tracking writes between events, and how a table differs from a position."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.sighting import Claims
from companion.tracking.belief import Evidence
from companion.tracking.followed import FollowedGame, Singles
from engine import board as boards
from engine.game import AnyEvent, AnyGame, AnyState
from engine.layout import Lying, View
from vision.reading import Reading

WHO = ("type", "player")
"""Keys of an event that do not tell which choice was made."""

Line = dict[str, Any]
Differences = Mapping[str, Sequence[Any]]
"""By place: what should be there, and what is seen; of a place with one piece whose that is."""


def differences_of(
    expected: Singles, differing: Mapping[int, str | None], names: Sequence[str]
) -> dict[str, list[str | None]]:
    """Give by name the spots that look other than expected: what should be there, what is seen."""
    return {names[i]: [expected[i], seen] for i, seen in sorted(differing.items())}


def unexplained(
    game: FollowedGame,
    state: AnyState,
    differences: Differences,
    evidence: Evidence,
) -> Line:
    """Give the note that no legal event explains the board.

    It names the legal event that comes closest, and the rule that what was seen would break.
    """
    close = nearest(game, state, evidence)
    tried = game.attempts(state, {name: seen for name, (_, seen) in differences.items()})
    rules = (game.rules.check(state, event).broken for event in tried)
    return {
        "note": "unexplained",
        "differences": dict(differences),
        "nearest": None if close is None else game.rules.format_event(close),
        "rule": next((rule for rule in rules if rule), None),
    }


TAKEN_BACK = "taken-back"
"""The kind of note that is only shown as a question and never written."""


def taken_back(differences: Mapping[str, object]) -> Line:
    """Give the note of what still lies as it did before events were taken back; never written."""
    return {"note": TAKEN_BACK, "differences": differences, "nearest": None, "rule": None}


def unseen_choice(game: AnyGame, state: AnyState) -> Line:
    """Give the note that a choice was not seen, with what is known of it without the players."""
    given = {key: value for form in game.entry(state) for key, value in form.given}
    return {"note": "choice-unseen", **{key: given[key] for key in given if key not in WHO}}


def unseen_order(events: int) -> Line:
    """Give the note that the next so many events happened in an order that was not seen."""
    return {"note": "order-unseen", "events": events}


def wrong_group(group: str, expected: Sequence[str | None], seen: Sequence[str | None]) -> Line:
    """Give the note that a slot group does not lie as the rules say."""
    return {"note": group, "expected": list(expected), "seen": list(seen)}


def nearest(game: FollowedGame, state: AnyState, evidence: Evidence) -> AnyEvent | None:
    """Give the legal event after which the board fits best; None if it fits best as it is."""
    best, most = None, evidence.score(game.standing(state))
    for event in game.rules.legal_events(state):
        then = evidence.score(game.standing(game.rules.apply(state, event).state))
        if then > most:
            best, most = event, then
    return best


def differing(reading: Reading, board: boards.Board, expected: View) -> Differences:
    """Give the places of pieces that look other than expected: what should be there, what is seen.

    Places that are hidden or in doubt are left out.
    """
    each = _sure(reading, board, expected)
    found = {at: (should, lying) for at, should, lying in each if should != lying}
    if board.areas:
        return found
    return {at: tuple(next(iter(one), None) for one in both) for at, both in found.items()}


def looking_right(reading: Reading, board: boards.Board, expected: View) -> set[str]:
    """Give the places of pieces that surely look as expected; none that is hidden or in doubt."""
    each = _sure(reading, board, expected)
    return {at for at, should, lying in each if should == lying}


def _sure(
    reading: Reading, board: boards.Board, expected: View
) -> Iterator[tuple[str, Lying, Lying]]:
    """Yield the places of pieces that are surely seen: what should lie there, and what does."""
    for group in board.areas or (board.pieces,):
        seen = reading.groups.get(group.id) or reading.areas.get(group.id)
        if seen is not None:
            claims = Claims()
            claims.add(group, seen)
            for place, should in zip(group.places, expected[group.id], strict=True):
                if place.id in claims.lying:
                    yield place.id, should, claims.lying[place.id]


def changed_places(board: boards.Board, before: View, after: View) -> list[str]:
    """Give the places of pieces, or the areas, that hold something else than before."""
    found = []
    for group in board.areas or (board.pieces,):
        both = zip(group.places, before[group.id], after[group.id], strict=False)
        found += [place.id for place, then, now in both if then != now]  # not all may be known
    return found


def row_differs(reading: Reading, board: boards.Board, expected: Singles) -> bool:
    """Tell whether the whole row of tiles is read, and lies other than ``expected``."""
    row = reading.groups.get(board.row.id) if board.row else None
    if row is None or not row.observed.all():
        return False
    seen = row.likeliest()
    return None not in seen and seen != tuple(expected)
