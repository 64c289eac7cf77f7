"""The pages of the journal: its games, how one stands or ended, and what is wrong with it."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Final

from companion.journal import GameId, Rescue, StoredGame
from companion.journal.errors import JournalError
from companion.language import counted, said
from companion.pages.kinds import MenuPage, MessagePage, Option, PlainPage
from companion.pages.phases import continue_game
from companion.pages.stored_game import (
    Recorded,
    export,
    is_played,
    played_through,
    recorded,
    unreadable,
)
from companion.session.session import Page, Session, Task
from companion.ui.menu import Menu, Row
from companion.ui.screen import Body
from companion.words.games import ENDED_EARLY, players, who_played, who_won
from companion.words.machine import rescue_sentence, trouble_sentence
from engine.errors import InputError
from engine.game import ScoreSheet

NOBODY_WON: Final = said("It was ended early, so nobody has won.")

_Version = tuple[GameId, int, datetime | None]
"""What of a game changes when it is played on: another number of events, or another end."""


def _version(game: StoredGame) -> _Version:
    return game.id, game.events, game.about.finished


class GamesPage(MenuPage):
    """Lists the games, the newest first; the last row erases the photographs of them all.

    Who won is told as soon as each game has been played through.
    """

    heading = said("Past games")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._games: Sequence[StoredGame] | None = None
        self._scores: Final[dict[_Version, ScoreSheet | None]] = {}
        self._is_scoring = False

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
        called = f"{game.header.game.capitalize()} · {words.day(game.about.started)}"
        who = who_played(game, words)
        scores = self._scores.get(_version(game))
        if game.about.finished is None:
            who = " · ".join((self.say("in progress"), who))
        elif scores is not None and scores.winners:
            who = who_won(game, scores, words)
        elif scores is not None:
            who = " · ".join((self.say("ended early"), who))
        return Row(called, who)

    def _score_next(self) -> None:
        """Play the next game that has ended through, to tell who won; that takes a moment."""
        ended = (one for one in self._games or () if one.about.finished is not None)
        game = next((one for one in ended if _version(one) not in self._scores), None)
        if game is None or self._is_scoring:
            return
        lines: Sequence[bytes] = ()
        with suppress(JournalError):
            lines = self.session.store.journal.lines(game.id)

        def work() -> ScoreSheet | None:
            found = played_through(game, lines)
            return None if found is None else found.scores

        def take(scores: ScoreSheet | None) -> None:
            self._scores[_version(game)] = scores
            self._is_scoring = False
            self._score_next()

        self._is_scoring = True
        self.session.tasks.append(Task(self, work, take))

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
            self._score_next()
        return self._games


class GamePage(MenuPage):
    """Shows, goes on with, exports or deletes a game, and erases its photographs."""

    def __init__(self, session: Session, stored: StoredGame) -> None:
        super().__init__(session)
        self._stored = stored
        self._ended_early = False
        with suppress(InputError):  # one that cannot be read says so when it is opened
            self._ended_early = recorded(session.store.journal, stored).ended_early

    def title(self) -> str:
        stored = self._stored
        day = self.session.words.day(stored.about.started)
        return f"{stored.header.game.capitalize()} · {day}"

    def text(self) -> str:
        told = players(self._stored, self.session.words) + "."
        return f"{told} {self.say(NOBODY_WON)}" if self._ended_early else told

    def options(self) -> Sequence[Option]:
        say, stored = self.say, self._stored
        over = stored.about.finished is not None and not self._ended_early
        options: list[Option] = [
            (Row(say("The result") if over else say("The position")), self._show)
        ]
        if stored.events:
            options.append((Row(say("Play it back")), self._replay))
        playing = is_played(self.session, stored)
        if not over:
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
        if self._game.ended_early:
            return self.say(ENDED_EARLY)
        return self.say("The result") if self._game.has_ended else self.say("The position")

    def text(self) -> str:
        stands = self._names.stand(self._game.state)
        return f"{self.say(NOBODY_WON)} {stands}" if self._game.ended_early else stands

    def options(self) -> Sequence[Option]:
        names, scores = self._names, self._game.scores
        if self._game.hides_money(self.session.settings, names):
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
