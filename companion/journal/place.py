"""Where the journal lies unless another place is named."""

import os
from pathlib import Path
from typing import Final

HOME: Final = "DUBSAR_HOME"
"""The variable that names the folder of all that the program keeps."""


def default_place() -> Path:
    """Give ``journal.sqlite`` in ``$DUBSAR_HOME``, or else in the user's data folder.

    That is ``$XDG_DATA_HOME/dubsar``, by default ``~/.local/share/dubsar``; a variable that is
    empty counts as not set, and XDG_DATA_HOME must be an absolute path (XDG base directories).
    """
    if home := os.environ.get(HOME):
        return Path(home) / "journal.sqlite"
    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    folder = data if data.is_absolute() else Path.home() / ".local" / "share"
    return folder / "dubsar" / "journal.sqlite"
