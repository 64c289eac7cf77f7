"""From what the eye and the tracker say to the scene that the window shows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from companion.note_words import sentence_for_note
from companion.results import ResultCollector
from companion.scene import FinalResult, Image, Scene, StateObject
from companion.sighting import sighting
from companion.words import listing, player_name, sentence_for
from engine.board import Board
from engine.game import Game, Standing, Step
from vision.reading import Reading

RESULT_PHASES = ("score", "claim", "draw", "over")
"""Phases (formats, section 4) in which the result of a dynasty stays on the screen."""


class Showing:
    """Keeps the scene up to date."""

    def __init__(self, board: Board, game: Game[Any, Any, Any], state: Any) -> None:  # noqa: ANN401
        """Begin with a state of the game."""
        self._board = board
        self._game = game
        self._results = ResultCollector(board)
        self.scene = Scene(board, self._json(state))

    def look(self, reading: Reading, picture: Image, places: Sequence[Sequence[float]]) -> None:
        """Take in a reading and its picture; ``places`` are the locations' pixels in it."""
        seen = sighting(reading, self._board, "")
        colours = {**dict.fromkeys(seen["occluded"]), **seen["board"]}
        marks = tuple(
            (float(x), float(y), colours[location.id])
            for location, (x, y) in zip(self._board.locations, places, strict=True)
            if location.id in colours
        )
        self.scene = replace(self.scene, status=_status(reading), camera=picture, marks=marks)

    def note(self, line: Mapping[str, Any]) -> str:
        """Put a note of the tracker's to the table; return it in words."""
        sentence = sentence_for_note(line, self._board)
        self.scene = replace(self.scene, question=sentence)
        return sentence

    def event(self, event: Any, step: Step[Any, Any]) -> str:  # noqa: ANN401 - a game's event
        """Take in an event and what followed from it; return it in words."""
        sentence = sentence_for(event, self._board)
        state = self._json(step.state)
        before, after = self.scene.state["board"], state["board"]
        self.scene = replace(
            self.scene,
            state=state,
            event=sentence,
            question="",
            touched=tuple(
                one.id for one in self._board.locations if before.get(one.id) != after.get(one.id)
            ),
            result=self.scene.result if state["phase"] in RESULT_PHASES else None,
        )
        dynasty = self._results.take(state["dynasty"], step.effects)
        if dynasty is not None:
            self.scene = replace(self.scene, result=dynasty)
        return sentence

    def finish(self, standing: Sequence[Standing]) -> None:
        """Show the end of the game, and what decided it (S-42)."""
        winners = [player_name(one) for one in self.scene.state["winners"]]
        most = max(row.points for row in standing)
        tied = [player_name(row.player) for row in standing if row.points == most]
        if not winners:
            sentence = "The game was not followed to its end."
        elif len(winners) > 1:
            sentence = f"{listing(winners)} share the victory."
        elif len(tied) > 1:
            sentence = f"{listing(tied)} are tied; {winners[0]} wins by most tiles of one kind."
        else:
            sentence = f"{winners[0]} wins."
        self.scene = replace(self.scene, result=FinalResult(sentence))

    def _json(self, state: Any) -> StateObject:  # noqa: ANN401
        return cast("StateObject", self._game.to_json(state))


def _status(reading: Reading) -> str:
    if not reading.registered:
        return "looking for the board"
    return "a hand is over the board" if reading.hand else "following"
