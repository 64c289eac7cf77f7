"""The end of the game as screens: who won and why, points by kind, tie-breaks, the curve."""

from collections.abc import Iterator
from typing import Any

from companion.screens.curve import Curve, Growth
from companion.screens.final import FinalScore, Total
from companion.screens.herald import Herald
from companion.screens.screen import Body
from companion.screens.tally import Column, Count, Tally
from companion.table.cast import Cast
from companion.table.growth import growth
from companion.table.settling import fact, listed
from companion.words.findings import following_sentence
from engine.history import History
from engine.ruling import Finding
from seeds.sumeria import counts


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
    decided = following_sentence(compared[-1], cast.names) if compared else ""
    return Herald(people, following_sentence(result, cast.names), decided)


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
    text = following_sentence(ruled[0], cast.names) if ruled else _scale(cast)
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
            following_sentence(step, cast.names),
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
