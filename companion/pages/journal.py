"""The pages of the journal: its games, how one stands or ended, and what is wrong with it."""

from collections.abc import Sequence
from functools import partial

from companion.journal import GameId, Rescue, StoredGame
from companion.journal.errors import JournalError
from companion.language import counted, said
from companion.pages.kinds import MenuPage, MessagePage, Option, PlainPage
from companion.pages.phases import continue_game
from companion.pages.stored_game import Recorded, export, is_played, recorded, unreadable
from companion.session.money import hides_money
from companion.session.session import Page, Session
from companion.ui.menu import Menu, Row
from companion.ui.screen import Body
from companion.words.games import players, who_played
from companion.words.machine import rescue_sentence, trouble_sentence
from engine.errors import InputError


class GamesPage(MenuPage):
    """Lists the games, the newest first; the last row erases the photographs of them all."""

    heading = said("Past games")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._games: Sequence[StoredGame] | None = None

    def text(self) -> str:
        return "" if self._listed() else self.say("No game has been played yet.")

    def options(self) -> Sequence[Option]:
        games = self._listed()
        options: list[Option] = [
            (self._row(one), partial(self.session.go, "past-game", stored=one)) for one in games
        ]
        if any(one.pictures for one in games):
            options.append((Row(self.say("Delete all photos")), self._erase))
        return options

    def _row(self, game: StoredGame) -> Row:
        words = self.session.words
        told = [game.header.game.capitalize(), words.day(game.about.started)]
        if game.about.finished is None:
            told.append(self.say("in progress"))
        return Row(" · ".join(told), who_played(game, words))

    def choose(self, number: int) -> None:
        _, do = self.options()[number]
        self._games = None  # what is done there may change the list
        do()

    def _erase(self) -> None:
        question = self.say("Delete the photos of all games? The games themselves are kept.")
        self.confirm(question, self.say("Yes, delete them"), partial(erase_pictures, self, None))

    def _listed(self) -> Sequence[StoredGame]:
        if self._games is None:
            try:
                self._games = self.session.store.journal.games()
            except JournalError as error:
                self._games = ()
                self.message(trouble_sentence(error, self.session.words, lasting=True))
        return self._games


class GamePage(MenuPage):
    """Shows, goes on with, exports or deletes a game, and erases its photographs."""

    def __init__(self, session: Session, stored: StoredGame) -> None:
        super().__init__(session)
        self._stored = stored

    def title(self) -> str:
        stored = self._stored
        day = self.session.words.day(stored.about.started)
        return f"{stored.header.game.capitalize()} · {day}"

    def text(self) -> str:
        return players(self._stored, self.session.words) + "."

    def options(self) -> Sequence[Option]:
        say, stored = self.say, self._stored
        over = stored.about.finished is not None
        options: list[Option] = [
            (Row(say("The result") if over else say("The position")), self._show)
        ]
        if stored.events:
            options.append((Row(say("Play it back")), self._replay))
        playing = is_played(self.session, stored)
        if not over and not playing:
            options.append((Row(say("Continue this game")), self._go_on))
        options.append((Row(say("Export")), partial(export, self, stored.id)))
        if stored.pictures:
            options.append((Row(say("Delete its photos"), str(stored.pictures)), self._erase))
        if over or not playing:
            options.append((Row(say("Delete this game")), self._delete))
        return options

    def _show(self) -> None:
        if game := self._read():
            self.session.go("standing", game=game)

    def _replay(self) -> None:
        if game := self._read():
            self.session.go("replay", game=game)

    def _read(self) -> Recorded | None:
        try:
            return recorded(self.session.store.journal, self._stored)
        except InputError:
            self.message(unreadable(self.session.words))
            return None

    def _go_on(self) -> None:
        session = self.session
        session.go_home()  # the way back from a game leads to the first page
        try:
            continue_game(session, self._stored)
        except InputError:
            self.message(unreadable(session.words))

    def _erase(self) -> None:
        question = self.say("Delete the photos of this game? The game itself is kept.")
        self.confirm(question, self.say("Yes, delete them"), self._erased)

    def _erased(self) -> None:
        self.close()
        erase_pictures(self, self._stored.id)

    def _delete(self) -> None:
        question = self.say("Delete this game for good, with all its photos?")
        self.confirm(question, self.say("Yes, delete it"), self._deleted)

    def _deleted(self) -> None:
        session = self.session
        if is_played(session, self._stored):
            session.game = None
        self.close()
        try:
            session.store.delete(self._stored.id)
        except JournalError as error:
            self.failed(self.say("It can’t be deleted."), error)


ERASED = counted("{number} photo has been deleted.", "{number} photos have been deleted.", "number")


def erase_pictures(page: Page, game: GameId | None) -> None:
    """Erase the pictures of a game, or of all, and tell what became of it."""
    try:
        number = page.session.store.journal.erase_pictures(game)
        page.message(page.say(ERASED, number=number))
    except JournalError as error:
        page.failed(page.say("They can’t be deleted."), error)


class StandingPage(MenuPage):
    """Shows the players, most points first, and opens the house rules where there were any."""

    def __init__(self, session: Session, game: Recorded) -> None:
        super().__init__(session)
        self._game = game
        self._names = game.names(session.words)

    def title(self) -> str:
        over = self._game.stored.about.finished is not None
        return self.say("The result") if over else self.say("The position")

    def text(self) -> str:
        return self._names.stand(self._game.state)

    def options(self) -> Sequence[Option]:
        names, scores = self._names, self._game.scores
        if hides_money(self.session.settings, names, self._game.history):
            shown = [(names.player(one.player), one.player) for one in scores.rows]
        else:
            shown = [
                (names.points(names.player(one.player), one.total), one.player)
                for one in scores.ranked()
            ]
        told = (Row(text, player=player, choosable=False) for text, player in shown)
        options: list[Option] = [(row, self.close) for row in told]
        if self._game.stored.header.rulings:
            agreed = partial(self.session.go, "agreed", game=self._game)
            options.append((Row(self.say("House rules")), agreed))
        return options


class AgreedPage(PlainPage):
    """Shows by which house rules a stored game was played."""

    heading = said("House rules")

    def __init__(self, session: Session, game: Recorded) -> None:
        super().__init__(session)
        self._game = game

    def body(self) -> Body:
        names = self._game.names(self.session.words)
        rows = (
            Row(names.rule(names.rulings[key]).title, names.answer(key, value), choosable=False)
            for key, value in self._game.stored.header.rulings.items()
        )
        return Menu(tuple(rows), -1)


class JournalPage(MessagePage):
    """Tells of one trouble; what it means for the game is as things stand now."""

    def __init__(self, session: Session, news: JournalError | Rescue) -> None:
        words, lasting = session.words, session.store.journal.lasting
        path = ""
        if isinstance(news, Rescue):
            text, path = rescue_sentence(news, words), news.aside.name
        else:
            text = trouble_sentence(news, words, lasting=lasting)
        super().__init__(session, text, words.say("Saved games"), path)
        self._passes = isinstance(news, JournalError)

    def pass_time(self, now: float) -> None:
        del now
        if self._passes and self.session.store.trouble is None:
            self.close()
