"""The end of a game of Siberia: who won, what the money came from, how it grew."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.siberia.board_map import CubeSign, cube_signs
from companion.games.siberia.rounds import person_of
from companion.pages.game_drawn import curve_of
from companion.pages.result import ENDED, ResultPage, View
from companion.session.live_game import LiveGame
from companion.ui.layout import FITTING, SLACK, across, draw_card, paragraph_below, top_and_rest
from companion.ui.numbers_compared import Account, Accounts
from companion.ui.pen import Box, Pen
from companion.ui.pieces import Person, draw_person
from companion.ui.style import COMPACT, FAINT, TEXT
from companion.ui.texts import Headline
from companion.words.names import capitalised
from engine.history import AnyHistory
from engine.siberia.effects import Sold
from engine.siberia.events import Mine
from engine.siberia.material import RESOURCES

GAP: Final = 5
HELD: Final = FITTING[1:5]
BESIDE: Final = HELD[:2]
"""How large the first line is beside the name."""
HOLDING: Final = 170
"""How high the row of a player is at most where it tells what he holds."""
NAMED: Final = 36
"""How high the line with the name is at least."""
MANY: Final = 4
"""So many players have room in two columns only, where the screen is wide."""
NOTED: Final = (TEXT, 32, 30, COMPACT)
"""How large the sentence is, so that it takes one line."""
INSIDE: Final = 8
ABOVE: Final = 4
"""What is left free beside the words of a row, and above and below them."""
PIECE: Final = 56
"""How much room the piece before a name takes."""
THOUSAND: Final = 1000


@dataclass(frozen=True, slots=True)
class Holding:
    """What one player has at the end besides money."""

    person: Person
    lines: tuple[str, ...]

    def below(self, beside: float | None) -> tuple[str, ...]:
        """List the lines below the name: all but a first one that stands beside it."""
        return self.lines if beside is None else self.lines[1:]


@dataclass(frozen=True, slots=True)
class Holdings:
    """Investments, workers and salesmen, action markers: what no money is paid for."""

    holdings: tuple[Holding, ...]
    text: str

    def draw(self, pen: Pen, box: Box) -> None:
        noted = next((one for one in NOTED if pen.width(self.text, one) <= box[2] - SLACK), TEXT)
        rest = paragraph_below(pen, self.text, box, size=noted)
        number = len(self.holdings)
        columns = 2 if number >= MANY and box[2] > box[3] else 1
        rows = math.ceil(number / columns)
        step = min(HOLDING, rest[3] / rows)
        places = [
            (left, rest[1] + row * step, width, step - GAP)
            for row in range(rows)
            for left, _, width, _ in across(rest, (1,) * columns, GAP)
        ]
        width, high = places[0][2] - 2 * INSIDE, places[0][3] - 2 * ABOVE
        beside, size = _larger(pen, self.holdings, width, high)
        below = [one.below(beside) for one in self.holdings]
        most = max(sum(_heights(pen, lines, width, size)) for lines in below)
        sizes = _Sizes(max(NAMED, high - most), beside, size)
        for one, place in zip(self.holdings, places, strict=False):
            draw_card(pen, place)
            inside = (place[0] + INSIDE, place[1] + ABOVE, width, high)
            _draw_holding(pen, one, inside, sizes)


def _named(pen: Pen, holding: Holding) -> float:
    return pen.width(holding.person.name, TEXT, bold=True) + PIECE


def _larger(
    pen: Pen, holdings: Sequence[Holding], width: float, high: float
) -> tuple[float | None, float]:
    """Tell how large the first lines are beside the names, and how large all others are.

    The first lines stand below the names, too, where no other way lets all lines be as large.
    """
    ways: list[tuple[float | None, float]] = []
    for beside in (*_beside(pen, holdings, width), None):
        below = (one.below(beside) for one in holdings)
        ways.append((beside, min(_size(pen, lines, width, high) for lines in below)))
    return max(ways, key=lambda way: min(way[0] or way[1], way[1]))


def _beside(pen: Pen, holdings: Sequence[Holding], width: float) -> Iterator[float]:
    """List how large the first lines can be beside the names."""
    for size in BESIDE:
        free = (
            width - _named(pen, one) - SLACK - pen.width(one.lines[0], size) for one in holdings
        )
        if min(free) >= 0:
            yield size


def _heights(pen: Pen, lines: Sequence[str], width: float, size: float) -> list[float]:
    needed = [len(pen.wrapped(line, width, size)) for line in lines]
    return [(pen.height(many, size) if many > 1 else size) + SLACK for many in needed]


def _size(pen: Pen, lines: Sequence[str], width: float, high: float) -> float:
    """Tell how large lines can be below a name; the least of the sizes where none fits."""
    fitting = (one for one in HELD if sum(_heights(pen, lines, width, one)) <= high - NAMED)
    return next(fitting, HELD[-1])


@dataclass(frozen=True, slots=True)
class _Sizes:
    """How all holdings are set: the height of the name, and how large the lines are.

    ``beside`` is the size of the first line where it stands beside the name, otherwise None.
    """

    named: float
    beside: float | None
    below: float


def _draw_holding(pen: Pen, holding: Holding, box: Box, sizes: _Sizes) -> None:
    heading, rest = top_and_rest(box, sizes.named)
    left, top, width, height = heading
    name = _named(pen, holding)
    draw_person(pen, holding.person, (left, top, name, height), bold=True)
    if sizes.beside is not None:
        aside = (left + name, top, width - name, height)
        pen.text(holding.lines[0], aside, sizes.beside, colour=FAINT, align=1)
    for line in holding.below(sizes.beside):
        many = len(pen.wrapped(line, width, sizes.below))
        place, rest = top_and_rest(rest, _heights(pen, (line,), width, sizes.below)[0])
        pen.text(line, place, sizes.below, colour=FAINT, lines=many)


class FinalPage(ResultPage):
    """Shows who won and why, the money by resource, what else was held, how the money grew."""

    def views(self) -> Sequence[View]:
        live, names = self.live, self.live.names
        return (
            View(self.say(ENDED), _winners(live)),
            View(names.points_title("kinds"), _count(live)),
            View(names.tell("screen", "holdings"), _holdings(live)),
            View(names.tell("screen", "curve"), curve_of(live.history, names, unit=THOUSAND)),
            self.thinking(),
        )


def _winners(live: LiveGame) -> Headline:
    names, state = live.names, live.state
    winners = tuple(state["winners"])
    people = tuple(person_of(live, one) for one in winners)
    money = {"money": max(state["money"].values())}
    text = names.tell("screen", "tied" if len(winners) > 1 else "richest", money)
    return Headline(people, names.stand(state), text)


def earned(history: AnyHistory) -> dict[str, dict[str, tuple[int, int]]]:
    """Tell how many cubes of each resource each player has sold, and for how much money."""
    cubes: Counter[tuple[str, str]] = Counter()
    money: Counter[tuple[str, str]] = Counter()
    for number, event in history.counting.items():
        if not isinstance(event, Mine):
            continue
        for one in history.game.apply(history.at(number - 1), event).effects:
            if isinstance(one, Sold):
                cubes[one.player, one.resource] += one.cubes
                money[one.player, one.resource] += one.cubes * one.price
    return {
        row.player: {one: (cubes[row.player, one], money[row.player, one]) for one in RESOURCES}
        for row in history.game.scores(history.state).rows
    }


def _count(live: LiveGame) -> Accounts:
    names, state = live.names, live.state
    grouped = names.language.grouped
    sold = earned(live.history)
    accounts = []
    agreed = False
    for row in live.history.game.scores(live.history.state).ranked():
        player = row.player
        each = [sold[player][one] for one in RESOURCES]
        agreed = agreed or sum(money for _, money in each) != state["money"][player]
        parts = tuple((grouped(money) if cubes else "–", cubes) for cubes, money in each)
        total, won = grouped(state["money"][player]), player in state["winners"]
        accounts.append(Account(person_of(live, player), parts, total, won))
    text = names.tell("screen", "corrected") if agreed else ""
    signs = tuple(map(CubeSign, RESOURCES))
    many = {cubes for one in accounts for _, cubes in one.parts if cubes}
    counted = {cubes: names.tell("screen", "for_cubes", {"number": cubes}) for cubes in many}
    return Accounts(signs, tuple(accounts), text, cube_signs(names), counted)


def _holdings(live: LiveGame) -> Holdings:
    names, state = live.names, live.state
    sheet = live.history.game.scores(live.history.state)
    found = []
    for row in sheet.ranked():
        counted = dict(sheet.counted(row))
        pawns = names.all_of(names.count(one, counted[one]) for one in ("worker", "salesman"))
        held = names.all_of(names.place(one) for one in state["investments"][row.player])
        lines = [capitalised(pawns), names.tell("screen", "invested", {"held": held})]
        if state["spaces"] is not None:
            lying = sum(map(len, state["spaces"][row.player].values()))
            lines.append(names.tell("screen", "markers_left", {"markers": lying}))
        found.append(Holding(person_of(live, row.player), tuple(lines)))
    return Holdings(tuple(found), names.tell("screen", "unpaid"))
