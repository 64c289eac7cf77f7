"""Frames from picture files, for the commands that read them in order."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.messages import complain, progress
from engine.errors import InputError
from vision.eye import Eye
from vision.picture import load_picture
from vision.reading import Reading


class FrameFiles:
    """Picture files read in the order given; ``failed`` counts those that could not be."""

    def __init__(self, paths: Sequence[Path], eye: Eye) -> None:
        """Take the files and the eye that was taught their table."""
        self._paths = paths
        self._eye = eye
        self.failed = 0

    def readings(self) -> Iterator[tuple[Path, Reading]]:
        """Yield each file with its reading; one that cannot be read is told and left out."""
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
