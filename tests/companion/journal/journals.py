"""A short game to keep, evidence for it, and a clock that stands still."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.archive.game_zip import About, Evidence
from companion.journal import GameId, Journal
from companion.journal.rows import PlayedGame, format_time
from engine.games import parse_board
from engine.record import Header
from engine.sumeria import SUMERIA
from seeds.boards import builtin_board_text
from tests.engine.sumeria.playing import playout

BOARD_TEXT = builtin_board_text("dubsar")
HEADER = Header("sumeria", "dubsar", ("red", "blue", "yellow"), {})
START = SUMERIA.new_game(parse_board(BOARD_TEXT, "dubsar.toml"), HEADER.players, {})
LINES: list[Mapping[str, object]] = [
    SUMERIA.format_event(event) for _, event, _ in playout(START, 1)
]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
JPEG = b"\xff\xd8"


def noon() -> datetime:
    return NOON


def opened(path: Path, patience: float = 3.0) -> Journal:
    return Journal.open(path, patience=patience)


def picture(number: int, size: int = 6000) -> bytes:
    """Give something that passes for a JPEG file and can be told from every other."""
    word = f"<picture {number}>".encode()
    return JPEG + (word * (size // len(word) + 1))[: size - 2]


def seen(number: int, size: int = 6000) -> tuple[Evidence, ...]:
    """Give the evidence for event ``number``: three pictures and a reading."""
    return (
        Evidence("before", picture(4 * number, size), picture(4 * number + 1, size)),
        Evidence("after", picture(4 * number + 2, size), None, {"board": {"ur.city": "red"}}),
    )


def begin_game(
    journal: Journal,
    header: Header = HEADER,
    board_text: str = BOARD_TEXT,
    names: Mapping[str, str] | None = None,
    first: str | None = None,
) -> GameId:
    """Begin a game at noon."""
    game = PlayedGame(None, header, board_text, About(NOON, None, names or {}, first), [])
    journal.save([game])
    assert game.id is not None
    return game.id


def begun(journal: Journal, events: int = 0, *, pictures: bool = False) -> GameId:
    """Begin the game and play its first events."""
    game = begin_game(journal, names={"red": "Ioana"}, first="blue")
    one = in_memory(journal, game)
    one.lines += (_by_camera(line) for line in LINES[:events])
    journal.save([one], lambda _, number: seen(number) if pictures else ())
    return game


def _by_camera(line: Mapping[str, object]) -> dict[str, object]:
    return {"time": format_time(NOON), "by": "camera", **line}


def in_memory(journal: Journal, game: GameId) -> PlayedGame:
    """Give a stored game as it is kept in memory while it is played."""
    stored = journal.game(game)
    lines = [json.loads(line) for line in journal.lines(game)[1:]]
    return PlayedGame(game, stored.header, stored.board_text, stored.about, lines)


def append(
    journal: Journal, game: GameId, line: Mapping[str, object], evidence: Sequence[Evidence] = ()
) -> None:
    """Store one more event."""
    one = in_memory(journal, game)
    one.lines.append(_by_camera(line))
    one.about = replace(one.about, finished=None)
    journal.save([one], lambda *_: evidence)


def note(journal: Journal, game: GameId, line: Mapping[str, object]) -> None:
    """Store a note."""
    one = in_memory(journal, game)
    one.lines.append(line)
    journal.save([one])


def add_thinking(journal: Journal, game: GameId, player: str, seconds: float) -> None:
    """Let somebody have thought for longer."""
    one = in_memory(journal, game)
    thinking = one.about.thinking
    longer = {**thinking, player: thinking.get(player, 0.0) + seconds}
    one.about = replace(one.about, thinking=longer)
    journal.save([one])


def finish(journal: Journal, game: GameId) -> None:
    """Finish a game."""
    one = in_memory(journal, game)
    one.about = replace(one.about, finished=NOON)
    journal.save([one])


def play_over(journal: Journal, game: GameId) -> None:
    """Play a game that has begun to its end."""
    one = in_memory(journal, game)
    one.lines += map(_by_camera, LINES)
    one.about = replace(one.about, finished=NOON)
    journal.save([one])


def played(journal: Journal, game: GameId) -> list[dict[str, Any]]:
    """Give the events as they were given to the journal, without who said so and when."""
    lines = [json.loads(line) for line in journal.lines(game)[1:]]
    return [
        {key: value for key, value in keys.items() if key not in ("by", "time")} for keys in lines
    ]


def fill_up(journal: Journal) -> None:
    """Let the database grow by no page more, as on a disk that is full."""
    (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
    journal._connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()


def forbid_writing(journal: Journal) -> None:
    """Let the database be read only, as on a disk that was found to fail."""
    journal._connection.execute("PRAGMA query_only = ON")
