"""A zip that came from somebody else: only the parts that belong there, only up to their sizes.

Nothing is written anywhere: parts are read into memory, one by one.
"""

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from zipfile import BadZipFile, ZipFile, ZipInfo

from companion.files import Closing
from engine.errors import InputError
from engine.fields import parse_object

ENCRYPTED: Final = 1
"""The flag of an entry that needs a password."""
MEGABYTE: Final = 2**20
LARGEST: Final = 1024 * MEGABYTE
"""Of all parts together, unpacked: a game with all pictures has some 30 MB."""
MOST_PARTS: Final = 20_000
"""A game has some 200 events, with six parts of evidence each."""
BROKEN: Final = (
    BadZipFile,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What reading a damaged, encrypted or strange zip raises."""


class CheckedZip(Closing):
    """An open zip whose ``parts`` (their names) and their sizes have been checked."""

    def __init__(
        self,
        path: Path,
        what: str,
        required: Sequence[str],
        largest: Callable[[str], int | None],
        folders: Sequence[str] = (),
    ) -> None:
        """Open and check the zip of ``what`` there is; InputError if it is not as it should be.

        ``required`` are the parts that none goes without. ``largest`` tells how many bytes a part
        may have unpacked, None where no such part belongs there; ``folders`` may have entries.
        """
        self.path: Final = path
        self._what: Final = what
        self._largest: Final = largest
        with self._reading():
            self._zip: Final = ZipFile(path)
        try:
            self._entries: Final = self._checked(required, folders)
        except BaseException:
            self.close()
            raise

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self._entries)

    def close(self) -> None:
        self._zip.close()

    def read(self, name: str) -> bytes:
        """Read one part; never more of it than its entry says, which has been checked."""
        with self._reading(name), self._zip.open(self._entries[name]) as part:
            return part.read()

    def text(self, name: str) -> str:
        """Read a part that is a text; raises InputError where it is none."""
        try:
            return self.read(name).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise self.error(name, "expected UTF-8 text") from None

    def object(self, name: str) -> dict[str, object]:
        """Read a part that is a JSON object; raises InputError where it is none."""
        return parse_object(self.read(name), str(self.path), name)

    def error(self, part: str, expected: str) -> InputError:
        """Say what is wrong with a part, or, with the empty name, with all of it."""
        return InputError(str(self.path), part, expected)

    def _checked(self, required: Sequence[str], folders: Sequence[str]) -> dict[str, ZipInfo]:
        parts: dict[str, ZipInfo] = {}
        entries = self._zip.infolist()
        if len(entries) > MOST_PARTS:
            raise self.error("", f"expected at most {MOST_PARTS} parts, found {len(entries)}")
        for entry in entries:
            if entry.filename in folders:
                continue
            self._check(entry)
            if entry.filename in parts:
                raise self.error(entry.filename, "this part is there twice")
            parts[entry.filename] = entry
        if sum(entry.file_size for entry in parts.values()) > LARGEST:
            raise self.error("", f"expected at most {LARGEST} bytes unpacked")
        for name in required:
            if name not in parts:
                raise self.error(name, "this part is missing")
        return parts

    def _check(self, entry: ZipInfo) -> None:
        name = entry.filename
        largest = self._largest(name)
        if largest is None:
            wrong = f"a {self._what}'s file has no such part"
            raise self.error(ascii(name)[:80], wrong)
        if entry.flag_bits & ENCRYPTED:
            raise self.error(name, "expected a part that is not encrypted")
        if entry.file_size > largest:
            raise self.error(name, f"expected at most {largest} bytes unpacked")

    @contextmanager
    def _reading(self, name: str = "") -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise self.error(name, "no such file") from None
        except BROKEN as error:
            why = error.strerror if isinstance(error, OSError) else None
            whole = f"broken, or no zip of a {self._what}"
            raise self.error(name, f"cannot be read ({why})" if why else whole) from None
