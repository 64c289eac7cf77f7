"""Whether a board that is known already lies there: then neither spots nor routes are asked for."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.boards.known import KnownBoard, known_boards
from companion.calibration.desk import Desk
from companion.calibration.draft import Corners, Draft, Point, unfinished
from companion.calibration.photo_page import PhotoPage, Stop
from companion.calibration.step import Done
from companion.language import said
from companion.picture import Image
from companion.session.session import Task
from companion.ui.guided_photo import GuidedPhoto, Stroke
from companion.ui.menu import Row
from engine.errors import InputError
from vision.art_search import recognise

if TYPE_CHECKING:
    from companion.session.session import Session

Known = tuple[KnownBoard, Corners]
LOOKING: Final = said("Looking whether this board is known…")
RECOGNISED: Final = said("This board is known: {name}. Does the line run around it?")


class KnownPage(PhotoPage):
    """Shows which board was recognised; where none was, the owner shows where it lies."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Take up the picture of the empty board; raises InputError where it is gone."""
        super().__init__(session, desk, done)
        self._image: Final = desk.picture(desk.draft.empty or "")
        self._board: KnownBoard | None = None
        self._corners: Corners | None = None

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("A known board")

    def waiting(self) -> str:
        """Say what takes a moment."""
        return self.session.words.tell(LOOKING, {})

    @property
    def image(self) -> Image:
        """The picture of the empty board."""
        return self._image

    def task(self) -> Task[Known | None]:
        """Compare the picture with all known boards; give way where it is none of them."""

        def taken(found: Known | None) -> None:
            if found is None:
                self._is_another()
            else:
                self.propose(*found)

        return Task(self, partial(_recognised, self._image), taken)

    def propose(self, board: KnownBoard, corners: Corners) -> None:
        """Ask whether it is this board, with its corners there (pixels of the picture)."""
        self._board, self._corners, self.prepared = board, corners, True

    def stops(self) -> Sequence[Stop]:
        """Agree, or say that it is another."""
        say = self.session.words.say
        return [
            Stop("go-on", self._agree, Row(say("Yes, go on"))),
            Stop("other", self._is_another, Row(say("No, another board"))),
        ]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show the outline that was found."""
        del stop
        corners: Sequence[Point] = self._corners or ()
        around = zip(corners, (*corners[1:], *corners[:1]), strict=True)
        name = self._board.board.name if self._board else ""
        text = self.session.words.tell(RECOGNISED, {"name": name})
        strokes = tuple(Stroke(start, end) for start, end in around)
        frame = self.desk.draft.empty or ""
        return GuidedPhoto(frame, self._image, text, strokes=strokes, rows=rows, chosen=chosen)

    def _agree(self) -> None:
        """Take the board as it is known; what was told of another one is forgotten."""
        if self._board is None:
            return
        draft, board = self.desk.draft, self._board.board
        begun = Draft(empty=draft.empty, colours=draft.colours, finished=draft.finished)
        self.desk.change(
            replace(
                begun,
                known=self._board.text,
                name=board.name,
                size_mm=board.size_mm,
                corners_px=self._corners,
            )
        )
        self.done()

    def _is_another(self) -> None:
        """Let the owner show a board that is not known from here on."""
        draft = self.desk.draft
        if draft.known is not None:
            begun = Draft(empty=draft.empty, colours=draft.colours, finished=draft.finished)
            self.desk.change(unfinished(begun, "board"))
        self.done()


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
