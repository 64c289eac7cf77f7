"""The end of a game of Sumeria: the result, and what it is made of."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.sumeria.dynasty_steps import Cast
from companion.games.sumeria.final_screen import FinalScore, Total
from companion.games.sumeria.settling import fact, listed, settling
from companion.pages.result import ResultPage
from companion.ui.curve import Curve, Growth
from companion.ui.screen import Body
from companion.ui.tally import Count, NamedColumn, Tally
from companion.ui.texts import Headline
from companion.words.verdicts import finding_sentence
from engine.history import History
from engine.ruling import Finding
from seeds.sumeria import counts


class FinalPage(ResultPage):
    """Shows who won and why, points by kind, tie-breaks, the curve, and who thought how long."""

    def views(self) -> Sequence[Body]:
        """Tell the result from what followed from the last event."""
        live = self.live
        found = settling(live.history)
        if found is None or found.result is None:
            return ()
        cast = Cast(live.names, live.board, live.players)
        return (*final_views(live.history, found.result, cast), self.thinking())


def final_views(history: History[Any, Any, Any], result: Finding, cast: Cast) -> tuple[Body, ...]:
    """List the screens of a game that is over; ``result`` is the finding of S-42."""
    compared = [one for one in result.children if "step" in dict(one.facts)]
    return (
        _winners(result, compared, cast),
        _points(result, cast),
        *(_tie_breaks(compared, cast) if len(compared) > 1 else ()),
        _curve(history, cast),
    )


def _winners(result: Finding, compared: list[Finding], cast: Cast) -> Headline:
    people = tuple(map(cast.person, listed(result, "winners")))
    decided = finding_sentence(compared[-1], cast.names) if compared else ""
    return Headline(people, finding_sentence(result, cast.names), decided)


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
            tuple(NamedColumn(f"{one}.") for one in range(1, number + 1)),
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
