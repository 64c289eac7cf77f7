"""A page is opened by its name with arguments by name: that both are right is found before a game.

Nothing else would tell before somebody presses the button.
"""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.games import part_of
from companion.pages.registry import PAGES
from engine.games import GAMES

OWN = {game: part_of(game, "pages").PAGES for game in GAMES}
EVERY = {name for pages in (PAGES, *OWN.values()) for name in pages}
OPENING = ("go", "show")
FILES = sorted(Path(companion.__path__[0]).rglob("*.py"))


def opened(file: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of each page that a file opens, and the names of the arguments."""
    text = file.read_text()
    if not any(f".{name}" in text for name in OPENING):
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        function, *arguments = [node.func, *node.args]
        if isinstance(function, ast.Name) and function.id == "partial" and arguments:
            function, *arguments = arguments
        if isinstance(function, ast.Attribute) and function.attr in OPENING and arguments:
            name = arguments[0]
            if isinstance(name, ast.Constant):
                yield str(name.value), tuple(one.arg or "" for one in node.keywords)


@pytest.fixture(scope="module")
def everywhere() -> list[tuple[str, tuple[str, ...]]]:
    return [one for file in FILES for one in opened(file)]


def test_every_page_that_is_opened_takes_the_arguments(
    everywhere: list[tuple[str, tuple[str, ...]]],
) -> None:
    assert len(everywhere) > len(EVERY)
    refused = []
    for name, arguments in everywhere:
        made_by = [pages[name] for pages in (PAGES, *OWN.values()) if name in pages]
        assert made_by, name
        for page in made_by:
            try:
                inspect.signature(page).bind(None, **dict.fromkeys(arguments))
            except TypeError as error:
                refused.append(f"{name}: {error}")
    assert refused == []


def test_every_page_is_opened_by_somebody(everywhere: list[tuple[str, tuple[str, ...]]]) -> None:
    by_phase = {"setup", "opening", "settling", "result", "early"}
    assert EVERY - {name for name, _ in everywhere} - by_phase == set()
