"""What a person can do for the eye, said beside the results while frames are read."""

from pathlib import Path

from companion.language import Language
from companion.messages import complain
from companion.words.camera import trouble_sentences, warning_sentences
from companion.words.names import Names
from vision.eye import Eye
from vision.reading import Reading, Trouble
from vision.table import Table


class Advice:
    """Advice on one table, on standard error, in one language."""

    def __init__(self, table: Table, language: str) -> None:
        """Nothing has been said yet; ``language`` is one of ``LANGUAGES``."""
        self._path = table.path
        self._names = Names(Language(language), table.board)
        self._before: tuple[Trouble, ...] = ()

    def on_table(self, eye: Eye) -> None:
        """Say what will be hard to read at this table."""
        told = warning_sentences(eye.warnings, eye.unlearnt, self._names, eye.dazzled)
        for sentence in told:
            complain(f"{self._path}: {sentence}")

    def on_frame(self, path: Path, reading: Reading) -> None:
        """Say in one line why a frame is not read, where it is not."""
        self._before = reading.troubles
        if reading.troubles:
            told = "; ".join(trouble_sentences(reading.troubles, self._names))
            complain(f"{path}: {told}")

    def on_change(self, path: Path, reading: Reading) -> None:
        """Say the same only where it is not the trouble of the frame before."""
        if reading.troubles != self._before:
            self.on_frame(path, reading)
