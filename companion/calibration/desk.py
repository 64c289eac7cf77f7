"""The desk on which a draft is worked on: each change is on the disk before it is shown."""

from itertools import count
from pathlib import Path
from typing import Final

import cv2

from companion.calibration.draft import Draft
from companion.calibration.draft_json import format_draft, parse_draft
from companion.calibration.lost import pictures_of, without
from companion.files import write_whole
from companion.picture import Image
from engine.errors import InputError
from vision.picture import load_picture

DRAFT: Final = "draft.json"
ASIDE: Final = "draft-{}.json"
"""What a draft that cannot be read is called when another takes its place."""
FRAMES: Final = "frames"


class Desk:
    """Keeps a draft and its pictures in a folder of their own.

    ``trouble`` is why the last change could not be kept, empty while all is well: then the work
    goes on, but is lost with the power. ``damage`` is why the draft that lies there cannot be
    read, empty where it can; it is laid ``aside`` before anything is written in its place.
    """

    def __init__(self, folder: Path) -> None:
        """Take up what lies in the folder, or begin."""
        self.folder: Final = folder
        self.trouble = ""
        self.damage = ""
        self._undone: Final[list[Draft]] = []
        self._pictures: Final[dict[str, Image]] = {}
        self._draft = self._found()

    @property
    def draft(self) -> Draft:
        """All that has been told so far."""
        return self._draft

    @property
    def aside(self) -> Path:
        """Where a draft that cannot be read is laid: a name that is free."""
        names = (self.folder / ASIDE.format(number) for number in count(1))
        return next(path for path in names if not path.exists())

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

    def forget_lost(self) -> bool:
        """Forget pictures that are gone or broken; tell whether there were any."""
        gone = {name for name in pictures_of(self._draft) if not self._shows(name)}
        if gone:
            self.begin()
            self._take(without(self._draft, gone))
        return bool(gone)

    def _shows(self, name: str) -> bool:
        try:
            load_picture(self.folder / name)
        except InputError:
            self._pictures.pop(name, None)
            return False
        return True

    def _found(self) -> Draft:
        """Read the draft that lies there, if one does and can be read."""
        path = self.folder / DRAFT
        try:
            return parse_draft(path.read_bytes(), str(path))
        except (FileNotFoundError, NotADirectoryError):
            return Draft()
        except (InputError, OSError) as error:
            self.damage = str(error)
            return Draft()

    def _take(self, draft: Draft) -> None:
        self._draft = draft
        if self.damage:
            try:
                (self.folder / DRAFT).rename(self.aside)
            except OSError as error:
                self.trouble = f"{self.folder} ({error.strerror})"
                return
            self.damage = ""
        self._write(self.folder / DRAFT, format_draft(draft).encode())

    def _write(self, path: Path, data: bytes) -> None:
        self.trouble = ""
        try:
            write_whole(path, data)
        except OSError as error:
            self.trouble = f"{path.parent} ({error.strerror})"
