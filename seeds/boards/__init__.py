"""The boards that come with the program, as board files."""

from importlib.resources import files


def builtin_boards() -> tuple[str, ...]:
    """List the names of the built-in boards; a record names its board so."""
    entries = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in entries if name.endswith(".toml")))


def builtin_board_text(name: str) -> str:
    """Return the text of a built-in board's file; raises KeyError for a name not built in."""
    if name not in builtin_boards():
        raise KeyError(name)
    return (files(__name__) / f"{name}.toml").read_text(encoding="utf-8")
