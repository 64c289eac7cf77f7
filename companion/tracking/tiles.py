"""Tracking influence tiles: which claim or deal is to be written, and when."""

from collections import Counter
from typing import Any, Final

from companion.tracking.agreement import Agreement
from companion.tracking.choices import Choices, dealt, dealt_last
from companion.tracking.notes import Line, unseen_choice
from engine.history import History
from vision.reading import Reading

LINGERING: Final = 7
"""How many times the readings that a deal takes it must lie there where a space was never empty."""
OTHERS: Final = 2
"""Spaces with another kind than before from which tiles are others: one may be misread."""


class TileTracking:
    """Follows the tiles of one game from reading to reading."""

    def __init__(
        self, history: History[Any, Any, Any], agree: int, *, live: bool, answered: bool
    ) -> None:
        """Believe what ``agree`` settled readings in a row say; ``live`` a deal one more.

        ``answered``: somebody tells what was chosen where the eye cannot.
        """
        self._history: Final = history
        self._agree: Final = agree
        self._live: Final = live
        self._answered: Final = answered
        self._choices: Final = Choices(history, agree)
        self._claims: Final = Agreement(agree)
        # Live a gleam on an empty space may look like its tile for a moment, hands or not.
        self._deals: Final = Agreement(agree + live)
        self._unseen_at: int | None = None
        self._dealt_at = 0
        self._empty: Final[Counter[int]] = Counter()

    def moved(self) -> None:
        """Count claims anew: hands come between."""
        self._claims.forget()

    def watch(self, reading: Reading, *, settled: bool) -> None:
        """Take any reading; ``settled`` is whether no hand moved in it."""
        self._choices.watch(reading, settled=settled)
        lying, untold = reading.influence, reading.untold_spaces
        if lying is None:
            return
        number, before = dealt_last(self._history)
        awaited = not any(self._history.game.expected_view(self._history.state).influence)
        put_back = not awaited and not untold and lying == before
        if number != self._dealt_at or put_back:
            self._empty.clear()
        self._dealt_at = number
        self._empty.update(i for i, kind in enumerate(lying) if kind is None and i not in untold)

    def deal(self, reading: Reading) -> Any | None:  # noqa: ANN401 - a game's event
        """Tell which deal is to be written, if any, of a settled reading with tiles taught.

        What lay there before the scoring is no deal: spaces must have been seen empty since, or
        hold other tiles. Live, where some space shows no change, the rest must have lasted.
        """
        game, state = self._history.game, self._history.state
        lying = reading.influence or ()
        deal = dealt(game, state, lying, reading.untold_spaces)
        if deal is None:
            self._deals.forget()
            return None
        _, before = dealt_last(self._history)
        same = {i for i, (now, then) in enumerate(zip(lying, before, strict=True)) if now == then}
        empty = {i for i, times in self._empty.items() if times >= self._agree}
        others = len(lying) - len(same) >= OTHERS
        if same <= empty or (empty and not self._live):
            return deal if self._deals.on("deal", deal) else None
        longer = LINGERING if self._live else 1
        return deal if others and self._deals.on("unchanged", deal, longer) else None

    def claim(self, reading: Reading) -> tuple[Line | None, Any | None]:
        """Tell what is to be noted and which claim to be written, if any; see ``deal``."""
        choice = self._choices.look(reading)
        if choice is None:
            self._claims.forget()
            return None, None
        if not self._claims.on("claim", choice):
            return None, None
        note, event = None, self._history.event
        if not choice.seen and self._unseen_at != event:
            self._unseen_at = event
            note = unseen_choice(self._history.game, choice.event)
        return note, choice.event if choice.seen or not self._answered else None


def any_taken(reading: Reading) -> bool:
    """Tell whether some influence space is surely empty."""
    return reading.influence is not None and any(
        kind is None and space not in reading.untold_spaces
        for space, kind in enumerate(reading.influence)
    )
