"""What is changed on the screen goes into the user's settings file, and counts next time too."""

from pathlib import Path
from typing import Final

from companion.settings.keys import KEYS
from companion.settings.layers import Effective, Origin
from companion.settings.writing import with_value
from companion.whole_file import write_whole
from engine.errors import InputError

BY_NAME: Final = {key.dotted: key for key in KEYS}


class Keeper:
    """Writes settings for the next time; those of a lasting origin stay as they are."""

    def __init__(self, effective: Effective) -> None:
        """Keep them in the last of the files that were looked for, the user's own."""
        self.file: Final[Path] = effective.files[-1]
        self._origins: Final = effective.origins

    def fixed(self, name: str) -> Origin | None:
        """Tell what overrules every file, the environment or the command line; None if nothing."""
        origin = self._origins[name]
        return origin if origin.kind in ("environment", "command line") else None

    def keep(self, name: str, value: object) -> None:
        """Write one setting by its dotted name; raises InputError, the file as it was."""
        try:
            text = self._text()
            write_whole(self.file, with_value(text, BY_NAME[name], value).encode())
        except OSError as error:
            raise InputError(str(self.file), "", f"cannot be written ({error.strerror})") from error
        except ValueError as error:
            raise InputError(str(self.file), name, f"cannot be set here ({error})") from error

    def _text(self) -> str:
        try:
            with self.file.open(encoding="utf-8-sig", newline="") as file:
                return file.read()
        except FileNotFoundError:
            return ""
