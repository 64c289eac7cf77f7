"""What eyes have learnt, kept part by part: the next eye of a table learns only what is new.

A table is taught picture by picture, and an eye after each of them. What it learns from a picture
depends on that picture, on the board as it lies in the empty frame, and on what is said to lie
there: where these are the same as the last time, so is what is learnt.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeVar

from vision.table import Table

Part = TypeVar("Part")


@dataclass(frozen=True)
class Source:
    """All that an eye is learnt from: a table, and a hash of each of its pictures."""

    table: Table
    prints: Mapping[Path, bytes] = field(hash=False)

    @classmethod
    def of(cls, table: Table) -> "Source":
        return cls(table, {path: _print(path) for path in table.frames})


class Anew:
    """Keeps nothing: every part is learnt."""

    def part(
        self,
        name: str,  # noqa: ARG002 - for those that keep something
        learn: Callable[[], Part],
        frames: Iterable[Path] = (),  # noqa: ARG002 - the same
        words: Hashable = None,  # noqa: ARG002 - the same
    ) -> Part:
        """Give what ``learn`` does, or has learnt from the same pictures and words.

        ``frames`` are the pictures that it learns from besides the empty one, and ``words`` what is
        said of them. It learns in a sight that looks at the empty board, and leaves it so.
        """
        return learn()


ANEW: Final = Anew()


class Kept(Anew):
    """Keeps what was learnt last of each part, as it was before anything was read with it."""

    def __init__(self) -> None:
        self._parts: Final[dict[str, tuple[object, Any]]] = {}
        self._source: Source | None = None

    def begin(self, source: Source) -> "Kept":
        """Learn from a table next; give this one."""
        self._source = source
        return self

    def part(
        self,
        name: str,
        learn: Callable[[], Part],
        frames: Iterable[Path] = (),
        words: Hashable = None,
    ) -> Part:
        source = self._source
        if source is None:
            return learn()
        table, prints = source.table, source.prints
        where = table.board, table.corners_px
        whole = where, tuple(prints[path] for path in (table.empty, *frames)), words
        known = self._parts.pop(name, None)
        found: Part = known[1] if known is not None and known[0] == whole else learn()
        self._parts[name] = whole, deepcopy(found)  # what is given changes as it is used
        return found


def _print(path: Path) -> bytes:
    """Give a hash of a file; of one that cannot be read nothing is learnt, whatever is given."""
    try:
        return blake2b(path.read_bytes()).digest()
    except OSError:
        return b""
