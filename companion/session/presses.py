"""From the edges of contacts to presses: bouncing, holding, repeating. Pure: it has no clock.

A press is reported at its first edge, without delay. Edges within ``BOUNCE`` of a change are its
bouncing; how the contact stands after that counts.
"""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hardware.panel import Button, Edge

BOUNCE: Final = 0.030
"""Seconds in which a contact may bounce: cheap ones do for 5 to 20 ms; no finger is as quick."""
REPEAT_AFTER: Final = 0.5
"""Seconds until a scrolling button begins to repeat."""
REPEAT_EVERY: Final = 0.12
"""Seconds between its repeats: about eight lines a second can still be followed."""
TOGETHER: Final = 0.3
"""Seconds within which two presses are meant as one: nobody's thumbs meet to the instant."""
SHUTDOWN: Final = 5.0
"""Seconds for which ``PAIR`` must be held: nobody does that by leaning on the panel."""
STUCK: Final = 60.0
"""Seconds after which a button is stuck: nobody holds one for a minute."""
SCROLLING: Final = frozenset({Button.SCORE, Button.WHY})
"""The buttons that scroll up and down, and repeat while they are held."""
PAIR: Final = frozenset({Button.BACK, Button.OK})
"""The two buttons that shut the computer down if held together."""


class Kind(StrEnum):
    """What was done."""

    PRESS = "press"
    REPEAT = "repeat"  # of a scrolling button, again and again
    SHUTDOWN = "shutdown"  # both of the pair; reported with OK


@dataclass(frozen=True, slots=True)
class Press:
    """What was done with a button, and when; ``seconds`` are those of the edges."""

    button: Button
    kind: Kind
    seconds: float


class Presses:
    """Turns the edges of one panel, or of the keys that stand for it, into presses."""

    def __init__(self, held: Collection[Button] = (), seconds: float = 0.0) -> None:
        """Begin at a moment; buttons ``held`` then count as not pressed, but may be stuck."""
        self._contacts = {
            button: _Contact(down=True, since=seconds, quiet=True)
            if button in held
            else _Contact(down=False, since=-math.inf)
            for button in Button
        }
        self._now = seconds
        self._paired: float | None = None

    def take(self, edges: Iterable[Edge], held: Collection[Button], now: float) -> list[Press]:
        """Take the edges since the last call and report the presses, in order.

        ``held`` are the contacts that are closed at ``now``: they make good for lost edges. To be
        called some fifty times a second. A clock that goes back is taken to stand still.
        """
        presses: list[Press] = []
        for edge in sorted(edges, key=lambda one: one.seconds):
            self._pass(edge.seconds, presses)
            self._take_level(edge.button, edge.down, presses)
        # Compare levels before time passes: an edge may be missing that ended a bounce.
        self._now = max(now, self._now)
        for button, contact in self._contacts.items():
            if contact.level != (button in held):
                self._take_level(button, button in held, presses)
        self._pass(now, presses)
        return sorted(presses, key=lambda one: one.seconds)

    def _take_level(self, button: Button, down: bool, presses: list[Press]) -> None:  # noqa: FBT001
        contact = self._contacts[button]
        contact.level = down
        if down != contact.down and self._now >= contact.since + BOUNCE:
            self._change(button, self._now, presses)

    def _pass(self, now: float, presses: list[Press]) -> None:
        """Let time pass: contacts come to rest, held buttons repeat."""
        self._now = max(now, self._now)
        for button, contact in self._contacts.items():
            rest = contact.since + BOUNCE
            if contact.level != contact.down and self._now >= rest:
                self._change(button, rest, presses)
            if contact.down:
                self._hold(button, contact, presses)
        if self._paired is not None and self._now >= self._paired + SHUTDOWN:
            presses.append(Press(Button.OK, Kind.SHUTDOWN, self._now))
            self._paired = None

    def _change(self, button: Button, seconds: float, presses: list[Press]) -> None:
        contact = self._contacts[button]
        contact.down, contact.since = not contact.down, seconds
        contact.quiet = contact.stuck = False
        contact.due = seconds + REPEAT_AFTER
        if not contact.down:
            if button in PAIR:
                self._paired = None
            return
        if button in PAIR and self._join(button, seconds):
            return
        presses.append(Press(button, Kind.PRESS, seconds))

    def _join(self, button: Button, seconds: float) -> bool:
        """Begin to wait for a shutdown if both are down; tell whether they came together."""
        (partner,) = PAIR - {button}
        other = self._contacts[partner]
        if not other.down or other.stuck:
            return False
        self._paired = seconds
        return seconds - other.since <= TOGETHER

    def _hold(self, button: Button, contact: "_Contact", presses: list[Press]) -> None:
        if contact.stuck:
            return
        if self._now >= contact.since + STUCK:
            contact.stuck = True
            if button in PAIR:
                self._paired = None
        elif button in SCROLLING and not contact.quiet and self._now >= contact.due:
            # Repeats that fell due while nobody called are not made up for.
            contact.due = self._now + REPEAT_EVERY
            presses.append(Press(button, Kind.REPEAT, self._now))


@dataclass(slots=True)
class _Contact:
    """One contact: at rest ``down`` or not ``since`` a moment, and as last seen, ``level``."""

    down: bool
    since: float
    level: bool = False
    due: float = 0.0
    """When the next repeat is due."""
    quiet: bool = False
    """It was down from the start: nothing is reported until it opens."""
    stuck: bool = False
    """It does not open, and is ignored until it does."""

    def __post_init__(self) -> None:
        self.level = self.down
