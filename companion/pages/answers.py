"""What may have happened where the board is not as expected: what refuses it, what explains it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

from companion.games import has_part, part_of
from companion.pages.kinds import Option
from companion.session.live_game import LiveGame
from companion.session.session import Session
from companion.tracking.alternatives import rehearse
from companion.tracking.notes import TAKEN_BACK, Differences, Line, changed_places
from companion.ui.menu import Row
from companion.words.happened import SHOWN, happening_sentences, shortened
from engine.fields import Fields
from engine.game import AnyEvent, AnyState
from engine.layout import View
from engine.ruling import Finding

PLACES: Final = 2
"""Places that look otherwise when one piece went from here to there."""
SOURCE: Final = "table"
"""Names what people say at the table, where an error names a file."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The event that was tried and the first finding against it, None where no single event was.

    ``nearest`` are legal events, the nearest first, ``places`` what these would change.
    """

    attempt: Any | None
    finding: Finding | None
    nearest: tuple[Any, ...]
    places: tuple[str, ...] = ()


def refusal(live: LiveGame, note: Line) -> Refusal:
    """Find out what stands behind a note that says ``unexplained``; nothing behind others."""
    if note["note"] == TAKEN_BACK:
        return Refusal(None, None, ())
    game, state = live.history.game, live.history.state
    differing = {at: looks for at, (_, looks) in note["differences"].items()}
    missing = {at: should for at, (should, _) in note["differences"].items()}
    for event in live.tracker.game.attempts(state, differing, missing):
        begun = game.begun(state, event)
        ruling = game.check(begun, event)
        if not ruling.holds:
            finding = next(one for one in ruling.findings if not one.holds)
            nearest = tuple(one for one, _ in game.nearest(begun, event))
            return Refusal(event, finding, nearest, _changed_by(live, begun, nearest))
    close = note["nearest"]
    near = () if close is None else (game.parse_event(Fields(SOURCE, "nearest", dict(close))),)
    near = tuple(one for one in near if game.is_legal(state, one))  # not only after an undo
    return Refusal(None, None, near, _changed_by(live, state, near))


def _changed_by(live: LiveGame, state: AnyState, events: Sequence[AnyEvent]) -> tuple[str, ...]:
    """List the places of pieces that each of some legal events would change."""
    game = live.history.game
    before = game.expected(state)
    views = (game.expected(game.apply(state, event).state) for event in events)
    return tuple(
        dict.fromkeys(at for one in views for at in changed_places(live.board, before, one))
    )


def first_change(live: LiveGame, differences: Differences) -> Differences:
    """Pick what is to be put right first of several things that no single event explains.

    It is a piece that left one place for another, or else one place.
    """
    differing = {at: looks for at, (_, looks) in differences.items()}
    missing = {at: should for at, (should, _) in differences.items()}
    if live.tracker.game.attempts(live.history.state, differing, missing):
        return differences
    for at, (_, came) in differences.items():
        left = (one for one, (stood, seen) in differences.items() if stood == came != seen)
        origin = next(left, None)
        if came is not None and origin is not None:
            return {origin: differences[origin], at: differences[at]}
    return dict([*differences.items()][:1])


def way(differences: Differences) -> tuple[str, str] | None:
    """Tell from where to where a piece went; None where nothing says so."""
    if len(differences) == PLACES:
        for (one, (stood, seen)), (other, (_, came)) in permutations(differences.items()):
            if stood is not None and stood == came != seen:
                return one, other
    return None


def way_back(differences: Differences) -> tuple[str, str] | None:
    """Tell from where to where a piece is to be put back; None where nothing says so."""
    went = way(differences)
    return None if went is None else (went[1], went[0])


def corrections(live: LiveGame, seen: Mapping[str, str | None]) -> Sequence[Any]:
    """List what the table may agree on so that the named locations look so, allowed or not."""
    return live.tracker.game.corrections(live.history.state, seen)


def instead_of(live: LiveGame, differences: Differences) -> list[AnyEvent]:
    """List the legal events that the eye may have misread so, on a board with areas.

    They change the places that look otherwise, by as many things: of what lies there the eye
    mistook the kind. Those nearest to what it looks like come first.
    """
    game, state = live.history.game, live.history.state
    before = game.expected(state)
    wanted = {at: len(seen) - len(stood) for at, (stood, seen) in differences.items()}

    def changes(view: View) -> dict[str, int]:
        return {
            place.id: len(now) - len(then)
            for group in live.board.areas
            if group.capacity > 1
            for place, then, now in zip(group.places, before[group.id], view[group.id], strict=True)
            if then != now
        }

    found = [
        event
        for event in game.legal_events(state)
        for after in (game.apply(state, event).state,)
        if wanted in map(changes, (*game.tidying(state, event), game.expected(after)))
    ]
    near = refusal(live, {"note": "", "differences": differences, "nearest": None}).nearest
    return sorted(found, key=lambda one: near.index(one) if one in near else len(near))


def amending(session: Session, live: LiveGame, broken: Finding) -> Sequence[Option]:
    """Offer to put right what people have entered, if that may be why a rule is broken.

    Nothing, where the game knows nothing such.
    """
    game = live.history.game.name
    if not has_part(game, "amending"):
        return ()
    offered: Sequence[Option] = part_of(game, "amending").amending(session, live, broken)
    return offered


def touched(live: LiveGame, events: Sequence[AnyEvent]) -> list[str]:
    """List the locations that would change if events happened which the rules allow."""
    game = live.history.game
    group = live.board.pieces
    before, *_, after = (game.expected(one)[group.id] for one in rehearse(live.history, events))
    places = zip(group.places, before, after, strict=True)
    return [one.id for one, then, there in places if then != there]


def shows_nothing(live: LiveGame, event: AnyEvent) -> bool:
    """Tell whether an event that the rules allow changes nothing on the table."""
    before, after = (live.history.game.expected(one) for one in rehearse(live.history, [event]))
    return bool(before == after)


def lacks_detail(live: LiveGame, alternatives: Sequence[Sequence[AnyEvent]]) -> bool:
    """Tell whether all alternatives are one event of the same kind and look alike on the table.

    Then it is clear what was done, but for a detail that no camera sees.
    """
    if len(alternatives) == 1 or any(len(events) > 1 for events in alternatives):
        return False
    kinds = {type(event) for (event,) in alternatives}
    game = live.history.game
    views = {game.expected(rehearse(live.history, events)[-1]) for events in alternatives}
    return len(kinds) == len(views) == 1


def alternative(
    session: Session,
    live: LiveGame,
    events: Sequence[AnyEvent],
    do: Callable[[], None],
    *,
    dealing: bool = False,
) -> Option:
    """Offer events in order; ``do`` is called once the table says that they happened.

    One that was ``dealing`` is offered by what was dealt.
    """
    if dealing and len(events) == 1:
        return Row(live.names.dealt(events[0])), do
    lines = happening_sentences(events, live.history.events, live.names)
    if len(lines) <= SHOWN:
        return Row(" ".join(lines)), do
    row = Row(shortened(lines, live.names))
    return row, lambda: session.go("happening", sentences=lines, do=do)
