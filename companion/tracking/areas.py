"""Tracking a table with areas: readings become the events that most probably happened."""

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from companion.sighting import SURE
from companion.tracking.alternatives import rehearse
from companion.tracking.area_evidence import AreaEvidence, Loose, Spot
from companion.tracking.area_search import AreaSearch, Way
from companion.tracking.belief import Mask
from companion.tracking.config import AREA_LONGER, MARGIN, OFFERED
from companion.tracking.followed import FollowedGame
from companion.tracking.notes import Line
from companion.tracking.waiting import Agreement, Resting
from engine.board import Board
from engine.game import Step, Waits
from engine.history import History
from engine.record import Undo, format_undo
from vision.reading import Reading


class AreaTracker:
    """Follows one game on a board with areas; ``Tracker`` says what its attributes are."""

    def __init__(  # noqa: PLR0913 - what a table may want otherwise
        self,
        history: History[Any, Any, Any],
        board: Board,
        *,
        agree: int = 1,
        patience: int | None = None,
        live: bool = False,
        answered: bool = False,
    ) -> None:
        """Begin where ``history`` stands.

        ``agree`` is how many settled readings in a row must say the same before an event is
        written, ``patience`` how many before the table is asked. ``live`` readings follow each
        other closely: a hand that rests hides only what is near it. ``answered``: somebody tells
        which of events it was that look alike; that is asked at once, as waiting does not help.
        """
        self.history: Final = history
        self.steps: Final[deque[tuple[Any, Step[Any, Any]]]] = deque()
        self.misread: Final[dict[str, str | None]] = {}
        self.over = False
        self.question: Line | None = None
        self.alternatives: tuple[tuple[Any, ...], ...] = ()
        self.game: Final = FollowedGame(history.game, board)
        self._board: Final = board
        self._rules: Final = history.game
        self._search: Final = AreaSearch(history.game, answered=answered)
        self._answered: Final = answered
        self._live: Final = live
        self._resting: Final = Resting(fidget=0)
        self._agreed: Final = Agreement(agree)
        self._longer: Final = AREA_LONGER if patience is None else max(1, patience // agree)
        self._loose: Loose = {}
        self._asked: Final[list[object]] = []
        self._doubted: Loose = {}
        self._supplies: Final[list[object]] = []

    def see(self, reading: Reading, frame: str) -> list[Line]:
        """Take one reading; return the record's lines that follow from it, notes among them."""
        state = self.history.state
        phase = self._rules.phase(state)
        self.over = phase.waits is Waits.OVER
        if self.over:
            return []
        hand = reading.hand
        still = self._resting.still(_near(reading) if hand else None)
        if not reading.registered or (hand and not (self._live and still)):
            self._agreed.forget()
            return []
        evidence = AreaEvidence(reading, self._board.layout, phase.followed)
        if hand:
            return [{**line, "frame": frame} for line in self._explain(evidence, hand=True)]
        self._tidied(evidence)
        lines = self._explain(evidence)
        if not evidence.differing(self._rules.expected(self.history.state), self._loose):
            lines += self._wrong_supply(reading)
        return [{**line, "frame": frame} for line in lines]

    def write(self, event: Any) -> Line:  # noqa: ANN401 - a game's event
        """Write an event that is known to have happened; return its line; raises ValueError."""
        self.steps.append((event, self.history.append(event)))
        self._settle()
        return format_undo(event) if isinstance(event, Undo) else self._rules.format_event(event)

    def answer(self, events: Sequence[Any]) -> list[Line]:
        """Write what the table says has happened; raises ValueError, having written nothing.

        No events mean that nothing has happened: until a place changes that looks otherwise, the
        eye is not believed.
        """
        rehearse(self.history, events)
        if not events:
            self._loose = {**self._loose, **self._doubted}
            self._settle()
        return [self.write(event) for event in events]

    @property
    def asking(self) -> bool:
        """Whether the table has been asked what happened, and nothing has answered that yet."""
        return self.question is not None

    def _settle(self) -> None:
        """Close the question, if one is open."""
        self._agreed.forget()
        self._asked.clear()
        self._doubted = {}
        self.question = None
        self.alternatives = ()

    def _tidied(self, evidence: AreaEvidence) -> None:
        """Forget what might still lie about on places that look as they should in the end."""
        if not self._loose:
            return
        wrong = evidence.penalties(self._rules.expected(self.history.state))
        self._loose = {
            spot: lyings for spot, lyings in self._loose.items() if wrong.get(spot, 0.0) > 0
        }

    def _explain(self, evidence: AreaEvidence, *, hand: bool = False) -> list[Line]:
        """Write how the table came to differ from what is expected, if it does, or ask.

        Where a hand rests it may hold what is gone: only what is seen as a whole is written.
        """
        state = self.history.state
        differing = evidence.differing(self._rules.expected(state), self._loose)
        if not differing:
            if not hand:
                self._settle()
            return []
        ways = self._search.ways(state, evidence, self._loose)
        expected = self._rules.expected(state)
        now = sum(evidence.penalties(expected, self._loose).values())
        whole = not hand or (bool(ways) and evidence.shows_all(expected, ways[0].view))
        if whole and self._is_clear(ways, evidence, now):
            way = ways[0]
            if not self._agreed.on("events", way.events, AREA_LONGER if hand else 1):
                return []
            return self._believe(way)
        self._agreed.forget("events")
        if hand:
            return []
        seen = tuple((spot, evidence.seen[spot[0]]) for spot in differing)
        chosen = self._answered and self._is_clear(ways[:1], evidence, now)
        longer = 1 if chosen else self._longer
        if seen in self._asked or not self._agreed.on("unexplained", seen, longer):
            return []
        self._asked.append(seen)
        return [self._ask(ways, differing, evidence)]

    def _is_clear(self, ways: Sequence[Way], evidence: AreaEvidence, now: float) -> bool:
        """Tell whether the likeliest way explains all that is seen, and no other nearly as well."""
        if not ways or ways[0].total > now - MARGIN:
            return False
        best = ways[0]
        if self._answered and best.notes:  # players are asked what was not seen
            return False
        if evidence.differing(best.view, dict(best.loose)):
            return False
        return all(other.total - best.total >= MARGIN for other in ways[1:])

    def _believe(self, way: Way) -> list[Line]:
        notes = dict(way.notes)
        lines: list[Line] = []
        for i, event in enumerate(way.events):
            if i in notes:
                lines.append(dict(notes[i]))
            lines.append(self.write(event))
        self._loose = dict(way.loose)
        return lines

    def _ask(self, ways: Sequence[Way], differing: Sequence[Spot], evidence: AreaEvidence) -> Line:
        """Ask what happened, and offer what may have."""
        state = self.history.state
        expected = self._rules.expected(state)
        groups = {group.id: group for group in self._board.layout}
        self._doubted = {(ident, i): frozenset({evidence.seen[ident][i]}) for ident, i in differing}
        close = [way for way in ways if not evidence.differing(way.view, dict(way.loose))]
        self.alternatives = tuple(way.events for way in close[:OFFERED])
        first = ways[0].events[0] if ways else None
        self.question = {
            "note": "unexplained",
            "differences": {
                groups[ident].places[i].id: [
                    [*expected[ident][i]],
                    [*evidence.seen[ident][i]],
                ]
                for ident, i in differing
            },
            "nearest": None if first is None else self._rules.format_event(first),
            "rule": None,
        }
        return self.question

    def _wrong_supply(self, reading: Reading) -> list[Line]:
        """Note, once, where another place of heaps is empty than should be."""
        lines: list[Line] = []
        expected = self._rules.expected(self.history.state)
        for group in self._board.areas:
            areas = reading.areas.get(group.id)
            if group.capacity > 1 or areas is None or not areas.observed.all():
                continue
            likeliest = areas.likeliest()
            if min(share for _, share in likeliest) < SURE:
                continue
            ids = [place.id for place in group.places]
            bare = [one for one, (lying, _) in zip(ids, likeliest, strict=True) if not lying]
            should = [one for one, lying in zip(ids, expected[group.id], strict=True) if not lying]
            if bare != should and (bare, should) not in self._supplies:
                self._supplies.append((bare, should))
                lines.append({"note": group.id, "expected": should, "seen": bare})
        return lines


def _near(reading: Reading) -> Mask:
    """Mark what a hand is near, and what it hides, of all places."""
    areas = [mask for one in reading.areas.values() for mask in (one.near, one.observed)]
    slots = [mask for one in reading.groups.values() for mask in (one.near, one.observed)]
    return np.concatenate([*areas, *slots])
