"""Tracking: readings of the table become the events that most probably happened.

The tracker knows no game, only the seam (``engine.game``), and no clock: what it is shown is
all it knows. An event is written when the best legal explanation of a settled board beats
every other by a margin; what cannot be explained is told in a note, never written.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.tracking.agreement import Agreement
from companion.tracking.belief import Judge, Verdict, rehearse
from companion.tracking.explanation import MARGIN, Evidence, Explanation, astray
from companion.tracking.loose import Loose
from companion.tracking.notes import (
    Line,
    differences_of,
    unexplained,
    unseen_order,
    wrong_row,
)
from companion.tracking.patience import LASTING, Patience
from companion.tracking.perception import Perception
from companion.tracking.premature import Premature
from companion.tracking.resting import Resting
from companion.tracking.row import Row
from companion.tracking.search import Search, orders
from companion.tracking.second_thoughts import replayed
from companion.tracking.tiles import TileTracking, any_taken
from companion.tracking.unseen import ended, swapped
from engine.board import Board
from engine.game import Step
from engine.history import History
from engine.record import Undo, format_undo
from vision.reading import Reading

OFFERED: Final = 4
"""The most explanations that the table is offered to choose from."""
RECENT: Final = 15
"""How many times the readings that an event takes a location may have looked otherwise for it."""
TILES: Final = ("claim", "draw")
"""Phases (formats, section 4) in which only tiles change."""
ROW_COUNTS: Final = ("placement", "action", "score")
"""Phases in which the ranking row on the table should be as the rules say."""


class Tracker:
    """Follows one game.

    ``history`` is the game so far. ``steps`` holds each event written here and what followed from
    it, for whoever shows them to take out; ``misread`` likewise the locations that the table said
    were misread, and who stands there. ``over`` tells that nothing more can be tracked.
    ``question`` is, while one is open, the note that asks it (each is told once, as a line), and
    ``alternatives`` are the events in order that may have happened,
    the likeliest first.
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
        ranking row (as many, unless said otherwise): people put things right a moment later. With
        ``auto_score`` a dynasty is scored when all turns have been played. ``live`` readings
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
        self._game: Final = history.game
        self._board: Final = board
        self._auto_score: Final = auto_score
        self._live: Final = live
        self._answered: Final = answered
        self._search: Final = Search(history)
        self._shares: Final = TileTracking(history, agree, live=live, answered=answered)
        self._premature: Final = Premature(agree)
        self._perception: Final = Perception(
            recent=RECENT * agree, lasting=LASTING * (patience or agree), live=live
        )
        self._lain: Final = Row()
        self._loose: Final = Loose(agree)
        self._judge: Final = Judge(
            history, board, self._premature, self._lain, self._loose, live=live
        )
        self._resting: Final = Resting()
        self._agreed: Final = Agreement(agree)
        self._patience: Final = Patience(patience or agree, live=live)
        self._held: Explanation | None = None
        self._questions: Final[list[tuple[Line, tuple[tuple[Any, ...], ...]]]] = []
        self._asked_at: Final[set[int]] = set()
        self._rows_told: Final[list[object]] = []

    def see(self, reading: Reading, frame: str) -> list[Line]:
        """Take one reading; return the record's lines that follow from it, notes among them."""
        reading = self._perception.without_furniture(reading, self._standing())
        still = self._resting.still(reading)
        unusable = reading.hand and not (self._live and still)
        unusable = unusable or self.over or not reading.registered
        if unusable or not still:  # what is seen of the board has changed
            self._agreed.forget()
            self._patience.moved()
            self._shares.moved()
        self._shares.watch(reading, settled=not unusable)
        if unusable:
            return []
        lines: list[Line] = []
        while step := self._step(reading):
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
        before = self._standing()
        line = self._write(event)
        after = self._standing()
        changed = {i for i, there in enumerate(before) if there != after[i]}
        misread = self._perception.contradict(after, self._asked_at | changed)
        self.misread.update({self._board.locations[i].id: who for i, who in misread.items()})
        self._settle()
        return line

    def answer(self, events: Sequence[Any]) -> list[Line]:
        """Write what the table says has happened, such as one of ``alternatives``; return lines.

        No events mean that nothing has happened: where the board looks otherwise the eye is not
        believed. Raises ValueError, having written nothing, where the rules refuse an event.
        """
        rehearse(self.history, events)
        if not events:
            misread = self._perception.contradict(self._standing(), self._asked_at)
            self.misread.update({self._board.locations[i].id: who for i, who in misread.items()})
            self._settle()
        return [self.write(event) for event in events]

    def _write(self, event: Any) -> Line:  # noqa: ANN401
        self.steps.append((event, self.history.append(event)))
        self.alternatives = ()
        self._held = None
        if isinstance(event, Undo):
            return format_undo(event)
        return self._game.format_event(event)

    def _settle(self) -> None:
        """Close the question, if one is open."""
        self._forget_board()
        self._held = None
        self._questions.clear()
        self.question = None
        self._asked_at.clear()
        self.alternatives = ()

    def _standing(self) -> Sequence[str | None]:
        return self._game.expected_view(self.history.state).board

    def _forget_board(self) -> None:
        """Count anew what readings say in a row about the merchants."""
        self._agreed.forget("board", "held", "lasting")
        self._patience.settled()

    def _step(self, reading: Reading) -> list[Line]:
        """Go one explanation further; an empty list when there is nothing (new) to say."""
        if self._auto_score and (event := self._game.automatic(self.history.state)) is not None:
            return [self._write(event)]
        phase = self._phase
        if phase == "over":  # whatever is packed away now is no part of the game
            return []
        lines = self._merchants(reading)
        if phase in TILES and not any("type" in line for line in lines):
            lines += self._tiles(reading)
        return lines

    @property
    def asking(self) -> bool:
        """Whether the table has been asked what happened, and nothing has answered that yet."""
        return bool(self._questions)

    @property
    def _phase(self) -> str:
        return str(self._game.to_json(self.history.state)["phase"])

    def _merchants(self, reading: Reading) -> list[Line]:
        """Explain who stands where."""
        expected = self._standing()
        with_row = self._phase in ROW_COUNTS
        evidence = self._perception.evidence(reading, expected, with_row=with_row)
        odd = evidence.differences(expected)
        now = Explanation((), self.history.state, evidence.score(expected), 0.0)
        ranking = self._game.expected_view(self.history.state).ranking
        self._lain.watch(self.history.event, ranking, evidence.ranking, odd=bool(odd))
        held = self._held
        possible = evidence.possible() if odd else ()
        as_before = [i for i, looks in enumerate(possible) if looks == {expected[i]}]
        lasted = self._loose.watch(self.history.event, odd, as_before)
        evidence = replace(evidence, lasted=lasted)
        ranked = self._search.ranked(now, evidence, held) if odd else []
        # Nothing must be hidden; and while tiles are awaited nobody's turn is known.
        if not reading.hand and self._phase not in TILES:
            boards = (self._game.expected_view(one.state).board for one in ranked)
            self._premature.watch(odd, boards)
        if not odd:
            return self._as_expected(now, evidence, reading)
        verdict = self._judge.judge(now, ranked, evidence, reading, held)
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
        early = not ranked and self._is_early(odd)
        idle = self._live and self._phase in TILES and not ranked
        event, hand = self.history.event, reading.hand
        if not self._patience.is_out(verdict, event, odd, hand=hand, early=early, idle=idle):
            return []
        if verdict is Verdict.WAIT and ranked:
            verdict = self._judge.judge(now, ranked, evidence, reading, held, lasting=True)
            ways = self._ways(ranked[0], evidence) if verdict is Verdict.BELIEVE else []
        if len({way.state for way in ways}) != 1:
            return self._ask(odd, ways or ranked, evidence)
        return self._believe("lasting", ways)

    def _ways(self, best: Explanation, evidence: Evidence) -> list[Explanation]:
        """List in which orders the board may have come about as it is best explained.

        The first is the one to be written, where all lead to the same state. What was seen, or
        the ranking row, leaves out the others.
        """
        game = self._game
        states = rehearse(self.history, best.events)
        undone = sum(isinstance(event, Undo) for event in best.events)
        played = best.events[undone:]
        if len(played) <= 1:
            return [best]
        found = []
        for order in orders(game, states[undone:], played, self._loose):
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

    def _as_expected(self, now: Explanation, evidence: Evidence, reading: Reading) -> list[Line]:
        """See to what else a reading tells in which all stand as expected, as far as is seen."""
        self._agreed.forget("board", "held", "lasting")
        self._patience.explained()
        over = self._phase == "action" and any_taken(reading)
        if over and (missed := ended(self._game, now, evidence)):
            asked = self._patience.is_out_with_tiles(self.history.event)
            board = self._game.expected_view(missed[0].state).board
            both = enumerate(zip(self._standing(), board, strict=True))
            seen = {i: then for i, (there, then) in both if there != then}
            return self._ask(seen, missed, evidence) if asked else []
        if not reading.hand and evidence.clear(self._standing(), self._asked_at):
            self._settle()
        found = swapped(self.history, now, evidence) if self._phase == "action" else []
        ahead = [found[0].score - one.score for one in found[1:]]
        if found and self._lain.anew and min(ahead, default=MARGIN) >= MARGIN:
            agreed = self._agreed.on("unseen", found[0].events)
            return [self._write(event) for event in found[0].events] if agreed else []
        self._agreed.forget("unseen")
        return self._row(evidence, slower=reading.hand or bool(evidence.turned))

    def _is_early(self, odd: Mapping[int, str | None]) -> bool:
        """Tell whether a live opening only waits for whoever is slower than the others."""
        expected = self._standing()
        put_down = all(expected[i] is None and seen is not None for i, seen in odd.items())
        return self._live and self._phase == "placement" and put_down

    def _ask(
        self, odd: Mapping[int, str | None], ranked: Sequence[Explanation], evidence: Evidence
    ) -> list[Line]:
        """Ask, once, what happened, and offer what may have."""
        differences = differences_of(self._standing(), odd, self._board)
        for question, alternatives in self._questions:
            if question["differences"] == differences:
                self.question, self.alternatives = question, alternatives
                return []
        self._asked_at.update(odd)
        by_state: dict[Any, tuple[Any, ...]] = {}
        for one in ranked:
            by_state.setdefault(one.state, one.events)
        offered = [*by_state.values()] or replayed(self.history, evidence)
        self.alternatives = tuple(offered[:OFFERED])
        self.question = unexplained(self._game, self.history.state, differences, evidence)
        self._questions.append((self.question, self.alternatives))
        return [self.question]

    def _row(self, evidence: Evidence, *, slower: bool) -> list[Line]:
        """Note, once, that the ranking row on the table is not what the rules say."""
        seen = evidence.ranking
        expected = self._game.expected_view(self.history.state).ranking
        if seen == expected:
            self._patience.row_is_right()
            self._rows_told.clear()
        if seen is None or None in seen or seen == expected or seen in self._rows_told:
            return []
        if not self._patience.is_out_with_row(seen, slower=slower):
            return []
        self._rows_told.append(seen)
        return [wrong_row(expected, seen)]

    def _tiles(self, reading: Reading) -> Iterator[Line]:
        """Explain which influence tiles were taken or dealt."""
        if reading.influence is None:
            if not self._answered:
                self.over = True
                yield {"note": "tiles-untaught"}
            return
        if self._phase == "draw":
            note, event = None, self._shares.deal(reading)
        else:
            note, event = self._shares.claim(reading)
        if note is not None:
            yield note
        if event is not None:
            yield self._write(event)
