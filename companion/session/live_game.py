"""A game that is being played: rules, tracker and journal, kept in step."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.archive.evidence_pictures import evidence_pictures, places_in_cropped
from companion.archive.game_zip import Evidence, Moment
from companion.journal import StoredGame
from companion.journal.store import LEAST_THINKING, Store
from companion.language import Language
from companion.playback import replayed
from companion.session.look import Correction, Look, Misread, TakenBack
from companion.sighting import sighting
from companion.tracking.config import LASTING
from companion.tracking.notes import Differences, Line, areas_differing, changed_places, differing
from companion.tracking.tracker import Options, Tracker
from companion.tracking.tracker_of import tracker_of
from companion.words.names import Names, names_of
from engine.board import Board
from engine.fields import Fields
from engine.game import AnyEvent, Form, Phase, StateObject, Step, Waits
from engine.history import AnyHistory
from engine.record import Record, Undo
from vision.reading import Reading

AGREE: Final = 2
"""Settled readings in a row before an event is written: one may show a piece in mid-fall."""
PATIENCE: Final = 12
"""The same before the table is asked, at a usual pace: people put things right a moment later."""
ENDING: Final = AGREE + 1
"""Clear looks after the button that ends a turn, in which its last deed is still to be seen."""
PACE: Final = 4.0
"""Looks a second at a usual pace."""


@dataclass(frozen=True, slots=True)
class _TurnEnd:
    """A press of the button that ends a turn, until that turn is known and has settled.

    ``players`` might act then, after event ``event``; ``looks`` are those still to be waited for.
    ``known``: what it ended has been seen. ``rested``: for how many looks nothing of it was seen
    beside a hand that rests.
    """

    players: tuple[str, ...]
    event: int
    known: bool
    looks: int = ENDING
    rested: int = 0


class LiveGame:
    """One game; what it tells has been stored.

    ``people`` are the names that players gave themselves, by colour; ``names`` uses them.
    ``steps`` holds, for each event written since somebody took them out, its number, the event
    and what followed. ``wrong`` is the tracker's note while the table is asked what happened, and
    ``first_wrong`` the first one of those that were only added to since; ``row`` is the one while
    the row of tiles on the table is not what the rules say, ``unseen`` the one while it must be
    told which tiles somebody chose. ``unordered`` are the last events while it was not seen in
    which order they happened. ``corrections`` are for the eye, to be taken
    out. ``explained`` are the phases that were explained to learners. ``paused``: nobody's time
    runs, nothing is concluded. ``unseen_turn``: somebody has ended his turn, and nothing was seen
    of it: what he did must be entered.
    """

    def __init__(
        self,
        store: Store,
        stored: StoredGame,
        board: Board,
        names: Names,
        *,
        pace: float = PACE,
    ) -> None:
        """Take up a stored game where it stands; raises InputError where it cannot be read.

        ``pace`` is how many looks a second it is to be shown.
        """
        self.id: Final = stored.id
        self.header: Final = stored.header
        self.board: Final = board
        self.people: Final[Mapping[str, str]] = stored.about.names
        self.speak(names.language)
        self.first_player: Final = stored.about.first
        self.thinking: Final = dict(stored.about.thinking)
        self.wrong: Line | None = None
        self.first_wrong: Line | None = None
        self.row: Line | None = None
        self.unseen: Line | None = None
        self.unordered: range | None = None
        self.paused = False
        self.explained: Final[set[str]] = set()
        self.unseen_turn = False
        self.steps: Final[list[tuple[int, Any, Step[Any, Any]]]] = []
        self.corrections: Final[deque[Correction]] = deque()
        self._store: Final = store
        record = Record(store.take_up(stored), f"game {stored.id}")
        self.history: Final[AnyHistory] = replayed(record, board)
        self._patience: Final = round(PATIENCE * max(1.0, pace / PACE))
        options = Options(AGREE, self._patience, auto_score=False, live=True, answered=True)
        self.tracker: Final[Tracker] = tracker_of(self.history, board, options)
        self._cached: tuple[int, StateObject] | None = None
        self._clear: Look | None = None
        self._thought = 0.0
        self._turn_from = self.history.event
        self._ending: _TurnEnd | None = None
        self._last: Look | None = None

    def speak(self, language: Language) -> None:
        """Name all in a language from now on."""
        self._names: Names = names_of(language, self.board, self.people).brief()

    @property
    def names(self) -> Names:
        """Names for the screens, of where the game stands."""
        return self._names.for_state(self.state)

    @property
    def state(self) -> StateObject:
        """Where the game stands (formats, section 4); asked for often, so worked out once."""
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
        """Give where the game stood after event ``number`` (0: before its setup)."""
        return self.history.game.to_json(self.history.at(number))

    @property
    def standing(self) -> dict[str, str]:
        return self.standing_at(self.history.event)

    def standing_at(self, number: int) -> dict[str, str]:
        """Tell whose piece stood on each location that was not empty after event ``number``."""
        expected = self.history.game.expected(self.history.at(number))
        return expected.standing(self.board.pieces)

    def changed(self, before: int, after: int) -> list[str]:
        """Name the places that hold other pieces after one event than after another."""
        game, history = self.history.game, self.history
        return changed_places(self.board, *(game.expected(history.at(i)) for i in (before, after)))

    def differing(self, reading: Reading, number: int) -> Differences:
        """Name the places that look other than after event ``number``: what should be, what is."""
        if not self.board.areas:
            return differing(reading, self.board, self.standing_at(number))
        expected = self.history.game.expected(self.history.at(number))
        return areas_differing(reading, self.board, expected)

    @property
    def players(self) -> tuple[str, ...]:
        """The colours in seat order."""
        return self.header.players

    @property
    def active_player(self) -> str | None:
        """Whoever alone may act now; None where several may, or nobody."""
        return self._thinker(self.history.event)

    def follow(self, look: Look) -> list[Line]:
        """Follow one look; give the lines stored, events and notes."""
        if self.paused:
            return []
        reading = look.reading
        lines: list[Line] = []
        # Until the setup there is nothing to compare with; and what is seen before a turn has been
        # told may be the next one.
        if self.phase.waits is not Waits.SETUP and not self.unseen_turn:
            before = self.history.event
            self.tracker.ended = self._ending is not None and not self._ending.known
            self.tracker.pressed = self._is_unexplained_press()
            self.tracker.last_ended = self._turn_from
            lines = self.tracker.see(reading, look.name)
            self._keep(lines, before, "camera", look)
        self._reconsider(lines, look)
        self._watch_press(look)
        if look.clear:
            self._clear = look
        self._last = look
        return lines

    @property
    def turn_is_over(self) -> bool:
        """Whether nothing has happened since the last turn was ended."""
        return self._turn_from == self.history.event

    @property
    def is_looking(self) -> bool:
        """Whether what ended with the last press of the button is still being looked at."""
        return self._ending is not None

    def end_turn(self) -> bool:
        """Take a press of the button that ends a turn, or begins a round; tell whether it counts.

        What was done is perhaps only seen in the next looks; what the button means by itself
        (``Phase.button``) is written after that. Until then no other press counts: somebody is
        impatient, or too quick to be followed.
        """
        if self.is_looking:
            return False
        phase = self.phase
        begins = phase.button is not None and phase.waits is not Waits.ACTING
        # What the board shows otherwise may be the next turn, and the press its.
        clear = self._last is None or self._is_as_expected(self._last)
        seen = phase.button is None and not self.turn_is_over and clear
        if begins:
            self.write(phase.button)
        elif seen:
            self._turn_from = self.history.event
        self._ending = _TurnEnd(phase.players, self.history.event, known=begins or seen)
        return True

    def leave_turn(self) -> None:
        """Take it that the turn goes on of which nothing was seen."""
        self.unseen_turn = False
        self._ending = None

    def _watch_press(self, look: Look) -> None:
        """Count the clear looks since the button, and conclude from nothing having been seen.

        Whatever a hand does that comes over the board as it was is the next player's; beside one
        that rests, long enough is as good as clear. Where the board differs, something was done:
        that is explained, or asked about, in time.
        """
        ending, reading = self._ending, look.reading
        if ending is None or self.unseen_turn or self.wrong is not None or not reading.registered:
            return
        event = self.history.event
        if event != ending.event and not self._goes_on(event, ending):
            since = range(ending.event, event)
            if not (ending.known or any(self.phase_at(number).players for number in since)):
                # Only chance has dealt: what was ended is still to be seen.
                self._ending = replace(ending, players=self.phase.players, event=event)
                return
            self._take_press()
            if not ending.known and self.turn_is_over:  # nobody has played since
                self._ending = replace(ending, event=event, known=True)
        elif reading.hand:
            rested = ending.rested + self.tracker.rested
            came = self._last is not None and self._is_as_expected(self._last)
            self._ending = replace(ending, rested=rested)
            if came or rested >= LASTING * AGREE:
                self._conclude(ending)
        else:
            left = ending.looks - 1
            self._ending = replace(ending, looks=left)
            if left <= 0 and (ending.known or self._is_as_expected(look)):
                self._conclude(ending)

    def _is_unexplained_press(self) -> bool:
        """Tell whether a turn has been ended of which several looks have shown nothing."""
        ending = self._ending
        if ending is None or ending.known or not self.turn_is_over:
            return False
        return ending.rested >= ENDING

    def _is_as_expected(self, look: Look) -> bool:
        """Tell whether the whole board is seen as it should be."""
        if self.board.areas:
            return look.clear and not self.tracker.differs
        return look.clear and not self.differing(look.reading, self.history.event)

    def _goes_on(self, number: int, ending: _TurnEnd) -> bool:
        """Tell whether after event ``number`` what was begun still waits for the button."""
        phase = self.phase_at(number)
        return phase.button is not None and phase.players == ending.players

    def _conclude(self, ending: _TurnEnd) -> None:
        """Conclude from nothing more being seen of the turn that a press has ended."""
        if ending.known:
            self._ending = None
        elif self._goes_on(self.history.event, ending):
            self.write(self.phase.button)
        elif not self.turn_is_over:  # it had been seen before the press
            self._ending, self._turn_from = None, self.history.event
        else:
            self.unseen_turn = True

    def _take_press(self) -> None:
        """Let the turn of the press be the first that has ended since."""
        ending, last = self._ending, self.history.event
        self._ending = None
        if ending is not None and not ending.known:
            since = range(ending.event + 1, last + 1)
            over = (number for number in since if not self._goes_on(number, ending))
            self._turn_from = next(over, last)

    def write(self, event: AnyEvent, by: str = "button", look: Look | None = None) -> None:
        """Store what the table says has happened; raises ValueError where the rules refuse it."""
        before = self.history.event
        line = self.tracker.write(event)
        self._keep([line], before, by, look)
        if isinstance(event, Undo):
            self.corrections.append(TakenBack(event.to - 1))
        self._told(before)

    def answer(self, events: Sequence[AnyEvent], look: Look | None = None) -> None:
        """Store the answer to a question; raises ValueError, nothing stored, where it is refused.

        No events at all mean that nothing has happened, whatever the eye sees.
        """
        before = self.history.event
        self._keep(self.tracker.answer(events), before, "button", look)
        self._told(before)

    def _told(self, before: int) -> None:
        """Ask no more about what has been told since event ``before``."""
        self._correct()
        self.wrong = self.first_wrong = None
        self.unseen_turn = False
        if self.history.event == before:
            return
        ending, self._ending = self._ending, None
        undone = isinstance(self.history.events[-1], Undo)  # whoever is to play has yet to act
        if undone or (ending is not None and not ending.known):
            self._turn_from = self.history.event

    def _correct(self) -> None:
        for at, who in self.tracker.misread.items():
            self.corrections.append(Misread(self.history.event, at, who))
        self.tracker.misread.clear()

    def undo(self, number: int) -> None:
        self.write(Undo(number + 1))

    def enter(self, form: Form, answers: Mapping[str, object], look: Look | None) -> None:
        """Store an event that was told, or read in a look; ValueError where the rules refuse it."""
        fields = Fields("table", "entry", form.line(answers))
        self.write(self.history.game.parse_event(fields), "camera" if look else "button", look)

    def pass_time(self, seconds: float) -> None:
        player = self._thinker(self.history.event)
        if self.paused or player is None or self.wrong is not None:
            return
        self.thinking[player] = self.thinking.get(player, 0.0) + seconds
        self._thought += seconds

    def _keep(self, lines: Sequence[Line], before: int, by: str, look: Look | None) -> None:
        """Store lines; those with a type are the events after event ``before``, in order."""
        number = before
        player = self._thinker(before)
        was_over = self._turn_from == before
        for line in lines:
            if "type" not in line:
                self._store.note(self.id, line)
                continue
            number += 1
            event, step = self.tracker.steps.popleft()
            self._store.append(self.id, number, line, by, self._evidence(look))
            self.steps.append((number, event, step))
            if isinstance(event, Undo):  # what was taken back had been ended, or had not
                self._turn_from = self.history.event if was_over else number
            self._keep_between(number)
        if number > before:
            self.unseen = self.unordered = None
            if player and self._thought >= LEAST_THINKING:
                self._store.add_thinking(self.id, player, self._thought)
            self._thought = 0.0
            if self.phase.waits is Waits.OVER:
                self._store.finish(self.id)
            elif self.phase.round != self.phase_at(before).round:
                self._store.make_room()

    def _keep_between(self, number: int) -> None:
        """Count an event that is no player's turn to none: rounds begin, tiles are dealt."""
        waits = self.phase_at(number - 1).waits
        begins = waits in (Waits.SETUP, Waits.OPENING)
        if begins or (waits is not Waits.ACTING and self._turn_from == number - 1):
            self._turn_from = number

    def _thinker(self, number: int) -> str | None:
        players = self.phase_at(number).players
        return players[0] if len(players) == 1 else None

    def _evidence(self, look: Look | None) -> list[Evidence]:
        looks: list[tuple[Moment, Look | None]] = [("before", self._clear), ("after", look)]
        return [self._seen(moment, one) for moment, one in looks if one is not None]

    def _seen(self, moment: Moment, look: Look) -> Evidence:
        text = sighting(look.reading, self.board, look.name)
        if look.picture is None or not len(look.outline):
            return Evidence(moment, None, None, text)
        try:
            cropped, whole = evidence_pictures(look.picture, look.outline)
            text["places"] = places_in_cropped(look.picture, look.outline, look.places)
        except ValueError:  # the board went out of view
            return Evidence(moment, None, None, text)
        return Evidence(moment, cropped, whole, text)

    def _reconsider(self, lines: Sequence[Line], look: Look) -> None:
        """Keep the notes that still hold, and take up new ones."""
        self.wrong = self.tracker.question
        self.first_wrong = _first(self.first_wrong, self.wrong)
        slots = look.reading.groups.get(self.tracker.game.row_id or "")
        row = None if slots is None else slots.likeliest()
        expected = self.tracker.game.row(self.history.state)
        if row == expected or any("type" in line for line in lines):
            self.row = None
        for line in lines:
            match line.get("note"):
                case str(group) if group == self.tracker.game.row_id:
                    self.row = line
                case "choice-unseen":
                    self.unseen = line
                case "order-unseen":
                    last = self.history.event
                    self.unordered = range(last - line["events"] + 1, last + 1)


def _first(before: Line | None, now: Line | None) -> Line | None:
    """Give the first of two notes while what it tells of still holds, else the other."""
    if before is None or now is None:
        return now
    return before if before["differences"].items() <= now["differences"].items() else now
