"""A whole game as one page that needs nothing else, saved, and what the live page shares of it."""

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from companion.archive.evidence_pictures import smaller
from companion.archive.game_zip import Evidence
from companion.files import new_file
from companion.journal import GameId, Journal
from companion.language import Language
from companion.sharing.game_view import GameRecord, GameView
from engine.fields import parse_object
from engine.record import format_header, format_line

PHOTOGRAPHS: Final = "<!-- photographs -->"
STATIC: Final = Path(__file__).parent / "static"


@cache
def read(path: Path) -> str:
    """Read one of our own files."""
    return path.read_text(encoding="utf-8")


def game_page(
    record: GameRecord, language: Language, evidence: Iterable[tuple[int, Evidence]] = ()
) -> Iterator[str]:
    """Write a game as one page, part by part: every moment, every reason, the photographs given.

    So of many photographs no more than one is in memory.
    """
    before, after = page_around_photographs(record, language)
    yield before
    for number, seen in evidence:
        yield photograph(number, seen)
    yield after


def page_around_photographs(record: GameRecord, language: Language) -> tuple[str, str]:
    """Write what comes before the photographs, and what comes after them."""
    view = GameView(record, language)
    kept = {
        "game": view.setting(),
        "now": view.now(),
        "frames": view.frames,
        "why": {str(number): view.reasons(number) for number in range(1, view.history.event + 1)},
    }
    style, *scripts = (read(STATIC / name) for name in ("page.css", "view.js", "kept.js"))
    policy = (
        f"default-src 'none'; img-src data:; style-src {_hashed([style])}; "
        f"script-src {_hashed(scripts)}; base-uri 'none'; form-action 'none'"
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<style>{style}</style>'
    data = f'<script id="kept" type="application/json">{_as_data(kept)}</script>'
    before, _, after = filled(head, f"{data}\n{PHOTOGRAPHS}").partition(PHOTOGRAPHS)
    return before, "\n".join(f"<script>{one}</script>" for one in scripts) + after


def photograph(number: int, seen: Evidence) -> str:
    """Write a photograph of an event, smaller, as data that a script of the page shows."""
    picture = seen.cropped or seen.whole
    if picture is None:
        return ""
    source = f"data:image/jpeg;base64,{base64.b64encode(smaller(picture)).decode()}"
    about = f'data-event="{number}" data-moment="{seen.moment}"'
    return f'<script type="text/plain" {about}>{source}</script>\n'


def record_text(record: GameRecord) -> str:
    """Write a game as a record, as `dubsar replay` reads it."""
    return "".join([format_header(record.header), *map(format_line, record.lines)])


def filled(head: str, scripts: str) -> str:
    """Write a page around what is in all of them."""
    before, _, rest = read(STATIC / "page.html").partition("<!-- head -->")
    middle, _, after = rest.partition("<!-- scripts -->")
    return f"{before}{head}{middle}{scripts}{after}"


def _as_data(kept: Mapping[str, Any]) -> str:
    """Write JSON that can stand inside a script: nothing in it ends the script, or begins one."""
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _hashed(texts: Sequence[str]) -> str:
    """Name texts by what they hold, as a policy does: others are not obeyed."""
    sums = (hashlib.sha256(one.encode()).digest() for one in texts)
    return " ".join(f"'sha256-{base64.b64encode(one).decode()}'" for one in sums)


def write_page(
    record: GameRecord,
    path: Path,
    language: Language,
    evidence: Iterable[tuple[int, Evidence]] = (),
) -> None:
    """Write a game as one page to a new file; raises OSError, also where there is one already."""
    with new_file(path) as begun, begun.open("w", encoding="utf-8") as file:
        file.writelines(game_page(record, language, evidence))


def stored_record(journal: Journal, number: GameId) -> GameRecord:
    """Read a game of the journal; raises JournalError or InputError."""
    stored, file = journal.game(number), f"{journal.path}: game {number}"
    lines = journal.lines(number)
    board, history = journal.replayed(stored, lines)
    parsed = (parse_object(one, file, f"line {at}") for at, one in enumerate(lines[1:], 2))
    return GameRecord(
        str(number),
        stored.header,
        board,
        stored.about.names,
        tuple(history.events),
        tuple(parsed),
        ended=stored.about.finished is not None,
    )
