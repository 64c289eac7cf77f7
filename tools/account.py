"""Keeping account of readings against truth: counts, confusion, calibration, mistakes."""

import operator
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Final

from companion.sighting import SURE, shares
from engine.board import LOCATIONS, Board
from engine.layout import Lying, Shape, SlotGroup
from tools.truth import FrameTruth, names_of
from vision.reading import Areas, Reading, Slots

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
    """A location or area: what is there, what is claimed, and the likeliest with its probability.

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


@dataclass(slots=True)
class Bin:
    """The claims from ``low`` up to ``high``: how many, how many right, the sum of the claimed."""

    low: float
    high: float
    total: int = 0
    right: int = 0
    claimed: float = 0.0

    @property
    def mean(self) -> float:
        """The mean of the claimed probabilities; 0 without any."""
        return self.claimed / max(1, self.total)


class Reliability:
    """Counts claims and how many were right, by the probability claimed; the least sure first."""

    def __init__(self) -> None:
        self.bins = tuple(Bin(low, high) for low, high in pairwise((0.0, *EDGES, 1.0)))

    def add(self, probability: float, *, right: bool) -> None:
        """Count one claim of this probability (0 to 1)."""
        one = self.bins[bisect_right(EDGES, probability)]
        one.total += 1
        one.right += right
        one.claimed += probability

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
        if not board.areas:
            self._add_hidden(truth, reading, board)
        for one in judge(truth, reading, board):
            self._add_place(truth, one, found=reading.registered)
        for group in board.layout:
            if group.id != LOCATIONS and not truth.hand:
                self._add_tiles(group, truth, reading.groups.get(group.id))

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

    def _add_place(self, truth: FrameTruth, one: Judged, *, found: bool) -> None:
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

    def _add_tiles(self, group: SlotGroup, truth: FrameTruth, seen: Slots | None) -> None:
        if group.id not in truth.lying or seen is None:
            return
        part = "ranking" if group.shape is Shape.ROW else "influence"
        there = [next(iter(lying), None) for lying in truth.lying[group.id]]
        claimed = [*seen.likeliest()]
        self.counts[part] += len(there)
        self.counts[f"{part}_right"] += sum(map(operator.eq, there, claimed))
        if there != claimed:
            self.mistakes.append(f"{truth.file}: {part} {claimed}, truth {there}")


def judge(truth: FrameTruth, reading: Reading, board: Board) -> Iterator[Judged]:
    """Judge each location or area of the frame; none where truth does not tell enough."""
    if truth.hand and truth.occluded is None:
        return
    for group in board.areas or (board.pieces,):
        seen = reading.groups.get(group.id) or reading.areas.get(group.id)
        if group.id not in truth.lying or (seen is None and reading.registered):
            continue
        likeliest = shares(seen) if seen else [((), 0.0)] * len(group.places)
        for i, place in enumerate(group.places):
            lying, share = likeliest[i]
            yield Judged(
                at=place.id,
                where=max((_where(truth, at) for at in names_of(group, place)), key=[*Where].index),
                there=_together(truth.lying[group.id][i]),
                claimed=_claim(seen, i, lying, share),
                likeliest=_together(lying) if seen else None,
                probability=share,
                near=seen is not None and bool(seen.near[i]),
                is_area=group.shape is Shape.AREAS,
            )


def _claim(seen: Slots | Areas | None, i: int, lying: Lying, share: float) -> str:
    if seen is None:
        return Held.LOST
    if not seen.observed[i]:
        return Held.HIDDEN
    return Held.UNSURE if share < SURE else _together(lying)


def _together(lying: Lying) -> str:
    return "+".join(sorted(lying)) or EMPTY


def _where(truth: FrameTruth, at: str) -> Where:
    if at in truth.doubtful or (truth.occluded and at in truth.occluded):
        return Where.UNDER
    return Where.BESIDE if truth.hand else Where.CLEAR
