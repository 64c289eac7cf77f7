"""Bringing a game over into a journal that lacks the end of it, or all of it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias

from companion.archive.evidence import Evidence
from companion.journal.errors import NoSuchGameError
from companion.journal.rows import Rows
from companion.journal.stored import GameId, StoredGame, written
from engine.jsonline import parse_object

Line: TypeAlias = Mapping[str, object]
Lines: TypeAlias = Sequence[Line]
EvidenceOf: TypeAlias = Callable[[GameId, int], Sequence[Evidence]]
"""Gives the evidence for an event of a game, by their numbers."""


def bring_over(rows: Rows, game: StoredGame, lines: Lines, evidence: EvidenceOf) -> GameId:
    """Write what is missing of a game and give its number there.

    ``lines`` are its events and notes as they came. A game of the same number is gone on with if
    it is the same one, and has gone no other way since.
    """
    there = _lines_there(rows, game)
    number = game.id
    if there is None or len(there) > len(lines) or not all(map(_same, there, lines)):
        begun = replace(game.about, thinking={}, finished=None)
        number, there = rows.insert_game(game.header, game.board_text, begun), []
    last = rows.last_event(number)
    for line in lines[len(there) :]:
        if "note" in line:
            rows.insert_note(number, last, line)
            continue
        last += 1
        rows.insert_event(number, last, line)
        for seen in evidence(game.id, last):
            rows.insert_evidence(number, last, seen)
    thinking = rows.game(number).about.thinking
    for player, seconds in game.about.thinking.items():
        more = seconds - thinking.get(player, 0.0)
        if more > 0:
            rows.add_thinking(number, player, more)
    finished = game.about.finished
    rows.finish(number, written(finished) if finished else None)
    return number


def _lines_there(rows: Rows, game: StoredGame) -> list[Line] | None:
    """Read the lines after the header of the same game, if it is there."""
    with suppress(NoSuchGameError):
        there = rows.game(game.id)
        about = replace(there.about, thinking=game.about.thinking, finished=game.about.finished)
        if (there.header, there.board_text, about) == (game.header, game.board_text, game.about):
            lines = [*rows.lines(there)][1:]
            return [parse_object(line, "the journal", f"game {game.id}") for line in lines]
    return None


def _same(one: Line, other: Line) -> bool:
    return {**one, "time": None} == {**other, "time": None}
