"""What every game's setup has in common: it is read, gone through place by place, and left."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from companion.journal.errors import JournalError
from companion.pages.kinds import Stop, StopsPage
from companion.session.look import Look
from companion.session.session import Session
from companion.tracking.waiting import Agreement
from companion.ui.screen import Labels

AGREE: Final = 3
"""Looks in a row that must say the same."""


def entered_of(places: Iterable[str], kept: object, choices: Collection[object]) -> dict[str, Any]:
    """Give what was kept of places, but for what cannot be: a game may have come from elsewhere."""
    known = kept if isinstance(kept, dict) else {}
    return {at: known[at] for at in places if known.get(at) in choices}


def entered_at(slots: int, kept: object, choices: Collection[str]) -> dict[int, str]:
    """Give the same of places that are only numbered, from 0."""
    found = entered_of(map(str, range(slots)), kept, choices)
    return {int(slot): one for slot, one in found.items()}


class SettingUpPage(StopsPage):
    """Goes through the places of a table before a game, each of which can be changed.

    Behind the last place stands what begins the game or goes on. ``live`` is the game, begun by the
    ``first_player``, ``clear`` the last look in which the board was whole and without a hand.
    ``is_new``: the game was just agreed on, so that leaving this page leaves no trace of it.
    """

    def __init__(
        self, session: Session, reads: Callable[[Look, Agreement], None], *, is_new: bool
    ) -> None:
        """Have such looks read, as far as several agree."""
        super().__init__(session)
        self.live: Final = session.live
        self.first_player: Final = self.live.first_player or self.live.players[0]
        self.clear: Look | None = None
        self._reads: Final = reads
        self.is_new: Final = is_new
        self._agreed: Final = Agreement(AGREE)
        if session.look is not None:
            self.on_look(session.look)

    @abstractmethod
    def targets(self) -> Sequence[str]:
        """Name what can be touched: the places, and what begins the game or goes on behind them."""

    @property
    @abstractmethod
    def missing(self) -> int | None:
        """Give the number of the first place of which nothing is known."""

    @abstractmethod
    def choose(self, number: int) -> None:
        """Change a place, or begin or go on."""

    @property
    def ready(self) -> int:
        """The number of what stands behind all places, which is how many they are."""
        return len(self.targets()) - 1

    @property
    def beginning(self) -> int:
        return self.ready if self.missing is None else self.missing

    def stops(self) -> Sequence[Stop]:
        """List the places, and what begins the game or goes on once all of them are known."""
        stops = [Stop(one, partial(self._take, i)) for i, one in enumerate(self.targets())]
        return stops if self.missing is None else stops[: self.ready]

    def labels(self) -> Labels:
        ok = self.words_of_ready() if self.here == self.ready else self.say("Change")
        return Labels(score="▲", ok=ok, back=self.say("Back"), why="▼")

    @abstractmethod
    def words_of_ready(self) -> str:
        """Name what OK does behind the last place."""

    def player(self) -> str:
        return self.first_player

    def on_look(self, look: Look) -> None:
        if look.clear:
            self.clear = look
            self._reads(look, self._agreed)
        else:
            self._agreed.forget()

    def _take(self, number: int) -> None:
        """Do what a place is for; after that nothing is gone to."""
        self.at = None
        self.choose(number)

    def play(self) -> None:
        session = self.session
        session.close(self)
        if self.is_new and (agreed := session.named("new-game")) is not None:
            session.close(agreed)
        session.kept_plan.discard()
        session.go("play")

    def leave(self) -> None:
        session = self.session
        session.close(self)
        session.game = None
        if self.is_new:
            with suppress(JournalError):  # then it is offered to be gone on with
                session.store.delete(session.store.number(self.live.id))
