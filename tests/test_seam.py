"""The seam between games and companion: one file names the games."""

import ast
import re
from pathlib import Path

from engine.games import GAMES

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "engine", "hardware", "seeds", "tools", "vision")
FOLDERS = ("companion/games", "engine", "seeds")
REGISTRY = Path("engine/games.py")


def own(path: Path) -> bool:
    """Tell whether a file belongs to a game."""
    return any(path.is_relative_to(Path(one, game)) for one in FOLDERS for game in GAMES)


def imported(path: Path) -> set[str]:
    """List the modules that a file imports, by their whole names."""
    found = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return found


def names_a_game(path: Path) -> bool:
    """Tell quickly whether a file may import a game."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return any(game in text for game in GAMES)


def test_nothing_imports_a_game_which_the_registry_finds_by_name() -> None:
    games = tuple(f"{one.replace('/', '.')}.{game}." for one in FOLDERS for game in GAMES)
    files = [one.relative_to(ROOT) for room in ROOMS for one in (ROOT / room).rglob("*.py")]
    others = [path for path in files if not own(path) and names_a_game(path)]
    importing = [
        path for path in others if any(f"{one}.".startswith(games) for one in imported(path))
    ]
    assert importing == []
    registry = (ROOT / REGISTRY).read_text(encoding="utf-8")
    assert all(f'"{game}"' in registry for game in GAMES)
    assert all(GAMES[game].name == game for game in GAMES)


def test_no_other_file_of_the_program_even_names_a_game() -> None:
    files = [one.relative_to(ROOT) for room in ROOMS[:4] for one in (ROOT / room).rglob("*.py")]
    name = re.compile("|".join(GAMES), re.IGNORECASE)
    naming = [one for one in files if not own(one) and name.search((ROOT / one).read_text("utf-8"))]
    assert naming == [REGISTRY]


def test_a_game_has_a_folder_in_each_room_that_knows_games() -> None:
    for game in GAMES:
        assert all((ROOT / one / game).is_dir() for one in ("engine", "seeds"))
