"""What the influence tiles tell: which were claimed, and which were dealt."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.game import Game, View
from engine.history import History
from vision.reading import Reading

Tiles = tuple[str | None, ...]
SETTLED: Final = 2
"""What a reading of tiles counts for if nothing moved; with a hand over something else it is 1."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A claim that the table shows; ``seen`` is False when only that it was made is certain."""

    event: Any
    seen: bool


class Choices:
    """Watches for the claims of one game: a choice can be told for a moment only.

    That moment may come before the action that ended the dynasty can be told, so that what lay
    there is remembered from when tiles were first taken.
    """

    def __init__(self, history: History[Any, Any, Any], agree: int = 1) -> None:
        """Watch what is claimed next in ``history``.

        A choice that can no longer be told is known if so many settled readings showed it.
        """
        self._history: Final = history
        self._agree: Final = agree
        self._lain: dict[tuple[Tiles, frozenset[int]], int] = {}

    def watch(self, reading: Reading, *, settled: bool) -> None:
        """Remember what lies there, in whatever phase; ``settled`` is whether no hand moved."""
        lying, untold = reading.influence, reading.untold_spaces
        if lying is None:
            return
        history = self._history
        if not untold and None not in lying:
            if lying == history.game.expected_view(history.state).influence:
                self._lain.clear()
            return
        self._lain[lying, untold] = self._lain.get((lying, untold), 0) + (SETTLED if settled else 1)

    def look(self, reading: Reading) -> Choice | None:
        """Tell which claim the tiles show, if any.

        Of one that can no longer be told, what was seen before is likeliest, if only once or
        while a hand moved.
        """
        history = self._history
        lying, untold = reading.influence, reading.untold_spaces
        if lying is None:
            return None
        before = None if self._row_lies_still(reading) else dealt_last(history)[1]
        choice = claimed(history.game, history.state, before, lying, untold)
        if choice is None and _gone_on(history.game, history.state, lying, untold):
            choice = _guessed(history.game, history.state, lying, untold)
        return self._remembered() or choice if choice and not choice.seen else choice

    def _remembered(self) -> Choice | None:
        """Tell which claim the tiles that lay there before showed."""
        history = self._history
        times: Counter[Any] = Counter()
        for (lying, untold), often in self._lain.items():
            choice = claimed(history.game, history.state, None, lying, untold)
            if choice is not None and choice.seen:
                times[choice.event] += often
        if not times:
            return self._hinted()
        (event, most), *others = times.most_common()
        return Choice(event, seen=not others and most >= SETTLED * self._agree)

    def _hinted(self) -> Choice | None:
        """Tell which claim fits what could be told of the tiles when some were first gone."""
        game, state = self._history.game, self._history.state
        marks = _glimpsed(game, state)
        concerned = _concerned(marks, game.expected_view(state).influence)
        for lying, untold in self._lain:
            told = concerned - untold
            fitting = [
                event
                for event, views in marks.items()
                if any(all(lying[space] == view[space] for space in told) for view in views)
            ]
            if len(fitting) == 1:
                return Choice(fitting[0], seen=False)
        return None

    def _row_lies_still(self, reading: Reading) -> bool:
        """Tell whether the ranking row lies as during the claims: it is shifted before a deal."""
        game, state = self._history.game, self._history.state
        row = game.expected_view(state).ranking
        told = [
            tile == row[slot]
            for slot, tile in enumerate(reading.ranking or ())
            if tile is not None and slot not in reading.untold_slots
        ]
        return 2 * sum(told) > len(told)


def claimed(
    game: Game[Any, Any, Any],
    state: Any,  # noqa: ANN401 - the companion knows no game's states
    before: Sequence[str | None] | None,
    lying: Sequence[str | None],
    untold: Collection[int] = (),
) -> Choice | None:
    """Tell which claim the tiles ``lying`` show to have been made in ``state``, if any.

    ``before`` is what was dealt last, None where nothing can have been dealt since; ``untold`` are
    the spaces of which nothing is known. Only the spaces that the choice concerns are looked at,
    unless the tiles are others: then the next deal lies there already. Where nothing is left to
    tell claims apart the one that gains its player most is held likeliest.
    """
    now = game.expected_view(state).influence
    marks = _glimpsed(game, state)
    concerned = _concerned(marks, now)
    anew = before is not None and not untold and _dealt_anew(before, lying)
    if not anew and not concerned.isdisjoint(untold):
        return None
    if not anew and all(lying[space] == now[space] for space in concerned):
        return None

    def shows(view: Sequence[str | None]) -> bool:
        return all(lying[space] == view[space] for space in concerned)

    fitting = [event for event, views in marks.items() if any(shows(view) for view in views)]
    if len(fitting) == 1:
        return Choice(fitting[0], seen=True)
    events = list(marks)
    after = [game.apply(state, event).state for event in events]
    gone = [anew or shows(game.expected_view(one).influence) for one in after]
    if not any(gone):
        return None
    best = max(range(len(events)), key=lambda i: gone[i] * (1 + _points(game, after[i], events[i])))
    return Choice(events[best], seen=len(events) == 1)


def _gone_on(
    game: Game[Any, Any, Any],
    state: Any,  # noqa: ANN401
    lying: Sequence[str | None],
    untold: Collection[int],
) -> bool:
    """Tell whether tiles are gone that can only be taken after this choice."""
    now = game.expected_view(state).influence
    after = {*range(len(now))} - _concerned(_glimpsed(game, state), now) - {*untold}
    return any(lying[space] is None and now[space] is not None for space in after)


def _guessed(
    game: Game[Any, Any, Any],
    state: Any,  # noqa: ANN401
    lying: Sequence[str | None],
    untold: Collection[int],
) -> Choice | None:
    """Name the likeliest claim of those that what can be told of the tiles leaves."""
    marks = _glimpsed(game, state)
    told = _concerned(marks, game.expected_view(state).influence) - {*untold}
    fitting = [
        event
        for event, views in marks.items()
        if any(all(lying[space] == view[space] for space in told) for view in views)
    ]
    gain = {event: _points(game, game.apply(state, event).state, event) for event in fitting}
    best = max(fitting, key=lambda event: gain[event], default=None)
    return None if best is None else Choice(best, seen=len(marks) == 1)


def _glimpsed(
    game: Game[Any, Any, Any],
    state: Any,  # noqa: ANN401
) -> dict[Any, list[Tiles]]:
    """Tell for each legal event which tiles may lie there while what follows from it is done."""
    events = game.legal_events(state)
    return {event: [view.influence for view in game.glimpses(state, event)] for event in events}


def _concerned(marks: Mapping[Any, Sequence[Tiles]], now: Tiles) -> set[int]:
    """Name the spaces of which events take a tile."""
    return {
        space
        for views in marks.values()
        for view in views
        for space, kind in enumerate(now)
        if view[space] != kind
    }


def dealt(
    game: Game[Any, Any, Any],
    state: Any,  # noqa: ANN401
    lying: Sequence[str | None],
    untold: Collection[int] = (),
) -> Any | None:  # noqa: ANN401
    """Tell which deal the tiles ``lying`` show, when ``state`` awaits one; see ``claimed``."""
    if untold:
        return None
    view = game.expected_view(state)
    return game.dealt(state, View(view.board, view.ranking, tuple(lying)))


def dealt_last(history: History[Any, Any, Any]) -> tuple[int, Tiles]:
    """Tell which influence tiles lay there when they were dealt, and after which event that was."""
    game = history.game
    for number in reversed(history.in_effect(history.event)):
        lying = game.expected_view(history.at(number)).influence
        if None not in lying:
            return number, lying
    return 0, ()


def _dealt_anew(before: Sequence[str | None], lying: Sequence[str | None]) -> bool:
    """Tell whether tiles lie in every space and not, but for one misread, those of before."""
    changed = sum(one != other for one, other in zip(before, lying, strict=True))
    return None not in lying and changed > 1


def _points(game: Game[Any, Any, Any], state: Any, event: Any) -> int:  # noqa: ANN401
    player = game.format_event(event)["player"]
    return next((row.points for row in game.standing(state) if row.player == player), 0)
