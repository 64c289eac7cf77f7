"""What every game's setup has in common: it is read, gone through place by place, and left."""

from abc import abstractmethod
from contextlib import suppress
from typing import ClassVar, Final, Protocol

from companion.journal.errors import JournalError
from companion.session.look import Look
from companion.session.session import Page, Session
from hardware.panel import Button


class Readable(Protocol):
    """What is known of a table before a game."""

    def add(self, look: Look) -> None:
        """Take what another look shows."""


class SettingUpPage(Page):
    """Goes through the places of a table before a game: SCORE and WHY? to the next, OK changes it.

    Behind the last place stands what begins the game or goes on. ``live`` is the game, ``first``
    who begins it, ``clear`` the last look in which the board was whole and without a hand.
    """

    scrolls: ClassVar[bool] = True

    def __init__(self, session: Session, reading: Readable, *, is_new: bool) -> None:
        super().__init__(session)
        self.live: Final = session.live
        self.first: Final = self.live.first or self.live.players[0]
        self.clear: Look | None = None
        self._reads: Final = reading
        self._is_new: Final = is_new
        self._gone_to: int | None = None
        if session.look is not None:
            self.on_look(session.look)

    @property
    @abstractmethod
    def ready(self) -> int:
        """Give the number of what stands behind all places, which is how many they are."""

    @property
    @abstractmethod
    def missing(self) -> int | None:
        """Give the number of the first place of which nothing is known."""

    @abstractmethod
    def choose(self, number: int) -> None:
        """Change a place, or begin or go on."""

    @property
    def chosen(self) -> int:
        """The place that was gone to; else the first that is missing, or what stands behind all."""
        if self._gone_to is not None:
            return self._gone_to
        return self.ready if self.missing is None else self.missing

    def player(self) -> tuple[str, int]:
        return self.live.piece(self.first)

    def on_look(self, look: Look) -> None:
        self._reads.add(look)
        if look.reading.registered and not look.reading.hand:
            self.clear = look

    def press(self, button: Button) -> None:
        match button:
            case Button.SCORE:
                self._gone_to = (self.chosen - 1) % (self.ready + 1)
            case Button.WHY:
                self._gone_to = (self.chosen + 1) % (self.ready + 1)
            case Button.OK:
                self.take(self.chosen)
            case Button.BACK:
                self._leave()

    def take(self, number: int) -> None:
        """Do what a place is for; after that nothing is gone to."""
        self._gone_to = None
        self.choose(number)

    def play(self) -> None:
        """Leave for the game, which has begun."""
        session = self.session
        session.close(self)
        if self._is_new and (agreed := session.named("new-game")) is not None:
            session.close(agreed)
        session.go("play")

    def _leave(self) -> None:
        session = self.session
        session.close(self)
        session.game = None
        if self._is_new:
            with suppress(JournalError):  # then it is offered to be gone on with
                session.store.delete(session.store.number(self.live.id))
