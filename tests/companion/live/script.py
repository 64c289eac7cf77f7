"""What is played at a household's table: a game by the rules, and the hands that play it."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from companion.games.sumeria.virtual_table import choose, draw_from_bag
from engine.history import History
from engine.sumeria import SUMERIA
from engine.sumeria.board_file import INFLUENCE, RANKING
from engine.sumeria.effects import Effect
from engine.sumeria.events import Add, Draw, Event, Move, Place, Remove, Score, Setup
from engine.sumeria.state import State
from hardware.panel import Button
from hardware.virtual.handling import views
from tests.companion.live.household import BOARD, Household


class Script:
    """A game that a household plays; ``truth`` is what has happened, by the rules."""

    def __init__(self, house: Household, seed: int) -> None:
        """Think of a game; nothing is played yet."""
        self.house: Final = house
        start = SUMERIA.new_game(BOARD, house.players, {})
        self.truth: Final[History[State, Event, Effect]] = History(SUMERIA, start)
        self.chance: Final = np.random.default_rng(seed)

    @property
    def state(self) -> State:
        return self.truth.state

    @property
    def to_play(self) -> str:
        return str(SUMERIA.to_json(self.state)["to_play"])

    def begin(self) -> None:
        """Agree on the game by the buttons, and let the table be read."""
        house = self.house
        first = house.players[0]
        house.choose("New game")
        house.choose("Who starts?")
        house.choose(first.capitalize())
        house.until(lambda: house.page.labels().ok == "Start")
        top = house.table.top
        row, tiles = (top.contents(top.groups[one]) for one in (RANKING, INFLUENCE))
        self.truth.append(Setup(first, tuple(row), tuple(tiles)))
        house.press(Button.OK)
        self.followed()

    def followed(self) -> None:
        """Wait until the companion is where the game is."""
        self.house.until(lambda: self.house.game.history.state == self.state)

    def turn(self) -> Event:
        """Let whoever is to play do something legal, and wait until it has been seen."""
        event = choose(BOARD, SUMERIA.legal_events(self.state), self.chance)
        self.play(event)
        self.followed()
        return event

    def move(self, event: Event) -> None:
        """Let hands move a merchant, and leave the tiles as they lie."""
        assert isinstance(event, Place | Add | Move | Remove)
        before, _, after = views(SUMERIA, self.state, event)
        self.house.table.carry_out(event.player, before, after)
        self.truth.append(event)

    def play(self, event: Event) -> None:
        """Let hands do something, and what the rules ask for after it."""
        self.move(event)
        self.house.table.lay_row(event.player, self.state.ranking)  # type: ignore[union-attr]

    def dynasty(self) -> None:
        """Press SCORE and go through the end of a dynasty, up to the new deal."""
        house = self.house
        house.press(Button.SCORE)
        self._settle(Score())
        self.followed()
        while self.state.phase == "claim":
            self._settle(choose(BOARD, SUMERIA.legal_events(self.state), self.chance))
            self.followed()
        if self.state.phase == "draw":
            house.table.lay_row(house.players[0], self.state.ranking)
            kinds = draw_from_bag(self.state, self.chance)
            self._lay_tiles(kinds)
            self.truth.append(Draw(kinds))
            self.followed()

    def _settle(self, event: Event) -> None:
        """Let everybody take the tiles that follow from an event, one after the other."""
        row, effects = self.state.ranking, self.truth.append(event).effects
        self.house.table.hand_out(row, effects)
        while self.house.table.busy:
            self.house.look()

    def _lay_tiles(self, kinds: Sequence[str]) -> None:
        """Lay influence tiles onto all spaces, in one go."""
        table = self.house.table

        lay = partial(table.top.put_all, INFLUENCE, kinds)
        middle = table.top.middle(table.top.ats(INFLUENCE)[len(kinds) // 2])
        table.do(lambda: table._hands.work(self.house.players[0], [(middle, lay)]))


def in_effect(history: History[Any, Any, Any]) -> list[Any]:
    """List the events that led to where a game stands."""
    return [*history.counting.values()]
