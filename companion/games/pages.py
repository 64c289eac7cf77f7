"""Which page a name stands for at a table: one of the game's own, or one for all games."""

from collections.abc import Callable, Mapping

from companion.games import has_part, part_of
from companion.pages.registry import PAGES
from companion.session.session import Page


def find_page(name: str, game: str) -> Callable[..., Page]:
    """Find a page of a game's own, or one for all; KeyError where there is none of that name."""
    own: Mapping[str, Callable[..., Page]] = {}
    if has_part(game, "pages"):
        own = part_of(game, "pages").PAGES
    return own[name] if name in own else PAGES[name]
