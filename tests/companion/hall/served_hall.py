"""A hall's pages without any broker: what tables would have published is handed to it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.broker.topics import encoded, happened
from companion.hall.games import Games
from companion.hall.running import HallSite
from companion.hall.tables import Tables
from companion.language import Language
from companion.web.guard import Evenings, Gate, Refusals
from companion.web.server import WebThread


@contextmanager
def served_hall(folder: Path, code: str, played: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Serve a table for each game, the first switched off, the last needing somebody."""
    refused: list[str] = []
    with Games(str(folder / "hall.sqlite")) as games:
        tables = Tables(games, Language(code), refused.append)
        for number, one in enumerate(played):
            name, game = f"table-{number}", f"20261124T19030{number}-{number}"
            begun = {key: value for key, value in one.items() if key != "lines"}
            tables.take(name, "online", b"online" if number else b"offline")
            tables.take(name, "event", encoded({**begun, "game": game}))
            for at, line in enumerate(one["lines"], 1):
                tables.take(name, "event", encoded(happened(game, at, line)))
            state = {"version": 1, "turn": "<b>Ana</b> to play", "points": "Ana 3, Ben 2"}
            tables.take(name, "state", encoded(state))
            attention = {"version": 1, "attention": number == len(played) - 1}
            tables.take(name, "health", encoded(attention))
        assert not refused
        site, evenings = HallSite(games, Language(code)), Evenings(folder)
        gate = Gate(site.app, evenings, Refusals())
        with WebThread(gate, 0, evenings, site.connect, "127.0.0.1") as web:
            bridges = {name: one.bridge for name, one in tables.tables.items()}
            site.show(tables.overview(), bridges)
            yield f"http://127.0.0.1:{web.port}/{evenings.secrets().view}/"
