"""From the effects of scoring to what the result of a dynasty shows."""

from typing import Any

from companion.scene import Award, DynastyResult
from companion.words import sentence_for_effect
from engine.board import Board
from engine.sumeria import Awarded, Controlled, Discarded, Finished, NextFirst


class ResultCollector:
    """Gathers the effects of one dynasty's scoring, which come with several events."""

    def __init__(self, board: Board) -> None:
        """Begin with nothing scored."""
        self._board = board
        self._controlled: list[Controlled] = []
        self._tiles: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        self._discarded: dict[str, tuple[str, ...]] = {}

    def take(self, dynasty: int, effects: tuple[Any, ...]) -> DynastyResult | None:
        """Take an event's effects; give the result of the dynasty once it is complete."""
        for effect in effects:
            match effect:
                case Controlled():
                    self._controlled.append(effect)
                case Awarded(_, player, city_state, tiles):
                    self._tiles.setdefault(city_state, []).append((player, tiles))
                case Discarded(_, city_state, tiles):
                    self._discarded[city_state] = tiles
                case NextFirst():
                    return self._finish(dynasty, sentence_for_effect(effect, self._board))
                case Finished():
                    return self._finish(dynasty, "")
        return None

    def _finish(self, dynasty: int, next_first: str) -> DynastyResult:
        awards = tuple(
            Award(
                one.city_state,
                one.controller,
                one.runner_up,
                tuple(self._tiles.get(one.city_state, ())),
                self._discarded.get(one.city_state, ()),
            )
            for one in self._controlled
        )
        self._controlled.clear()
        self._tiles.clear()
        self._discarded.clear()
        return DynastyResult(dynasty, awards, next_first)
