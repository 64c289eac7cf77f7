"""What is said of the games of a journal: the list of them, and one in full."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from companion.journal import StoredGame
from companion.language import Language, counted, said
from companion.words.events import event_sentence
from companion.words.names import COLOURS, Names
from companion.words.rulings import RULES, answer
from engine.board import Board
from engine.history import History
from engine.record import Undo
from seeds.sumeria.catalogue import rules

HEADINGS = (
    said("Game"),
    said("Begun"),
    said("Ended"),
    said("Events"),
    said("Pictures"),
    said("Players"),
)
POINTS = counted("{player}: {points} point", "{player}: {points} points", "points")
GAP = "  "


def game_table(games: Sequence[StoredGame], words: Language) -> list[str]:
    """List games under headings, a line each, in columns as wide as they need to be."""
    rows = [tuple(words.tell(heading, {}) for heading in HEADINGS)]
    rows += [
        (
            str(game.id),
            time_words(game.about.started),
            time_words(game.about.finished) if game.about.finished else words.say("goes on"),
            str(game.events),
            str(game.pictures),
            players(game, words),
        )
        for game in games
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def players(game: StoredGame, words: Language) -> str:
    """Name the players in seat order, by their own names where they gave any."""
    return ", ".join(_player(game, player, words) for player in game.header.players)


def game_lines(
    game: StoredGame, board: Board, history: History[Any, Any, Any], words: Language
) -> list[str]:
    """Tell all that is kept of one game, and how it stands by the rules."""
    about = game.about
    lines = [
        words.say("Game {number} on the board {board}", number=str(game.id), board=board.name),
        words.say("Begun: {time}", time=time_words(about.started)),
        words.say("Ended: {time}", time=time_words(about.finished))
        if about.finished
        else words.say("It goes on."),
        words.say(
            "Events: {events}; pictures: {pictures}",
            events=str(game.events),
            pictures=str(game.pictures),
        ),
    ]
    if game.header.rulings:
        chosen = (_agreed(key, value, words) for key, value in game.header.rulings.items())
        lines.append(words.say("House rules: {rules}", rules="; ".join(chosen)))
    for row in history.game.scores(history.state).rows:
        values = {"player": _player(game, row.player, words), "points": str(row.total)}
        told = words.tell(POINTS, values)
        if seconds := about.thinking.get(row.player):
            time = str(timedelta(seconds=round(seconds)))
            told += GAP + words.say("(thinking: {time})", time=time)
        lines.append(told)
    if history.events:
        last: Any | Undo = history.events[-1]
        sentence = event_sentence(last, Names(words, board, about.names))
        lines.append(words.say("Last event: {event}", event=sentence))
    return lines


def _agreed(key: str, value: str | int, words: Language) -> str:
    return f"{rules(words.code)[RULES[key]].title} \u2013 {answer(key, value, words)}"


def _player(game: StoredGame, player: str, words: Language) -> str:
    known = COLOURS.get(player)
    colour = words.tell(known, {}) if known else player.capitalize()
    name = game.about.names.get(player)
    # A name may hold anything; in a table it is to stay on its line.
    return f"{' '.join(name.split())} ({colour})" if name else colour


def time_words(time: datetime) -> str:
    """Write a time as the clock on the wall showed it."""
    return f"{time.astimezone():%Y-%m-%d %H:%M}"
