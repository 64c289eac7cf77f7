"""Tracking: readings of the table become the events that most probably happened.

The tracker knows no game, only the seam (``engine.game``), and no clock: what it is shown is
all it knows. An event is written when the best legal explanation of a settled board beats
every other by a margin; what cannot be explained is told in a note, never written.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.choices import claimed, dealt
from companion.explanation import MARGIN, Evidence, Explanation, explain, nearest
from engine.board import Board
from engine.game import Step
from engine.history import History
from engine.record import Undo, format_undo
from vision.reading import Reading

TAKEN_BACK: Final = 4.0
"""What it costs, as log likelihood, to hold that the last event was taken back."""
TILES: Final = ("claim", "draw")
"""Phases (formats, section 4) in which only tiles change."""
ROW_COUNTS: Final = ("placement", "action")
"""Phases in which the ranking row on the table should be as the rules say."""

Line = dict[str, Any]


class Tracker:
    """Follows one game.

    ``history`` is the game so far. ``steps`` holds each event written here and what followed from
    it, for whoever shows them to take out. ``over`` tells that nothing more can be tracked.
    """

    def __init__(
        self,
        history: History[Any, Any, Any],
        board: Board,
        *,
        agree: int = 1,
        auto_score: bool = True,
    ) -> None:
        """Begin where ``history`` stands.

        ``agree`` is how many settled readings in a row must say the same before an event is
        written; with ``auto_score`` a dynasty is scored when all turns have been played.
        """
        self.history: Final = history
        self.steps: Final[deque[tuple[Any, Step[Any, Any]]]] = deque()
        self.over = False
        self._game: Final = history.game
        self._board: Final = board
        self._agree: Final = agree
        self._auto_score: Final = auto_score
        self._pending: tuple[Any, int] = (None, 0)
        self._odd_told: list[object] = []
        self._rows_told: list[object] = []

    def see(self, reading: Reading, frame: str) -> list[Line]:
        """Take one reading; return the record's lines that follow from it, notes among them."""
        if self.over or not reading.registered or reading.hand:
            self._pending = (None, 0)
            return []
        lines: list[Line] = []
        while step := self._step(reading):
            written = [{**line, "frame": frame} for line in step]
            lines += written
            if not any("type" in line for line in written) or self.over:
                break
        return lines

    def _step(self, reading: Reading) -> list[Line]:
        """Go one explanation further; an empty list when there is nothing (new) to say."""
        if self._auto_score and (event := self._game.automatic(self.history.state)) is not None:
            return [self.write(event)]
        if self._phase in TILES:
            return list(self._tiles(reading))
        return self._merchants(reading)

    @property
    def _phase(self) -> str:
        return str(self._game.to_json(self.history.state)["phase"])

    def _merchants(self, reading: Reading) -> list[Line]:
        """Explain who stands where."""
        state = self.history.state
        evidence = Evidence(reading.log_likelihood, reading.choices)
        odd = evidence.differences(self._game.expected_view(state).board)
        if not odd:
            self._pending = (None, 0)
            self._odd_told.clear()
            return self._row(reading)
        now = Explanation((), state, evidence.score(self._game.expected_view(state).board), 0.0)
        ranked = explain(self._game, [now, *self._taken_back(evidence)], evidence)
        if ranked and ranked[0].score - now.score >= MARGIN:
            if len(ranked) > 1 and ranked[0].score - ranked[1].score < MARGIN:
                return []
            return self._agreed(ranked[0].events)
        return self._unexplained(odd, evidence) if self._steady(odd) else []

    def _agreed(self, events: Sequence[Any]) -> list[Line]:
        if not self._steady(events):
            return []
        self._odd_told.clear()
        return [self.write(event) for event in events]

    def _steady(self, what: object) -> bool:
        """Tell whether enough readings in a row have now said ``what``."""
        before, times = self._pending
        times = times + 1 if before == what else 1
        self._pending = (what, times)
        if times < self._agree:
            return False
        self._pending = (None, 0)
        return True

    def write(self, event: Any) -> Line:  # noqa: ANN401 - a game's event
        """Write an event that is known to have happened; return its line."""
        self.steps.append((event, self.history.append(event)))
        if isinstance(event, Undo):
            return format_undo(event)
        return self._game.format_event(event)

    def _taken_back(self, evidence: Evidence) -> Iterator[Explanation]:
        """Offer the state before the last event, for a player who changed his mind."""
        if self.history.event < 2 or self._phase not in ROW_COUNTS:  # noqa: PLR2004 - not the setup
            return
        line = self.history.event
        before = self.history.states[line - 1]
        score = evidence.score(self._game.expected_view(before).board)
        yield Explanation((Undo(line),), before, score, TAKEN_BACK)

    def _unexplained(self, odd: Mapping[int, str | None], evidence: Evidence) -> list[Line]:
        """Note, once, that no legal event explains the board, and what comes closest."""
        state = self.history.state
        expected = self._game.expected_view(state).board
        names = [location.id for location in self._board.locations]
        differences = {names[i]: [expected[i], seen] for i, seen in sorted(odd.items())}
        if differences in self._odd_told:
            return []
        self._odd_told.append(differences)
        close = nearest(self._game, state, evidence)
        tried = self._game.attempts(state, {names[i]: seen for i, seen in odd.items()})
        rules = (self._game.check(state, event).broken for event in tried)
        return [
            {
                "note": "unexplained",
                "differences": differences,
                "nearest": None if close is None else self._game.format_event(close),
                "rule": next((rule for rule in rules if rule), None),
            }
        ]

    def _row(self, reading: Reading) -> list[Line]:
        """Note, once, that the ranking row on the table is not what the rules say."""
        if reading.ranking is None or self._phase not in ROW_COUNTS:
            return []
        expected = self._game.expected_view(self.history.state).ranking
        if reading.ranking == expected:
            self._rows_told.clear()
            return []
        if None in reading.ranking or reading.ranking in self._rows_told:
            return []
        self._rows_told.append(reading.ranking)
        return [{"note": "ranking", "expected": list(expected), "seen": list(reading.ranking)}]

    def _tiles(self, reading: Reading) -> Iterator[Line]:
        """Explain which influence tiles were taken or dealt."""
        if reading.influence is None:
            self.over = True
            yield {"note": "tiles-untaught"}
            return
        state = self.history.state
        if self._phase == "draw":
            event = dealt(self._game, state, reading.influence)
            if event is not None and self._steady(event):
                yield self.write(event)
            return
        choice = claimed(self._game, state, reading.influence)
        if choice is None or not self._steady(choice):
            return
        event = self._game.format_event(choice.event)
        if not choice.seen:
            yield {"note": "choice-unseen", "city_state": event["city_state"]}
        yield self.write(choice.event)
