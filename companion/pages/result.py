"""The score while a game goes on; at its end the result, and a copy to keep."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from companion.language import said
from companion.pages.kinds import PlainPage, StepsPage
from companion.pages.stored_game import export
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.session.money import hides_money
from companion.session.session import Session
from companion.ui.menu import Menu, Row
from companion.ui.pieces import Person
from companion.ui.screen import Body, Labels
from companion.ui.texts import Headline
from engine.game import Waits
from hardware.panel import Button

ENDED: Final = said("The end of the game")


class View(NamedTuple):
    """One of the things that are shown at the end of a game, and what it is called."""

    title: str
    body: Body


class ScorePage(PlainPage):
    """Shows what everybody has while a game goes on."""

    def title(self) -> str:
        return self.session.live.names.points_title("now")

    def body(self) -> Body:
        live = self.session.live
        if hides_money(self.session.settings, live.names, live.history):
            return Menu((), -1, live.names.stand(live.state))
        return _score(live)


def _score(live: LiveGame) -> Menu:
    """Tell what each player has, whoever has most first, and where there is room from what.

    Nobody scrolls where there is nothing to choose.
    """
    names = live.names
    sheet = live.history.game.scores(live.history.state)
    rows = tuple(
        Row(
            names.points(names.player(row.player), row.total),
            names.all_of(names.count(column, number) for column, number in sheet.counted(row)),
            player=row.player,
            choosable=False,
        )
        for row in sheet.ranked()
    )
    return Menu(rows, -1, names.stand(live.state), spare_values=True)


class ResultPage(StepsPage):
    """Shows one view after the other: OK on and out, BACK back and out, SCORE writes it as a zip.

    A game that has more to say of its end gives other ``views``.
    """

    heading = ENDED

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.live = session.live
        self._state: tuple[object, ...] = ()
        self._views: tuple[View, ...] = ()

    def title(self) -> str:
        views = self._current()
        return views[self.at].title if views else super().title()

    def views(self) -> Sequence[View]:
        names = self.live.names
        sheet = self.live.history.game.scores(self.live.history.state)
        winners = tuple(self._person(one) for one in sheet.winners)
        score = View(names.points_title("now"), _score(self.live))
        won = View(self.say(ENDED), Headline(winners, names.stand(self.live.state)))
        return (won, score, self.thinking())

    def steps(self) -> Sequence[Body]:
        return [view.body for view in self._current()]

    def _current(self) -> Sequence[View]:
        """Tell the views anew only where the game or the language has changed."""
        state = (self.live.history.event, self.live.names.language.code)
        if state != self._state and (views := tuple(self.views())):
            self._state, self._views = state, views
        return self._views

    def labels(self) -> Labels:
        say = self.say
        back = say("Back") if self.at else say("Close")
        ahead = say("Next") if self.at < len(self.steps()) - 1 else say("Close")
        return Labels(score=say("Export"), ok=ahead, back=back, why=say("Why?"))

    def press(self, button: Button) -> None:
        if button is Button.SCORE:
            export(self, self.session.store.number(self.live.id))
        else:
            super().press(button)

    def on_look(self, look: Look) -> None:
        del look
        if self.session.page is self and self.live.phase.waits is not Waits.OVER:
            self.close()

    def thinking(self) -> View:
        live = self.live
        spent = {
            player: timedelta(seconds=round(live.thinking.get(player, 0.0)))
            for player in live.players
        }
        rows = tuple(
            Row(live.names.player(player), str(time), player, choosable=False)
            for player, time in spent.items()
        )
        return View(self.say("Thinking time"), Menu(rows, -1))

    def go_on(self) -> None:
        self.leave()

    def leave(self) -> None:
        self.session.game = None
        self.session.go_home()

    def _person(self, player: str) -> Person:
        return Person(self.live.names.player(player), player)
