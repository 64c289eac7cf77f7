"""The people who play here: known by the games they played, and forgotten when they wish.

A journal's games stay as they were played. Who is to be forgotten is written into a file beside it
with the time, so that whoever plays under that name later counts as somebody new.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.archive.exporting import PEOPLE
from companion.files import write_whole
from companion.journal import StoredGame


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody with a name: the games played under it, the newest first, and the last colour."""

    name: str
    colour: str
    games: tuple[StoredGame, ...]

    def colour_in(self, game: StoredGame) -> str:
        return next(one for one, name in game.about.names.items() if name == self.name)


def known_people(
    games: Iterable[StoredGame], forgotten: Mapping[str, datetime]
) -> list[KnownPerson]:
    """List everybody by name, whoever played last first; ``games`` come newest first."""
    found: dict[str, list[StoredGame]] = {}
    colours: dict[str, str] = {}
    for game in games:
        for colour, name in game.about.names.items():
            gone = forgotten.get(name)
            if gone is None or game.about.started > gone:
                found.setdefault(name, []).append(game)
                colours.setdefault(name, colour)
    return [KnownPerson(name, colours[name], tuple(played)) for name, played in found.items()]


class Forgotten:
    """Who is to be forgotten, and since when; kept in the folder of the journal."""

    def __init__(self, folder: Path) -> None:
        self._path: Final = folder / PEOPLE

    def times(self) -> dict[str, datetime]:
        """Give since when each name is forgotten."""
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))["forgotten"]
            return {str(name): datetime.fromisoformat(when) for name, when in kept.items()}
        except (OSError, ValueError, KeyError, AttributeError, TypeError):
            return {}

    def forget(self, name: str, when: datetime) -> None:
        """Forget a name; raises OSError, changing nothing, where that cannot be written."""
        times = {**self.times(), name: when}
        kept = {one: times[one].isoformat() for one in sorted(times)}
        text = json.dumps({"forgotten": kept}, ensure_ascii=False, indent=1)
        write_whole(self._path, f"{text}\n".encode())
