"""The end of a game of Sumeria: the result, and what it is made of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.games.sumeria.screens import KINDS, TILE, draw_tile
from companion.games.sumeria.settling import Cast, fact, listed, settling
from companion.language import said
from companion.pages.growth import curve_of
from companion.pages.kinds import NoticePage
from companion.pages.result import ResultPage
from companion.ui.layout import across, draw_card, paragraph_below, top_and_rest
from companion.ui.numbers_compared import Curve, NamedColumn, Tally
from companion.ui.pen import Box, Pen
from companion.ui.pieces import Person, draw_person
from companion.ui.screen import Body
from companion.ui.style import FAINT, LARGE, SMALL, TEXT
from companion.ui.texts import Headline
from companion.words.verdicts import finding_sentence
from engine.history import History
from engine.ruling import Finding
from seeds.sumeria import counts

HEADING: Final = 44
ROWS: Final = (70, 124)
"""How high the row of a player is at most, and on an upright screen, where it has two lines."""
GAP: Final = 5
NAME: Final = 250
SUM: Final = 96
"""How wide the sum at the right is."""
TIMES: Final = "\u00d7"
LOWER: Final = 0.42
"""How much of its height the small line below a number takes."""


@dataclass(frozen=True, slots=True)
class Total:
    """What one player has: (tiles, points) by kind, in the order of the leaflet, and the sum."""

    person: Person
    kinds: tuple[tuple[int, int], ...]
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The totals, the best first, and a sentence."""

    totals: tuple[Total, ...]
    text: str

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw a row a player; the kinds stand in columns, or on an upright screen below."""
        rest = paragraph_below(pen, self.text, box)
        upright = box[3] > box[2]
        left, top, width, height = rest
        if not upright:
            _, rest = top_and_rest(rest, HEADING)
            columns = (left + NAME, top, width - NAME - SUM, HEADING)
            for kind, cell in zip(KINDS, across(columns, (1,) * len(KINDS)), strict=True):
                draw_tile(pen, kind, cell[0] + cell[2] / 2, top + HEADING / 2, TILE)
            left, top, width, height = rest
        step = min(ROWS[upright], height / len(self.totals))
        for number, total in enumerate(self.totals):
            row = (left, top + number * step, width, step - GAP)
            draw_card(pen, row, marked=total.won)
            (_draw_tall if upright else _draw_flat)(pen, total, row)


def _draw_flat(pen: Pen, total: Total, box: Box) -> None:
    left, top, width, height = box
    draw_person(pen, total.person, (left + 6, top, NAME - 6, height), bold=True)
    columns = (left + NAME, top, width - NAME - SUM, height)
    for kind, cell in zip(total.kinds, across(columns, (1,) * len(KINDS)), strict=True):
        _draw_kind(pen, kind, cell)
    _draw_sum(pen, total, (left + width - SUM, top, SUM, height))


def _draw_tall(pen: Pen, total: Total, box: Box) -> None:
    """Draw name and sum above, the kinds with their tiles below."""
    left, top, width, height = box
    upper, lower = top_and_rest((left + 6, top, width - 12, height), height / 2 - 4)
    draw_person(pen, total.person, (*upper[:2], upper[2] - SUM, upper[3]), bold=True)
    _draw_sum(pen, total, (upper[0] + upper[2] - SUM, *upper[1:2], SUM, upper[3]))
    cells = across(lower, (1,) * len(KINDS))
    for kind, counted, cell in zip(KINDS, total.kinds, cells, strict=True):
        draw_tile(pen, kind, cell[0] + TILE + 4, cell[1] + cell[3] / 2, TILE)
        aside = 2 * TILE + 6
        _draw_kind(pen, counted, (cell[0] + aside, cell[1], cell[2] - aside - 2, cell[3]))


def _draw_kind(pen: Pen, kind: tuple[int, int], box: Box) -> None:
    tiles, points = kind
    left, top, width, height = box
    upper = height * (1 - LOWER)
    pen.text(str(points), (left, top + 2, width, upper), TEXT, align=0.5)
    below = (left, top + upper - 2, width, height - upper)
    pen.text(f"{TIMES} {tiles}", below, SMALL, colour=FAINT, align=0.5)


def _draw_sum(pen: Pen, total: Total, box: Box) -> None:
    size = LARGE if box[3] >= LARGE else TEXT
    pen.text(str(total.points), box, size, bold=True, align=0.5)


class FinalPage(ResultPage):
    """Shows who won and why, points by kind, tie-breaks, the curve, and who thought how long."""

    def views(self) -> Sequence[Body]:
        live = self.live
        found = settling(live.history)
        if found is None or found.result is None:
            return ()
        cast = Cast(live.names, live.board)
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
        rows = {player: [row.get(player) for row in numbers[:number]] for player in numbers[0]}
        yield Tally(
            tuple(NamedColumn(f"{one}.") for one in range(1, number + 1)),
            cast.counts(rows, listed(step, "tied"), listed(step, "left")),
            finding_sentence(step, cast.names),
            heading=say("How the tie is broken"),
            deciding=number - 1,
        )


class PointsPage(NoticePage):
    """Shows how everybody's points have grown, dynasty by dynasty, while the game goes on."""

    heading = said("Points after each dynasty")

    def body(self) -> Body:
        live = self.session.live
        return curve_of(live.history, live.names, rounds=counts().dynasties)


def _curve(history: History[Any, Any, Any], cast: Cast) -> Curve:
    heading = cast.names.language.say("Points after each dynasty")
    return curve_of(history, cast.names, heading=heading, rounds=counts().dynasties)


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0
