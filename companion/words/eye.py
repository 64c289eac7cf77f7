"""What the eye has to say: why it does not read or learn, and what will be hard to read."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.language import Saying, counted, said
from companion.words.names import Names, capitalised
from engine.errors import InputError
from vision.reading import Side, Trouble
from vision.table import ABOUT_PIECES, UnteachableError
from vision.teaching import Confusion

MOST: Final = 8
"""Confusions that are named; a table with more of them needs other light, not a longer list."""
TROUBLES: Final[Mapping[str, Saying]] = {
    "dark": said("too dark to see the board: switch on a lamp, or give the table more light"),
    "bright": said("too bright to see the board: dim the lamp, or turn it away from the board"),
    "blurred": said("out of focus: focus the camera, clean its lens, and keep it from shaking"),
    "cut-off": said(
        "the board is cut off {sides}: move the camera or the board until all of it is in view"
    ),
    "covered": said("most of the board is covered: take away what is between it and the camera"),
    "foreign": said(
        "the board is not recognised: put the one that was taught there, all of it in view, "
        "or set up board and camera again"
    ),
    "glare": said("a lamp is reflected in the board: move the lamp or the camera"),
    "low": said("the camera looks from the side: hang it higher, above the middle of the board"),
}
SIDES: Final[Mapping[Side, Saying]] = {
    "top": said("at the top"),
    "left": said("on the left"),
    "right": said("on the right"),
    "bottom": said("at the bottom"),
}
HARD_TO_SEE: Final = said(
    "{player} is hard to see on {at}: give the board more and more even light, "
    "and check on the screen what is read there"
)
HARD_EVERYWHERE: Final = said(
    "{player} is hard to see on this board: give it more and more even light, "
    "or play with another colour"
)
HARD_TO_TELL: Final = said(
    "{player} and {other} are hard to tell apart: give the board more light, "
    "or play with other colours"
)
PAIRS_HARD_TO_TELL: Final = said(
    "{pairs} are hard to tell apart: give the board more light, or play with other colours"
)
MORE: Final = counted(
    "{number} more warning like these", "{number} more warnings like these", "number"
)
GUESSED: Final = said(
    "pieces stood on {places} when the board was taught: "
    "how these locations look when empty is only guessed"
)
MIRRORED: Final = said(
    "a lamp was reflected on {places} when the board was taught: move the lamp or the camera, "
    "and set up board and camera again"
)
REASONS: Final[Mapping[str, Saying]] = {
    "unseen": said("{one} can’t be seen on {at}"),
    "nowhere": said("{one} can’t be seen"),
    "misread": said("{one} looks like {other} on {at}"),
    "alike": said("{one} and {other} cannot be told apart"),
    "heaped": said("{one} and {other} are in the same place"),
    "outside": said("{one} would lie outside the picture"),
    "small": said("{one} is too small in the picture: bring the camera nearer"),
    "plain": said("too little can be seen between the corners to recognise the board"),
    "size": said(
        "the camera’s pictures have a different size than before (photograph the empty board again)"
    ),
}
SPACE_PREFIX: Final = "space "
"""How the eye names the place of a single tile, before its number."""
OTHER_PICTURE: Final = said("This picture can’t be used: {why}. Is everything where it is shown?")
OTHER_STEP: Final = said("This does not work yet: {why}. Go back to the step about it.")


def trouble_sentences(troubles: Sequence[Trouble], names: Names) -> list[str]:
    """Say what is wrong with a frame and what helps, a sentence each."""
    words = names.language
    sides = [words.say(SIDES[one.side]) for one in troubles if one.side is not None]
    filled = {"sides": names.all_of(sides)}
    return [
        words.say(TROUBLES[kind], **filled) for kind in dict.fromkeys(one.kind for one in troubles)
    ]


def trouble_in_short(troubles: Sequence[Trouble], names: Names) -> str:
    """Say what is wrong with a frame in a few words, without what helps."""
    text = names.language.say(TROUBLES[troubles[0].kind], sides="")
    return text.split(":")[0].strip()


def warning_sentences(
    confusions: Sequence[Confusion],
    unlearnt: Sequence[str],
    names: Names,
    saturated: Sequence[str] = (),
) -> list[str]:
    """Say what will be hard to read at this table, a sentence each; the worst comes first.

    ``unlearnt`` are the locations that could not be learnt, ``saturated`` those that a highlight
    hid.
    """
    words = names.language
    places: dict[tuple[str, ...], list[str]] = {}
    for one in confusions[:MOST]:
        places.setdefault(one.colours, []).extend(filter(None, [one.location]))
    pairs = [colours for colours in places if len(colours) > 1]
    sentences = []
    for colours, at in places.items():
        if len(pairs) == 1 or colours not in pairs:
            sentences.append(_confusion_sentence(colours, at, names))
        elif colours == pairs[0]:  # what helps is the same for all of them
            called = ("/".join(_one_called(one, names) for one in pair) for pair in pairs)
            sentences.append(words.say(PAIRS_HARD_TO_TELL, pairs=names.all_of(called)))
    if left := len(confusions[MOST:]):
        sentences.append(words.say(MORE, number=left))
    if unlearnt:
        sentences.append(words.say(GUESSED, places=names.all_of(map(names.place, unlearnt))))
    if saturated:
        sentences.append(words.say(MIRRORED, places=names.all_of(map(names.place, saturated))))
    return sentences


def _confusion_sentence(colours: Sequence[str], places: Sequence[str], names: Names) -> str:
    """Name one colour and the places, none for all of the board, or two colours."""
    first, *others = (_one_called(one, names) for one in colours)
    if others:
        return names.language.say(HARD_TO_TELL, player=first, other=others[0])
    if not places:
        return names.language.say(HARD_EVERYWHERE, player=first)
    return names.language.say(HARD_TO_SEE, player=first, at=names.all_of(places))


def _one_called(one: str, names: Names) -> str:
    place = names.place(one)
    return names.player(one) if place == one else capitalised(place)


def refusal_sentences(error: InputError | OSError, names: Names) -> str:
    """Say why nothing was learnt, and what to do."""
    pieces = isinstance(error, UnteachableError) and error.kind in ABOUT_PIECES
    return names.language.say(OTHER_PICTURE if pieces else OTHER_STEP, why=why(error, names))


def why(error: InputError | OSError, names: Names) -> str:
    """Say what is wrong, without the file of which the owner knows nothing."""
    if isinstance(error, OSError):
        return f"{error.filename} ({error.strerror})"
    if not isinstance(error, UnteachableError):
        return ": ".join(part for part in (error.place, error.expected) if part)
    called = [_called(one, names) for one in error.what]
    values = dict(zip(("one", "other"), called, strict=False))
    kind = "nowhere" if error.kind == "unseen" and not error.at else error.kind
    return names.language.say(REASONS[kind], **values, at=_called(error.at, names))


def _called(ident: str, names: Names) -> str:
    if ident in names.board.index:
        return names.place(ident)
    if ident.startswith(SPACE_PREFIX):
        number = int(ident.removeprefix(SPACE_PREFIX))
        return names.remark("space", {"number": number}) or ident
    return names.piece(ident)
