"""Tracking: readings of the table become the events that most probably happened.

The tracker knows no game, only the seam (``engine.game``), and no clock: what it is shown is
all it knows. An event is written when the best legal explanation of a settled board beats
every other by a margin; what cannot be explained is told in a note, never written.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence, Sized
from typing import Any, Final

import numpy as np

from companion.agreement import Agreement
from companion.choices import claimed, dealt
from companion.explanation import MARGIN, Evidence, Explanation, explain, nearest
from engine.board import Board
from engine.game import Step
from engine.history import History
from engine.record import Undo, format_undo
from vision.reading import Reading

TAKEN_BACK: Final = 4.0
"""What it costs, as log likelihood, to hold that the last event was taken back."""
MOST_CHANGED: Final = 2
"""The most locations that one event at the table changes."""
QUICK: Final = 3
"""How many actions may pass between two readings where nothing else confirms them."""
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
        patience: int | None = None,
        auto_score: bool = True,
    ) -> None:
        """Begin where ``history`` stands.

        ``agree`` is how many settled readings in a row must say the same before an event is
        written, ``patience`` how many must show a wrong ranking row before that is noted (as
        many, unless said otherwise): people swap tiles a moment later. With ``auto_score`` a
        dynasty is scored when all turns have been played.
        """
        self.history: Final = history
        self.steps: Final[deque[tuple[Any, Step[Any, Any]]]] = deque()
        self.over = False
        self._game: Final = history.game
        self._board: Final = board
        self._auto_score: Final = auto_score
        self._agreed: Final = Agreement(agree)
        self._row_agreed: Final = Agreement(patience or agree)
        self._odd_told: list[object] = []
        self._rows_told: list[object] = []

    def see(self, reading: Reading, frame: str) -> list[Line]:
        """Take one reading; return the record's lines that follow from it, notes among them."""
        if self.over or not reading.registered or reading.hand:
            self._agreed.forget()
            self._row_agreed.forget()
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
        phase = self._phase
        if phase == "over":  # whatever is packed away now is no part of the game
            return []
        lines = self._merchants(reading)
        if phase in TILES and not any("type" in line for line in lines):
            lines += self._tiles(reading)
        return lines

    @property
    def _phase(self) -> str:
        return str(self._game.to_json(self.history.state)["phase"])

    def _merchants(self, reading: Reading) -> list[Line]:
        """Explain who stands where."""
        state = self.history.state
        # Of what a hand is near, or what is out of view, nothing is known.
        rows = np.where(reading.near_hand[:, None], 0.0, reading.log_likelihood)
        ranking = reading.ranking if self._phase in ROW_COUNTS else None
        evidence = Evidence(rows, reading.choices, ranking)
        expected = self._game.expected_view(state).board
        odd = evidence.differences(expected)
        if not odd:
            self._agreed.forget("board")
            self._odd_told.clear()
            return self._row(reading)
        now = Explanation((), state, evidence.score(expected), 0.0)
        ranked = explain(self._game, [now, *self._taken_back(odd, evidence)], evidence)
        if not ranked or self._never_decided(ranked):
            return self._asked(odd, evidence)
        best, *others = ranked
        ahead = [best.merit - now.merit, *(best.score - one.score for one in others)]
        then = self._game.expected_view(best.state).board
        if min(ahead) < MARGIN or not evidence.show(expected, then):
            self._agreed.forget("board")
            return []
        if not self._confirmed(best, evidence):
            return self._asked(odd, evidence)
        if not self._agreed.on("board", best.events):
            return []
        self._agreed.forget("board")
        self._odd_told.clear()
        return [self.write(event) for event in best.events]

    def _asked(self, odd: Mapping[int, str | None], evidence: Evidence) -> list[Line]:
        """Ask what happened, once readings agree that it cannot be told."""
        return self._unexplained(odd, evidence) if self._agreed.on("board", odd) else []

    def _never_decided(self, ranked: Sequence[Explanation]) -> bool:
        """Tell whether explanations as good as the best differ in what no merchant shows."""
        best = ranked[0]
        board = self._game.expected_view(best.state).board
        return any(
            best.score - one.score < MARGIN and self._game.expected_view(one.state).board == board
            for one in ranked[1:]
        )

    def _confirmed(self, best: Explanation, evidence: Evidence) -> bool:
        """Tell whether several actions at once are told apart from others by the ranking row.

        Many ways may lead to one board. The row must lie as this one says; where it cannot be
        read, no more is believed than quick hands may do between two readings.
        """
        played = sum(not isinstance(event, Undo) for event in best.events)
        phase = self._game.to_json(best.state)["phase"]
        if self._phase not in ROW_COUNTS or phase == "placement" or played <= 1:
            return True
        if evidence.ranking is None or None in evidence.ranking:
            return played <= QUICK
        return evidence.ranking == self._game.expected_view(best.state).ranking

    def write(self, event: Any) -> Line:  # noqa: ANN401 - a game's event
        """Write an event that is known to have happened; return its line."""
        self.steps.append((event, self.history.append(event)))
        if isinstance(event, Undo):
            return format_undo(event)
        return self._game.format_event(event)

    def _taken_back(self, odd: Sized, evidence: Evidence) -> Iterator[Explanation]:
        """Offer the state before the last event, for a player who changed his mind.

        A score that followed by itself goes with the event that it followed from. What would
        leave more to explain than one event can, as taking a correction back, is left out.
        """
        line = self.history.event
        if self._follows_by_itself(line):
            line -= 1
        elif self._phase not in ROW_COUNTS:
            return
        if line < 2:  # noqa: PLR2004 - the setup is not taken back
            return
        before = self.history.states[line - 1]
        board = self._game.expected_view(before).board
        if len(evidence.differences(board)) <= len(odd) + MOST_CHANGED:
            yield Explanation((Undo(line),), before, evidence.score(board), TAKEN_BACK)

    def _follows_by_itself(self, number: int) -> bool:
        """Tell whether an event, by its number, was one that the tracker writes by itself."""
        before = self.history.states[number - 1]
        return self._auto_score and self._game.automatic(before) is not None

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
            self._row_agreed.forget()
            self._rows_told.clear()
            return []
        if None in reading.ranking or reading.ranking in self._rows_told:
            return []
        if not self._row_agreed.on("row", reading.ranking):
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
            deal = dealt(self._game, state, reading.influence)
            if deal is None:
                self._agreed.forget("tiles")
            elif self._agreed.on("tiles", deal):
                yield self.write(deal)
            return
        choice = claimed(self._game, state, reading.influence)
        if choice is None:
            self._agreed.forget("tiles")
        elif self._agreed.on("tiles", choice):
            event = self._game.format_event(choice.event)
            if not choice.seen:
                yield {"note": "choice-unseen", "city_state": event["city_state"]}
            yield self.write(choice.event)
