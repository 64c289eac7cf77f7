"""Whether there is a newer version of the program, what is new in it, and the wish to have it.

The appliance's unit dubsar-update does it, as root: the two share a folder of small files.
"""

from enum import StrEnum
from pathlib import Path
from typing import Final

FOLDER: Final = "updates"
"""Beside the journal; the installation makes it where the screen may ask for updates."""


class State(StrEnum):
    """How it stands, as tools/update.sh writes it."""

    UNKNOWN = "unknown"
    CHECKING = "checking"
    UNREACHABLE = "unreachable"
    CURRENT = "current"
    AVAILABLE = "available"
    INSTALLING = "installing"
    RETURNING = "returning"
    DONE = "done"
    FAILED = "failed"


class Updates:
    """The folder that is shared with the unit."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    @property
    def state(self) -> State:
        if wanted := self._read("wanted").strip():
            return State.INSTALLING if wanted == "install" else State.CHECKING
        try:
            return State(self._read("state").strip())
        except ValueError:
            return State.UNKNOWN

    def news(self, language: str) -> list[str]:
        """List what is new, a sentence each, in a language or else in English."""
        text = self._read(f"news.{language}") or self._read("news.en")
        return [line.removeprefix("- ").strip() for line in text.splitlines() if line.strip()]

    def check(self) -> None:
        (self._folder / "wanted").write_text("check\n", encoding="utf-8")

    def install(self) -> None:
        """Wish that it is installed; raises OSError."""
        (self._folder / "wanted").write_text("install\n", encoding="utf-8")

    def _read(self, name: str) -> str:
        try:
            return (self._folder / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""


def updates_beside(journal: Path) -> Updates | None:
    """Find the folder beside a journal; None where updates are not asked for on the screen."""
    folder = journal.with_name(FOLDER)
    return Updates(folder) if folder.is_dir() else None
