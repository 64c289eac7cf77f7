"""Files: what must be closed, what appears whole or not at all, and the tables that lie about."""

import errno
import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import Self


class Closing(ABC):
    """Something that a ``with`` block closes."""

    @abstractmethod
    def close(self) -> None:
        """Close it."""

    def __enter__(self) -> Self:
        """Use it in a ``with`` block, which closes it."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in an OSError that names none, such as that the disk is full."""
    try:
        yield
    except OSError as error:
        if error.errno is not None and error.filename is None:
            error.filename = str(path)
        raise


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, and its folder where there is none; raises OSError, the file as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    real = path.resolve()  # a link stays one
    begun = real.with_name(f"{real.name}.part")
    try:
        with naming(path), begun.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            shutil.copymode(real, begun)
        begun.replace(real)
    finally:
        begun.unlink(missing_ok=True)


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Give a path to write to; what was written there is moved to ``path`` once it is whole.

    Raises FileExistsError where there is a file already.
    """
    if path.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    begun = path.with_name(f"{path.name}.part")
    begun.unlink(missing_ok=True)
    try:
        with naming(path):
            yield begun
        begun.rename(path)
    except OSError as error:
        if error.filename == str(begun):
            error.filename = str(path)  # the name that whoever asked for it knows
        raise
    finally:
        begun.unlink(missing_ok=True)


def free_path(path: Path) -> Path:
    """Give a path, with a number before its suffix, from 2, where something has its name."""
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(one for one in chain([path], numbered) if not one.exists())


def tables_beside(table: Path) -> list[Path]:
    """List the file in force, be it there or not, and all beside it and in the folders there."""
    here = table.parent
    try:
        found = {*here.glob("*.toml"), *here.glob("*/table.toml")}
    except OSError:
        found = set()
    return sorted({table, *filter(_is_table, found)})


def _is_table(path: Path) -> bool:
    """Tell whether a file may be a table file: it teaches what a camera sees."""
    try:
        return "[camera]" in path.read_text(encoding="utf-8-sig").split()
    except (OSError, ValueError):
        return False
