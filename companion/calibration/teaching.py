"""What a game says of its board and pieces, so that the steps of calibration can ask for them.

Sentences come from the game, as they speak of its things. Where a game has no such part, the steps
that ask for it are left out.
"""

import math
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final

from companion.calibration.draft import CIRCLE, RECTANGLE, Draft, Point, Records, Rows
from companion.language import Language, Saying, said
from companion.words.names import Names, names_of
from engine.board import Board
from engine.errors import InputError
from engine.games import format_board, parse_board
from engine.layout import Area, Place, SlotGroup, Spot
from vision.proposing.borders import roomiest

Destinations = Callable[[int, Collection[int]], Sequence[int]]
"""Where a piece may stop that leaves a spot, others being occupied; all in the board's order."""
BOARD: Final = "board.toml"
NOTHING: Final = "–"
"""What is shown where nothing was written."""
LEAST_MM: Final = 2.0
"""No area is smaller, wherever fingers came down."""
LOWER_RIGHT: Final = said("Touch the lower right corner of the same place.")
NOT_LOWER_RIGHT: Final = said(
    "That is not to the lower right of the first corner. Touch the lower right corner of the same "
    "place. If the first corner is wrong, “{undo}” takes it back."
)
NOT_FARTHER: Final = said(
    "That is not to the right of the first place. Touch the lower right corner of the last one, on "
    "the far right. If the first place is wrong, “{undo}” takes its points back."
)
NOT_RIM: Final = said("That is too far from the middle touched last. Touch the rim around it.")
WIDEST: Final = 0.75
"""The largest radius of circles, in distances from one to another: beyond half of it they meet."""


@dataclass(frozen=True, eq=False)
class Regions:
    """Regions of a board whose names are asked for; one without a name is called ``unnamed``."""

    number: int
    title: Saying
    text: Saying
    unnamed: Saying


@dataclass(frozen=True, eq=False)
class Spots:
    """Printed spots, each for one piece, the same kinds in each region, if there are any.

    ``kinds`` are those of one region, or of the whole board, in the order in which they are asked
    for; in ``branching`` ones a piece that passes may take any line. A spot is called by the saying
    of its kind, which may use {region} and {number}, its own among those of its kind there.
    """

    title: Saying
    kinds: tuple[str, ...]
    called: Mapping[str, Saying]
    regions: Regions | None = None
    branching: frozenset[str] = frozenset()

    @property
    def number(self) -> int:
        return self.number_of_regions * len(self.kinds)

    @property
    def number_of_regions(self) -> int:
        """How many regions there are; a board without is one."""
        return self.regions.number if self.regions else 1

    @cached_property
    def free(self) -> frozenset[int]:
        """The numbers of those in which a piece that passes may take any line."""
        return frozenset(i for i in range(self.number) if self.kind(i) in self.branching)

    def are_shown(self, draft: Draft) -> bool:
        return draft.next_place is None

    def region(self, spot: int) -> int:
        return spot // len(self.kinds)

    def kind(self, spot: int) -> str:
        return self.kinds[spot % len(self.kinds)]

    def number_in_kind(self, spot: int) -> int:
        """Give the number of a spot among those of its kind in its region, from 1."""
        return spot % len(self.kinds) - self.kinds.index(self.kind(spot)) + 1

    def spot_called(self, words: Language, draft: Draft, spot: int) -> str:
        number, region = self.region(spot) + 1, draft.names[self.region(spot)]
        if self.regions and not region:
            region = words.say(self.regions.unnamed, number=number)
        values = {"region": region, "number": f"{self.number_in_kind(spot)}"}
        return words.say(self.called[self.kind(spot)], **values)


@dataclass(frozen=True, eq=False)
class Outlines:
    """Regions shown by their outlines, ``fewest`` to ``most`` of them: each is itself a spot."""

    title: Saying
    unnamed: Saying
    fewest: int
    most: int
    number: int = 0
    number_of_regions: int = 0
    free: frozenset[int] = frozenset()

    def are_shown(self, draft: Draft) -> bool:
        return len(draft.outlines) >= self.fewest

    def region(self, spot: int) -> int:
        return spot

    def kind(self, _: int) -> str:
        """Give the kind of a spot: they are of one kind, and drawn as discs."""
        return "region"

    def spot_called(self, words: Language, draft: Draft, spot: int) -> str:
        """Name a region, by its number where it has no name."""
        unnamed = words.say(self.unnamed, number=spot + 1)
        return draft.names[spot] or unnamed


@dataclass(frozen=True, eq=False)
class Trial:
    """How lines are tried; ``destinations`` are those of the game's rules on a board."""

    text: Saying
    others: Saying
    back: Saying
    destinations: Callable[[Board], Destinations]


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines that join the spots: how to show them, and what is said where some are missing.

    Where there is no ``trial`` it does not matter how a line goes on beyond a spot.
    """

    title: Saying
    text: Saying
    counted: Saying
    lonely: Saying
    apart: Saying
    trial: Trial | None = None


@dataclass(frozen=True, eq=False)
class Areas:
    """Areas printed beside the spots, shown by a few points each of which is asked for.

    ``step`` is the name of the step, ``key`` that in draft files, ``numbers`` how many numbers an
    area has there. ``made`` makes the areas of the points, all in mm. ``refusal`` says of some
    points why the last of them cannot be the one that was asked for, if so, and may name what
    takes points back, {undo}.
    """

    step: str
    key: str
    numbers: int
    title: Saying
    asks: tuple[Saying, ...]
    made: Callable[[Sequence[Point]], Rows]
    refusal: Callable[[Sequence[Point]], Saying | None]

    def are_shown(self, draft: Draft) -> bool:
        return bool(draft.rows(self.step))


@dataclass(frozen=True, eq=False)
class Field:
    """One value of a sheet: a text, digits alone where it is a ``number``, or one of ``choices``.

    ``title`` names it. ``choices`` gives what each may be with how that is called.
    """

    title: Callable[[Names], str]
    number: bool = False
    choices: Callable[[Draft, Language], Sequence[tuple[str, str]]] | None = None


@dataclass(frozen=True, eq=False)
class Sheet:
    """Facts that no camera sees, to be checked or written: one record, or with ``add`` several.

    ``begin`` gives the records to begin with, ``refusal`` what is wrong with them. The first field
    names a record.
    """

    step: str
    title: Saying
    text: Saying
    fields: tuple[Field, ...]
    begin: Callable[[], Records]
    refusal: Callable[[Draft, Language], str | None]
    add: Saying | None = None

    def is_written(self, draft: Draft) -> bool:
        return self.step in draft.sheets and self.refusal(draft, Language()) is None

    def records(self, draft: Draft) -> Records:
        """Give what is written, or what there is to begin with."""
        return draft.sheets.get(self.step) or self.begin()


@dataclass(frozen=True, eq=False)
class Arrangement:
    """Pieces that lie in a known order, for a picture of each of their classes.

    ``step`` is the name of the step, ``group`` the slot group that it fills: its ``number`` places,
    named by ``areas``, with its classes, each named by ``called``. Where each class is there
    ``once``, two change places. What lies where can be changed from what ``begin`` proposes, or
    else one class after the other; where places have no names it is fixed, and ``text`` says the
    {order}. The places of ``numbered`` ones have numbers, which a picture shows. ``key`` and
    ``list_key`` are those in draft files, which say what lies there by ``words``, or by number
    (below ``most``) where there are none. With ``more`` it is a further picture of a group of which
    an arrangement before it has shown other classes.
    """

    step: str
    group: str
    key: str
    list_key: str
    title: Saying
    text: Saying
    number: int
    once: bool
    words: tuple[str, ...]
    called: Callable[[Names, str], str]
    areas: Callable[[Language], Sequence[str]] | None = None
    most: int = 0
    begin: Callable[[Board], Sequence[int]] | None = None
    numbered: bool = False
    more: bool = False

    def is_shown(self, draft: Draft) -> bool:
        return self.step in draft.shown

    def group_on(self, board: Board) -> SlotGroup:
        """Find the slot group on a board; it has no places where that does not say where."""
        return next(group for group in board.layout if group.id == self.group)


@dataclass(frozen=True, eq=False)
class Pieces:
    """The pieces of the players: how many colours a game needs, and pieces of each are shown."""

    fewest: int
    each: int
    colours_title: Saying
    colours_text: Saying
    too_few: Saying
    title: Saying
    put: Saying
    move: Saying
    several: Saying


@dataclass(frozen=True, eq=False)
class Teaching:
    """All that one game says; ``made_of`` makes its board of a draft, whole or not."""

    spots: Spots | Outlines
    pieces: Pieces
    made_of: Callable[[Draft], Board]
    lines: Lines | None = None
    areas: tuple[Areas, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    arrangements: tuple[Arrangement, ...] = ()

    @cached_property
    def blank(self) -> Draft:
        return Draft(names=("",) * self.spots.number_of_regions, places=(None,) * self.spots.number)

    @cached_property
    def game(self) -> str:
        return self.made_of(self.blank).game

    def names(self, words: Language, draft: Draft) -> Names:
        return names_of(words, self.made_of(draft))

    def board_text(self, draft: Draft) -> str:
        """Write the board file of a draft; what is not whole is refused where it is read.

        Raises InputError where it contradicts itself, as a damaged one may.
        """
        if draft.known is not None:
            return draft.known
        try:
            return format_board(self.made_of(draft))
        except (ValueError, LookupError) as error:
            raise InputError(BOARD, "", "expected parts that fit together") from error

    def board(self, draft: Draft) -> Board:
        """Make a board of a draft; raises InputError where that is not whole or not consistent."""
        return parse_board(self.board_text(draft), BOARD)

    def board_or_none(self, draft: Draft) -> Board | None:
        """Make a board of a draft, if it makes one; it is not made anew at once."""
        return _board(self, draft)


def places_of_pieces(board: Board) -> tuple[Place, ...]:
    """List the places where players' pieces stand: the spots, or the areas of all such groups."""
    groups = [group for group in board.areas if group.players] or [board.pieces]
    return tuple(place for group in groups for place in group.places)


def middle_of(place: Place) -> Point:
    """Find where on a place (mm) a piece has most room."""
    if isinstance(place, Spot):
        return place.at_mm
    if isinstance(place, Area):
        return roomiest(place.outline_mm)[0]
    x, y, width, height = place.box_mm
    return x + width / 2, y + height / 2


def identifiers(names: Iterable[str], unnamed: str, taken: Collection[str] = ()) -> list[str]:
    """Give each thing an id, after its name where that can be, else after its number."""
    idents: list[str] = []
    for number, name in enumerate(names, 1):
        plain = unicodedata.normalize("NFKD", name.lower())
        kept = "".join(
            one if one.isascii() and one.isalnum() else "-"
            for one in plain
            if not unicodedata.combining(one)
        )
        ident = kept.strip("-") or f"{unnamed}-{number}"
        while ident in idents or ident in taken:
            ident += f"-{number}"
        idents.append(ident)
    return idents


def row(step: str, key: str, title: Saying, asks: tuple[Saying, ...], number: int) -> Areas:
    """Ask for a row of rectangles by two corners of the first, and the lower right of the last."""

    def made(points: Sequence[Point]) -> Rows:
        (left, top), (right, low), (last, end) = points
        width, height = max(LEAST_MM, right - left), max(LEAST_MM, low - top)
        across, down = (last - right) / (number - 1), (end - low) / (number - 1)
        return tuple((left + i * across, top + i * down, width, height) for i in range(number))

    def refusal(points: Sequence[Point]) -> Saying | None:
        if len(points) == len(asks) and points[-1][0] <= points[1][0]:
            return NOT_FARTHER
        return _no_corners(points)

    return Areas(step, key, RECTANGLE, title, asks, made, refusal)


def boxes(step: str, title: Saying, first: Saying, following: Saying, number: int) -> Areas:
    """Ask for rectangles by two corners of the first, and the upper left ones of the others."""

    def made(points: Sequence[Point]) -> Rows:
        (left, top), (right, low), *others = points
        size = max(LEAST_MM, right - left), max(LEAST_MM, low - top)
        return tuple((*corner, *size) for corner in ((left, top), *others))

    asks = (first, LOWER_RIGHT, *(following,) * (number - 1))
    return Areas(step, f"{step}_mm", RECTANGLE, title, asks, made, _no_corners)


def circles(step: str, title: Saying, middle: Saying, rim: Saying, number: int) -> Areas:
    """Ask for circles by their middles and, last, a point on the last one's rim."""

    def made(points: Sequence[Point]) -> Rows:
        *middles, on_rim = points
        radius = max(LEAST_MM, math.dist(middles[-1], on_rim))
        return tuple((x, y, radius) for x, y in middles)

    def refusal(points: Sequence[Point]) -> Saying | None:
        if len(points) <= number:
            return None
        *middles, on_rim = points
        pairs = combinations(middles, 2)
        apart = min((math.dist(*pair) for pair in pairs), default=math.inf)
        return NOT_RIM if math.dist(middles[-1], on_rim) > WIDEST * apart else None

    asks = (*(middle,) * number, rim)
    return Areas(step, f"{step}_mm", CIRCLE, title, asks, made, refusal)


def _no_corners(points: Sequence[Point]) -> Saying | None:
    """Refuse a second point that is no lower right corner, where the first is the upper left."""
    if len(points) != 2:  # noqa: PLR2004 - the two corners of a rectangle
        return None
    (left, top), (right, low) = points
    return None if right > left and low > top else NOT_LOWER_RIGHT


def tenths(rows: Rows) -> Rows:
    """Round areas to tenths of a millimetre, as board files have them."""
    return tuple(tuple(round(number, 1) for number in row) for row in rows)


@lru_cache(maxsize=4)
def _board(teaching: Teaching, draft: Draft) -> Board | None:
    try:
        return teaching.board(draft)
    except InputError:
        return None
