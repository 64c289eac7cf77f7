"""Tracking: readings of the table become the events that most probably happened.

The tracker knows no clock: what it is shown is all it knows. An event is written when the best
legal explanation of a settled board beats every other by a margin; what cannot be explained is
told in a note, never written.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.tracking.alternatives import Search, ended, orders, replayed, swapped
from companion.tracking.decision import Around, Judge, Verdict, rehearse
from companion.tracking.evidence import MARGIN, Evidence
from companion.tracking.explanation import Explanation, astray
from companion.tracking.followed import FollowedGame
from companion.tracking.notes import Line, differences_of, unexplained, unseen_order, wrong_row
from companion.tracking.since import Differences, Premature, Row
from companion.tracking.spot_filter import SpotFilter
from companion.tracking.tiles import Kinds, Tiles, TileTracking
from companion.tracking.waiting import (
    DOUBTED,
    LASTING,
    SLOWER,
    Agreement,
    Furniture,
    Patience,
    Resting,
)
from engine.board import Board
from engine.game import Step, Waits
from engine.history import History
from engine.record import Undo, format_undo
from vision.reading import Reading, Slots

OFFERED: Final = 4
"""The most explanations that the table is offered to choose from."""
RECENT: Final = 15
"""How many times the readings that an event takes a spot may have looked otherwise for it."""
TILES: Final = (Waits.CHOOSING, Waits.DEALING)
"""What is waited for while only tiles change."""


class Tracker:
    """Follows one game.

    ``history`` is the game so far. ``steps`` holds each event written here and what followed from
    it, for whoever shows them to take out; ``misread`` likewise the spots that the table said
    were misread, and who stands there. ``over`` tells that nothing more can be tracked.
    ``question`` is, while one is open, the note that asks it (each is told once, as a line), and
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
        self._spots: Final = SpotFilter(RECENT * agree, len(self.game.names))
        self._search: Final = Search(self.game, history)
        self._choices: Final = TileTracking(self.game, history, agree, live=live, answered=answered)
        self._premature: Final = Premature(agree)
        self._row: Final = Row()
        self._since: Final = Differences(agree)
        self._judge: Final = Judge(
            self.game, history, self._premature, self._row, self._since, live=live
        )
        self._agreed: Final = Agreement(agree)
        self._patience: Final = Patience(patience or agree)
        self._held: Explanation | None = None
        self._questions: Final[list[tuple[Line, tuple[tuple[Any, ...], ...]]]] = []
        self._asked_at: Final[set[int]] = set()
        self._rows_told: Final[list[object]] = []

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
            self._spots.hide(near)
        tiles = None
        if (slots := reading.groups.get(self.game.tiles_id or "")) is not None:
            tiles = Tiles.of(slots)
            self._choices.watch(tiles, settled=not unusable)
        if unusable:
            return []
        lines: list[Line] = []
        # Of what a hand is near, or what is out of view, nothing is known.
        spots = self._spots.remembered(spots, near)
        around = Around(hand, near, taken=tiles is not None and tiles.taken)
        row = _told_row(reading.groups.get(self.game.row_id or ""))
        while step := self._step(spots, around, tiles, row):
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
        self._held = None
        return format_undo(event) if isinstance(event, Undo) else self._rules.format_event(event)

    def _contradict(self, places: set[int]) -> None:
        """Take it from the table that all stand as written, at these places; close the question."""
        misread = self._spots.contradict(self._standing, places)
        self.misread.update({self.game.names[i]: who for i, who in misread.items()})
        self._settle()

    def _settle(self) -> None:
        """Close the question, if one is open."""
        self._agreed.forget("board", "held", "lasting")
        self._patience.settled()
        self._held = None
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

    def _step(
        self, spots: Slots, around: Around, tiles: Tiles | None, row: Kinds | None
    ) -> list[Line]:
        """Go one explanation further; an empty list when there is nothing (new) to say."""
        phase = self._rules.phase(self.history.state)
        if self._auto_score and phase.automatic is not None:
            return [self._write(phase.automatic)]
        if phase.waits is Waits.OVER:  # whatever is packed away now is no part of the game
            return []
        lines = self._pieces(spots, around, row if self.game.row_id in phase.followed else None)
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
            note, event = self._choices.claim(tiles, row)
        lines += [] if note is None else [note]
        return [*lines, self._write(event)] if event is not None else lines

    def _evidence(self, spots: Slots, around: Around, row: Kinds | None) -> Evidence:
        """Take what is to be believed of a reading, after all that was seen before."""
        seen = self._spots.mistrusted(Evidence(spots.log_likelihood, spots.classes, row))
        return self._spots.update(seen, self._standing, around.near) if self._live else seen

    def _pieces(self, spots: Slots, around: Around, row: Kinds | None) -> list[Line]:
        """Explain who stands where."""
        expected, event = self._standing, self.history.event
        evidence = self._evidence(spots, around, row)
        differing = evidence.differences(expected)
        now = Explanation((), self.history.state, evidence.score(expected), 0.0)
        expected_row = self.game.row(self.history.state)
        self._row.update(event, expected_row, row, differs=bool(differing))
        possible = evidence.possible() if differing else ()
        as_before = [i for i, looks in enumerate(possible) if looks == {expected[i]}]
        evidence = replace(evidence, lasted=self._since.update(event, differing, as_before))
        ranked = self._search.ranked(now, evidence, self._held) if differing else []
        # Nothing must be hidden; and while tiles are awaited nobody's turn is known.
        if not around.hand and self._waits not in TILES:
            boards = (self.game.standing(one.state) for one in ranked)
            self._premature.update(differing, boards)
        if not differing:
            return self._as_expected(now, evidence, around)
        return self._otherwise(now, ranked, evidence, around, differing)

    def _otherwise(
        self,
        now: Explanation,
        ranked: Sequence[Explanation],
        evidence: Evidence,
        around: Around,
        differing: Mapping[int, str | None],
    ) -> list[Line]:
        """Write how the board came to differ, or ask once it has lasted long enough."""
        held = self._held
        verdict = self._judge.judge(now, ranked, evidence, around, held)
        ways = self._ways(ranked[0], evidence) if verdict is Verdict.BELIEVE else []
        if len(ways) > 1 and any(way.state != ways[0].state for way in ways):
            verdict = Verdict.ASK
        if verdict is not Verdict.HOLD:
            self._agreed.forget("held")
        if verdict is Verdict.BELIEVE:
            self._patience.explained()
            return self._believe("board", ways)
        self._agreed.forget("board")
        if verdict is Verdict.HOLD and self._agreed.on("held", ranked[0].events):
            self._held = ranked[0]
        if not self._has_lasted(verdict, differing, ranked, around):
            return []
        if verdict is Verdict.WAIT and ranked:
            verdict = self._judge.judge(now, ranked, evidence, around, held, lasting=True)
            ways = self._ways(ranked[0], evidence) if verdict is Verdict.BELIEVE else []
        if len({way.state for way in ways}) != 1:
            return self._ask(differing, ways or ranked, evidence)
        return self._believe("lasting", ways)

    def _has_lasted(
        self,
        verdict: Verdict,
        differing: Mapping[int, str | None],
        ranked: Sequence[Explanation],
        around: Around,
    ) -> bool:
        """Tell whether the board has differed for as long as it takes to ask."""
        event, patience = self.history.event, self._patience
        # Live it is soon seen what happens next.
        waits = verdict is Verdict.WAIT or (self._live and verdict is Verdict.HOLD)
        if waits:
            patience.explained()
        if around.hand:
            return patience.lasts("hand", event, LASTING)
        if not ranked and self._is_early(differing):
            return patience.lasts("opening", event, SLOWER)
        if self._live and self._waits in TILES and not ranked:
            # Nobody has cause to touch a piece: it is rather light than people.
            return patience.lasts("idle", (event, differing), LASTING)
        return patience.is_out(event, differing, waits=waits)

    def _ways(self, best: Explanation, evidence: Evidence) -> list[Explanation]:
        """List in which orders the board may have come about as it is best explained.

        The first is the one to be written, where all lead to the same state. What was seen, or
        the row of tiles, leaves out the others.
        """
        game = self.game
        states = rehearse(self.history, best.events)
        undone = sum(isinstance(event, Undo) for event in best.events)
        played = best.events[undone:]
        if len(played) <= 1:
            return [best]
        found = []
        for order in orders(game, states[undone:], played, self._since):
            one = replace(
                best,
                events=(*best.events[:undone], *order.events),
                state=order.states[-1],
                before=order.states[-2],
            )
            one = replace(one, astray=astray(game, one, evidence))
            if one.astray - best.astray < MARGIN:
                found.append(one)
        # Which one it is makes no difference, but the one explained best is as likely as any.
        found.sort(key=lambda one: (one.state != best.state, one.events != best.events))
        return found or [best]

    def _believe(self, topic: str, ways: Sequence[Explanation]) -> list[Line]:
        """Write how the board came about, once so many readings in a row say the same of it."""
        events = ways[0].events
        if not self._agreed.on(topic, events):
            return []
        self._settle()
        lines = [self._write(event) for event in events]
        if len(ways) > 1:
            undone = sum(isinstance(event, Undo) for event in events)
            lines.insert(undone, unseen_order(len(events) - undone))
        return lines

    def _as_expected(self, now: Explanation, evidence: Evidence, around: Around) -> list[Line]:
        """See to what else a reading tells in which all stand as expected, as far as is seen."""
        self._agreed.forget("board", "held", "lasting")
        self._patience.explained()
        acting = self._waits is Waits.ACTING
        if acting and around.taken and (missed := ended(self.game, now, evidence)):
            asked = self._patience.lasts("tiles", self.history.event, DOUBTED)
            board = self.game.standing(missed[0].state)
            both = enumerate(zip(self._standing, board, strict=True))
            seen = {i: then for i, (there, then) in both if there != then}
            return self._ask(seen, missed, evidence) if asked else []
        if not around.hand and evidence.clear(self._standing, self._asked_at):
            self._settle()
        found = swapped(self.game, self.history, now, evidence) if acting else []
        ahead = [found[0].score - one.score for one in found[1:]]
        if found and self._row.anew and min(ahead, default=MARGIN) >= MARGIN:
            agreed = self._agreed.on("unseen", found[0].events)
            return [self._write(event) for event in found[0].events] if agreed else []
        self._agreed.forget("unseen")
        return self._wrong_row(evidence, slower=around.hand or bool(evidence.unsettled))

    def _is_early(self, differing: Mapping[int, str | None]) -> bool:
        """Tell whether a live opening only waits for whoever is slower than the others."""
        expected = self._standing
        put_down = all(expected[i] is None and seen is not None for i, seen in differing.items())
        return self._live and self._waits is Waits.OPENING and put_down

    def _ask(
        self,
        differing: Mapping[int, str | None],
        ranked: Sequence[Explanation],
        evidence: Evidence,
    ) -> list[Line]:
        """Ask, once, what happened, and offer what may have."""
        differences = differences_of(self._standing, differing, self.game.names)
        for question, alternatives in self._questions:
            if question["differences"] == differences:
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
            self._rows_told.clear()
        if seen is None or None in seen or seen == expected or seen in self._rows_told:
            return []
        if not self._patience.is_out_with_row(seen, slower=slower):
            return []
        self._rows_told.append(seen)
        return [wrong_row(self.game.row_id or "", expected, seen)]


def _told_row(row: Slots | None) -> Kinds | None:
    """Give the row of tiles as far as it is told."""
    if row is None:
        return None
    both = zip(row.likeliest(), row.observed, strict=True)
    return tuple(tile if seen else None for tile, seen in both)
