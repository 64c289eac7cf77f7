"""The notes of ``dubsar track`` (commands), and where a table differs from a position."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.sighting import SURE, sighting
from companion.tracking.belief import Evidence
from companion.tracking.followed import FollowedGame, Singles
from engine import board as boards
from engine.game import AnyEvent, AnyGame, AnyState
from engine.layout import View
from vision.reading import Reading

WHO = ("type", "player")
"""Keys of an event that do not say which choice it is."""

Line = dict[str, Any]
Differences = dict[str, tuple[str | None, str | None]]
"""Who should be there, and who is seen, by spot."""


def differences_of(
    expected: Singles, differing: Mapping[int, str | None], names: Sequence[str]
) -> dict[str, list[str | None]]:
    """Name the spots that look other than expected: who is expected and who is seen."""
    return {names[i]: [expected[i], seen] for i, seen in sorted(differing.items())}


def unexplained(
    game: FollowedGame,
    state: AnyState,
    differences: Mapping[str, Sequence[str | None]],
    evidence: Evidence,
) -> Line:
    """Note that no legal event explains the board, what comes closest and what is broken."""
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
"""What the note says that is only asked with, and written nowhere."""


def taken_back(differences: Mapping[str, object]) -> Line:
    """Note, for the table alone, what still lies as it did before events were taken back."""
    return {"note": TAKEN_BACK, "differences": differences, "nearest": None, "rule": None}


def unseen_choice(game: AnyGame, state: AnyState) -> Line:
    """Note that a choice was not watched, and which it was, but for what a player must say."""
    given = {key: value for form in game.entry(state) for key, value in form.given}
    return {"note": "choice-unseen", **{key: given[key] for key in given if key not in WHO}}


def unseen_order(events: int) -> Line:
    """Note that it was not seen in which order the next so many events happened."""
    return {"note": "order-unseen", "events": events}


def wrong_group(group: str, expected: Sequence[str | None], seen: Sequence[str | None]) -> Line:
    """Note that a row of tiles on the table, a slot group, is not what the rules say."""
    return {"note": group, "expected": list(expected), "seen": list(seen)}


def nearest(game: FollowedGame, state: AnyState, evidence: Evidence) -> AnyEvent | None:
    """Name the legal event that brings the state closest to what is seen, if any does."""
    best, most = None, evidence.score(game.standing(state))
    for event in game.rules.legal_events(state):
        then = evidence.score(game.standing(game.rules.apply(state, event).state))
        if then > most:
            best, most = event, then
    return best


def differing(reading: Reading, board: boards.Board, standing: Mapping[str, str]) -> Differences:
    """Name the spots that look other than ``standing`` says: who should be there, who is seen.

    What is hidden, or in doubt, does not differ.
    """
    if not reading.registered:
        return {}
    line = sighting(reading, board, "")
    unknown = {*line["occluded"], *line["unsure"]}
    seen: Mapping[str, str] = line["board"]
    return {
        one.id: (standing.get(one.id), seen.get(one.id))
        for one in board.pieces.places
        if one.id not in unknown and standing.get(one.id) != seen.get(one.id)
    }


def changed_places(board: boards.Board, before: View, after: View) -> list[str]:
    """Name the places of the pieces, or the areas, that hold something else than before."""
    found = []
    for group in board.areas or (board.pieces,):
        both = zip(group.places, before[group.id], after[group.id], strict=False)
        found += [place.id for place, then, now in both if then != now]  # not all may be known
    return found


def areas_differing(reading: Reading, board: boards.Board, expected: View) -> dict[str, Any]:
    """Name the areas that look other than expected: what should lie there, what is seen.

    What is hidden, or in doubt, does not differ.
    """
    found = {}
    for group in board.areas:
        areas = reading.areas.get(group.id)
        if areas is None:
            continue
        each = zip(group.places, expected[group.id], areas.likeliest(), areas.observed, strict=True)
        for place, should, (lying, share), seen in each:
            if seen and share >= SURE and tuple(sorted(lying)) != tuple(sorted(should)):
                found[place.id] = (should, lying)
    return found


def row_differs(reading: Reading, board: boards.Board, expected: Singles) -> bool:
    """Tell whether the row of tiles that is seen is wholly known, and another one."""
    row = reading.groups.get(board.row.id) if board.row else None
    if row is None or not row.observed.all():
        return False
    seen = row.likeliest()
    return None not in seen and seen != tuple(expected)
