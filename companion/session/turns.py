"""Turns that end with a press: what a turn was may only be seen in the looks after its end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.session.look import Look
from companion.tracking.config import AGREE, LASTING
from engine.game import AnyEvent, Phase, Waits
from engine.history import AnyHistory
from engine.record import Undo

ENDING: Final = AGREE + 1
"""Clear looks after the press that ends a turn in which its last action may still show."""


@dataclass(frozen=True, slots=True)
class _TurnEnd:
    """A press of the button that ends a turn, kept until it is known what that turn was.

    ``players`` could act when it was pressed, after event ``event``. ``known``: what the turn was
    has been seen. ``looks`` are the clear looks that are still waited for, ``rested`` counts the
    looks in which nothing of the turn was seen beside a hand that rests.
    """

    players: tuple[str, ...]
    event: int
    known: bool
    looks: int = ENDING
    rested: int = 0


class Turns:
    """Which turns of one game have ended.

    ``last_ended`` is the number of the last event of the turns that have. ``unseen``: somebody has
    ended his turn and nothing was seen of it, so that it must be entered.
    """

    def __init__(
        self,
        history: AnyHistory,
        write: Callable[[AnyEvent], None],
        is_as_expected: Callable[[Look], bool],
    ) -> None:
        """Take up a game's history where the last turn has ended.

        ``write`` stores an event that people say has happened; ``is_as_expected`` tells whether a
        look shows the whole board, and as it should be.
        """
        self.last_ended = history.event
        self.unseen = False
        self._history: Final = history
        self._write: Final = write
        self._is_as_expected: Final = is_as_expected
        self._ending: _TurnEnd | None = None
        self._last: Look | None = None

    @property
    def is_over(self) -> bool:
        """Whether there has been no event since the last turn was ended."""
        return self.last_ended == self._history.event

    @property
    def is_looking(self) -> bool:
        """Whether it is still awaited what the turn was that the last press has ended."""
        return self._ending is not None

    @property
    def is_unknown(self) -> bool:
        """Whether the last press has ended a turn of which nothing has been seen yet."""
        return self._ending is not None and not self._ending.known

    @property
    def is_unexplained(self) -> bool:
        """Whether several looks beside a hand that rests have shown nothing of such a turn."""
        ending = self._ending
        if ending is None or ending.known or not self.is_over:
            return False
        return ending.rested >= ENDING

    def end_turn(self) -> bool:
        """Take a press that ends a turn or begins a round; tell whether it counts.

        The last action may only become visible in the next looks, so what the press means by itself
        (``Phase.button``) is written after these. Until then no other press counts: somebody is
        impatient, or acts too quickly to be followed.
        """
        if self.is_looking:
            return False
        phase = self._phase_at(self._history.event)
        begins = phase.button is not None and phase.waits is not Waits.ACTING
        # If the board differs, the press may be for a turn that is not written yet.
        clear = self._last is None or self._is_as_expected(self._last)
        seen = phase.button is None and not self.is_over and clear
        if begins:
            self._write(phase.button)
        elif seen:
            self.last_ended = self._history.event
        self._ending = _TurnEnd(phase.players, self._history.event, known=begins or seen)
        return True

    def leave(self) -> None:
        """Let the turn go on whose end was pressed, though nothing of it was seen."""
        self.unseen = False
        self._ending = None

    def see(self) -> None:
        """Let the camera see what the turn was whose end was pressed: it shows on the table now."""
        self.unseen = False
        if self._ending is not None:
            self._ending = replace(self._ending, looks=ENDING)

    def put_back(self) -> None:
        """Take it that what was done in the turn whose end was pressed has been put back."""
        self._ending = None

    def follow(self, look: Look, *, rested: bool, asked: bool) -> None:
        """Take a look after the game has followed it.

        ``rested``: beside a hand that rests the board looks as it should. While the table is
        ``asked`` what happened, nothing is concluded.
        """
        if not asked:
            self._watch_press(look, rested=rested)
        self._last = look

    def note_events(self, before: int, events: Sequence[AnyEvent]) -> None:
        """Take the events that were written after event ``before``.

        A turn stays ended after an event that is no player's: a round begins, tiles are dealt.
        """
        was_over = self.last_ended == before
        for number, event in enumerate(events, before + 1):
            if isinstance(event, Undo):  # the turn counts as ended if it was before
                self.last_ended = self._history.event if was_over else number
            waits = self._phase_at(number - 1).waits
            begins = waits in (Waits.SETUP, Waits.OPENING)
            if begins or (waits is not Waits.ACTING and self.last_ended == number - 1):
                self.last_ended = number

    def note_answer(self, before: int) -> None:
        """Take it that people have said what happened after event ``before``."""
        self.unseen = False
        if self._history.event == before:
            return
        undone = isinstance(self._history.events[-1], Undo)  # whoever is to play has yet to act
        if undone or self.is_unknown:
            self.last_ended = self._history.event
        self._ending = None

    def move(self, events: int) -> None:
        """Let all that is known here hold so many events later."""
        self.last_ended += events
        if self._ending is not None:
            self._ending = replace(self._ending, event=self._ending.event + events)

    def _watch_press(self, look: Look, *, rested: bool) -> None:
        """Count the looks since the press that ended a turn; conclude once nothing more was seen.

        If the board was as expected when a hand came, that hand belongs to the next player. Beside
        a hand that rests, enough looks count as clear. Where the board differs, there was an
        action: the tracker explains it, or asks in time.
        """
        ending, reading = self._ending, look.reading
        if ending is None or self.unseen or not reading.registered:
            return
        event = self._history.event
        if event != ending.event and not self._goes_on(event, ending):
            since = range(ending.event, event)
            if not (ending.known or any(self._phase_at(number).players for number in since)):
                # Only something was dealt: the turn that was ended has not been seen yet.
                players = self._phase_at(event).players
                self._ending = replace(ending, players=players, event=event)
                return
            self._take_press()
            if not ending.known and self.is_over:  # nobody has played since
                self._ending = replace(ending, event=event, known=True)
        elif reading.hand:
            looks = ending.rested + rested
            came = self._last is not None and self._is_as_expected(self._last)
            self._ending = replace(ending, rested=looks)
            if came or looks >= LASTING * AGREE:
                self._conclude(ending)
        else:
            left = ending.looks - 1
            self._ending = replace(ending, looks=left)
            if left <= 0 and (ending.known or self._is_as_expected(look)):
                self._conclude(ending)

    def _phase_at(self, number: int) -> Phase[Any]:
        return self._history.game.phase(self._history.at(number))

    def _goes_on(self, number: int, ending: _TurnEnd) -> bool:
        """Tell whether the turn of a press still waits for the button after event ``number``."""
        phase = self._phase_at(number)
        return phase.button is not None and phase.players == ending.players

    def _conclude(self, ending: _TurnEnd) -> None:
        """Conclude that nothing more will be seen of the turn that a press has ended."""
        event = self._history.event
        if ending.known:
            self._ending = None
        elif self._goes_on(event, ending):
            self._write(self._phase_at(event).button)
        elif not self.is_over:  # all of it had been written before the press
            self._ending, self.last_ended = None, event
        else:
            self.unseen = True

    def _take_press(self) -> None:
        """Let the press end the first turn that was over after it."""
        ending, last = self._ending, self._history.event
        self._ending = None
        if ending is not None and not ending.known:
            since = range(ending.event + 1, last + 1)
            over = (number for number in since if not self._goes_on(number, ending))
            self.last_ended = next(over, last)
            while self.last_ended < last and not self._phase_at(self.last_ended).players:
                self.last_ended += 1  # what was dealt then belongs to that turn
