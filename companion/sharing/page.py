"""A whole game as one page that needs nothing else, and the parts that the live page shares."""

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from companion.archive.game_zip import Evidence
from companion.language import Language
from companion.sharing.drawing import Json
from companion.sharing.game_view import GameRecord, GameView
from engine.record import format_header, format_line

STATIC: Final = Path(__file__).parent / "static"


@cache
def read(path: Path) -> str:
    """Read one of our own files."""
    return path.read_text(encoding="utf-8")


def game_page(
    record: GameRecord, language: Language, evidence: Iterable[tuple[int, Evidence]] = ()
) -> str:
    """Write a game as one page: every moment of it, every reason, and the photographs given."""
    view = GameView(record, language)
    photographs: dict[int, list[Json]] = {}
    for number, seen in evidence:
        picture = seen.cropped or seen.whole
        if picture is not None:
            source = f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}"
            photographs.setdefault(number, []).append({"moment": seen.moment, "src": source})
    kept = {
        "game": view.setting(),
        "now": view.now(),
        "frames": view.frames,
        "why": {
            str(number): {
                "reasons": view.reasons(number),
                "photographs": photographs.get(number, []),
            }
            for number in range(1, view.history.event + 1)
        },
    }
    style, *scripts = (read(STATIC / name) for name in ("page.css", "view.js", "kept.js"))
    policy = (
        f"default-src 'none'; img-src data:; style-src {_hashed([style])}; "
        f"script-src {_hashed(scripts)}; base-uri 'none'; form-action 'none'"
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<style>{style}</style>'
    data = f'<script id="kept" type="application/json">{_as_data(kept)}</script>'
    return filled(head, "\n".join([data, *(f"<script>{one}</script>" for one in scripts)]))


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
