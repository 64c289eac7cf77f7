"""The table files of a household: the one in force, and those beside it."""

from pathlib import Path


def tables_beside(table: Path) -> list[Path]:
    """List the file in force, be it there or not, and all beside it and in the folders there."""
    here = table.parent
    try:
        found = {*here.glob("*.toml"), *here.glob("*/table.toml")}
    except OSError:
        found = set()
    return sorted({table, *filter(_is_table, found)})


def _is_table(path: Path) -> bool:
    """Tell whether a file may be a table file: it teaches what a camera sees."""
    try:
        return "[camera]" in path.read_text(encoding="utf-8-sig").split()
    except (OSError, ValueError):
        return False
