"""Patience: how long it is waited before the table is asked."""

from collections.abc import Mapping
from typing import Final

from companion.tracking.agreement import Agreement
from companion.tracking.belief import Verdict

DOUBTED: Final = 4
"""How many times the readings that a question takes must be in doubt before that is one."""
LASTING: Final = 7
"""The same where something rests over the board: nobody thinks with a hand in the air so long."""
SLOWER: Final = 25
"""The same where in the opening all but one have gone on: he thinks about where to settle."""


class Patience:
    """Counts the readings in which something is odd, or in doubt."""

    def __init__(self, readings: int, *, live: bool) -> None:
        """Ask after so many settled readings in a row; ``live`` ones follow closely."""
        self._live: Final = live
        self._odd: Final = Agreement(readings)
        self._doubtful: Final = Agreement(readings)

    def moved(self) -> None:
        """Begin anew with what must be seen in a row: hands come between."""
        self._odd.forget()

    def explained(self) -> None:
        """Begin anew, as the merchants stand as expected or their doings are believed."""
        self._odd.forget("board")

    def settled(self) -> None:
        """Begin anew with all that concerns the merchants: the question is closed."""
        self._odd.forget("board")
        self._doubtful.forget()

    def is_out(  # noqa: PLR0913 - all that speaks for waiting counts
        self,
        verdict: Verdict,
        event: int,
        odd: Mapping[int, str | None],
        *,
        hand: bool,
        early: bool,
        idle: bool = False,
    ) -> bool:
        """Take a reading with something odd in it after event number ``event``.

        Tell whether there have been enough such. Doubts are counted however many hands come and
        go between, as long as nothing is written. ``early``: only somebody is slow. ``idle``:
        nobody has cause to touch a merchant, so that it is rather light than people.
        """
        # Live it is soon seen what happens next.
        later = verdict is Verdict.WAIT or (self._live and verdict is Verdict.HOLD)
        if later:
            self._odd.forget("board")
        if hand:
            return self._doubtful.on("hand", event, LASTING)
        if early:
            return self._doubtful.on("opening", event, SLOWER)
        if idle:
            return self._doubtful.on("idle", (event, odd), LASTING)
        often = self._doubtful.on("board", event, DOUBTED)
        return often or (not later and self._odd.on("board", odd))

    def is_out_with_tiles(self, event: int) -> bool:
        """Take a reading in which tiles are taken though a turn is missing."""
        return self._doubtful.on("tiles", event, DOUBTED)

    def is_out_with_row(self, seen: object, *, slower: bool) -> bool:
        """Take a reading in which the ranking row is wrong; ``slower`` if that may come right."""
        return self._odd.on("row", seen, LASTING if slower else 1)

    def row_is_right(self) -> None:
        """Begin anew with the ranking row."""
        self._odd.forget("row")
