"""Keeping account of readings against truth: counts, confusion, calibration, mistakes."""

from collections import Counter
from dataclasses import dataclass, field

from engine.board import INFLUENCE, LOCATIONS, RANKING, Board
from tools.judging import EMPTY, Judged, Where, judge
from tools.reliability import Reliability
from tools.truth import FrameTruth
from vision.reading import Reading


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

    ``troubles`` counts the frames in which the eye told of each kind of trouble.

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
        self._add_hidden(truth, reading, board)
        for one in judge(truth, reading, board):
            self._add_location(truth, one, told=reading.registered)
        if not truth.hand:
            for group, there in ((RANKING, truth.ranking), (INFLUENCE, truth.influence)):
                seen = reading.groups.get(group)
                self._add_tiles(group, truth, there, None if seen is None else seen.likeliest())

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
        told = {one.id for one, covered in places if covered} - truth.doubtful
        self.counts["hidden"] += len(told | truth.occluded)
        self.counts["hidden_right"] += len(told & truth.occluded)

    def _add_location(self, truth: FrameTruth, one: Judged, *, told: bool) -> None:
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
        if wrong or (told and one.held and one.where is Where.CLEAR):
            mistake = f"{truth.file}: {one.at} {one.claimed}, truth {one.there}"
            self.mistakes.append(mistake if one.where is Where.CLEAR else f"{mistake}, {one.where}")

    def _add_claim(self, one: Judged) -> None:
        if one.where is Where.CLEAR:
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
