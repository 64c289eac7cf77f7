"""What is said of the games of a journal: the list of them, and one in full."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from companion.journal import StoredGame
from companion.language import Language, counted, said
from companion.words.names import COLOURS, Names, all_of, board_called
from engine.game import ScoreSheet
from engine.history import AnyHistory

HEADINGS = (
    said("Game"),
    said("Begun"),
    said("Ended"),
    said("Events"),
    said("Pictures"),
    said("Players"),
)
GAP = "  "
MANY_GAMES = counted("{number} game", "{number} games", "number")
WON = counted("{winners} won ({points})", "{winners} share the victory ({points})", "number")
ENDED_EARLY: Final = said("Ended early")


def game_table(games: Sequence[StoredGame], words: Language) -> list[str]:
    """List games under headings, a line each, in columns as wide as they need to be."""
    rows = [tuple(words.say(heading) for heading in HEADINGS)]
    rows += [
        (
            str(game.id),
            time_words(game.about.started),
            time_words(game.about.finished) if game.about.finished else words.say("in progress"),
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


def who_played(game: StoredGame, words: Language) -> str:
    """Name the players in seat order, by their colours only where they gave no names."""
    return ", ".join(_called(game, player, words) for player in game.header.players)


def who_won(game: StoredGame, sheet: ScoreSheet, words: Language) -> str:
    """Name the winners of a game that is over, with their points, and then the others."""
    ranked = [(row.player, row.total) for row in sheet.ranked()]
    winners = [_called(game, one, words) for one, _ in ranked if one in sheet.winners]
    others = [_called(game, one, words) for one, _ in ranked if one not in sheet.winners]
    points = words.grouped(next(points for one, points in ranked if one in sheet.winners))
    won = words.say(WON, winners=all_of(winners, words), points=points, number=len(winners))
    return f"{won} · {', '.join(others)}" if others else won


def game_lines(game: StoredGame, history: AnyHistory, names: Names) -> list[str]:
    """Tell all that is kept of one game, and how it stands by the rules."""
    about, words = game.about, names.language
    is_over = bool(history.game.scores(history.state).winners)
    ended = said("Ended: {time}") if is_over else said("Ended early: {time}")
    lines = [
        words.say(
            "Game {number} on the board {board}",
            number=game.id,
            board=board_called(names.board, words),
        ),
        words.say("Begun: {time}", time=time_words(about.started)),
        words.say(ended, time=time_words(about.finished))
        if about.finished
        else words.say("It goes on."),
        words.say(
            "Events: {events}; pictures: {pictures}", events=game.events, pictures=game.pictures
        ),
    ]
    if game.header.rulings:
        chosen = (_agreed(key, value, names) for key, value in game.header.rulings.items())
        lines.append(words.say("House rules: {rules}", rules="; ".join(chosen)))
    for row in history.game.scores(history.state).rows:
        line = names.points(_player(game, row.player, words), row.total)
        if seconds := about.thinking.get(row.player):
            time = str(timedelta(seconds=round(seconds)))
            line += GAP + words.say("(thinking: {time})", time=time)
        lines.append(line)
    if history.events:
        lines.append(words.say("Last event: {event}", event=names.event(history.events[-1])))
    return lines


def _agreed(key: str, value: str | int, names: Names) -> str:
    return f"{names.rule(names.rulings[key]).title} \u2013 {names.answer(key, value)}"


def _player(game: StoredGame, player: str, words: Language) -> str:
    name, colour = _name(game, player), _colour(player, words)
    return f"{name} ({colour})" if name not in {"", colour} else colour


def _called(game: StoredGame, player: str, words: Language) -> str:
    return _name(game, player) or _colour(player, words)


def _name(game: StoredGame, player: str) -> str:
    # A name may hold anything; in a table it is to stay on its line.
    return " ".join(game.about.names.get(player, "").split())


def _colour(player: str, words: Language) -> str:
    known = COLOURS.get(player)
    return words.say(known) if known else player.capitalize()


def time_words(time: datetime) -> str:
    """Write a time as the clock on the wall showed it."""
    return f"{time.astimezone():%Y-%m-%d %H:%M}"
