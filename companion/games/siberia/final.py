"""The end of a game of Siberia: who won, what the money came from, how it grew."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.siberia.rounds import person_of
from companion.games.siberia.things import draw_cube
from companion.pages.result import ResultPage
from companion.session.live_game import LiveGame
from companion.ui.layout import across, down, draw_card, paragraph_below, top_and_rest
from companion.ui.numbers_compared import Curve, Growth
from companion.ui.pen import Box, Pen
from companion.ui.pieces import Person, draw_person
from companion.ui.screen import Body
from companion.ui.style import FAINT, SMALL, TEXT
from companion.ui.texts import Headline
from companion.words.names import capitalised
from engine.siberia import Mine, Sold
from engine.siberia.material import RESOURCES

HEADING: Final = 44
ROWS: Final = (74, 128)
"""How high the row of a player is at most, and on an upright screen, where it has two lines."""
GAP: Final = 5
AMOUNT: Final = 27
HELD: Final = 22
HOLDING: Final = 170
"""How high the row of a player is at most where it tells what he holds."""
UPPER: Final = 0.4
"""How much of its height the name takes on an upright screen."""
NAME: Final = 272
SUM: Final = 128
CUBE: Final = 34
PIECE: Final = 15
LOWER: Final = 0.42
"""How much of its height the small line below an amount takes."""
THOUSAND: Final = 1000
TIMES: Final = "\u00d7"


@dataclass(frozen=True, slots=True)
class Account:
    """What one player has earned: (cubes, money) by resource, the total, what is left of markers.

    ``amounts`` are those of the money, as written.
    """

    person: Person
    cubes: tuple[int, ...]
    amounts: tuple[str, ...]
    total: str
    won: bool


@dataclass(frozen=True, slots=True)
class FinalCount:
    """The accounts, the richest first, and a sentence."""

    accounts: tuple[Account, ...]
    text: str

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw a row a player; resources stand in columns, or on an upright screen below."""
        rest = paragraph_below(pen, self.text, box)
        upright = box[3] > box[2]
        if not upright:
            heading, rest = top_and_rest(rest, HEADING)
            columns = _columns(heading)
            for resource, cell in zip(RESOURCES, columns, strict=True):
                draw_cube(pen, resource, cell[0] + cell[2] / 2, cell[1] + HEADING / 2, CUBE)
        left, top, width, height = rest
        step = min(ROWS[upright], height / len(self.accounts))
        for number, account in enumerate(self.accounts):
            row = (left, top + number * step, width, step - GAP)
            draw_card(pen, row, marked=account.won)
            (_draw_tall if upright else _draw_flat)(pen, account, row)


def _columns(box: Box) -> Sequence[Box]:
    left, top, width, height = box
    return across((left + NAME, top, width - NAME - SUM, height), (1,) * len(RESOURCES))


def _draw_flat(pen: Pen, account: Account, box: Box) -> None:
    left, top, width, height = box
    draw_person(pen, account.person, (left + 6, top, NAME - 6, height), bold=True)
    for cubes, amount, cell in zip(account.cubes, account.amounts, _columns(box), strict=True):
        _draw_amount(pen, cubes, amount, cell)
    pen.text(account.total, (left + width - SUM, top, SUM - 8, height), TEXT, bold=True, align=1)


def _draw_tall(pen: Pen, account: Account, box: Box) -> None:
    """Draw name and total above, the resources with their cubes below."""
    left, top, width, height = box
    upper, lower = top_and_rest((left + 6, top, width - 12, height), height / 2 - 4)
    draw_person(pen, account.person, (*upper[:2], upper[2] - SUM, upper[3]), bold=True)
    total = (upper[0] + upper[2] - SUM, upper[1], SUM, upper[3])
    pen.text(account.total, total, TEXT, bold=True, align=1)
    cells = across(lower, (1,) * len(RESOURCES))
    for resource, cubes, amount, cell in zip(
        RESOURCES, account.cubes, account.amounts, cells, strict=True
    ):
        x, y, wide, high = cell
        draw_cube(pen, resource, x + PIECE, y + high / 2, 2 * PIECE - 4)
        _draw_amount(pen, cubes, amount, (x + 2 * PIECE, y, wide - 2 * PIECE, high))


def _draw_amount(pen: Pen, cubes: int, amount: str, box: Box) -> None:
    left, top, width, height = box
    upper = height * (1 - LOWER)
    pen.text(amount, (left + 1, top + 2, width - 2, upper), AMOUNT, align=0.5)
    if cubes:
        below = (left, top + upper - 2, width, height - upper)
        pen.text(f"{TIMES} {cubes}", below, SMALL, colour=FAINT, align=0.5)


@dataclass(frozen=True, slots=True)
class Holding:
    """What one player has at the end besides money."""

    person: Person
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Holdings:
    """Investments, workers and salesmen, action markers: what no money is paid for."""

    holdings: tuple[Holding, ...]
    text: str

    def draw(self, pen: Pen, box: Box) -> None:
        rest = paragraph_below(pen, self.text, box)
        left, top, width, height = rest
        step = min(HOLDING, height / len(self.holdings))
        for number, one in enumerate(self.holdings):
            row = (left, top + number * step, width, step - GAP)
            draw_card(pen, row)
            x, y, wide, high = row
            if box[3] > box[2]:
                named, beside = top_and_rest((x + 6, y, wide - 12, high - 4), high * UPPER)
            else:
                named = (x + 6, y, NAME - 6, high)
                beside = (x + NAME, y + 2, wide - NAME - 6, high - 4)
            draw_person(pen, one.person, named, bold=True)
            for line, place in zip(one.lines, down(beside, (1,) * len(one.lines)), strict=True):
                pen.text(line, place, HELD, colour=FAINT, lines=2)


class FinalPage(ResultPage):
    """Shows who won and why, the money by resource, what else was held, how the money grew."""

    def views(self) -> Sequence[Body]:
        live = self.live
        return (_winners(live), _count(live), _holdings(live), _curve(live), self.thinking())


def _winners(live: LiveGame) -> Headline:
    names, state = live.names, live.state
    winners = tuple(state["winners"])
    people = tuple(person_of(live, one) for one in winners)
    money = {"money": max(state["money"].values())}
    text = names.tell("screen", "tied" if len(winners) > 1 else "richest", money)
    return Headline(people, names.stand(state), text)


def _ranked(live: LiveGame) -> list[str]:
    return [row.player for row in live.history.game.scores(live.history.state).ranked()]


def sales(live: LiveGame) -> dict[str, dict[str, tuple[int, int]]]:
    """Tell how many cubes of each resource each player has sold, and for how much money."""
    cubes: Counter[tuple[str, str]] = Counter()
    money: Counter[tuple[str, str]] = Counter()
    history = live.history
    for number in history.in_effect(history.event):
        event = history.events[number - 1]
        if not isinstance(event, Mine):
            continue
        for one in history.game.apply(history.at(number - 1), event).effects:
            if isinstance(one, Sold):
                cubes[one.player, one.resource] += one.cubes
                money[one.player, one.resource] += one.cubes * one.price
    return {
        player: {one: (cubes[player, one], money[player, one]) for one in RESOURCES}
        for player in live.players
    }


def _count(live: LiveGame) -> FinalCount:
    names, state = live.names, live.state
    grouped = names.language.grouped
    sold = sales(live)
    accounts = []
    agreed = False
    for player in _ranked(live):
        each = [sold[player][one] for one in RESOURCES]
        agreed = agreed or sum(money for _, money in each) != state["money"][player]
        amounts = tuple(grouped(money) if cubes else "–" for cubes, money in each)
        total, won = grouped(state["money"][player]), player in state["winners"]
        cubes = tuple(many for many, _ in each)
        accounts.append(Account(person_of(live, player), cubes, amounts, total, won))
    text = names.tell("screen", "corrected") if agreed else ""
    return FinalCount(tuple(accounts), text)


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


def _curve(live: LiveGame) -> Curve:
    history = live.history
    states = [history.at(0)]
    states += [history.at(one) for one in history.in_effect(history.event)]
    rounds = states[-1].round
    ends = [next(one for one in reversed(states) if one.round <= i) for i in range(1, rounds + 1)]
    growths = tuple(
        Growth(
            person_of(live, player),
            (0, *(one.money[seat] // THOUSAND for one in ends)),
        )
        for seat, player in enumerate(live.players)
    )
    return Curve(live.names.tell("screen", "curve"), growths, rounds)
