"""The end of the game: the result, what it is made of, and a copy to keep."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from companion.archive.exporting import export_game
from companion.games.sumeria.dynasty_screens import Column, Count, Tally
from companion.games.sumeria.dynasty_steps import Cast
from companion.games.sumeria.final_screen import FinalScore, Total
from companion.games.sumeria.settling import fact, listed, settling
from companion.journal.errors import JournalError
from companion.session.look import Look
from companion.session.session import Page, Session
from companion.ui.curve import Curve, Growth
from companion.ui.menu import Menu, Row
from companion.ui.screen import Body, Labels
from companion.ui.texts import Herald
from companion.words.verdicts import finding_sentence
from engine.history import History
from engine.ruling import Finding
from hardware.panel import Button
from seeds.sumeria import counts


class FinalPage(Page):
    """Shows one view after the other: OK on, BACK back and out, SCORE writes the game as a zip."""

    def __init__(self, session: Session) -> None:
        """Begin with who has won."""
        super().__init__(session)
        self._live = session.live
        self._at = 0
        self._told: tuple[object, ...] = ()
        self._bodies: tuple[Body, ...] = ()

    def title(self) -> str:
        """Say what this is."""
        return self.session.words.say("The end of the game")

    def body(self) -> Body:
        """Show the view."""
        self._tell()
        return self._bodies[self._at]

    def labels(self) -> Labels:
        """Name what goes on and back, and the copy."""
        say = self.session.words.say
        back = say("Back") if self._at else say("Close")
        return Labels(score=say("Export"), ok=say("Next"), back=back, why=say("Why?"))

    def press(self, button: Button) -> None:
        """Go on, around the end; back, and from the first view out; or write a copy."""
        match button:
            case Button.OK:
                self._tell()
                self._at = (self._at + 1) % len(self._bodies)
            case Button.BACK if self._at:
                self._at -= 1
            case Button.BACK:
                self._leave()
            case Button.SCORE:
                self._export()
            case Button.WHY:
                self.session.go("why")

    def see(self, look: Look) -> None:
        """Be gone when the game goes on after all."""
        del look
        if self.session.page is self and self._live.state["phase"] != "over":
            self.session.close(self)

    def _leave(self) -> None:
        """Put the game away and go back to the first page."""
        session = self.session
        session.game = None
        session.go_home()

    def _export(self) -> None:
        say = self.session.words.say
        journal = self.session.store.journal
        try:
            path = export_game(journal, journal.game(self._live.id))
        except (OSError, JournalError) as error:
            text = say("The copy could not be written: {why}", why=str(error))
        else:
            text = say("The game with its pictures is now also here: {path}", path=str(path))
        self.session.go("message", text=text, title=self.title())

    def _tell(self) -> None:
        live = self._live
        told = (live.history.event, live.names.language.code)
        found = settling(live.history) if told != self._told else None
        if found is None or found.result is None:
            return
        cast = Cast(live.names, live.board, live.players)
        self._bodies = (*final_views(live.history, found.result, cast), self._thinking())
        self._told = told

    def _thinking(self) -> Menu:
        live = self._live
        rows = (
            Row(
                live.names.player(player),
                str(timedelta(seconds=round(live.thinking.get(player, 0.0)))),
                (player, live.players.index(player)),
                choosable=False,
            )
            for player in live.players
        )
        return Menu(tuple(rows), -1, self.session.words.say("So long has everybody been thinking:"))


def final_views(history: History[Any, Any, Any], result: Finding, cast: Cast) -> tuple[Body, ...]:
    """List the screens of a game that is over; ``result`` is the finding of S-42."""
    compared = [one for one in result.children if "step" in dict(one.facts)]
    return (
        _winners(result, compared, cast),
        _points(result, cast),
        *(_tie_breaks(compared, cast) if len(compared) > 1 else ()),
        _curve(history, cast),
    )


def _winners(result: Finding, compared: list[Finding], cast: Cast) -> Herald:
    people = tuple(map(cast.person, listed(result, "winners")))
    decided = finding_sentence(compared[-1], cast.names) if compared else ""
    return Herald(people, finding_sentence(result, cast.names), decided)


def _points(result: Finding, cast: Cast) -> FinalScore:
    """Show the points by kind (S-41), winners first, then by points."""
    won = listed(result, "winners")
    totals = []
    for one in result.children:
        if one.rule != "S-41":
            continue
        player = str(fact(one, "player"))
        kinds = tuple(
            (_int(fact(kind, "tiles")), _int(fact(kind, "points")))
            for kind in one.children
            if "kind" in dict(kind.facts)
        )
        points = _int(fact(one, "points"))
        totals.append(Total(cast.person(player), kinds, points, won=player in won))
    totals.sort(key=lambda total: (not total.won, -total.points))
    ruled = [child for one in result.children for child in one.children if child.rule == "S-C03"]
    text = finding_sentence(ruled[0], cast.names) if ruled else _scale(cast)
    return FinalScore(tuple(totals), text)


def _scale(cast: Cast) -> str:
    """Tell what several tiles of one kind are worth."""
    worth = ", ".join(str(points) for points in counts().points[1:6])
    say = cast.names.language.say
    return say("1, 2, 3, 4, 5 tiles of a kind are worth {worth} points.", worth=worth)


def _tie_breaks(compared: list[Finding], cast: Cast) -> Iterator[Tally]:
    """Show each comparison, one column more a step."""
    say = cast.names.language.say
    numbers = [
        {str(fact(one, "player")): _int(one.facts[-1][1]) for one in step.children}
        for step in compared
    ]
    for number, step in enumerate(compared, start=1):
        lines = tuple(
            Count(
                cast.person(player),
                tuple(row.get(player) for row in numbers[:number]),
                ahead=player in listed(step, "left"),
                out=player not in listed(step, "tied"),
            )
            for player in numbers[0]
        )
        yield Tally(
            tuple(Column("step", one) for one in range(1, number + 1)),
            lines,
            finding_sentence(step, cast.names),
            heading=say("How the tie is broken"),
            deciding=number - 1,
        )


def _curve(history: History[Any, Any, Any], cast: Cast) -> Curve:
    grown = growth(history)
    return Curve(
        cast.names.language.say("Points after each dynasty"),
        tuple(Growth(cast.person(player), points) for player, points in grown.items()),
        counts().dynasties,
    )


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


SCORED = ("draw", "over")
"""The phases in which a dynasty has been scored (formats, section 4)."""


def growth(history: History[Any, Any, Any]) -> dict[str, tuple[int, ...]]:
    """Give each player's points at the start and after each dynasty, in seat order."""
    game = history.game
    states = [history.at(0)]
    for number in history.in_effect(history.event):
        state = history.at(number)
        if game.to_json(state)["phase"] in SCORED:
            states.append(state)
    rows = [game.scores(state).rows for state in states]
    return {
        rows[0][seat].player: tuple(row[seat].total for row in rows) for seat in range(len(rows[0]))
    }
