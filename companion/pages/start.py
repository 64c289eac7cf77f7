"""The first page, and two that it leads to: a code for phones, and newer versions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from companion.language import Saying, said
from companion.pages.board_photos import ANEW
from companion.pages.kinds import MenuPage, Option, PlainPage, TextPage
from companion.pages.phases import (
    begin_guided,
    begin_new_game,
    continue_game,
    guided_games,
    lay_game,
    open_phase,
)
from companion.pages.stored_game import (
    Recorded,
    has_games,
    is_played,
    latest_unfinished,
    unreadable,
)
from companion.session.look import Look
from companion.session.session import Session
from companion.session.updates import State, Updates
from companion.session.wishes import Wish
from companion.ui.menu import Row
from companion.ui.photos import BesidePhoto, MarkedPhoto
from companion.ui.screen import Body, Labels
from companion.ui.texts import Code, Message, Paragraph
from companion.words.eye import trouble_sentences
from companion.words.names import capitalised
from engine.errors import InputError
from hardware.panel import Button

QUIT = said("Close the program?")
SHUT_DOWN = said("Shut the computer down?")
SEEN = said("The camera sees the board: you can start.")
UNSEEN = said("The camera does not see the board yet.")
LEARNING = said("The camera is learning the table: a few seconds more.")
GUIDED = said("Learn by playing: a guided game")
NEW_OF = said("New game of {game}")


class StartPage(MenuPage):
    """Where everything begins; it is never left.

    Where a game can be gone on with, SCORE begins a new one, as long as that game is marked.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._offer: Recorded | None = None
        self._played = False
        self._looked = False
        self._seen: MarkedPhoto | None = None
        self._seen_at = 0.0

    def title(self) -> str:
        return "Dubsar"

    def body(self) -> Body:
        found = self._find()
        photo = self._seen or (found.photo if found else None)
        return BesidePhoto(self.menu(), photo) if photo else self.menu()

    def text(self) -> str:
        found = self._find()
        return found.sentence(self.session) if found else self._camera()

    def on_look(self, look: Look) -> None:
        due = self._seen is None or self.session.now - self._seen_at >= ANEW
        if due and look.picture is not None:
            self._seen, self._seen_at = MarkedPhoto(look.name, look.picture), self.session.now

    def _camera(self) -> str:
        session, look = self.session, self.session.look
        if session.camera_trouble is not None or not session.table.colours:
            return ""  # the top line says it
        if look is None:
            return session.words.say(LEARNING) if session.is_learning else ""
        if look.reading.troubles:
            return capitalised(trouble_sentences(look.reading.troubles, session.names)[0]) + "."
        return session.words.say(SEEN if look.reading.registered else UNSEEN)

    @property
    def shortcut(self) -> tuple[str, Callable[[], None]] | None:
        new = partial(self.choose, 1)  # which stands below that game
        return (self.say("New game"), new) if self._find() else None

    def labels(self) -> Labels:
        return replace(super().labels(), back="")

    def options(self) -> Sequence[Option]:
        session, say = self.session, self.say
        last = Row(say("Continue the last game"), large=True)
        going_on = [(last, self._go_on)] if self._find() else []
        options: list[Option] = [
            *going_on,
            *self._new_games(),
            *self._guided(),
            (Row(say("Past games")), partial(session.go, "past-games")),
            (Row(say("People")), partial(session.go, "people")),
            (Row(say("Settings")), partial(session.go, "settings")),
        ]
        if session.phones is not None or session.no_phones is not None:
            options.append((Row(say("On your phones")), partial(session.go, "phones")))
        if session.updates is not None:
            look = partial(session.go, "updates", updates=session.updates)
            options.append((Row(say("Updates")), look))
        if session.can_calibrate:
            teach = partial(session.wishes.append, Wish.CALIBRATE)
            options.append((Row(say("Set up board and camera")), teach))
        options.append(self._ending(say("Close the program"), QUIT, Wish.QUIT))
        if session.can_shut_down:
            options.append(self._ending(say("Shut down"), SHUT_DOWN, Wish.SHUTDOWN))
        return options

    def choose(self, number: int) -> None:
        """Do it; what there is to go on with may be another game afterwards."""
        _, do = self.options()[number]
        self.chosen = 0
        self._looked = False
        do()

    def _find(self) -> Recorded | None:
        """Find the game that can be gone on with, once for each time that this page is on top."""
        if not self._looked:
            self._offer, self._played = latest_unfinished(self.session), has_games(self.session)
            self._looked = True
        return self._offer

    def _go_on(self) -> None:
        session, found = self.session, self._offer
        if found is None:
            return
        stored = found.stored
        if is_played(session, stored):
            open_phase(session)
            return
        try:
            continue_game(session, stored)
        except InputError:  # its pictures or its board are damaged
            session.go("message", text=unreadable(session.words))

    def _guided(self) -> list[Option]:
        """Offer a guided game where some game has one, and a virtual table is at hand."""
        session = self.session
        games = guided_games(session)
        if not games:
            return []
        ask = partial(session.go, "which-game", guided=True)
        begin = ask if len(games) > 1 else partial(begin_guided, session)
        return [(Row(session.words.say(GUIDED)), begin)]

    def _new_games(self) -> list[Option]:
        """Offer a new game; where several can be laid, and one has been played, each by its name.

        Whoever has played knows that there are several, and need not be asked once more. It is
        large where nothing stands above it that most people come for rather.
        """
        session, here = self.session, self.session.table.board.game
        is_first = self._find() is None
        if len(session.games) > 1 and self._played:
            return [
                (
                    Row(self.say(NEW_OF, game=game.capitalize()), large=is_first and game == here),
                    partial(lay_game, session, game),
                )
                for game in dict.fromkeys((here, *session.games))
            ]
        asks = partial(session.go, "which-game") if len(session.games) > 1 else None
        begin = asks or partial(begin_new_game, session)
        return [(Row(self.say("New game"), large=is_first), begin)]

    def _ending(self, name: str, question: Saying, wish: Wish) -> Option:
        """Offer an end by its ``name``, which is the answer to its ``question`` too."""
        do = partial(self.session.wishes.append, wish)
        no = self.say("Keep it running")
        return Row(name), partial(self.confirm, self.say(question), name, do, title=name, no=no)


LOOK_ON = said("Scan this to look on:")
HELP = said("Scan this to press and to write names:")
OFF = said("The page for phones is off. Switch it on in the settings, and start the program again.")


class PhonesPage(PlainPage):
    """Shows the code for those who look on; OK shows that for help at the table."""

    heading = said("On your phones")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._helps = False

    def body(self) -> Body:
        phones, words = self.session.phones, self.session.words
        if phones is None:
            why = self.session.no_phones
            return Message(why(words) if why is not None else words.say(OFF))
        addresses = phones.addresses()
        if self._helps:
            return Code(addresses.help, words.say(HELP))
        return Code(addresses.view, words.say(LOOK_ON))

    def labels(self) -> Labels:
        say = self.say
        ok = say("Look on") if self._helps else say("Help at the table")
        return Labels(ok=ok if self.session.phones else "", back=say("Back"))

    def press(self, button: Button) -> None:
        if button is Button.OK and self.session.phones is not None:
            self._helps = not self._helps
        else:
            super().press(button)


TOLD: Final[Mapping[State, Saying]] = {
    State.UNKNOWN: said("Look whether there is a newer version. Games and tables are kept."),
    State.CHECKING: said("Looking for a newer version…"),
    State.UNREACHABLE: said("No newer version could be looked for: is there a network?"),
    State.CURRENT: said("This is the newest version."),
    State.AVAILABLE: said("There is a newer version. What is new:"),
    State.INSTALLING: said("It is being installed; the program restarts by itself."),
    State.RETURNING: said("The new version did not start: the old one is put back."),
    State.DONE: said("The newest version is installed."),
    State.FAILED: said(
        "The new version could not be installed. The old one is back, nothing was lost."
    ),
}


class UpdatesPage(TextPage):
    """Says how it stands, what is new, and what OK does about it."""

    heading = said("Updates")

    def __init__(self, session: Session, updates: Updates) -> None:
        super().__init__(session)
        self._updates: Final = updates

    def paragraphs(self) -> Sequence[Paragraph]:
        state, words = self._updates.state, self.session.words
        available = state is State.AVAILABLE
        news = self._updates.news(words.code) if available else []
        return [
            Paragraph(words.say(TOLD[state]), heading=available),
            *(Paragraph(f"•\N{NO-BREAK SPACE}{one}") for one in news),
        ]

    def depends_on(self) -> object:
        return self._updates.state, super().depends_on()

    def answer(self) -> tuple[str, Callable[[], None]] | None:
        match self._updates.state:
            case State.CHECKING | State.INSTALLING | State.RETURNING:
                return None
            case State.AVAILABLE:
                return self.say("Install it"), self._ask
            case _:
                return self.say("Check"), self._wish(self._updates.check)

    def labels(self) -> Labels:
        """Name the buttons; only news may be too long for one screen."""
        labels = super().labels()
        long = self._updates.state is State.AVAILABLE
        return labels if long else Labels(ok=labels.ok, back=labels.back)

    def _ask(self) -> None:
        question = self.say("Install it now? The program restarts; games and tables are kept.")
        yes, no = self.say("Yes, install"), self.say("Not now")
        self.confirm(question, yes, self._wish(self._updates.install), no=no)

    def _wish(self, wish: Callable[[], None]) -> Callable[[], None]:
        def wished() -> None:
            try:
                wish()
            except OSError as error:
                self.failed(self.say("It can’t be saved."), error)

        return wished
