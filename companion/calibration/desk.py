"""The desk on which a draft is worked on, until it becomes a board and a table with pictures.

Each change is on the disk before it is shown.
"""

from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.boards.known import keep_board, name_of
from companion.boards.pack import jpeg
from companion.calibration.draft import PIECES, Draft
from companion.calibration.draft_file import format_draft, parse_draft, table_text
from companion.calibration.teaching import BOARD, Teaching
from companion.files import write_whole
from engine.errors import InputError
from vision.area_eye import AnyEye, eye_of
from vision.kept import Kept, Source
from vision.picture import load_picture
from vision.proposing.flat import Flat, flatten
from vision.reading import Image
from vision.table import load_table

DRAFT: Final = "draft.json"
ASIDE: Final = "draft-{}.json"
"""What a draft that cannot be read is called when another takes its place."""
FRAMES: Final = "frames"
BY_PICTURE: Final = ("known", "board", PIECES, "proof")
"""Steps that hold for one position of the camera only, as all arrangements do."""
TABLE: Final = "table.toml"
MOST_OF_A_NAME: Final = 99
"""Boards of one name that are told apart by a number; more of them nobody teaches."""


class Desk:
    """Keeps a draft and its pictures in a folder of their own.

    ``trouble`` is why the last change could not be kept, empty while all is well: then the work
    goes on, but is lost with the power. ``damage`` is why the draft that lies there cannot be
    read, empty where it can; it is laid ``aside`` before anything is written in its place. ``flat``
    is the board from above as it was last seen, with all that this depends on.
    """

    def __init__(self, folder: Path, game: Teaching) -> None:
        self.folder: Final = folder
        self.game: Final = game
        self.trouble = ""
        self.damage = ""
        self.flat: tuple[object, Flat] | None = None
        self._undone: Final[list[Draft]] = []
        self._pictures: Final[dict[str, Image]] = {}
        self._learnt: tuple[Source, AnyEye] | None = None
        self._kept = Kept()
        self._draft = self._found()

    @property
    def draft(self) -> Draft:
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
        """Begin a step: what was said before it is not undone in it."""
        self._undone.clear()

    def change(self, draft: Draft) -> None:
        if draft != self._draft:
            self._undone.append(self._draft)
            self._take(draft)

    def undo(self) -> None:
        if self._undone:
            self._take(self._undone.pop())

    def clear(self) -> None:
        """Begin from nothing; pictures stay until others take their names."""
        self.begin()
        self._learnt, self._kept = None, Kept()
        self._take(self.game.blank)

    def retake(self, empty: str) -> None:
        """Take another picture of the empty board: what was seen in other pictures is void."""
        self.change(self._retaken(empty))

    def keep_picture(self, name: str, picture: Image) -> str:
        """Keep a picture (BGR, 8 bits) and give the name that a draft knows it by.

        A picture of that name is replaced.
        """
        found = f"{FRAMES}/{name}.png"
        self._pictures[found] = picture
        self.flat = self._learnt = None
        _, coded = cv2.imencode(".png", picture)
        self._write(self.folder / found, coded.tobytes())
        return found

    def picture(self, name: str | None = None) -> Image:
        """Give a picture that was kept, unless named that of the empty board.

        Raises InputError where it is gone or broken.
        """
        name = self._draft.empty or "" if name is None else name
        if name not in self._pictures:
            self._pictures[name] = load_picture(self.folder / name)
        return self._pictures[name]

    def forget_lost(self) -> bool:
        """Forget pictures that are gone or broken; tell whether there were any.

        What was seen in them is forgotten too, and the steps that took them are open again.
        """
        gone = set()
        for name in self._draft.pictures:
            try:
                load_picture(self.folder / name)
            except InputError:
                self._pictures.pop(name, None)
                gone.add(name)
        if not gone:
            return False
        draft = self._draft
        if draft.empty in gone:
            draft = self._retaken(None).reopened("view")
        if any(sample.frame in gone for sample in draft.samples):
            draft = replace(draft, samples=()).reopened(PIECES, "proof")
        kept = {step: one for step, one in draft.shown.items() if one.frame not in gone}
        self.begin()
        self._take(replace(draft, shown=kept).reopened(*(draft.shown.keys() - kept)))
        return True

    def _retaken(self, empty: str | None) -> Draft:
        """Forget what holds for one position of the camera only, but for the picture ``empty``."""
        steps = (*BY_PICTURE, *(one.step for one in self.game.arrangements))
        seen = replace(self._draft, empty=empty, corners_px=None, samples=(), shown={})
        return seen.reopened(*steps)

    def write(self, draft: Draft, table: Path) -> Path:
        """Write board, table and pictures where ``table`` is to be, and give that path.

        One that is called otherwise than usual has a folder of its own for the rest, as there may
        be others beside it. Raises InputError for a draft that makes no board, OSError where the
        disk refuses.
        """
        board = self.game.board(draft)
        folder, rest = table.parent, "" if table.name == TABLE else f"{table.stem}-files/"
        for frame in draft.pictures:
            here, there = self.folder / frame, folder / f"{rest}{frame}"
            if here != there:  # a picture that is just being taken anew is not written over
                write_whole(there, here.read_bytes())
        write_whole(folder / f"{rest}{BOARD}", self.game.board_text(draft).encode())
        write_whole(table, table_text(draft, board, self.game, rest).encode())
        return table

    def learnt(self, draft: Draft) -> AnyEye:
        """Teach an eye from the files as they will be; they lie in the desk's folder.

        What was learnt last is given again while neither they nor the pictures change, since the
        last step proves what the one before it has learnt. Of what has changed only that is taught
        anew: each step takes one more picture, and to learn from all of them takes seconds.

        Raises InputError where the pictures do not show what they are said to, OSError where the
        disk refuses.
        """
        source = Source.of(load_table(self.write(draft, self.folder / TABLE)))
        known, kept = self._learnt, self._kept
        if known is not None and known[0] == source:
            return known[1]
        self._learnt = known = None  # two eyes at once take much memory
        eye = eye_of(source.table, kept.begin(source))
        if Source.of(source.table) == source:
            self._learnt = source, eye
        else:  # a picture was taken while others were learnt from: it may be any that was seen
            self._kept = Kept()
        return eye

    def save(self, draft: Draft, table: Path) -> None:
        """Write board and table where ``table`` is to be, and keep the board, to be recognised.

        Nothing of the desk is changed. Raises InputError or OSError, each of one line.
        """
        self.write(draft, table)
        if draft.known is None:
            self._keep_board(draft)

    def _keep_board(self, draft: Draft) -> None:
        """Keep a board that was taught; one of the same name that is another stays beside it."""
        picture = jpeg(flat_of(draft, self.picture(draft.empty)).picture)
        name, text = name_of(self.game.board(draft)), self.game.board_text(draft)
        for number in range(1, MOST_OF_A_NAME):
            with suppress(InputError):
                keep_board(name if number == 1 else f"{name}-{number}", text, picture)
                return

    def _found(self) -> Draft:
        path = self.folder / DRAFT
        try:
            return parse_draft(path.read_bytes(), str(path), self.game)
        except (FileNotFoundError, NotADirectoryError):
            pass
        except (InputError, OSError) as error:
            self.damage = str(error)
        return self.game.blank

    def _take(self, draft: Draft) -> None:
        self._draft = draft
        if self.damage:
            try:
                (self.folder / DRAFT).rename(self.aside)
            except OSError as error:
                self.trouble = f"{self.folder} ({error.strerror})"
                return
            self.damage = ""
        self._write(self.folder / DRAFT, format_draft(draft, self.game).encode())

    def _write(self, path: Path, data: bytes) -> None:
        self.trouble = ""
        try:
            write_whole(path, data)
        except OSError as error:
            self.trouble = f"{path.parent} ({error.strerror})"


def flat_of(draft: Draft, picture: Image) -> Flat:
    """See the board of a draft from straight above, where it is known how it lies."""
    assert draft.corners_px is not None  # noqa: S101 - steps that need it come after that one
    assert draft.size_mm is not None  # noqa: S101 - the same
    return flatten(picture, np.array(draft.corners_px), draft.size_mm)
