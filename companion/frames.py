"""Frames from picture files, read in order, and advice beside the results."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from companion.language import Language, said
from companion.messages import complain, progress
from companion.words.eye import trouble_sentences, warning_sentences
from companion.words.names import names_of
from engine.errors import InputError
from vision.area_eye import AnyEye, eye_of
from vision.picture import load_picture
from vision.reading import Reading, Trouble
from vision.table import Table

NO_PLACES: Final = said(
    "the board file has no [{section}]: whatever lies there is taken for a hand"
)
NOT_TAUGHT: Final = said("the table file has no [{section}]: what that would teach is not read")


def teach_eye(table: Table) -> AnyEye:
    """Teach a table's eye; raises InputError.

    The error of a picture that cannot be used names its key in the table file.
    """
    try:
        return eye_of(table)
    except InputError as error:
        key = table.key_of(error.file)
        if key is None:
            raise
        raise InputError(str(table.path), key, str(error)) from None


class FrameFiles:
    """Picture files read in the order given; ``failed`` counts those that could not be."""

    def __init__(self, paths: Sequence[Path], eye: AnyEye) -> None:
        self._paths = paths
        self._eye = eye
        self.failed = 0

    def readings(self) -> Iterator[tuple[Path, Reading]]:
        """Yield each file with its reading; of one that cannot be read it is said why."""
        for count, path in enumerate(self._paths, 1):
            progress(f"frame {count} of {len(self._paths)}")
            try:
                reading = self._eye.read(load_picture(path), str(path))
            except InputError as error:
                self.failed += 1
                complain(str(error))
                continue
            progress("")
            yield path, reading
        progress("")


class Advice:
    """What a person can do for the eye, on standard error: of one table, in one language."""

    def __init__(self, table: Table, language: str) -> None:
        """Nothing has been said yet; ``language`` is one of ``LANGUAGES``."""
        self._table = table
        self._names = names_of(Language(language), table.board)
        self._before: tuple[Trouble, ...] = ()

    def on_table(self, eye: AnyEye) -> None:
        """Say what will be hard to read at this table."""
        for sentence in warning_sentences(eye.warnings, eye.unlearnt, self._names, eye.saturated):
            complain(f"{self._table.path}: {sentence}")
        for sentence in self._not_read():
            complain(f"{self._table.path}: {sentence}")

    def _not_read(self) -> Sequence[str]:
        """Say what no camera can read, as a file does not tell what there is."""
        table, board = self._table, self._table.board
        layout, single = board.layout, ((board.row, table.row), (board.tiles, table.tiles))
        taught = {one.group for one in table.groups}
        taught |= {group.id for group, lesson in single if group and lesson}
        places = [one.section for one in layout if one.section and not one.places]
        untaught = [one for one in layout if one.places and one.id not in taught]
        tables = [one.taught[0] for one in untaught if one.taught]
        each = ((NO_PLACES, places), (NOT_TAUGHT, tables))
        return [
            self._names.language.say(sentence, section=section.partition(".")[0])
            for sentence, sections in each
            for section in dict.fromkeys(sections)
        ]

    def on_frame(self, path: Path, reading: Reading) -> None:
        """Say in one line why a frame is not read, where it is not."""
        self._before = reading.troubles
        if reading.troubles:
            sentences = trouble_sentences(reading.troubles, self._names)
            complain(f"{path}: {'; '.join(sentences)}")

    def on_change(self, path: Path, reading: Reading) -> None:
        """Say the same only where it is not the trouble of the frame before."""
        if reading.troubles != self._before:
            self.on_frame(path, reading)
