"""The live page, and the parts that it asks for."""

import html
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from companion.language import LANGUAGES, OWN_NAMES, Language
from companion.sharing.game_view import WORDS
from companion.sharing.page import STATIC as SHARED
from companion.sharing.page import filled

STATIC: Final = Path(__file__).parent / "static"
FILES: Final[Mapping[str, tuple[Path, str]]] = {
    "page.css": (SHARED, "text/css"),
    "view.js": (SHARED, "text/javascript"),
    "live.js": (STATIC, "text/javascript"),
    "icon.svg": (STATIC, "image/svg+xml"),
}
"""What the live page asks for besides itself: the folder of each, and its media type."""
LIVE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Which requests a browser makes for the live page: to the companion, and to no other host."""


@cache
def asset(name: str) -> str:
    """Read one of these files."""
    return (FILES[name][0] / name).read_text(encoding="utf-8")


def live_page(language: str, *, helps: bool, photographs: bool) -> str:
    """Write the live page, with what it offers; ``language`` is that of the screen."""
    hello = {
        "helps": helps,
        "photographs": photographs,
        "language": language,
        "languages": [[code, OWN_NAMES[code]] for code in LANGUAGES],
        "words": {code: page_words(code) for code in LANGUAGES},
    }
    scripts = '<script src="view.js"></script>\n<script src="live.js"></script>'
    links = '<link rel="stylesheet" href="page.css">\n<link rel="icon" href="icon.svg">'
    page = filled(links, scripts)
    return page.replace("<body>", f'<body data-hello="{html.escape(json.dumps(hello))}">')


def page_words(code: str) -> dict[str, str]:
    """Give what stands on a page in one language."""
    words = Language(code)
    return {key: words.tell(text, {}) for key, text in WORDS.items()}
