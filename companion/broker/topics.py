"""Topics and payloads, as docs/mqtt.md describes them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.journal import StoredGame
from companion.language import Language, said
from companion.session.live_game import LiveGame
from companion.session.session import Session
from companion.sharing.board_data import css
from companion.ui.style import Colour
from companion.words.games import ENDED_EARLY
from engine.record import Header

VERSION: Final = 1
"""Of the payloads; a reader leaves keys alone that it does not know."""
ONLINE, OFFLINE = "online", "offline"

Payload = Mapping[str, Any]

ENTITIES: Final = {
    "turn": ("sensor", said("Whose turn"), "state", "{{ value_json.turn }}", None),
    "points": ("sensor", said("Points"), "state", "{{ value_json.points }}", None),
    "attention": (
        "binary_sensor",
        said("Needs attention"),
        "health",
        "{{ 'ON' if value_json.attention else 'OFF' }}",
        "problem",
    ),
    "camera": (
        "binary_sensor",
        said("The camera sees the board"),
        "health",
        "{{ 'ON' if value_json.camera == 'sees' else 'OFF' }}",
        "connectivity",
    ),
}
"""What Home Assistant shows of a table: its kind, name, topic, template and class."""


PARTS: Final = ("online", "state", "health", "previous", "game", "events", "event")
"""What the topics of a table end in; whoever comes later is told the game before first."""


class Topics:
    """The topics of one table."""

    def __init__(self, prefix: str, table: str) -> None:
        self.prefix: Final = prefix
        self.table: Final = table

    def of(self, part: str) -> str:
        return f"{self.prefix}/{self.table}/{part}"


def game_name(stored: StoredGame) -> str:
    """Name a game as no other of its table is named."""
    return f"{stored.about.started:%Y%m%dT%H%M%S}-{stored.id}"


def begun(game: str, header: Header, board_text: str, names: Mapping[str, str]) -> Payload:
    """Tell that a game has begun: event number 0, by which it can be replayed anywhere."""
    return {
        "version": VERSION,
        "game": game,
        "number": 0,
        "header": {
            "record": 1,
            "game": header.game,
            "board": header.board,
            "players": list(header.players),
            "rulings": dict(header.rulings),
        },
        "board": board_text,
        "names": dict(names),
    }


def happened(game: str, number: int, line: Payload) -> Payload:
    """Tell an event: its number, and its line of the record."""
    return {"version": VERSION, "game": game, "number": number, "line": dict(line)}


def so_far(game: str, lines: Sequence[Payload]) -> Payload:
    """Tell all events of a game so far, for those who come later."""
    return {"version": VERSION, "game": game, "lines": [dict(line) for line in lines]}


def whole(about: Payload, lines: Sequence[Payload]) -> Payload:
    """Tell a game from its beginning to its end, for those who missed some of it."""
    return {**about, "lines": [dict(line) for line in lines]}


def state(  # noqa: PLR0913 - all that is told of a game
    game: str,
    live: LiveGame,
    *,
    hidden: bool = False,
    virtual: bool = False,
    tints: Sequence[Colour] = (),
    ended: bool = False,
) -> Payload:
    """Tell how a game stands, in the words of the screen; ``hidden`` points are left out.

    ``virtual``: it is played at a virtual table. ``tints`` are the colours of the board's regions.
    ``ended``: nothing more is played; without winners its players have ended it early.
    """
    told, names, history = live.state, live.names, live.history
    sheet = history.game.scores(history.state)
    early = ended and not sheet.winners
    points = [
        {
            "colour": row.player,
            "name": names.player(row.player),
            "points": None if hidden else row.total,
        }
        for row in sheet.rows
    ]
    return {
        "version": VERSION,
        "game": game,
        "rules": live.header.game,
        "event": history.event,
        "turn": names.language.say(ENDED_EARLY)
        if early
        else names.waits_for(told, virtual=virtual),
        "to_play": None if early else told["to_play"],
        "players": points,
        "points": "" if hidden else ", ".join(f"{one['name']} {one['points']}" for one in points),
        "hidden": hidden,
        "last": names.event(history.events[-1]) if history.events else "",
        "winners": list(sheet.winners),
        "over": early or bool(sheet.winners),
        "tints": [css(one) for one in tints],
    }


def health(session: Session) -> Payload:
    """Tell what of a table needs somebody."""
    reading = session.look.reading if session.look else None
    if session.camera_trouble is not None:
        camera = session.camera_trouble.fault.name.lower()
    else:
        camera = "sees" if reading is not None and reading.registered else "lost"
    journal = "ok" if session.store.trouble is None else "trouble"
    asked = session.game is not None and session.game.wrong is not None
    return {
        "version": VERSION,
        "camera": camera,
        "journal": journal,
        "asked": asked,
        "attention": asked or journal != "ok" or session.camera_trouble is not None,
    }


def discovery(topics: Topics, prefix: str, words: Language) -> dict[str, Payload]:
    """Tell Home Assistant of a table: a topic each, with what it shows."""
    ident = f"{topics.prefix}_{topics.table}"
    device = {"identifiers": [ident], "name": f"Dubsar {topics.table}", "manufacturer": "Dubsar"}
    found: dict[str, Payload] = {}
    for key, (kind, name, topic, template, sort) in ENTITIES.items():
        payload: dict[str, Any] = {
            "name": words.say(name),
            "unique_id": f"{ident}_{key}",
            "state_topic": topics.of(topic),
            "value_template": template,
            "availability_topic": topics.of("online"),
            "device": device,
            "origin": {"name": "Dubsar"},
        }
        found[f"{prefix}/{kind}/{ident}/{key}/config"] = (
            payload if sort is None else payload | {"device_class": sort}
        )
    return found


def encoded(payload: Payload) -> bytes:
    """Write a payload; two of the same content are the same bytes."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
