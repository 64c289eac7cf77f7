"""Somebody who reads only the screen plays the guided game to its end, by presses and drags."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from companion.games.sumeria.virtual_table import SumeriaTable
from engine.sumeria import Add, Move, Remove
from hardware.panel import Button
from hardware.virtual.played_table import Mouse
from hardware.virtual.tabletop import HELD_MM
from tests.companion.live.household import Household

MOST = 3000
"""Looks that five minutes have, and more."""
FAR = (40.0, 40.0)
"""Pixels of the camera's picture where no location is."""


class Others:
    """The hands of the others, at a table that goes on in this thread."""

    def __init__(self, table: SumeriaTable) -> None:
        self._table = table

    @property
    def busy(self) -> bool:
        return self._table.busy

    def do(self, deed: Callable[[Any], None]) -> None:
        deed(self._table)


class Learner:
    """Does what the screen says, and nothing else."""

    def __init__(self, house: Household) -> None:
        self.house = house
        self.mouse = Mouse(house.table)
        self.drags = 0

    def pixel(self, at_mm: tuple[float, float]) -> tuple[float, float]:
        table = self.house.table
        pose = table.renderer.pose_under(table.conditions)
        x, y = pose.project(np.array([(*at_mm, HELD_MM)]))[0]
        return float(x), float(y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.drags += 1
        for what, at in (("down", start), ("move", end), ("up", end)):
            self.mouse.point(what, self.pixel(at))
            self.house.look()

    def move(self) -> None:
        """Carry out what the guide asks, by the rings on the screen alone."""
        house, top = self.house, self.house.table.top
        rings = list(house.session.screen.body.touched)  # type: ignore[attr-defined]
        occupied = [one for one in rings if one in top.pieces]
        free = [one for one in rings if one not in top.pieces]
        aside = top.seats["red"].supply(0)
        start = top.where(occupied[0]) if occupied else aside
        end = top.where(free[0]) if free else aside
        self.drag(start, end)

    def turn(self) -> Add | Move | Remove:
        """Do it, and wait until it has been seen."""
        before = self.house.game.history.event
        self.move()
        self.house.until(lambda: self.house.game.history.event > before)
        event = self.house.game.history.events[before]
        assert isinstance(event, Add | Move | Remove)
        return event

    def swap(self, sentence: str) -> None:
        """Drag one of the two tiles that are named onto the other."""
        top = self.house.table.top
        names = {one.id: one.name for one in top.board.regions}
        slots = [slot for slot, tile in top.row.items() if names[tile.face] in sentence]
        one, other = sorted(slots)
        self.drag(top.slot(one), top.slot(other))


def test_it_is_played_to_its_end_by_what_the_screen_says(tmp_path: Path) -> None:
    house = Household(tmp_path, ("red", "blue", "yellow", "green"), 1)
    house.session.hands = Others(house.table)
    house.choose("Learn by playing")
    learner = Learner(house)
    mine = []
    for _ in range(MOST):
        house.look()
        if house.page.name == "result":
            break
        text = getattr(house.session.screen.body, "reminder", "")
        labels = house.session.screen.labels
        if house.page.name == "lesson":
            house.press(Button.OK)
        elif text.startswith("Your turn"):
            mine.append(learner.turn())
        elif "Drag one tile" in text:
            learner.swap(text)
            house.look(6)
        elif "press SCORE" in text:
            house.press(Button.SCORE)
        elif house.page.name in ("claim", "settling") and labels.ok != "Continue":
            house.press(Button.OK)
    assert house.page.name == "result"
    assert house.game.state["phase"] == "over"
    assert house.game.state["winners"]
    assert [one.player for one in mine] == ["red"] * 3
    assert learner.drags >= 4
    assert house.session.guide is None
