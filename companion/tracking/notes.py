"""The notes that tracking writes between events, and how a table differs from a position."""

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
"""Keys of an event that do not tell which choice was made."""

Line = dict[str, Any]
Differences = dict[str, tuple[str | None, str | None]]
"""By spot: whose piece should be there, and whose is seen."""


def differences_of(
    expected: Singles, differing: Mapping[int, str | None], names: Sequence[str]
) -> dict[str, list[str | None]]:
    """Give by name the spots that look other than expected: what should be there, what is seen."""
    return {names[i]: [expected[i], seen] for i, seen in sorted(differing.items())}


def unexplained(
    game: FollowedGame,
    state: AnyState,
    differences: Mapping[str, Sequence[str | None]],
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


def differing(reading: Reading, board: boards.Board, standing: Mapping[str, str]) -> Differences:
    """Give the spots that look other than ``standing`` says: what should be there, what is seen.

    Spots that are hidden or in doubt are left out.
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


def looking_right(reading: Reading, board: boards.Board, expected: View) -> set[str]:
    """Give the places of pieces that surely look as expected; none that is hidden or in doubt."""
    if not reading.registered:
        return set()
    if not board.areas:
        line = sighting(reading, board, "")
        unknown = {*line["occluded"], *line["unsure"]}
        standing, seen = expected.standing(board.pieces), line["board"]
        known = (one.id for one in board.pieces.places if one.id not in unknown)
        return {one for one in known if standing.get(one) == seen.get(one)}
    found = set()
    for group, areas in ((one, reading.areas.get(one.id)) for one in board.areas):
        if areas is not None:
            lying = zip(areas.likeliest(), areas.observed, strict=True)
            each = zip(group.places, expected[group.id], lying, strict=True)
            for place, should, ((there, share), seen) in each:
                if seen and share >= SURE and sorted(there) == sorted(should):
                    found.add(place.id)
    return found


def changed_places(board: boards.Board, before: View, after: View) -> list[str]:
    """Give the places of pieces, or the areas, that hold something else than before."""
    found = []
    for group in board.areas or (board.pieces,):
        both = zip(group.places, before[group.id], after[group.id], strict=False)
        found += [place.id for place, then, now in both if then != now]  # not all may be known
    return found


def areas_differing(reading: Reading, board: boards.Board, expected: View) -> dict[str, Any]:
    """Give the areas that look other than expected: what should lie there, what is seen.

    Areas that are hidden or in doubt are left out.
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
    """Tell whether the whole row of tiles is read, and lies other than ``expected``."""
    row = reading.groups.get(board.row.id) if board.row else None
    if row is None or not row.observed.all():
        return False
    seen = row.likeliest()
    return None not in seen and seen != tuple(expected)
