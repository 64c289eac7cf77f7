"""Keeping account of readings against truth: counts, confusion, calibration, mistakes.

Truth is a folder's truth.jsonl (see the tables' README).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.sighting import SURE, sighting
from engine.board import INFLUENCE, LOCATIONS, RANKING, Board
from engine.errors import InputError
from engine.fields import Fields, parse_object
from engine.layout import Contents, Lying, Shape
from tools.account_areas import contents, known_names, names_of
from vision.reading import Reading

FILE: Final = "truth.jsonl"
"""The truth's name in its folder."""


@dataclass(frozen=True, slots=True)
class FrameTruth:
    """What is true of one frame; None where truth does not tell.

    ``file`` is its path within the folder, ``board`` the colour on each location that has a piece,
    ``occluded`` the locations of which a quarter or more is hidden. ``doubtful`` locations are
    hidden in part: whoever says nothing of them is right. ``ranking`` and ``influence`` have None
    for an empty slot. Of a board with areas ``lying`` tells what lies on the places of each slot
    group, in their order.
    """

    file: str
    board: Mapping[str, str] | None = None
    hand: bool | None = None
    occluded: frozenset[str] | None = None
    ranking: tuple[str | None, ...] | None = None
    influence: tuple[str | None, ...] | None = None
    doubtful: frozenset[str] = frozenset()
    lying: Mapping[str, Contents] = field(default_factory=dict)


def load_truth(folder: Path, board: Board) -> list[FrameTruth]:
    """Read the folder's truth.jsonl, one line a frame; keys that are not judged are skipped.

    Raises InputError when it is missing, tells of no frame, or a line is not as it should be.
    """
    path = folder / FILE
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise InputError(str(path), "", f"cannot be read ({error.strerror})") from None
    truths = [
        _frame(str(path), place, parse_object(line, str(path), place), board)
        for place, line in ((f"line {number}", raw) for number, raw in enumerate(lines, 1))
        if line.strip()
    ]
    if not truths:
        raise InputError(str(path), "", "expected at least one frame")
    return truths


def _frame(path: str, place: str, line: Mapping[str, object], board: Board) -> FrameTruth:
    fields = Fields(path, place, line)
    if board.areas:
        return FrameTruth(
            file=fields.text("file"),
            hand=_flag(fields, "hand"),
            occluded=_locations(fields, "occluded", board),
            lying=contents(board, line),
        )
    return FrameTruth(
        file=fields.text("file"),
        board=_pieces(fields, board),
        hand=_flag(fields, "hand"),
        occluded=_locations(fields, "occluded", board),
        ranking=_row(fields, "ranking", len(board.row_boxes)),
        influence=_row(fields, "influence", len(board.tile_circles)),
    )


def _pieces(fields: Fields, board: Board) -> Mapping[str, str] | None:
    there = fields.take("board") if fields.has("board") else None
    if there is None:
        return None
    if not isinstance(there, dict) or not all(isinstance(one, str) for one in there.values()):
        raise fields.error("board", "expected a colour for each location with a piece")
    _check_known(fields, "board", there, board)
    return there


def _flag(fields: Fields, key: str) -> bool | None:
    value = fields.take(key) if fields.has(key) else None
    if value is None or isinstance(value, bool):
        return value
    raise fields.error(key, "expected true or false")


def _locations(fields: Fields, key: str, board: Board) -> frozenset[str] | None:
    there = fields.take(key) if fields.has(key) else None
    if there is None:
        return None
    if not isinstance(there, list) or not all(isinstance(one, str) for one in there):
        raise fields.error(key, "expected a list of locations")
    _check_known(fields, key, there, board)
    return frozenset(there)


def _row(fields: Fields, key: str, count: int) -> tuple[str | None, ...] | None:
    """Take what lies in each slot; None where the board file has no slots to read."""
    there = fields.take(key) if fields.has(key) else None
    if there is None or not count:
        return None
    if not isinstance(there, list) or len(there) != count:
        raise fields.error(key, f"expected a list of {count}")
    return tuple(there)


def _check_known(fields: Fields, key: str, there: Iterable[str], board: Board) -> None:
    known = known_names(board) if board.areas else board.index
    for at in there:
        if at not in known:
            raise fields.error(key, f"the board has no location {at}")


EMPTY: Final = "empty"
"""What stands for a bare location where others are named by the colour of their piece."""
EDGES: Final = (0.9, 0.95, 0.99, 0.995, 0.999, 0.9999)
"""Where the bins of claimed probability meet; a probability on an edge belongs above it."""


class Held(StrEnum):
    """Why nothing is claimed of a location."""

    UNSURE = "unsure"
    HIDDEN = "hidden"
    LOST = "lost"


class Where(StrEnum):
    """How a location lies to what is not part of the game.

    Clear: no hand is in the picture. Beside: one is, but does not hide it. Under: a hand or a
    glare hides it, or part of it.
    """

    CLEAR = "clear"
    BESIDE = "beside"
    UNDER = "under"


@dataclass(frozen=True, slots=True)
class Judged:
    """One location: what is there, what is claimed, and the likeliest with its probability.

    ``near`` tells that the eye itself calls it covered by a hand or near one. ``likeliest`` is
    None, and the probability 0, where the board was not found. Of an area (``is_area``) all that is
    there is named together.
    """

    at: str
    where: Where
    there: str
    claimed: str
    likeliest: str | None
    probability: float
    near: bool
    is_area: bool = False

    @property
    def held(self) -> bool:
        """Tell whether nothing is claimed."""
        return self.claimed in set(Held)

    @property
    def right(self) -> bool:
        """Tell whether just what is there is claimed."""
        return self.claimed == self.there


@dataclass(frozen=True, slots=True)
class Bin:
    """The claims from ``low`` up to ``high``: how many, how many right, their mean probability."""

    low: float
    high: float
    total: int
    right: int
    mean: float


class Reliability:
    """Counts claims and how many were right, by the probability claimed."""

    def __init__(self) -> None:
        self._total: Counter[int] = Counter()
        self._right: Counter[int] = Counter()
        self._sum: defaultdict[int, float] = defaultdict(float)

    def add(self, probability: float, *, right: bool) -> None:
        """Count one claim of this probability (0 to 1)."""
        number = sum(probability >= edge for edge in EDGES)
        self._total[number] += 1
        self._right[number] += right
        self._sum[number] += probability

    @property
    def bins(self) -> tuple[Bin, ...]:
        """All bins from the least sure to the surest; the mean of one without claims is 0."""
        bounds = (0.0, *EDGES, 1.0)
        return tuple(
            Bin(
                bounds[i],
                bounds[i + 1],
                self._total[i],
                self._right[i],
                self._sum[i] / max(1, self._total[i]),
            )
            for i in range(len(EDGES) + 1)
        )

    def at_least(self, edge: float) -> tuple[int, int]:
        """Count the claims from ``edge`` (one of EDGES) upwards: how many, how many right."""
        above = [one for one in self.bins if one.low >= edge]
        return sum(one.total for one in above), sum(one.right for one in above)


@dataclass
class Account:
    """What was right and what was not, over any number of frames.

    ``counts`` has these keys: ``frames`` and ``found``; ``hands`` (frames of which truth tells),
    ``hands_right``, ``hands_false``, ``hands_missed``; ``hidden`` (locations that truth or the
    eye calls hidden) and ``hidden_right`` (both do); ``under`` and ``under_wrong`` (claimed as
    what is not there); ``ranking``, ``ranking_right``, ``influence``, ``influence_right``. For
    ``clear`` and ``beside`` each: the locations, and with ``_presence`` those right as empty or
    not, ``_exact`` right in colour too, ``_wrong``, ``_held`` (nothing claimed), ``_pieces`` and
    ``_colour`` (pieces, and those right in colour).

    ``troubles`` counts the frames in which the eye reported each kind of trouble.

    ``confusion`` counts (truth, claim) over clear locations. ``clear`` and ``beside`` compare
    claimed probabilities with what was right: of the locations beside a hand only those that the
    eye does not call near it. ``mistakes`` has a line for each.
    """

    counts: Counter[str] = field(default_factory=Counter)
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    clear: Reliability = field(default_factory=Reliability)
    beside: Reliability = field(default_factory=Reliability)
    troubles: Counter[str] = field(default_factory=Counter)
    mistakes: list[str] = field(default_factory=list)

    def add(self, truth: FrameTruth, reading: Reading, board: Board) -> None:
        """Judge one frame by what `dubsar read` says of it."""
        self.counts["frames"] += 1
        self.counts["found"] += reading.registered
        kinds = sorted({trouble.kind for trouble in reading.troubles})
        self.troubles.update(kinds)
        if kinds or not reading.registered:
            found = "board found" if reading.registered else "board not found"
            self.mistakes.append(f"{truth.file}: {', '.join((found, *kinds))}")
        self._add_hand(truth, reading)
        if board.areas:
            self._add_areas(truth, reading, board)
            return
        self._add_hidden(truth, reading, board)
        for one in judge(truth, reading, board):
            self._add_location(truth, one, found=reading.registered)
        if not truth.hand:
            for group, there in ((RANKING, truth.ranking), (INFLUENCE, truth.influence)):
                seen = reading.groups.get(group)
                self._add_tiles(group, truth, there, None if seen is None else seen.likeliest())

    def _add_areas(self, truth: FrameTruth, reading: Reading, board: Board) -> None:
        for one in judge_areas(truth, reading, board):
            self._add_location(truth, one, found=reading.registered)
        for group in board.layout:
            seen = reading.groups.get(group.id)
            if group.id in truth.lying and seen is not None and not truth.hand:
                part = RANKING if group.shape is Shape.ROW else INFLUENCE
                there = tuple(next(iter(one), None) for one in truth.lying[group.id])
                self._add_tiles(part, truth, there, seen.likeliest())

    def _add_hand(self, truth: FrameTruth, reading: Reading) -> None:
        if truth.hand is None:
            return
        right = reading.registered and reading.hand == truth.hand
        self.counts["hands"] += 1
        self.counts["hands_right"] += right
        self.counts["hands_false"] += reading.hand and not truth.hand
        self.counts["hands_missed"] += truth.hand and not reading.hand
        if reading.registered and not right:
            self.mistakes.append(f"{truth.file}: hand {reading.hand}, truth {truth.hand}")

    def _add_hidden(self, truth: FrameTruth, reading: Reading, board: Board) -> None:
        if truth.occluded is None or not reading.registered:
            return
        places = zip(board.locations, ~reading.groups[LOCATIONS].observed, strict=True)
        covered_ids = {one.id for one, covered in places if covered} - truth.doubtful
        self.counts["hidden"] += len(covered_ids | truth.occluded)
        self.counts["hidden_right"] += len(covered_ids & truth.occluded)

    def _add_location(self, truth: FrameTruth, one: Judged, *, found: bool) -> None:
        wrong = not one.right and not one.held
        self.counts[one.where] += 1
        self.counts[f"{one.where}_wrong"] += wrong
        if one.where is not Where.UNDER:
            there, claimed = one.there != EMPTY, one.claimed != EMPTY
            self.counts[f"{one.where}_presence"] += not one.held and there == claimed
            self.counts[f"{one.where}_exact"] += one.right
            self.counts[f"{one.where}_held"] += one.held
            self.counts[f"{one.where}_pieces"] += there
            self.counts[f"{one.where}_colour"] += there and one.right
            self._add_claim(one)
        if wrong or (found and one.held and one.where is Where.CLEAR):
            mistake = f"{truth.file}: {one.at} {one.claimed}, truth {one.there}"
            self.mistakes.append(mistake if one.where is Where.CLEAR else f"{mistake}, {one.where}")

    def _add_claim(self, one: Judged) -> None:
        if one.where is Where.CLEAR and not one.is_area:
            self.confusion[one.there, one.claimed] += 1
        if one.likeliest is not None and not one.near:
            kept = self.clear if one.where is Where.CLEAR else self.beside
            kept.add(one.probability, right=one.likeliest == one.there)

    def _add_tiles(
        self,
        part: str,
        truth: FrameTruth,
        there: tuple[str | None, ...] | None,
        seen: tuple[str | None, ...] | None,
    ) -> None:
        if there is None or seen is None:
            return
        self.counts[part] += len(there)
        self.counts[f"{part}_right"] += sum(
            one == other for one, other in zip(there, seen, strict=True)
        )
        if there != seen:
            self.mistakes.append(f"{truth.file}: {part} {list(seen)}, truth {list(there)}")


def judge(truth: FrameTruth, reading: Reading, board: Board) -> Iterator[Judged]:
    """Judge each location of the frame, in board order; none where truth does not tell enough."""
    if truth.board is None or (truth.hand and truth.occluded is None):
        return
    seen = sighting(reading, board, truth.file)
    for i, location in enumerate(board.locations):
        likeliest, probability = _likeliest(reading, i)
        yield Judged(
            at=location.id,
            where=_where(truth, location.id),
            there=truth.board.get(location.id, EMPTY),
            claimed=_claim(seen, location.id),
            likeliest=likeliest,
            probability=probability,
            near=reading.registered and bool(reading.groups[LOCATIONS].near[i]),
        )


def judge_areas(truth: FrameTruth, reading: Reading, board: Board) -> Iterator[Judged]:
    """Judge each area of the frame; none where truth does not tell enough."""
    if truth.hand and truth.occluded is None:
        return
    for group in board.areas:
        seen = reading.areas.get(group.id)
        if group.id not in truth.lying or (seen is None and reading.registered):
            continue
        likeliest = seen.likeliest() if seen is not None else (((), 0.0),) * len(group.places)
        for i, place in enumerate(group.places):
            lying, share = likeliest[i]
            if seen is None:
                claimed: str = Held.LOST
            elif not seen.observed[i]:
                claimed = Held.HIDDEN
            else:
                claimed = Held.UNSURE if share < SURE else _together(lying)
            where = max((_where(truth, at) for at in names_of(group, place)), key=[*Where].index)
            yield Judged(
                at=place.id,
                where=where,
                there=_together(truth.lying[group.id][i]),
                claimed=claimed,
                likeliest=None if seen is None else _together(lying),
                probability=share,
                near=seen is not None and bool(seen.near[i]),
                is_area=True,
            )


def _together(lying: Lying) -> str:
    return "+".join(sorted(lying)) or EMPTY


def _where(truth: FrameTruth, at: str) -> Where:
    if at in truth.doubtful or (truth.occluded and at in truth.occluded):
        return Where.UNDER
    return Where.BESIDE if truth.hand else Where.CLEAR


def _claim(seen: dict[str, Any], at: str) -> str:
    if not seen["registered"]:
        return Held.LOST
    if at in seen["occluded"]:
        return Held.HIDDEN
    if at in seen["unsure"]:
        return Held.UNSURE
    return str(seen["board"].get(at, EMPTY))


def _likeliest(reading: Reading, i: int) -> tuple[str | None, float]:
    """Give the likeliest choice, all equally likely beforehand, and its probability."""
    if not reading.registered:
        return None, 0.0
    spots = reading.groups[LOCATIONS]
    row = spots.log_likelihood[i]
    best = int(row.argmax())
    return spots.classes[best] or EMPTY, float(1 / np.exp(row - row[best]).sum())
