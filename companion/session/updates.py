"""Newer versions of the program: whether there is one, what is new, and asking for it.

The unit dubsar-update of the appliance does the work, as root; the two share a folder of small
files.
"""

from enum import StrEnum
from pathlib import Path
from typing import Final

FOLDER: Final = "updates"
"""The folder beside the journal; the installation makes it where updates can be asked for."""


class State(StrEnum):
    """How far an update has come, as tools/update.sh writes it."""

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
        """Ask for the newer version; raises OSError."""
        (self._folder / "wanted").write_text("install\n", encoding="utf-8")

    def _read(self, name: str) -> str:
        try:
            return (self._folder / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""


def updates_beside(journal: Path) -> Updates | None:
    """Give the folder beside a journal; None where updates cannot be asked for."""
    folder = journal.with_name(FOLDER)
    return Updates(folder) if folder.is_dir() else None
