"""The first page: a new game, the last one, those of the past, settings."""

from collections.abc import Callable, Sequence
from functools import partial

from companion.language import Saying, said
from companion.pages.kinds import MenuPage
from companion.pages.new_game import enough
from companion.pages.phases import open_phase, resume
from companion.pages.stored_game import Offer, is_played, offer, unreadable
from companion.session.session import Session, Wish
from companion.ui.menu import Menu, Row
from companion.ui.photos import BesidePhoto
from companion.ui.screen import Body, Labels
from engine.errors import InputError

QUIT = said("Close the program?")
SHUT_DOWN = said("Shut the computer down?")


class StartPage(MenuPage):
    """Where everything begins; it is never left."""

    def __init__(self, session: Session) -> None:
        """Look for a game to be gone on with when it is first shown."""
        super().__init__(session)
        self._offer: Offer | None = None
        self._looked = False

    def title(self) -> str:
        """Name the program."""
        return "Dubsar"

    def body(self) -> Body:
        """Show what can be done, beside the last photograph of the game that goes on."""
        menu = super().body()
        found = self._find()
        photo = found.photo if found else None
        return BesidePhoto(menu, photo) if photo and isinstance(menu, Menu) else menu

    def text(self) -> str:
        """Say how the last game stands."""
        found = self._find()
        return found.sentence(self.session.words) if found else ""

    def labels(self) -> Labels:
        """Name the three: nothing lies behind this page."""
        return Labels(score="▲", ok=self.session.words.say("Choose"), why="▼")

    def rows(self) -> Sequence[Row]:
        """List what can be done."""
        return [Row(text) for text, _ in self._deeds()]

    def choose(self, number: int) -> None:
        """Do it; what there is to go on with may be another game afterwards."""
        deed = self._deeds()[number][1]
        self.chosen = 0
        self._looked = False
        deed()

    def _deeds(self) -> list[tuple[str, Callable[[], None]]]:
        session, say = self.session, self.session.words.say
        deeds: list[tuple[str, Callable[[], None]]] = []
        if self._find() is not None:
            deeds.append((say("Go on with the last game"), self._go_on))
        deeds.append((say("New game"), self._new_game))
        deeds.append((say("Past games"), partial(session.go, "past-games")))
        deeds.append((say("Settings"), partial(session.go, "settings")))
        if session.can_calibrate:
            deeds.append((say("Teach board and camera"), partial(self._wish, Wish.CALIBRATE)))
        deeds.append(
            (say("Close the program"), lambda: self._ask(QUIT, partial(self._wish, Wish.QUIT)))
        )
        if session.can_shut_down:
            deeds.append(
                (say("Shut down"), lambda: self._ask(SHUT_DOWN, partial(self._wish, Wish.SHUTDOWN)))
            )
        return deeds

    def _find(self) -> Offer | None:
        """Find the game that can be gone on with, once for each time that this page is on top."""
        if not self._looked:
            self._offer, self._looked = offer(self.session), True
        return self._offer

    def _go_on(self) -> None:
        session, found = self.session, self._offer
        if found is None:
            return
        if is_played(session, found.last.stored):
            open_phase(session)
            return
        try:
            resume(session, found.last.stored)
        except InputError:  # its pictures or its board are damaged
            session.go("message", text=unreadable(session.words))

    def _new_game(self) -> None:
        session = self.session
        if enough(session.table.colours):
            session.go("new-game")
            return
        told = session.words.say("Too few colours of merchants were taught: a game needs three.")
        session.go("message", text=told, title=session.words.say("New game"))

    def _wish(self, wish: Wish) -> None:
        self.session.wishes.append(wish)

    def _ask(self, question: Saying, do: Callable[[], None]) -> None:
        words = self.session.words
        told = words.tell(question, {})
        self.session.go("question", question=told, yes=words.say("Yes"), do=do, title=self.title())
