"""The desk on which a draft is worked on: each change is on the disk before it is shown."""

from pathlib import Path
from typing import Final

import cv2

from companion.calibration.draft import Draft
from companion.calibration.draft_json import format_draft, parse_draft
from companion.scene import Image
from companion.whole_file import write_whole
from engine.errors import InputError
from vision.picture import load_picture

DRAFT: Final = "draft.json"
FRAMES: Final = "frames"


class Desk:
    """Keeps a draft and its pictures in a folder of their own.

    ``trouble`` is why the last change could not be kept, empty while all is well: then the work
    goes on, but is lost with the power.
    """

    def __init__(self, folder: Path) -> None:
        """Take up what lies in the folder, or begin; raises InputError for a draft not ours."""
        self.folder: Final = folder
        self.trouble = ""
        self._undone: Final[list[Draft]] = []
        self._pictures: Final[dict[str, Image]] = {}
        path = folder / DRAFT
        self._draft = parse_draft(_read(path), str(path)) if path.exists() else Draft()

    @property
    def draft(self) -> Draft:
        """All that has been told so far."""
        return self._draft

    @property
    def can_undo(self) -> bool:
        """Whether something was changed since ``begin``."""
        return bool(self._undone)

    def begin(self) -> None:
        """Begin a step: what was told before it is not undone in it."""
        self._undone.clear()

    def change(self, draft: Draft) -> None:
        """Take another draft in place of the one there is."""
        if draft != self._draft:
            self._undone.append(self._draft)
            self._take(draft)

    def undo(self) -> None:
        """Go back by one change; without one, nothing happens."""
        if self._undone:
            self._take(self._undone.pop())

    def clear(self) -> None:
        """Begin from nothing; pictures stay until others take their names."""
        self.begin()
        self._take(Draft())

    def keep_picture(self, name: str, picture: Image) -> str:
        """Keep a picture (BGR, 8 bits) and give the name that a draft knows it by.

        A picture of that name is replaced.
        """
        found = f"{FRAMES}/{name}.png"
        self._pictures[found] = picture
        _, coded = cv2.imencode(".png", picture)
        self._write(self.folder / found, coded.tobytes())
        return found

    def picture(self, name: str) -> Image:
        """Give a picture that was kept; raises InputError where it is gone or broken."""
        if name not in self._pictures:
            self._pictures[name] = load_picture(self.folder / name)
        return self._pictures[name]

    def _take(self, draft: Draft) -> None:
        self._draft = draft
        self._write(self.folder / DRAFT, format_draft(draft).encode())

    def _write(self, path: Path, data: bytes) -> None:
        self.trouble = ""
        try:
            write_whole(path, data)
        except OSError as error:
            self.trouble = f"{path.parent} ({error.strerror})"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(str(path), "", f"cannot be read ({error.strerror})") from error
