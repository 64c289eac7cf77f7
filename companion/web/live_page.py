"""The live page, and the parts that it asks for."""

import html
import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.language import LANGUAGES, OWN_NAMES, Language
from companion.sharing.drawing import Json
from companion.sharing.game_view import WORDS
from companion.sharing.page import STATIC as SHARED
from companion.sharing.page import filled, read

STATIC: Final = Path(__file__).parent / "static"
FILES: Final[Mapping[str, tuple[Path, str]]] = {
    "page.css": (SHARED, "text/css"),
    "view.js": (SHARED, "text/javascript"),
    "line.js": (STATIC, "text/javascript"),
    "live.js": (STATIC, "text/javascript"),
    "icon.svg": (STATIC, "image/svg+xml"),
}
"""What the live page asks for besides itself: the folder of each, and its media type."""
LIVE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Which requests a browser makes for the live page: to the companion, and to no other host."""
HEADERS: Final = {
    "Content-Security-Policy": LIVE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Of all that is answered."""


def routes_of(files: Mapping[str, tuple[Path, str]]) -> list[Route]:
    """Serve files by their names, and tell whoever asks that somebody is there."""
    found = [
        Route(f"/{name}", partial(_file, folder / name, kind))
        for name, (folder, kind) in files.items()
    ]
    return [*found, Route("/alive", _alive)]


async def _file(path: Path, kind: str, request: Request) -> Response:
    del request
    return Response(read(path), media_type=kind, headers=HEADERS)


async def _alive(request: Request) -> Response:
    del request
    return Response("yes", media_type="text/plain", headers=HEADERS)


def live_page(language: str, *, helps: bool, photographs: bool, hall: Json | None) -> str:
    """Write the live page, with what it offers; ``language`` is that of the screen.

    In a ``hall`` it shows all tables, too.
    """
    hello = {
        "hall": hall,
        "helps": helps,
        "photographs": photographs,
        "language": language,
        "languages": [[code, OWN_NAMES[code]] for code in LANGUAGES],
        "words": {code: page_words(code) for code in LANGUAGES},
    }
    scripts, styles = ["view.js", "line.js", "live.js"], ["page.css"]
    if hall is not None:
        scripts.insert(2, "../../glance.js")
        styles.append("../../hall.css")
    links = [f'<link rel="stylesheet" href="{one}">' for one in styles]
    links.append('<link rel="icon" href="icon.svg">')
    page = filled("\n".join(links), "\n".join(f'<script src="{one}"></script>' for one in scripts))
    return page.replace("<body>", f'<body data-hello="{html.escape(json.dumps(hello))}">')


def page_words(code: str) -> dict[str, str]:
    """Give what stands on a page in one language."""
    words = Language(code)
    return {key: words.say(text) for key, text in WORDS.items()}
