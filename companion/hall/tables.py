"""The tables of a broker as they stand: what they publish is judged before it is believed."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.broker.topics import OFFLINE, ONLINE, VERSION
from companion.hall.games import Games
from companion.language import Language
from companion.sharing.board_data import Json, css
from companion.sharing.game_view import GameRecord
from companion.ui.style import Colour
from companion.web.app import printable
from companion.web.bridge import Bridge, PhonePress, Wanted
from companion.web.snapshot import Notice, Snapshot
from companion.words.happened import time_of
from companion.words.names import names_of
from engine.errors import InputError
from engine.fields import Fields
from engine.games import game_named, parse_board
from engine.history import AnyHistory, History
from engine.record import Header, parse_header, parse_line

LARGEST: Final = 256 * 1024
"""Bytes of a message: a board file has some 20 KB."""
MOST_TABLES: Final = 2000
"""More tables than any hall holds: whoever publishes more means no good."""
NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
TINT: Final = re.compile(r"#[0-9a-f]{6}")
"""A colour as pages write it."""
MOST_TINTS: Final = 100
"""No board has more regions."""
SHOWN: Final = ("turn", "points", "last")
LONGEST: Final = 300
"""Letters of a sentence that are shown."""


class RefusedError(Exception):
    """A message that no table can have sent; the text says why."""


class TableBridge(Bridge):
    """A bridge without buttons and photographs: the hall only shows."""

    has_photographs = False

    def ask(self, request: PhonePress | Wanted) -> bool:
        """Answer at once that there is nothing."""
        if isinstance(request, Wanted):
            request.found.set_result(None)
        else:
            request.taken.set_result(False)
        return True

    def show(self, record: GameRecord | None) -> None:
        """Let those who look on see a game."""
        self.snapshot = Snapshot(record, Notice(), "en", None)
        self.on_change()


class Playing:
    """The game that is played at a table, as far as its messages have come."""

    def __init__(self, game: str, payload: Mapping[str, Any]) -> None:
        """Begin with the message of number 0; raises RefusedError."""
        try:
            self.header: Final[Header] = parse_header(Fields("hall", "header", payload["header"]))
            self.board: Final = parse_board(str(payload["board"]), "hall")
            names = payload.get("names", {})
            self.people: Final = {
                str(key): printable(str(name))[:40] for key, name in names.items()
            }
            rules = game_named(self.header.game)
            start = rules.new_game(self.board, self.header.players, self.header.rulings)
        except (InputError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise RefusedError(f"no game begins so: {error}") from None
        self.game: Final = game
        self.history: Final[AnyHistory] = History(rules, start)
        self.lines: Final[list[Mapping[str, Any]]] = []

    def take(self, line: object) -> None:
        """Play an event; raises RefusedError where the rules refuse it."""
        if not isinstance(line, dict):
            raise RefusedError("no event: expected an object")
        try:
            event = parse_line(line, "hall", "event", self.history.game.parse_event)
            time_of([line], 1)  # of another no page could tell
            self.history.append(event)
        except (InputError, ValueError, KeyError, TypeError, OverflowError) as error:
            raise RefusedError(f"no event: {error}") from None
        self.lines.append(line)

    def record(self) -> GameRecord:
        events, lines = tuple(self.history.events), tuple(self.lines)
        return GameRecord(self.game, self.header, self.board, self.people, events, lines)

    def result(self, language: Language) -> str | None:
        """Tell the points in words once the game is over."""
        sheet = self.history.game.scores(self.history.state)
        if not sheet.winners:
            return None
        names = names_of(language, self.board, self.people)
        rows = (names.points(names.player(row.player), row.total) for row in sheet.ranked())
        return " · ".join(rows)


class Table:
    """One table: what it last said of itself, and the game that is played there."""

    def __init__(self) -> None:
        self.online = False
        self.attention = False
        self.hidden = False
        self.ended = False
        self.shown: dict[str, str] = {}
        self.tints: tuple[Colour, ...] = ()
        self.playing: Playing | None = None
        self.so_far: dict[str, Any] = {}
        self.bridge: Final = TableBridge()


class Tables:
    """All tables of a hall; used by one thread. ``refused`` takes why a message was refused."""

    def __init__(self, games: Games, language: Language, refused: Callable[[str], None]) -> None:
        self.tables: Final[dict[str, Table]] = {}
        self._games: Final = games
        self._language: Final = language
        self._refused: Final = refused
        for name, game in games.latest():
            table = self.tables[name] = Table()
            self._bring_up(name, table, game)

    def take(self, name: str, what: str, payload: bytes) -> None:
        """Take one message of a table, of the topic ending so."""
        try:
            self._take(name, what, payload)
        except RefusedError as error:
            self._refused(f"table {ascii(name)[:50]}: {error}")

    def overview(self) -> Json:
        return {
            "tables": [
                {"name": name, "online": one.online, "attention": one.attention, **one.shown}
                for name, one in sorted(self.tables.items(), key=lambda item: _in_order(item[0]))
            ],
            "results": [one._asdict() for one in self._games.results(200)],
        }

    def _take(self, name: str, what: str, payload: bytes) -> None:
        if not NAME.fullmatch(name) or len(payload) > LARGEST:
            raise RefusedError("no name of a table, or a message that is too large")
        if name not in self.tables and len(self.tables) >= MOST_TABLES:
            raise RefusedError("too many tables")
        table = self.tables.setdefault(name, Table())
        if what == "online":
            if payload not in (ONLINE.encode(), OFFLINE.encode()):
                raise RefusedError("neither online nor offline")
            table.online = payload == ONLINE.encode()
            return
        keys = _object(payload)
        match what:
            case "state":
                self._take_state(name, table, keys)
            case "health":
                table.attention = keys.get("attention") is True
            case "event" | "game":
                begun = {"number": 0} if what == "game" else {}
                self._take_event(name, table, keys | begun)
                self._catch_up(name, table)
            case "events":
                table.so_far = keys
                self._catch_up(name, table)
            case "previous":
                self._take_previous(name, table, keys)

    def _take_state(self, name: str, table: Table, keys: dict[str, Any]) -> None:
        """Take how a game stands; what is hidden now is hidden of its moments before as well."""
        table.shown = {key: str(keys.get(key, ""))[:LONGEST] for key in SHOWN}
        before = table.hidden, table.tints, table.ended
        table.hidden, table.tints = keys.get("hidden") is True, _tints(keys)
        table.ended = keys.get("over") is True
        if before != (table.hidden, table.tints, table.ended) and table.playing is not None:
            self._show(name, table, table.playing)

    def _take_previous(self, name: str, table: Table, keys: dict[str, Any]) -> None:
        """Take from the game before this one what was missed of its end."""
        game, lines = _game(keys), _lines(keys)
        if table.playing is not None and table.playing.game == game:
            table.so_far = keys
            self._catch_up(name, table)
            return
        if self._games.last(name, game) >= len(lines):
            return
        kept = self._games.events(name, game)
        playing = replayed(game, kept or [keys])
        if not kept:
            begun = {key: value for key, value in keys.items() if key != "lines"}
            self._games.add(name, game, 0, begun)
        for number, line in enumerate(lines[len(playing.lines) :], len(playing.lines) + 1):
            playing.take(line)
            self._games.add(name, game, number, {"game": game, "number": number, "line": line})
        self._games.set_result(name, game, playing.result(self._language))

    def _take_event(self, name: str, table: Table, keys: dict[str, Any]) -> None:
        game, number = _game(keys), keys.get("number")
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise RefusedError("no number of an event")
        playing = table.playing
        if playing is None or playing.game != game:
            if number == 0:
                Playing(game, keys)  # it is judged before it is kept
                self._games.add(name, game, 0, keys)
            self._bring_up(name, table, game)
            playing = table.playing
        if playing is None or playing.game != game or number != len(playing.lines) + 1:
            return  # known already, or one in between is missing
        playing.take(keys.get("line"))
        self._games.add(name, game, number, keys)
        self._show(name, table, playing)

    def _catch_up(self, name: str, table: Table) -> None:
        """Take from all that a table has said so far of its game what is missing here."""
        playing = table.playing
        if playing is None or table.so_far.get("game") != playing.game:
            return
        lines = _lines(table.so_far)
        table.so_far = {}  # what is refused would be refused again, and the rest is kept by now
        for number in range(len(playing.lines) + 1, len(lines) + 1):
            keys = {"game": playing.game, "number": number, "line": lines[number - 1]}
            self._take_event(name, table, keys)

    def _bring_up(self, name: str, table: Table, game: str) -> None:
        kept = self._games.events(name, game)
        if not kept:
            return
        table.playing = replayed(game, kept)
        self._show(name, table, table.playing)

    def _show(self, name: str, table: Table, playing: Playing) -> None:
        record = replace(playing.record(), tints=table.tints, ended=table.ended)
        # Another game for those who look on, as its board and all moments are told anew.
        if table.tints:
            record = replace(record, key=f"{record.key}-{''.join(map(css, table.tints))}")
        if table.hidden:
            record = replace(record, key=f"{record.key}-hidden", hidden=True)
        table.bridge.show(record)
        self._games.set_result(name, playing.game, playing.result(self._language))


def replayed(game: str, kept: Sequence[Mapping[str, Any]]) -> Playing:
    """Play a game that is kept; raises RefusedError."""
    playing = Playing(game, kept[0])
    for one in kept[1:]:
        playing.take(one.get("line"))
    return playing


def _in_order(name: str) -> list[tuple[int, str]]:
    """Give a key that sorts table 9 before table 10."""
    return [(int(one) if one.isdecimal() else -1, one) for one in re.split(r"(\d+)", name)]


def _game(keys: Mapping[str, Any]) -> str:
    game = keys.get("game")
    if not isinstance(game, str) or not NAME.fullmatch(game):
        raise RefusedError("no name of a game")
    return game


def _lines(keys: Mapping[str, Any]) -> list[Any]:
    lines = keys.get("lines")
    if not isinstance(lines, list):
        raise RefusedError("no list of events")
    return lines


def _tints(keys: Mapping[str, Any]) -> tuple[Colour, ...]:
    """Read the colours of a board's regions; none where they are no such colours."""
    found = keys.get("tints")
    if not isinstance(found, list) or len(found) > MOST_TINTS:
        return ()
    if not all(isinstance(one, str) and TINT.fullmatch(one) for one in found):
        return ()
    return tuple((int(one[1:3], 16), int(one[3:5], 16), int(one[5:], 16)) for one in found)


def _object(payload: bytes) -> dict[str, Any]:
    try:
        text = payload.decode()
        keys = json.loads(text)
        if "\\u" in text:  # halves of a character, which no page and no database takes
            json.dumps(keys, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise RefusedError("no JSON") from None
    if not isinstance(keys, dict) or keys.get("version") != VERSION:
        raise RefusedError("no object of this version")
    return keys
