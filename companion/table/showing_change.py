"""What the last event changed, shown for a while: tiles on their way, markers to be moved."""

from typing import Final, cast

from companion.screens.swaps import swapped, touched
from companion.state_object import StateObject
from companion.table.game import LiveGame
from companion.words.names import Names
from companion.words.play import markers

MOVING: Final = 1.0
"""Seconds that two tiles of the ranking take to pass each other."""
STEPS: Final = 20
"""In so many steps: each is a screen to be drawn."""
READING: Final = 4.0
"""Seconds for which the last event can be read before something else takes its place."""
REMINDING: Final = 10.0
"""Seconds for which the table is reminded of its markers."""


class ShowingChange:
    """Follows one game's events, and tells what of the last one is to be shown at a moment."""

    def __init__(self, live: LiveGame) -> None:
        """Take what has happened so far as seen."""
        self._live = live
        self._event = live.history.event
        self._since = -MOVING - READING - REMINDING
        self._now = 0.0

    def pass_time(self, now: float) -> None:
        """Let time pass: seconds of a monotonic clock."""
        self._now = now
        if self._live.history.event != self._event:
            self._event = self._live.history.event
            self._since = now

    @property
    def moving(self) -> float:
        """How far the tiles of the ranking have come, from 0 to 1."""
        if self._live.history.event != self._event:
            return 0  # nobody has told the time since
        return min(1.0, int((self._now - self._since) / MOVING * STEPS) / STEPS)

    @property
    def swap(self) -> tuple[str, str] | None:
        """The city-state that rose with the last event, and the one that fell."""
        before, after = self._states()
        return swapped(before["ranking"], after["ranking"])

    @property
    def touched(self) -> tuple[str, ...]:
        """The locations that the last event changed."""
        before, after = self._states()
        return touched(before, after)

    @property
    def is_new(self) -> bool:
        """Whether the last event is still being read."""
        return self._live.history.event != self._event or self._now - self._since < READING

    def reminder(self, names: Names) -> str:
        """Say which markers are to be moved on the table, once the event itself has been read."""
        if READING <= self._now - self._since < READING + REMINDING:
            return markers(*self._states(), names)
        return ""

    def _states(self) -> tuple[StateObject, StateObject]:
        history = self._live.history
        before = history.game.to_json(history.at(max(0, history.event - 1)))
        return cast("StateObject", before), self._live.state
