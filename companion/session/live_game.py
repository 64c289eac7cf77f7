"""A game that is being played: rules, tracker and journal, kept in step."""

from collections import deque
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final

from companion.archive.game_zip import Evidence, Moment
from companion.journal import StoredGame
from companion.journal.store import LEAST_THINKING, Store
from companion.language import Language
from companion.playback import replayed
from companion.session.evidence import evidence_of
from companion.session.look import Correction, Look, Misread, TakenBack
from companion.session.turns import Turns
from companion.tracking.config import AGREE, PATIENCE
from companion.tracking.followed import Singles
from companion.tracking.notes import (
    Differences,
    Line,
    changed_places,
    differing,
    looking_right,
    wrong_group,
)
from companion.tracking.spots import TILES
from companion.tracking.tracker import Options, Tracker
from companion.tracking.tracker_of import tracker_of
from companion.words.happened import order_matters
from companion.words.names import Names, names_of
from engine.board import Board
from engine.fields import Fields
from engine.game import AnyEvent, Form, Phase, StateObject, Step, Waits
from engine.history import AnyHistory
from engine.record import Record, Undo
from vision.reading import Reading

PACE: Final = 4.0
"""Looks a second at the usual pace."""
ENTERED: Final = "entered"
"""The note that keeps what people have entered of an event which is not whole yet."""


class LiveGame:
    """One game at the table; every line that it gives has been stored.

    ``people`` are the names that players gave themselves, by colour; ``names`` uses them. ``steps``
    lists each event written since a page last emptied it: its number, the event and what followed.
    ``corrections`` are what the eye is to learn, for the caller to take out.

    Notes of the tracker, None when they do not hold: ``wrong`` while the table is asked what
    happened, ``first_wrong`` the first of these questions as long as differences were only added to
    it, ``row`` while the row of tiles does not lie as the rules say, ``row_left`` at once where it
    still lies as before the last event, ``unseen`` while it must be entered which tiles somebody
    chose. ``unordered`` are the numbers of the last events if their order was not seen, and means
    anything.

    ``turns`` are those that have ended. ``explained`` are the phases and actions that learners were
    told of. ``paused``: nobody's time runs, and looks are ignored.
    """

    def __init__(
        self,
        store: Store,
        stored: StoredGame,
        board: Board,
        language: Language,
        *,
        pace: float = PACE,
    ) -> None:
        """Take up a stored game where it stands; raises InputError where it cannot be read.

        ``pace`` is how many looks a second there will be.
        """
        self.id: Final = stored.id
        self.header: Final = stored.header
        self.board: Final = board
        self.people: Final[Mapping[str, str]] = stored.about.names
        self.speak(language)
        self.first_player: Final = stored.about.first
        self.thinking: Final = dict(stored.about.thinking)
        self.wrong: Line | None = None
        self.first_wrong: Line | None = None
        self.row: Line | None = None
        self.row_left: Line | None = None
        self.unseen: Line | None = None
        self.unordered: range | None = None
        self.paused = False
        self.explained: Final[set[str]] = set()
        self.steps: Final[list[tuple[int, Any, Step[Any, Any]]]] = []
        self.corrections: Final[deque[Correction]] = deque()
        self._store: Final = store
        record = Record(store.take_up(stored), f"game {stored.id}")
        self.history: Final[AnyHistory] = replayed(record, board)
        self._patience: Final = round(PATIENCE * max(1.0, pace / PACE))
        options = Options(AGREE, self._patience, auto_score=False, live=True, answered=True)
        self.tracker: Final[Tracker] = tracker_of(self.history, board, options)
        self._cached: tuple[int, StateObject] | None = None
        self._before: Look | None = None
        self._thought = 0.0
        self.turns = Turns(self.history, self.write, self._is_as_expected)

    def speak(self, language: Language) -> None:
        """Use another language for names from now on."""
        self._names: Names = names_of(language, self.board, self.people).brief()

    @property
    def names(self) -> Names:
        """The names of things, for screens, as the game stands."""
        return self._names.for_state(self.state)

    @property
    def state(self) -> StateObject:
        """The game's state as plain data; it is asked for often, so computed once an event."""
        event = self.history.event
        if self._cached is None or self._cached[0] != event:
            self._cached = (event, self.state_at(event))
        return self._cached[1]

    @property
    def phase(self) -> Phase[Any]:
        return self.history.game.phase(self.history.state)

    def phase_at(self, number: int) -> Phase[Any]:
        return self.history.game.phase(self.history.at(number))

    def state_at(self, number: int) -> StateObject:
        """Give the state after event ``number`` as plain data (0: before the setup)."""
        return self.history.game.to_json(self.history.at(number))

    @property
    def standing(self) -> dict[str, str]:
        return self.standing_at(self.history.event)

    def standing_at(self, number: int) -> dict[str, str]:
        """Give whose piece stood on each occupied place after event ``number``."""
        expected = self.history.game.expected(self.history.at(number))
        return expected.standing(self.board.pieces)

    def row_amiss(self, look: Look | None) -> Line | None:
        """Note that the row of tiles lies other than the game has it, as a look shows.

        Where none shows the whole row, by what was noted last.
        """
        group, expected = self.tracker.game.row_id, self.tracker.game.row(self.history.state)
        if group is None or group not in self.phase.followed:
            return None
        seen = self.row_seen(look)
        if seen is None:
            return self.row or self.row_left
        return None if None in seen or seen == expected else wrong_group(group, expected, seen)

    def awaits_press(self, look: Look | None) -> bool:
        """Whether a press is to end the round now: nothing is to be put right before."""
        return self.phase.button is not None and self.row_amiss(look) is None

    def row_seen(self, look: Look | None) -> Singles | None:
        """Give the row of tiles as a look shows it; None where it does not show the whole row."""
        slots = look.reading.groups.get(self.tracker.game.row_id or "") if look else None
        return slots.likeliest() if slots is not None and slots.observed.all() else None

    def changed(self, before: int, after: int) -> list[str]:
        """Give the places that hold other pieces after event ``after`` than after ``before``."""
        game, history = self.history.game, self.history
        return changed_places(self.board, *(game.expected(history.at(i)) for i in (before, after)))

    def differing(self, reading: Reading, number: int) -> Differences:
        """Give the places that look other than after event ``number``: what should be, what is."""
        expected = self.history.game.expected(self.history.at(number))
        return differing(reading, self.board, expected)

    def looking_right(self, reading: Reading) -> set[str]:
        """Give the places of pieces that surely look as the game stands."""
        expected = self.history.game.expected(self.history.state)
        return looking_right(reading, self.board, expected)

    @property
    def players(self) -> tuple[str, ...]:
        return self.header.players

    @property
    def active_player(self) -> str | None:
        """The player whose turn it is; None where several may act, or nobody."""
        return self._thinker(self.history.event)

    def follow(self, look: Look) -> list[Line]:
        """Have the tracker explain a look; give the lines that were stored, events and notes."""
        if self.paused:
            return []
        reading = look.reading
        lines: list[Line] = []
        # Before the setup there is nothing to compare with. While a turn must be entered, what is
        # seen may belong to the next one.
        if self.turns.unseen:
            self.tracker.note(reading)
        elif self.phase.waits is not Waits.SETUP:
            before = self.history.event
            self.tracker.ended = self.turns.is_unknown
            self.tracker.pressed = self.turns.is_unexplained
            self.tracker.last_ended = self.turns.last_ended
            lines = self.tracker.see(reading, look.name)
            self._keep(lines, before, "camera", look)
        asked = self.wrong is not None
        self._reconsider(lines, look)
        if asked and self.wrong is None and not any("type" in line for line in lines):
            self.turns.put_back()
        self.turns.follow(look, rested=self.tracker.rested, asked=self.wrong is not None)
        if self.phase.waits not in TILES and self._is_as_expected(look):
            self._before = look
        return lines

    def _is_as_expected(self, look: Look) -> bool:
        """Tell whether a look shows the whole board, and as it should be."""
        if self.board.areas:
            return look.clear and not self.tracker.differs
        return look.clear and not self.differing(look.reading, self.history.event)

    def write(self, event: AnyEvent, by: str = "button", look: Look | None = None) -> None:
        """Store an event that people say has happened; raises ValueError if the rules refuse it."""
        before = self.history.event
        line = self.tracker.write(event)
        self._keep([line], before, by, look)
        if isinstance(event, Undo):
            self.corrections.append(TakenBack(event.to - 1))
        self._close_question(before)

    def answer(
        self, events: Sequence[AnyEvent], look: Look | None = None, *, misread: bool = False
    ) -> None:
        """Store the answer to a question; raises ValueError, storing nothing, if it is refused.

        No events at all mean that nothing has happened, whatever the eye sees; ``misread``, that
        the eye does not see what did.
        """
        before = self.history.event
        self._keep(self.tracker.answer(events, misread=misread), before, "button", look)
        self._close_question(before)

    def _close_question(self, before: int) -> None:
        """Ask no more what was answered: people have said what happened after event ``before``."""
        self._correct()
        self.wrong = self.tracker.question
        self.first_wrong = _first(self.first_wrong, self.wrong)
        self.turns.note_answer(before)

    def _correct(self) -> None:
        for at, who in self.tracker.misread.items():
            self.corrections.append(Misread(self.history.event, at, who))
        self.tracker.misread.clear()

    def undo(self, number: int) -> None:
        self.write(Undo(number + 1))

    def amend(self, number: int, event: AnyEvent) -> None:
        """Let event ``number`` have been another one, and all that came after it what it was.

        Whose turn has ended and what is asked of it stays so, and each event keeps its time and
        its photographs. Raises ValueError, storing nothing, if the rules then refuse any of it.
        """
        later = [at for at in self.history.counting if at > number]
        events = [Undo(number), event, *(self.history.counting[at] for at in later)]
        before, turns = self.history.event, copy(self.turns)
        lines = self.tracker.answer(events)
        self._keep(lines, before, "button", None, repeated=(number, *later))
        self._close_question(before)
        self.turns = turns
        self.turns.move(self.history.event - before)

    def keep_entered(self, answers: Mapping[str, object]) -> None:
        """Keep what people have entered so far of the next event, whatever becomes of the power."""
        self._store.note(self.id, {"note": ENTERED, **answers})

    @property
    def entered(self) -> Mapping[str, object]:
        """What was kept last of what people have entered of the next event; empty for nothing."""
        for line in reversed(self._store.lines(self.id)):
            if "note" not in line:
                break
            if line["note"] == ENTERED:
                return line
        return {}

    def enter(self, form: Form, answers: Mapping[str, object], look: Look | None) -> None:
        """Store an event from a form's answers, which people gave or a look showed.

        Raises ValueError if the rules refuse it.
        """
        fields = Fields("table", "entry", form.line(answers))
        self.write(self.history.game.parse_event(fields), "camera" if look else "button", look)

    def pass_time(self, seconds: float) -> None:
        player = self._thinker(self.history.event)
        if self.paused or player is None or self.wrong is not None:
            return
        self.thinking[player] = self.thinking.get(player, 0.0) + seconds
        self._thought += seconds

    def _keep(
        self,
        lines: Sequence[Line],
        before: int,
        by: str,
        look: Look | None,
        repeated: Sequence[int] = (),
    ) -> None:
        """Store lines; those with a type are, in order, the events after event ``before``.

        The last of them happened when the ``repeated`` events did, and were seen then.
        """
        earlier = [None] * (len(lines) - len(repeated)) + [*repeated]
        number = before
        player = self._thinker(before)
        events: list[AnyEvent] = []
        for line, was in zip(lines, earlier, strict=True):
            if "type" not in line:
                self._store.note(self.id, line)
                continue
            number += 1
            event, step = self.tracker.steps.popleft()
            if was is None:
                self._store.append(self.id, number, line, by, self._evidence(look))
            else:
                self._store.repeat(self.id, number, line, was)
            self.steps.append((number, event, step))
            events.append(event)
        self.turns.note_events(before, events)
        if events:
            self._before = look or self._before
            self.unseen = self.unordered = None
            if player and self._thought >= LEAST_THINKING:
                self._store.add_thinking(self.id, player, self._thought)
            self._thought = 0.0
            if self.phase.waits is Waits.OVER:
                self._store.finish(self.id)
            elif self.phase.round != self.phase_at(before).round:
                self._store.make_room()

    def _thinker(self, number: int) -> str | None:
        players = self.phase_at(number).players
        return players[0] if len(players) == 1 else None

    def _evidence(self, look: Look | None) -> list[Evidence]:
        looks: list[tuple[Moment, Look | None]] = [("before", self._before), ("after", look)]
        return [evidence_of(moment, one, self.board) for moment, one in looks if one is not None]

    def _reconsider(self, lines: Sequence[Line], look: Look) -> None:
        """Drop the notes that no longer hold, and keep new ones."""
        self.wrong = self.tracker.question
        self.first_wrong = _first(self.first_wrong, self.wrong)
        slots = look.reading.groups.get(self.tracker.game.row_id or "")
        row = None if slots is None else slots.likeliest()
        expected = self.tracker.game.row(self.history.state)
        if row == expected or any("type" in line for line in lines):
            self.row = self.row_left = None
        whole = self.row_seen(look)
        if whole is not None and not look.reading.hand:
            self._note_row_left(whole, expected)
        for line in lines:
            match line.get("note"):
                case str(group) if group == self.tracker.game.row_id:
                    self.row = line
                case "choice-unseen":
                    self.unseen = line
                case "order-unseen":
                    last = self.history.event
                    among = range(last - line["events"] + 1, last + 1)
                    self.unordered = among if order_matters(among, self.history) else None

    def _note_row_left(self, row: Singles, expected: Singles) -> None:
        """Note that a row that is seen whole lies as before the last event, which changed it."""
        game, event = self.tracker.game, self.history.event
        before = game.row(self.history.at(event - 1)) if event else expected
        if row == before != expected and game.row_id in self.phase.followed:
            self.row_left = wrong_group(game.row_id or "", expected, row)


def _first(before: Line | None, now: Line | None) -> Line | None:
    """Give the earlier of two notes if the later only adds differences to it, else the later."""
    if before is None or now is None:
        return now
    return before if before["differences"].items() <= now["differences"].items() else now
