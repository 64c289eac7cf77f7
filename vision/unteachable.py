"""Why nothing can be learnt from pictures that were said to show something."""

from typing import Final, Literal

from engine.errors import InputError

Kind = Literal["unseen", "misread", "alike", "heaped", "outside", "small", "plain", "size"]
ABOUT_PIECES: Final[frozenset[Kind]] = frozenset({"unseen", "misread", "alike"})
"""What other pieces, or the same ones elsewhere, may mend; the rest is about board and camera."""


class UnteachableError(InputError):
    """A table's pictures do not show what the eye is to be taught.

    ``what`` are the ids that it is about: pieces where it is "unseen" on the bare board, "misread"
    as another, or "alike"; locations where these are "heaped" on each other, "outside" the picture
    or too "small" in it. ``at`` is where a piece lies: a location's id, or "space" and the number
    of an influence space. A board is "plain" that has too little on it to be found by; "size" is
    about a picture that is larger or smaller than that of the empty board.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the line that is read, and its facts
        self,
        file: str,
        place: str,
        expected: str,
        kind: Kind,
        what: tuple[str, ...] = (),
        at: str = "",
    ) -> None:
        """Keep the facts beside the line that a user sees."""
        super().__init__(file, place, expected)
        self.kind: Final = kind
        self.what: Final = what
        self.at: Final = at

    def __reduce__(self) -> tuple[type["UnteachableError"], tuple[object, ...]]:  # type: ignore[override]  # more parts
        """Pickle by all parts."""
        return type(self), (self.file, self.place, self.expected, self.kind, self.what, self.at)
