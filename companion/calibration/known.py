"""Whether a board that is known already lies there: then nothing printed on it is asked for."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from companion.boards.known import KnownBoard, known_boards
from companion.calibration.draft import Corners, unfinished
from companion.calibration.picture_page import PicturePage, Stop, around, empty_picture
from companion.calibration.step import Lesson, WaitPage
from companion.language import said
from companion.picture import Image
from companion.session.session import Page
from companion.ui.guided_photo import Stroke
from engine.errors import InputError
from vision.art_search import recognise

Known = tuple[KnownBoard, Corners]
LOOKING: Final = said("Looking whether this board is known…")
RECOGNISED: Final = said("This board is known: {name}. Does the line run around it?")


class KnownPage(PicturePage):
    """Shows which board was recognised; the owner says whether it is that one."""

    def __init__(self, lesson: Lesson, board: KnownBoard, corners: Corners) -> None:
        """Ask whether it is this board, with its corners there (pixels of the picture)."""
        super().__init__(lesson, *empty_picture(lesson.desk))
        self._board: Final = board
        self._corners: Final = corners

    def asks(self) -> str:
        """Ask whether the outline is right."""
        return self.words.tell(RECOGNISED, {"name": self._board.board.name})

    def stops(self) -> Sequence[Stop]:
        """Agree, or say that it is another."""
        say = self.words.say
        return [
            self.row("go-on", say("Yes, go on"), self._agree),
            self.row("other", say("No, another board"), partial(is_another, self.lesson)),
        ]

    def strokes(self, stop: str) -> Iterable[Stroke]:
        """Show the outline that was found."""
        del stop
        return around(self._corners)

    def _agree(self) -> None:
        """Take the board as it is known; what was said of another one is forgotten."""
        draft, board = self.desk.draft, self._board.board
        begun = replace(
            self.desk.game.blank,
            empty=draft.empty,
            colours=draft.colours,
            finished=draft.finished,
            known=self._board.text,
            name=board.name,
            size_mm=board.size_mm,
            corners_px=self._corners,
        )
        self.desk.change(begun)
        self.done()


def known_board_page(lesson: Lesson) -> Page:
    """Compare the picture with all known boards; give way where it is none of them."""

    def page(found: Known | None) -> Page | None:
        if found is not None:
            return KnownPage(lesson, *found)
        is_another(lesson)
        return None

    _, picture = empty_picture(lesson.desk)
    return WaitPage(lesson, LOOKING, partial(_recognised, picture), page)


def is_another(lesson: Lesson) -> None:
    """Let the owner show a board that is not known from here on."""
    desk = lesson.desk
    draft = desk.draft
    if draft.known is not None:
        begun = replace(
            desk.game.blank, empty=draft.empty, colours=draft.colours, finished=draft.finished
        )
        desk.change(unfinished(begun, "board"))
    lesson.done()


def _recognised(picture: Image) -> Known | None:
    """Find which of the known boards lies there, and where its corners are in the picture."""
    boards = {one.name: one for one in known_boards()}
    references = {}
    for name, board in boards.items():
        try:
            references[name] = board.reference()
        except InputError:  # a picture that is gone shows nothing
            continue
    found = recognise(picture, references)
    if found is None:
        return None
    one, two, three, four = ((float(x), float(y)) for x, y in found.corners)
    return boards[found.name], (one, two, three, four)
