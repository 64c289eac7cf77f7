"""Tracking influence tiles: which claim or deal is to be written, and when."""

from typing import Any, Final

from companion.tracking.agreement import Agreement
from companion.tracking.choices import Choices, dealt
from companion.tracking.notes import Line, unseen_choice
from engine.history import History
from vision.reading import Reading


class TileTracking:
    """Follows the tiles of one game from reading to reading."""

    def __init__(
        self, history: History[Any, Any, Any], agree: int, *, live: bool, answered: bool
    ) -> None:
        """Believe what ``agree`` settled readings in a row say; ``live`` a deal one more.

        ``answered``: somebody tells what was chosen where the eye cannot.
        """
        self._history: Final = history
        self._answered: Final = answered
        self._choices: Final = Choices(history, agree)
        self._claims: Final = Agreement(agree)
        # Live a gleam on an empty space may look like its tile for a moment, hands or not.
        self._deals: Final = Agreement(agree + live)
        self._unseen_at: int | None = None

    def moved(self) -> None:
        """Count claims anew: hands come between."""
        self._claims.forget()

    def watch(self, reading: Reading, *, settled: bool) -> None:
        """Take any reading; ``settled`` is whether no hand moved in it."""
        self._choices.watch(reading, settled=settled)

    def deal(self, reading: Reading) -> Any | None:  # noqa: ANN401 - a game's event
        """Tell which deal is to be written, if any, of a settled reading with tiles taught."""
        game, state = self._history.game, self._history.state
        deal = dealt(game, state, reading.influence or (), reading.untold_spaces)
        if deal is None:
            self._deals.forget()
            return None
        return deal if self._deals.on("deal", deal) else None

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
