"""What screens draw of a game: its board after an event, and how the points have grown."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.games import has_part, part_of
from companion.session.live_game import LiveGame
from companion.ui.diagram import Diagram
from companion.ui.numbers_compared import Curve, Growth
from companion.ui.pen import Drawable
from companion.ui.pieces import Person
from companion.words.names import Names
from engine.board import Board
from engine.history import AnyHistory
from engine.ruling import Fact, Finding


def board_drawn(
    history: AnyHistory, board: Board, number: int, rings: Sequence[str] = ()
) -> Drawable:
    """Draw the board after event ``number``, some places pointed out.

    A game whose board is more than spots draws it itself, in its module ``whole_board``.
    """
    game, state = history.game, history.at(number)
    if has_part(board.game, "whole_board"):
        own = part_of(board.game, "whole_board")
        drawn: Drawable = own.board_drawn(board, game.to_json(state), tuple(rings))
        return drawn
    standing = game.expected(state).standing(board.pieces)
    return Diagram(board, standing, tuple(rings))


def pointed_out(
    live: LiveGame, places: Iterable[str | Fact], number: int
) -> tuple[Names, Drawable | None]:
    """Draw the board after event ``number`` with the spots of which a text speaks, if of any.

    Gives the names to write the text with: they tell places that are called alike apart.
    """
    known = live.board.index
    spots = [one for one in dict.fromkeys(places) if isinstance(one, str) and one in known]
    names = live.names.lettered(spots)
    if not spots:
        return names, None
    drawn = board_drawn(live.history, live.board, number, spots)
    if isinstance(drawn, Diagram):
        drawn = replace(drawn, letters=tuple(names.letters.items()))
    return names, drawn


def facts_in(findings: Iterable[Finding]) -> Iterator[Fact]:
    """List everything that findings speak of, one thing at a time."""
    for one in findings:
        for _, value in one.facts:
            yield from value if isinstance(value, tuple) else (value,)
        yield from facts_in(one.children)


def growth(history: AnyHistory, event: int) -> dict[str, tuple[int, ...]]:
    """Give each player's points at the start and after each round, up to an event."""
    game = history.game
    ends = {0: history.at(0)}
    for number in history.in_effect(event):
        state = history.at(number)
        if (played := game.phase(state).round) is not None:
            ends[max(1, played)] = state
    totals = [{row.player: row.total for row in game.scores(one).rows} for one in ends.values()]
    return {player: tuple(one[player] for one in totals) for player in totals[0]}


def curve_of(
    history: AnyHistory,
    names: Names,
    *,
    event: int | None = None,
    rounds: int = 2,
    unit: int = 1,
) -> Curve:
    """Draw the points up to an event, the last by default, over at least so many rounds.

    They are counted by the ``unit``: of money by thousands.
    """
    until = history.event if event is None else event
    played = len(next(iter(growth(history, history.event).values()))) - 1
    grown = growth(history, until)
    growths = (
        Growth(
            Person(names.player(one), one),
            tuple(many if unit == 1 else many / unit for many in points),
        )
        for one, points in grown.items()
    )
    return Curve(tuple(growths), max(played, rounds), names.language.grouped)
