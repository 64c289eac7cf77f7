"""How the points of a game have grown, round by round."""

from typing import Any

from companion.ui.numbers_compared import Curve, Growth
from companion.ui.pieces import Person
from companion.words.names import Names
from engine.history import History


def growth(history: History[Any, Any, Any], event: int) -> dict[str, tuple[int, ...]]:
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
    history: History[Any, Any, Any],
    names: Names,
    *,
    event: int | None = None,
    heading: str = "",
    rounds: int = 2,
) -> Curve:
    """Draw the points up to an event, the last by default, over at least so many rounds."""
    until = history.event if event is None else event
    played = len(next(iter(growth(history, history.event).values()))) - 1
    grown = growth(history, until)
    growths = (Growth(Person(names.player(one), one), points) for one, points in grown.items())
    return Curve(heading, tuple(growths), max(played, rounds))
