"""Where settings are looked for, and where the program keeps its own unless told otherwise."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.errors import InputError

HOME: Final = "DUBSAR_HOME"
"""The environment variable that names one folder for all that the program keeps."""
SYSTEM: Final = Path("/etc/dubsar/settings.toml")
"""For everybody on this computer; each user's own file is read over it."""


def user_file(environment: Mapping[str, str]) -> Path:
    """Give the user's own settings file: in DUBSAR_HOME, else in the user's configuration."""
    if home := environment.get(HOME):
        return Path(home) / "settings.toml"
    return _xdg(environment, "XDG_CONFIG_HOME", ".config") / "dubsar" / "settings.toml"


def data_folder(environment: Mapping[str, str]) -> Path:
    """Give the folder of tables and games: DUBSAR_HOME, else that of the user's data."""
    if home := environment.get(HOME):
        return Path(home)
    return _xdg(environment, "XDG_DATA_HOME", ".local/share") / "dubsar"


def _xdg(environment: Mapping[str, str], variable: str, otherwise: str) -> Path:
    """Follow the XDG base directories, by which a relative path counts as none."""
    named = Path(environment.get(variable, ""))
    if named.is_absolute():
        return named
    try:
        return Path.home() / otherwise
    except RuntimeError:
        expected = "this user has no home folder: set this variable to a folder"
        raise InputError(HOME, "", expected) from None
