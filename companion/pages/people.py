"""The people who have played here: each with a page of statistics, and forgotten by one entry."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from companion.games import has_part, part_of
from companion.language import counted, said
from companion.pages.kinds import MenuPage, Option
from companion.pages.stored_game import Recorded, played_through
from companion.session.people import KnownPerson
from companion.session.session import Page, Session, Task
from companion.ui.menu import Row
from companion.ui.person_sheet import Bar, Bars, Card, PersonSheet
from companion.ui.screen import Body, Labels
from companion.ui.texts import Message
from companion.words.games import MANY_GAMES
from companion.words.names import Names, names_of
from engine.board import Board
from engine.history import AnyHistory, explain_line
from engine.ruling import Finding
from hardware.panel import Button

STEPS: Final = counted("{number} step", "{number} steps", "number")
GAMES: Final = counted("game", "games", "number")
WON: Final = counted("won", "won", "number")
"""What stands below a number."""
MOST: Final = 8
"""So many of the last games have a bar."""
NOT_COUNTED: Final = counted(
    "Not counted: {number} game that was ended early.",
    "Not counted: {number} games that were ended early.",
    "number",
)


class PeoplePage(MenuPage):
    """Lists everybody who has played under a name, whoever played last first."""

    heading = said("People")

    def text(self) -> str:
        return "" if self.session.people() else self.say("Nobody has played under a name yet.")

    def options(self) -> Sequence[Option]:
        return [
            (
                Row(one.name, self.say(MANY_GAMES, number=len(one.games))),
                partial(self.session.go, "person", person=one),
            )
            for one in self.session.people()
        ]


@dataclass(frozen=True, slots=True)
class Evening:
    """How one finished game went for one person."""

    board: Board
    total: int
    earned: Mapping[str, tuple[int, int]]
    """By kind how many things, and how many points they brought."""
    won: bool
    thinking: float
    """Seconds."""
    tie: int
    """Steps that the longest tie took in which that person was."""


def evening_of(game: Recorded, colour: str) -> Evening | None:
    """Tell how a game that is over went for a colour; None where nobody played that."""
    history, sheet = game.history, game.scores
    row = next((one for one in sheet.rows if one.player == colour), None)
    if row is None:
        return None
    thinking = game.stored.about.thinking.get(colour, 0.0)
    tie = longest_tie(history, colour)
    earned: Mapping[str, tuple[int, int]] = {}
    if has_part(history.game.name, "final"):
        earned = part_of(history.game.name, "final").earned(history).get(colour, {})
    return Evening(game.board, row.total, earned, colour in sheet.winners, thinking, tie)


class _Evenings(NamedTuple):
    """Somebody's games of one kind that are ``over``, and how many more were ended early."""

    over: list[Evening]
    early: int


def longest_tie(history: AnyHistory, player: str) -> int:
    """Count the steps of the longest comparison in which somebody was tied, 0 without any.

    A step of a comparison is a finding that tells who was ``tied``.
    """
    longest = 0
    for number in history.counting:
        left = [*explain_line(history, number).consequences]
        while left:
            children = left.pop().children
            left += children
            longest = max(longest, sum(player in _tied(one) for one in children))
    return longest


def _tied(finding: Finding) -> tuple[str, ...]:
    tied = dict(finding.facts).get("tied")
    return tied if isinstance(tied, tuple) else ()


class PersonPage(Page):
    """Shows how somebody's games of one kind went; SCORE forgets that person, after a question.

    OK goes on to the games of another kind, where there are any.
    """

    def __init__(self, session: Session, person: KnownPerson) -> None:
        """Begin to play the finished games of the last kind through; that takes a moment."""
        super().__init__(session)
        self._person = person
        finished = [one for one in person.games if one.about.finished is not None]
        self._games: Final = [*dict.fromkeys(one.header.game for one in finished)]
        self._kind = ""
        self._evenings: Final[dict[str, _Evenings]] = {}
        if self._games:
            self._show(self._games[0])

    def _show(self, kind: str) -> None:
        """Show the games of a kind, once they have been played through."""
        self._kind = kind
        journal, person = self.session.store.journal, self._person
        finished = [
            (one, journal.lines(one.id), person.colour_in(one))
            for one in person.games
            if one.about.finished is not None and one.header.game == kind
        ]

        def work() -> _Evenings:
            games = [(played_through(one, lines), colour) for one, lines, colour in finished]
            read = [(game, colour) for game, colour in games if game is not None]
            over = (evening_of(*one) for one in read if not one[0].ended_early)
            early = sum(game.ended_early for game, _ in read)
            return _Evenings([one for one in over if one is not None], early)

        def take(found: _Evenings) -> None:
            self._evenings[kind] = found

        if kind not in self._evenings:
            self.session.tasks.append(Task(self, work, take))

    @property
    def _next(self) -> str:
        """The kind of game that OK goes on to; empty where there is but one."""
        if len(self._games) <= 1:
            return ""
        return self._games[(self._games.index(self._kind) + 1) % len(self._games)]

    def title(self) -> str:
        name = self._person.name
        return f"{name} · {self._kind.capitalize()}" if self._next else name

    def body(self) -> Body:
        found = self._evenings.get(self._kind) if self._kind else _Evenings([], 0)
        if found is None:
            return Message(self.say("Adding up the games…"))
        left_out = self.say(NOT_COUNTED, number=found.early) if found.early else ""
        if not found.over:
            none = self.say("No game has been played to its end yet.")
            return Message(f"{none} {left_out}".strip())
        return self._sheet(found.over, left_out)

    def labels(self) -> Labels:
        other = self._next.capitalize()
        return Labels(score=self.say("Forget"), ok=other, back=self.say("Back"))

    def press(self, button: Button) -> None:
        match button:
            case Button.BACK:
                self.close()
            case Button.OK if self._next:
                self._show(self._next)
            case Button.SCORE:
                question = self.say(
                    "Forget {name}? Neither the name nor these numbers are shown any more; the "
                    "games stay.",
                    name=self._person.name,
                )
                self.confirm(question, self.say("Yes, forget"), self._forget)

    def _forget(self) -> None:
        self.close()
        try:
            self.session.forgotten.forget(self._person.name, datetime.now(UTC))
            self.session.kept_plan.discard()  # the name may stand there, too
        except OSError as error:
            self.failed(self.say("It can’t be saved."), error)

    def _sheet(self, evenings: Sequence[Evening], left_out: str) -> PersonSheet:
        say, grouped = self.say, self.session.words.grouped
        names = names_of(self.session.words, evenings[0].board)
        number, won = len(evenings), sum(one.won for one in evenings)
        thinking = timedelta(seconds=round(sum(one.thinking for one in evenings) / number))
        mean = sum(one.total for one in evenings) / number
        cards = (
            Card(str(number), say(GAMES, number=number)),
            Card(str(won), say(WON, number=won)),
            Card(grouped(mean), names.points_title("mean")),
            Card(str(thinking), say("thinking per game")),
            *self._tie(evenings),
        )
        last = evenings[:MOST][::-1]
        points = tuple(
            Bar(one.total, grouped(one.total), "✓" if one.won else "", golden=one.won)
            for one in last
        )
        each = Bars(names.points_title("each"), points)
        return PersonSheet(cards, (each, *self._kinds(evenings, names)), left_out)

    def _tie(self, evenings: Sequence[Evening]) -> tuple[Card, ...]:
        """Tell how many steps it took at most to break a tie, where there was any."""
        steps = max(one.tie for one in evenings)
        return (Card(self.say(STEPS, number=steps), self.say("longest tie-break")),) * bool(steps)

    def _kinds(self, evenings: Sequence[Evening], names: Names) -> tuple[Bars, ...]:
        """Show what brought the points of all games, where the game tells that."""
        number: Counter[str] = Counter()
        points: Counter[str] = Counter()
        for one in evenings:
            for kind, (many, worth) in one.earned.items():
                number[kind] += many
                points[kind] += worth
        if not number:
            return ()
        grouped = self.session.words.grouped
        bars = tuple(
            Bar(worth, grouped(worth), names.count(kind, number[kind]))
            for kind, worth in points.items()
        )
        return (Bars(names.points_title("kinds"), bars, lying=True),)
