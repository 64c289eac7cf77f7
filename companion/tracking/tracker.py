"""Tracking: readings of the table become the events that most probably happened.

A tracker knows no clock: what it is shown is all it knows. An event is written when the best
legal explanation of a settled board beats every other by a margin; what cannot be explained is
said in a note, never written as an event.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.tracking.alternatives import rehearse
from companion.tracking.followed import FollowedGame
from companion.tracking.notes import Line
from companion.tracking.waiting import Agreement
from engine.board import Board
from engine.game import AnyEvent, Step
from engine.history import AnyHistory
from engine.record import Undo, format_undo
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Options:
    """How a game is followed.

    ``agree`` is how many settled readings in a row must say the same before an event is written,
    ``patience`` how many before the table is asked what happened or to mend its row of tiles
    (as many, unless said otherwise): people put things right a moment later. With ``auto_score``
    what follows by itself is written. ``live`` readings follow each other closely: a hand that
    rests hides only what is near it, and in the opening whoever is slow is waited for.
    ``answered``: somebody tells what was chosen where the eye cannot, so that nothing has to be
    guessed.
    """

    agree: int = 1
    patience: int | None = None
    auto_score: bool = True
    live: bool = False
    answered: bool = False


class Tracker(ABC):
    """Follows one game.

    ``history`` is the game so far. ``steps`` holds each event written here and what followed from
    it, for whoever shows them to take out; ``misread`` likewise the spots that the table said
    were misread, and who stands there. ``over`` tells that nothing more can be tracked.
    ``differs`` tells whether the board looked otherwise than expected when it was last clear,
    ``rested`` whether it looks as expected now beside a hand that rests.
    Three are set from outside: ``ended``, somebody has ended a turn that is not written yet,
    ``pressed``, that besides several readings have shown nothing of it, and ``last_ended``, the
    last event of the turns that people have ended.
    ``question`` is, while one is open, the note that asks it (each is written once, as a line), and
    ``alternatives`` are the events in order that may have happened, the likeliest first.
    """

    def __init__(self, history: AnyHistory, board: Board, options: Options) -> None:
        """Begin where ``history`` stands."""
        self.history: Final = history
        self.steps: Final[deque[tuple[AnyEvent, Step[Any, Any]]]] = deque()
        self.misread: Final[dict[str, str | None]] = {}
        self.over = False
        self.differs = False
        self.rested = False
        self.ended = False
        self.pressed = False
        self.last_ended = 0
        self.question: Line | None = None
        self.alternatives: tuple[tuple[AnyEvent, ...], ...] = ()
        self.game: Final = FollowedGame(history.game, board)
        self._rules: Final = history.game
        self._options: Final = options
        self._agreed: Final = Agreement(options.agree)
        self._frame = ""
        self._asked: Final[list[tuple[Line, tuple[tuple[AnyEvent, ...], ...]]]] = []

    def see(self, reading: Reading, frame: str) -> list[Line]:
        """Take one reading; return the record's lines that follow from it, notes among them."""
        self._frame = frame
        return [{**line, "frame": frame} for line in self._follow(reading)]

    def finish(self) -> list[Line]:
        """Return the lines of what was still in doubt: no more readings will come."""
        return [{**line, "frame": self._frame} for line in self._conclude()]

    def write(self, event: AnyEvent) -> Line:
        """Write an event that is known to have happened; return its line.

        Raises ValueError, changing nothing, where the rules refuse it. What was asked is answered.
        """
        line = self._write(event)
        self._settle()
        return line

    def answer(self, events: Sequence[AnyEvent]) -> list[Line]:
        """Write what the table says has happened, such as one of ``alternatives``; return lines.

        No events mean that nothing has happened: where the board looks otherwise the eye is not
        believed. Raises ValueError, having written nothing, where the rules refuse an event.
        """
        rehearse(self.history, events)
        if not events:
            self._mistrust()
        return [self.write(event) for event in events]

    @property
    def asking(self) -> bool:
        """Whether the table has been asked what happened, and nothing has answered that yet."""
        return self.question is not None

    @abstractmethod
    def _follow(self, reading: Reading) -> list[Line]:
        """Take one reading; return the lines that follow from it, without its frame."""

    def _conclude(self) -> list[Line]:
        """Write the likeliest of what is in doubt; return its lines without their frame."""
        return []

    @abstractmethod
    def _mistrust(self) -> None:
        """Believe no more what was asked about, and close the question."""

    def _write(self, event: AnyEvent) -> Line:
        self.steps.append((event, self.history.append(event)))
        self.alternatives = ()
        return format_undo(event) if isinstance(event, Undo) else self._rules.format_event(event)

    def _settle(self) -> None:
        """Close the question, if one is open."""
        self._agreed.forget()
        self._asked.clear()
        self.question = None
        self.alternatives = ()

    def _ask(self, question: Line, alternatives: Sequence[tuple[AnyEvent, ...]]) -> list[Line]:
        self.question, self.alternatives = question, tuple(alternatives)
        self._asked.append((self.question, self.alternatives))
        return [question]

    def _has_asked(self, differences: Mapping[str, object], *, or_fewer: bool = False) -> bool:
        """Tell whether these differences were asked about; if so that is the question again.

        ``or_fewer``: what comes on top of others is no other question.
        """
        for question, alternatives in self._asked:
            before = question["differences"]
            if before == differences or (or_fewer and before.items() <= differences.items()):
                self.question, self.alternatives = question, alternatives
                return True
        return False
