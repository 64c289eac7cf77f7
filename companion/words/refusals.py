"""Why the eye refuses to learn from a picture, and what helps, in the reader's language."""

from collections.abc import Mapping
from typing import Final

from companion.language import Saying, said
from companion.words.names import Names
from engine.board import INFLUENCE_KINDS
from engine.errors import InputError
from vision.unteachable import ABOUT_PIECES, Kind, UnteachableError

REASONS: Final[Mapping[Kind, Saying]] = {
    "unseen": said("{one} is not to be seen on {at}"),
    "misread": said("{one} looks like {other} on {at}"),
    "alike": said("{one} and {other} cannot be told apart"),
    "heaped": said("{one} and {other} lie at the same place"),
    "outside": said("{one} would lie outside the picture"),
    "small": said("{one} is too small in the picture: bring the camera nearer"),
    "plain": said("too little is seen between the corners to find the board by"),
    "size": said("the camera’s pictures have another size than before"),
}
SPACE_PREFIX: Final = "space "
SPACE: Final = said("influence space {number}")
OTHER_PICTURE: Final = said("This picture does not do: {why}. Is everything where it is shown?")
OTHER_STEP: Final = said("This does not work yet: {why}. Go back to the step about it.")


def refusal_sentences(error: InputError | OSError, names: Names) -> str:
    """Say why nothing was learnt, and what to do."""
    pieces = isinstance(error, UnteachableError) and error.kind in ABOUT_PIECES
    return names.language.tell(OTHER_PICTURE if pieces else OTHER_STEP, {"why": why(error, names)})


def why(error: InputError | OSError, names: Names) -> str:
    """Say what is wrong, without the file of which the owner knows nothing."""
    if isinstance(error, OSError):
        return f"{error.filename} ({error.strerror})"
    if not isinstance(error, UnteachableError):
        return ": ".join(part for part in (error.place, error.expected) if part)
    called = [_called(one, names) for one in error.what]
    values = dict(zip(("one", "other"), called, strict=False))
    return names.language.tell(REASONS[error.kind], {**values, "at": _called(error.at, names)})


def _called(ident: str, names: Names) -> str:
    """Name a location, an influence space by its number, a kind of tile or a merchant."""
    if ident in names.board.index:
        return names.location(ident)
    if ident.startswith(SPACE_PREFIX):
        return names.language.tell(SPACE, {"number": ident.removeprefix(SPACE_PREFIX)})
    return names.tiles_of(ident, 1) if ident in INFLUENCE_KINDS else names.colour(ident)
