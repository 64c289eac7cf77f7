"""Tracking: readings of the table become the events that most probably happened.

A tracker knows no clock: what it is shown is all it knows. An event is written when the best
legal explanation of a settled board beats every other by a margin; what cannot be explained is
said in a note, never written as an event.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.tracking.alternatives import rehearse
from companion.tracking.followed import FollowedGame, Singles
from companion.tracking.notes import Differences, Line
from companion.tracking.waiting import Agreement
from engine.board import Board
from engine.game import AnyEvent, Step
from engine.history import AnyHistory
from engine.record import Undo, format_undo
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Options:
    """How a game is followed.

    ``agree`` is how many settled readings in a row must say the same before an event is written;
    ``patience`` how many before the table is asked what happened, or to correct its row of tiles
    (None: as many as ``agree``), since people often put things right a moment later.
    ``auto_score``: events that follow by themselves are written. ``live``: readings come in quick
    succession, so that a resting hand hides only what is near it, and slow players are waited for
    in the opening. ``answered``: people answer questions, so that nothing has to be guessed.
    """

    agree: int = 1
    patience: int | None = None
    auto_score: bool = True
    live: bool = False
    answered: bool = False


class Tracker(ABC):
    """Follows one game, whose course so far is ``history``.

    To be read: ``steps`` holds each event written here and what followed from it, for a caller to
    take out; ``misread`` likewise the spots that people said were misread, and what lies there.
    ``over``: nothing more can be followed. ``differs``: the board looked otherwise than expected
    when it was last clear; ``rested``: beside a hand that rests it looks as expected now.
    ``question`` is the note of an open question, None if there is none (its line is written once),
    and ``alternatives`` are the sequences of events that may answer it, the likeliest first.

    To be set before each reading: ``ended``, somebody has ended a turn that is not written yet;
    ``pressed``, several readings have shown nothing of that turn; ``last_ended``, the number of the
    last event of the turns that people have ended.
    """

    def __init__(self, history: AnyHistory, board: Board, options: Options) -> None:
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
        """Take one reading; return the lines for the record that follow, notes among them."""
        self._frame = frame
        return [{**line, "frame": frame} for line in self._follow(reading)]

    def note(self, reading: Reading) -> None:
        """Note whether the board ``differs`` while nothing is followed, as an entry is awaited."""
        del reading

    def finish(self) -> list[Line]:
        """Return the lines of what was still in doubt, as there will be no more readings."""
        return [{**line, "frame": self._frame} for line in self._conclude()]

    def write(self, event: AnyEvent) -> Line:
        """Write an event that is known to have happened; return its line. Closes the question.

        Raises ValueError, changing nothing, where the rules refuse it.
        """
        line = self._write(event)
        self._settle()
        return line

    def answer(self, events: Sequence[AnyEvent], *, misread: bool = False) -> list[Line]:
        """Answer the question: write what people say has happened, and return the lines.

        The events may be one of the ``alternatives``. None at all mean that nothing has happened:
        the board is misread then. It is so too beside events where people say it is ``misread``.
        Raises ValueError, writing nothing, where the rules refuse an event.
        """
        rehearse(self.history, events)
        asked = self.question
        if not events:
            self._mistrust()
        lines = [self.write(event) for event in events]
        if events and misread and asked is not None:
            self._distrust(asked["differences"])
        return lines

    @property
    def asking(self) -> bool:
        """Whether the table has been asked what happened and has not answered yet."""
        return self.question is not None

    @property
    def left_lying(self) -> Singles:
        """What may still lie of the last deal of single tiles, by space; empty without such."""
        return ()

    @property
    def early(self) -> Mapping[str, str]:
        """Whose pieces lie where they will count once it is their turn, by place."""
        return {}

    @property
    def unfinished(self) -> Collection[str]:
        """The places where what follows from an event has not been carried out yet."""
        return ()

    @abstractmethod
    def _follow(self, reading: Reading) -> list[Line]:
        """Take one reading; return the lines that follow from it, without its frame."""

    def _conclude(self) -> list[Line]:
        """Write the likeliest of what is in doubt; return its lines without their frame."""
        return []

    @abstractmethod
    def _mistrust(self) -> None:
        """Treat what the question was about as misread, and close the question."""

    def _distrust(self, differences: Differences) -> None:
        """Treat as misread what was asked about and is not as was just written, either.

        Nothing is to be done where that is so after each event that people say has happened.
        """
        del differences

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
        """Tell whether the last question was about these differences, and open it again if so.

        ``or_fewer``: further differences do not make another question.
        """
        for question, alternatives in self._asked:
            before = question["differences"]
            if before == differences or (or_fewer and before.items() <= differences.items()):
                self.question, self.alternatives = question, alternatives
                return True
        return False
