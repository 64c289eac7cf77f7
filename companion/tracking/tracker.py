"""Tracking: readings of the table become the events that most probably happened.

The tracker knows no clock: what it is shown is all it knows. An event is written when the best
legal explanation of a settled board beats every other by a margin; what cannot be explained is
said in a note, never written as an event.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from companion.tracking.alternatives import rehearse, replayed
from companion.tracking.belief import NEVER, Evidence, Mask, RowWatch, SpotBelief
from companion.tracking.config import DOUBTED, LASTING, MARGIN, OFFERED, RECENT, SLOWER, TWICE
from companion.tracking.followed import FollowedGame
from companion.tracking.hypotheses import Decision, Hypothesis, Search, changes, decide, parted
from companion.tracking.notes import Line, differences_of, unexplained, unseen_order, wrong_row
from companion.tracking.tiles import Kinds, Tiles, TileTracking
from companion.tracking.waiting import Agreement, Furniture, Patience, Resting
from engine.board import Board
from engine.game import Step, Waits
from engine.history import History
from engine.record import Undo, format_undo
from vision.reading import Reading, Slots

TILES: Final = (Waits.CHOOSING, Waits.DEALING)
"""What is waited for while only tiles change."""


class Tracker:
    """Follows one game.

    ``history`` is the game so far. ``steps`` holds each event written here and what followed from
    it, for whoever shows them to take out; ``misread`` likewise the spots that the table said
    were misread, and who stands there. ``over`` tells that nothing more can be tracked.
    ``question`` is, while one is open, the note that asks it (each is written once, as a line), and
    ``alternatives`` are the events in order that may have happened, the likeliest first.
    """

    def __init__(  # noqa: PLR0913 - what a table may want otherwise
        self,
        history: History[Any, Any, Any],
        board: Board,
        *,
        agree: int = 1,
        patience: int | None = None,
        auto_score: bool = True,
        live: bool = False,
        answered: bool = False,
    ) -> None:
        """Begin where ``history`` stands.

        ``agree`` is how many settled readings in a row must say the same before an event is
        written, ``patience`` how many before the table is asked what happened or to mend its
        row of tiles (as many, unless said otherwise): people put things right a moment later. With
        ``auto_score`` what follows by itself is written. ``live`` readings
        follow each other closely: a hand that rests hides only what is near it, and in the
        opening whoever is slow is waited for. ``answered``: somebody tells what was chosen where
        the eye cannot, so that nothing has to be guessed.
        """
        self.history: Final = history
        self.steps: Final[deque[tuple[Any, Step[Any, Any]]]] = deque()
        self.misread: Final[dict[str, str | None]] = {}
        self.over = False
        self.question: Line | None = None
        self.alternatives: tuple[tuple[Any, ...], ...] = ()
        self.game: Final = FollowedGame(history.game, board)
        self._rules: Final = history.game
        self._auto_score: Final = auto_score
        self._live: Final = live
        self._answered: Final = answered
        self._furniture: Final = Furniture(LASTING * (patience or agree))
        self._resting: Final = Resting()
        self._belief: Final = SpotBelief(RECENT * agree, len(self.game.names))
        self._search: Final = Search(self.game, history, live=live)
        self._choices: Final = TileTracking(self.game, history, agree, live=live, answered=answered)
        self._row: Final = RowWatch()
        self._held: tuple[Any, ...] = ()
        self._explained = NEVER
        self._agree: Final = agree
        self._agreed: Final = Agreement(agree)
        self._patience: Final = Patience(patience or agree)
        self._questions: Final[list[tuple[Line, tuple[tuple[Any, ...], ...]]]] = []
        self._asked_at: Final[set[int]] = set()
        self._rows_noted: Final[list[object]] = []

    def see(self, reading: Reading, frame: str) -> list[Line]:
        """Take one reading; return the record's lines that follow from it, notes among them."""
        if not reading.registered:
            self._resting.still(None)
            self._furniture.lost()
            self._moved()
            return []
        spots, hand = reading.groups[self.game.pieces_id], reading.hand
        near = spots.near
        if self._live:
            hand, near = self._furniture.without(spots, self._standing, hand=hand)
        still = self._resting.still(near if hand else None)
        unusable = (hand and not (self._live and still)) or self.over
        if unusable or not still:  # what is seen of the board has changed
            self._moved()
            self._belief.hide(near)
        tiles = None
        if (slots := reading.groups.get(self.game.tiles_id or "")) is not None:
            tiles = Tiles.of(slots)
            self._choices.watch(tiles, settled=not unusable)
        if unusable:
            if not self.over:
                self._belief.note_changes(spots, near | ~spots.observed, self._standing)
            return []
        lines: list[Line] = []
        taken = tiles is not None and tiles.taken
        row = _known_row(reading.groups.get(self.game.row_id or ""))
        look = Look(spots, near, row or (), hand=hand, taken=taken)
        self._belief.look(spots, near)
        while step := self._step(look, tiles):
            written = [{**line, "frame": frame} for line in step]
            lines += written
            if not any("type" in line for line in written) or self.over:
                break
        return lines

    def write(self, event: Any) -> Line:  # noqa: ANN401 - a game's event
        """Write an event that is known to have happened; return its line.

        Raises ValueError, changing nothing, where the rules refuse it. What was asked is
        answered: where the board still looks otherwise the eye is not believed.
        """
        before = self._standing
        line = self._write(event)
        after = self._standing
        changed = {i for i, there in enumerate(before) if there != after[i]}
        self._contradict(self._asked_at | changed)
        return line

    def answer(self, events: Sequence[Any]) -> list[Line]:
        """Write what the table says has happened, such as one of ``alternatives``; return lines.

        No events mean that nothing has happened: where the board looks otherwise the eye is not
        believed. Raises ValueError, having written nothing, where the rules refuse an event.
        """
        rehearse(self.history, events)
        if not events:
            self._contradict(self._asked_at)
        return [self.write(event) for event in events]

    @property
    def asking(self) -> bool:
        """Whether the table has been asked what happened, and nothing has answered that yet."""
        return bool(self._questions)

    def _write(self, event: Any) -> Line:  # noqa: ANN401
        self.steps.append((event, self.history.append(event)))
        self.alternatives = ()
        return format_undo(event) if isinstance(event, Undo) else self._rules.format_event(event)

    def _contradict(self, places: set[int]) -> None:
        """Take it from the table that all stand as written, at these places; close the question."""
        misread = self._belief.contradict(self._standing, places)
        self.misread.update({self.game.names[i]: who for i, who in misread.items()})
        self._settle()

    def _settle(self) -> None:
        """Close the question, if one is open."""
        self._held = ()
        self._agreed.forget("board")
        self._patience.settled()
        self._questions.clear()
        self.question = None
        self._asked_at.clear()
        self.alternatives = ()

    def _moved(self) -> None:
        """Count anew what must be seen in a row."""
        self._agreed.forget()
        self._patience.moved()
        self._choices.moved()

    @property
    def _standing(self) -> Sequence[str | None]:
        return self.game.standing(self.history.state)

    @property
    def _waits(self) -> Waits:
        return self._rules.phase(self.history.state).waits

    def _step(self, look: "Look", tiles: Tiles | None) -> list[Line]:
        """Go one explanation further; an empty list when there is nothing (new) to say."""
        phase = self._rules.phase(self.history.state)
        if self._auto_score and phase.automatic is not None:
            return [self._write(phase.automatic)]
        if phase.waits is Waits.OVER:  # whatever is packed away now is no part of the game
            return []
        lines = self._pieces(look, row=self.game.row_id in phase.followed)
        if phase.waits not in TILES or any("type" in line for line in lines):
            return lines
        if tiles is None:
            if self._answered:
                return lines
            self.over = True
            return [*lines, {"note": "tiles-untaught"}]
        note, event = None, None
        if phase.waits is Waits.DEALING:
            event = self._choices.deal(tiles)
        else:
            note, event = self._choices.claim(tiles, look.row or None)
        lines += [] if note is None else [note]
        return [*lines, self._write(event)] if event is not None else lines

    def _pieces(self, look: "Look", *, row: bool) -> list[Line]:
        """Explain who stands where; ``row`` tells whether the row of tiles is followed now."""
        expected = self._standing
        evidence = self._evidence(look, row=row)
        differing = evidence.differences(expected)
        if not differing:
            self._patience.explained()
            if self.asking and not look.hand and evidence.agrees(expected, self._asked_at):
                self._settle()
        swapped = evidence.relaid and evidence.swaps(self.game.row(self.history.state))
        found = self._search.found(evidence) if differing or swapped or evidence.taken else []
        fitting = [one for one in found if not evidence.differences(one.board)]
        if fitting and fitting[0].events:
            return self._explained_by(fitting, found, evidence, look)
        if not differing:
            self._agreed.forget("board")
            return self._wrong_row(evidence, slower=look.hand)
        return self._perhaps_ask(differing, [], evidence, look)

    def _evidence(self, look: "Look", *, row: bool) -> Evidence:
        """Put together what is believed of the board before the next event."""
        rows, until, since = self._belief.weigh(self._standing, self._explained)
        self._explained = NEVER
        laid = look.row if row else ()
        return Evidence(
            rows,
            look.spots.classes,
            row=laid,
            relaid=self._row.relaid(self.history.event, laid),
            taken=look.taken and self._waits not in TILES,
            until=until.tolist(),
            since=since.tolist(),
            now=self._belief.now,
            hidden=frozenset(np.flatnonzero(look.near).tolist()),
        )

    def _explained_by(
        self,
        fitting: Sequence[Hypothesis],
        found: Sequence[Hypothesis],
        evidence: Evidence,
        look: "Look",
    ) -> list[Line]:
        """Write the first events of the best hypothesis, or wait until one is beyond doubt.

        ``fitting`` are those of all ``found`` that leave nothing unexplained, the best first.
        """
        best, decision = self._decision(fitting, found, evidence, look)
        differing = evidence.differences(self._standing)
        if decision.events and best.early < max(TWICE, self._agree):
            if self._agreed.on("board", decision.events):
                self._explained = best.came if decision.events == best.events else NEVER
                return self._believe(decision)
            if not differing:
                return []
            return self._perhaps_ask(differing, [best], evidence, look, waits=True)
        self._agreed.forget("board")
        ranked = [one for one in fitting if one.events]
        if evidence.taken and not differing:
            if self._patience.lasts("tiles", self.history.event, DOUBTED):
                return self._ask(dict(changes(self._standing, best.board)), ranked, evidence)
            return []
        return self._perhaps_ask(differing, ranked, evidence, look, waits=decision.told_apart)

    def _decision(
        self,
        fitting: Sequence[Hypothesis],
        found: Sequence[Hypothesis],
        evidence: Evidence,
        look: "Look",
    ) -> tuple[Hypothesis, Decision]:
        """Decide which events are beyond doubt, other orders and mishaps considered."""
        best, others = fitting[0], [*fitting]
        for other in self._search.reordered(best, evidence):
            if other.state == best.state:
                best = parted(best, other)
            elif other.board == best.board:
                others.append(other)
        mishaps = [
            self._search.priced(one, evidence, hand=look.hand)
            for one in found
            if evidence.differences(one.board)
        ]
        decision = decide(others, mishaps, best)
        # Who seems to have been slow may stand where nothing is sure.
        doubtful = any(len(looks) > 1 for looks in evidence.possible())
        opening = self._live and self._waits is Waits.OPENING
        unsure = (best.disorder > 0 and doubtful) or (opening and best.unseen > 0)
        if decision.events and (unsure or self._may_be_longer(best, evidence)):
            decision = Decision()
        if not decision.events:
            self._held = best.events
        return best, decision

    def _may_be_longer(self, best: Hypothesis, evidence: Evidence) -> bool:
        """Tell whether whoever acted first in a round may have done so in two actions.

        Once more has been seen than was held for a round he has not: others have played since.
        """
        over = self._rules.phase(best.state).automatic is not None
        if evidence.taken and over:
            return False
        held = self._held
        if held and best.events[: len(held)] == held != best.events:
            return False
        if self._live and self._search.opened_by_next(best):
            return True
        seats = len(self.game.players(best.state))
        if self._search.actions(best) > seats:
            return True
        longer = self._search.acted_once_more(best, evidence)
        return any(best.score - one.score < 2 * MARGIN for one in longer)

    def _believe(self, decision: Decision) -> list[Line]:
        self._settle()
        lines = [self._write(event) for event in decision.events]
        if decision.unordered:
            undone = sum(isinstance(event, Undo) for event in decision.events)
            lines.insert(undone, unseen_order(decision.unordered - undone))
        return lines

    def _perhaps_ask(
        self,
        differing: Mapping[int, str | None],
        ranked: Sequence[Hypothesis],
        evidence: Evidence,
        look: "Look",
        *,
        waits: bool = False,
    ) -> list[Line]:
        """Ask what happened, once the board has differed long enough.

        ``waits``: what happens next may tell.
        """
        if not differing:
            return self._wrong_row(evidence, slower=look.hand)
        if not self._has_lasted(differing, ranked, look, waits=waits):
            return []
        return self._ask(differing, ranked, evidence)

    def _has_lasted(
        self,
        differing: Mapping[int, str | None],
        ranked: Sequence[Hypothesis],
        look: "Look",
        *,
        waits: bool,
    ) -> bool:
        """Tell whether the board has differed for as long as it takes to ask."""
        event, patience = self.history.event, self._patience
        if look.hand:
            return patience.lasts("hand", event, LASTING)
        if not ranked and self._is_early(differing):
            return patience.lasts("opening", event, SLOWER)
        if self._live and self._waits in TILES and not ranked:
            # Nobody has cause to touch a piece: it is rather light than people.
            return patience.lasts("idle", (event, differing), LASTING)
        return patience.is_out(event, differing, waits=waits)

    def _is_early(self, differing: Mapping[int, str | None]) -> bool:
        """Tell whether a live opening only waits for whoever is slower than the others."""
        expected = self._standing
        put_down = all(expected[i] is None and seen is not None for i, seen in differing.items())
        return self._live and self._waits is Waits.OPENING and put_down

    def _ask(
        self,
        differing: Mapping[int, str | None],
        ranked: Sequence[Hypothesis],
        evidence: Evidence,
    ) -> list[Line]:
        """Ask, once, what happened, and offer what may have."""
        differences = differences_of(self._standing, differing, self.game.names)
        for question, alternatives in self._questions:
            before = question["differences"]
            # While legal events may explain all, what comes on top is no other question.
            if before == differences or (ranked and before.items() <= differences.items()):
                self.question, self.alternatives = question, alternatives
                return []
        self._asked_at.update(differing)
        by_state: dict[Any, tuple[Any, ...]] = {}
        for one in ranked:
            by_state.setdefault(one.state, one.events)
        offered = [*by_state.values()] or replayed(self.game, self.history, evidence)
        self.alternatives = tuple(offered[:OFFERED])
        self.question = unexplained(self.game, self.history.state, differences, evidence)
        self._questions.append((self.question, self.alternatives))
        return [self.question]

    def _wrong_row(self, evidence: Evidence, *, slower: bool) -> list[Line]:
        """Note, once, that the row of tiles on the table is not what the rules say."""
        seen = evidence.row
        expected = self.game.row(self.history.state)
        if seen == expected:
            self._patience.row_is_right()
            self._rows_noted.clear()
        if not seen or None in seen or seen == expected or seen in self._rows_noted:
            return []
        if not self._patience.is_out_with_row(seen, slower=slower):
            return []
        self._rows_noted.append(seen)
        return [wrong_row(self.game.row_id or "", expected, seen)]


@dataclass(frozen=True, slots=True)
class Look:
    """One reading: the spots, those near a hand, the row as far as it can be read, tiles gone."""

    spots: Slots
    near: Mask
    row: Kinds
    hand: bool
    taken: bool


def _known_row(row: Slots | None) -> Kinds | None:
    """Give the row of tiles as far as it can be read."""
    if row is None:
        return None
    both = zip(row.likeliest(), row.observed, strict=True)
    return tuple(tile if seen else None for tile, seen in both)
