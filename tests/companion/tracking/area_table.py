"""A table with areas at which a game is played, and readings of it that see all."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from companion.tracking.areas import AreaTracker
from companion.tracking.tracker import Options
from engine.board import Board
from engine.history import History
from engine.layout import Shape, View
from engine.siberia import SIBERIA
from engine.siberia.events import Event, Logistics, Move, Ready, Worker
from engine.siberia.material import RESOURCES
from engine.siberia.state import State
from tests.engine.siberia.playing import PLAIN, laid_out, new_game
from vision.reading import Areas, Reading, Slots

UNLIKE: Final = -15.0
"""Log likelihood of what is not seen."""
BOX: Final = (0.0, 0.0, 60.0, 40.0)
BOARD: Final = replace(
    PLAIN,
    exchange_slots=(BOX,) * 6,
    investment_slots=(BOX,) * 4,
    supply_spaces=(BOX,) * len(RESOURCES),
)
OTHERS: Final = (Worker("blue", "depot"), Worker("green", "depot"))
WALK: Final = (Logistics("red"), Move("red", "vladivostok", "lena"))


def reading(view: View, board: Board = BOARD, *, hand: bool = False) -> Reading:
    """Read a table that looks like a view, without any doubt."""
    areas, groups = {}, {}
    for group in board.layout:
        contents = view[group.id]
        clear = np.ones(len(contents), bool)
        if group.shape is Shape.AREAS:
            each = tuple({lying: 0.0, ("nobody",): UNLIKE} for lying in contents)
            areas[group.id] = Areas(each, clear, ~clear)
        else:
            classes = (None, *group.classes)
            rows = np.full((len(contents), len(classes)), UNLIKE)
            for row, lying in zip(rows, contents, strict=True):
                row[classes.index(lying[0] if lying else None)] = 0.0
            groups[group.id] = Slots(classes, rows, clear, ~clear)
    return Reading(registered=True, hand=hand, groups=groups, areas=areas)


class Table:
    """A game that is played and watched: the state as it is, and what the tracker wrote of it.

    In a ``live`` one somebody ends each turn, and answers what is asked.
    """

    def __init__(self, *played: Event, live: bool = False, agree: int = 1) -> None:
        start = new_game(3, BOARD)
        history: History[Any, Any, Any] = History(SIBERIA, start)
        for event in (laid_out("untold"), Ready(), *played):
            history.append(event)
        self.tracker = AreaTracker(history, BOARD, Options(agree, live=live, answered=live))
        self.state: State = history.state
        assert self.look() == []

    def look(self, view: View | None = None, *, hand: bool = False) -> list[dict[str, Any]]:
        """Show the tracker the table as it is, or as a view."""
        seen = SIBERIA.expected(self.state) if view is None else view
        lines = self.tracker.see(reading(seen, hand=hand), "1.jpg")
        return [{key: value for key, value in line.items() if key != "frame"} for line in lines]

    def play(self, *events: Event) -> list[dict[str, Any]]:
        """Play events that nobody tells of, then look."""
        for event in events:
            self.state = SIBERIA.apply(self.state, event).state
        return self.look()


def lines(events: Sequence[Event]) -> list[dict[str, Any]]:
    return [SIBERIA.format_event(event) for event in events]
