"""Print how well the frames of a table are read, how well calibrated and how fast.

    python -m tools.evaluate [--quiet] [--every N] [--disturb WORD] FOLDER...

Each folder holds table.toml, frames/ and truth.jsonl (see the tables' README). With ``--disturb``
the frames are disturbed after teaching, and a table is printed, with a row for each strength of
each disturbance that has this word in its name (all: of every one): frames in which the board was
found; hands seen falsely, and missed; of visible locations in frames without a hand what was right,
left open or wrong, and of their pieces the colours; tiles right (of a board with areas the tiles of
its row, and others); troubles told, in how many frames.
The first strength that is not read well is marked BREAKS. All is the same in every run.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.messages import complain, progress
from engine.errors import InputError
from engine.layout import Place, Spot, corners_mm
from tools.account import EMPTY, Account, Held, Reliability
from tools.disturb.camera import Matrix
from tools.disturb.disturbances import DISTURBANCES, Disturbance
from tools.memory import peak_mb
from tools.truth import FrameTruth, load_truth, names_of
from vision.area_eye import eye_of
from vision.picture import load_picture
from vision.reading import Image
from vision.table import Table, load_table

SURE: Final = 0.99
"""Of what is claimed with this probability, as much must be right."""
LEAST_RIGHT: Final = 99.9
"""Per cent of visible locations that must be read right, empty or with their colour."""
LEAST_COLOUR: Final = 99.8
"""Per cent of visible pieces that must be read in their colour."""
NAMES: Final = ", ".join(one.name for one in DISTURBANCES)
COLUMNS: Final = (
    ("right %", "clear_exact", "clear"),
    ("unsure %", "clear_held", "clear"),
    ("wrong %", "clear_wrong", "clear"),
    ("colour %", "clear_colour", "clear_pieces"),
    ("ranking", "ranking_right", "ranking"),
    ("influence", "influence_right", "influence"),
)
"""Of disturbed frames: title, what was so, out of how many."""
HEADING: Final = (
    f"{'disturbance':26}{'strength':>9}{'found':>9}{'false':>6}{'missed':>7}"
    + "".join(f"{title:>10}" for title, _, _ in COLUMNS)
    + "  trouble told in frames"
)
SIDES: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""The four ends of a round place, from its middle, in radii."""
SHARES: Final = (
    ("board found", "found", "frames"),
    ("empty or not", "clear_presence", "clear"),
    ("location and colour", "clear_exact", "clear"),
    ("colour of pieces", "clear_colour", "clear_pieces"),
    ("ranking slots", "ranking_right", "ranking"),
    ("influence spaces", "influence_right", "influence"),
    ("hand noticed or not", "hands_right", "hands"),
    ("hidden locations", "hidden_right", "hidden"),
    ("beside a hand", "beside_exact", "beside"),
    ("colour beside a hand", "beside_colour", "beside_pieces"),
)
"""Title, what was right, out of how many."""
AMOUNTS: Final = (
    ("wrong", "clear_wrong"),
    ("nothing claimed", "clear_held"),
    ("wrong beside a hand", "beside_wrong"),
    ("nothing claimed there", "beside_held"),
    ("wrong under a hand", "under_wrong"),
)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What reading a folder's frames gave, and what it cost.

    Seconds of teaching, ms a frame, the peak of the process in MB.
    """

    account: Account
    teaching_s: float
    frame_ms: float
    peak_mb: float


@dataclass(frozen=True, slots=True)
class Disturbed:
    """A disturbance at one of its strengths."""

    by: Disturbance
    strength: float

    def of(
        self, truth: FrameTruth, frame: Image, table: Table, number: int
    ) -> tuple[FrameTruth, Image]:
        """Disturb a frame; of places that the camera no longer sees whole nothing is asked."""
        if self.by.move is not None:
            out = out_of_view(table, frame, self.by.move(frame, self.strength))
            truth = replace(truth, doubtful=truth.doubtful | out)
        return truth, self.by.change(frame, self.strength, number)


def out_of_view(table: Table, frame: Image, move: Matrix) -> frozenset[str]:
    """Name the places that a camera moved so does not see, or not whole."""
    width, height = table.board.size_mm
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    to_px = cv2.getPerspectiveTransform(corners, np.array(table.corners_px, np.float32))
    end = np.array(frame.shape[1::-1]) - 1
    out: set[str] = set()
    for group in table.board.layout:
        for place in group.places:
            at = cv2.perspectiveTransform(_rim(place)[:, None], to_px)
            at = cv2.transform(at, move)[:, 0]
            if ((at < 0) | (at > end)).any():
                out |= names_of(group, place)
    return frozenset(out)


def _rim(place: Place) -> npt.NDArray[np.float64]:
    """Give points around a place, in mm, of which none is left out if it is seen whole."""
    if isinstance(place, Spot):
        return np.array(place.at_mm) + place.radius_mm * np.array(SIDES, float)
    return np.array(corners_mm(place), float)


def evaluate(folder: Path, disturbed: Disturbed | None = None, every: int = 1) -> Evaluation:
    """Read the frames that truth tells of, in order: all, or one in ``every``.

    Times are the processor's, which count what a library may do in threads of its own. Raises
    InputError.
    """
    table = load_table(folder / "table.toml")
    truths = load_truth(folder, table.board)[::every]
    begin = time.process_time()
    eye = eye_of(table)
    taught = time.process_time() - begin
    account = Account()
    spent = 0.0
    for number, truth in enumerate(truths):
        progress(f"{folder}: frame {number + 1} of {len(truths)}")
        path = folder / truth.file
        picture = load_picture(path)
        if disturbed is not None:
            truth, picture = disturbed.of(truth, picture, table, number)  # noqa: PLW2901
        begin = time.process_time()
        reading = eye.read(picture, str(path))
        spent += time.process_time() - begin
        account.add(truth, reading, table.board)
    progress("")
    return Evaluation(account, taught, 1000 * spent / len(truths), peak_mb())


def share(counts: Counter[str], right: str, of: str) -> float:
    """Give the share in per cent; 100 of nothing."""
    return 100 * counts[right] / counts[of] if counts[of] else 100.0


def troubles_text(troubles: Counter[str]) -> str:
    """Name the kinds of trouble that were reported, and in how many frames each."""
    return ", ".join(f"{kind} {count}" for kind, count in sorted(troubles.items()))


def lines(done: Evaluation) -> Iterator[str]:
    """Say it line by line."""
    account, counts = done.account, done.account.counts
    for title, right, of in SHARES:
        text = f"{share(counts, right, of):6.2f} % of {counts[of]}" if counts[of] else "none"
        yield f"  {title:24}{text}"
    for title, key in AMOUNTS:
        yield f"  {title:24}{counts[key]:6}"
    yield f"  {'frames with trouble':24}{troubles_text(account.troubles) or 'none'}"
    yield "  what is there, and what is claimed"
    yield from _confusion_lines(account.confusion)
    yield "  probability and right, frames without a hand"
    yield from _reliability_lines(account.clear)
    if counts["beside"]:
        yield "  probability and right, away from a hand in frames with one"
        yield from _reliability_lines(account.beside)
    yield (
        f"  one thread: {done.frame_ms:.1f} ms a frame; taught in {done.teaching_s:.2f} s; "
        f"peak of the process {done.peak_mb:.0f} MB"
    )


def _confusion_lines(confusion: Counter[tuple[str, str]]) -> Iterator[str]:
    if not confusion:
        yield "    none"
        return
    named = {name for pair in confusion for name in pair} - {EMPTY, *Held}
    rows = [EMPTY, *sorted(named)]
    columns = [*rows, *(why for why in Held if any(claim == why for _, claim in confusion))]
    wide = max(len(name) for name in columns) + 2
    yield f"    {'':{wide}}" + "".join(f"{name:>{wide}}" for name in columns)
    for there in rows:
        cells = (f"{confusion[there, claim] or '.':>{wide}}" for claim in columns)
        yield f"    {there:{wide}}" + "".join(cells)


def _reliability_lines(kept: Reliability) -> Iterator[str]:
    for one in kept.bins:
        bounds = f"{one.low:g} to {one.high:g}" if one.low else f"below {one.high:g}"
        if one.high == 1:
            bounds = f"{one.low:g} and above"
        share_right = 100 * one.right / max(1, one.total)
        means = f"   mean {one.mean:.5f}   right {share_right:8.3f} %" if one.total else ""
        yield f"    {bounds:18}{one.total:8}{means}"
    total, right = kept.at_least(SURE)
    text = f"{total}, right {100 * right / total:.3f} %" if total else "0"
    yield f"    claimed at {SURE} or more: {text}"


def figures(folder: Path, every: int, *, quiet: bool) -> Iterator[str]:
    """Say line by line how the frames of a folder are read, and each mistake unless ``quiet``."""
    done = evaluate(folder, every=every)
    yield str(folder)
    if not quiet:
        for mistake in done.account.mistakes:
            yield f"  {mistake}"
    yield from lines(done)


def rows(folder: Path, chosen: Sequence[Disturbance], every: int) -> Iterator[str]:
    """Say as a table how frames are read under each disturbance, weakest first.

    Each strength is read by an eye taught anew; the first one that fails is marked.
    """
    yield str(folder)
    yield f"  {HEADING}"
    for one in chosen:
        broken = False
        for strength in one.strengths:
            account = evaluate(folder, Disturbed(one, strength), every).account
            mark = "" if broken or holds(account.counts) else " BREAKS"
            broken = broken or bool(mark)
            yield f"  {_row(one.name, strength, account)}{mark}"


def holds(counts: Counter[str]) -> bool:
    """Tell whether frames are read as well as is wanted."""
    return (
        share(counts, "clear_exact", "clear") >= LEAST_RIGHT
        and share(counts, "clear_colour", "clear_pieces") >= LEAST_COLOUR
    )


def _row(name: str, strength: float, account: Account) -> str:
    counts = account.counts
    found = f"{counts['found']}/{counts['frames']}"
    shares = (f"{share(counts, so, of):.2f}" if counts[of] else "none" for _, so, of in COLUMNS)
    return (
        f"{name:26}{strength:>9.3g}{found:>9}{counts['hands_false']:>6}{counts['hands_missed']:>7}"
        + "".join(f"{text:>10}" for text in shares)
        + f"  {troubles_text(account.troubles)}"
    ).rstrip()


def main() -> int:
    """Print the figures of each folder."""
    parser = argparse.ArgumentParser(description="Print how well a table's frames are read.")
    parser.add_argument("folder", type=Path, nargs="+", help="has table.toml and truth.jsonl")
    parser.add_argument("--quiet", action="store_true", help="figures only, not each mistake")
    parser.add_argument("--every", type=int, default=1, help="read one frame in so many (1)")
    parser.add_argument("--disturb", metavar="WORD", help=f"of: {NAMES}; all: each of them")
    arguments = parser.parse_args()
    if arguments.every < 1:
        parser.error("--every: expected a whole number from 1")
    word = arguments.disturb
    chosen = [one for one in DISTURBANCES if word and (word in one.name or word == "all")]
    if word and not chosen:
        parser.error(f"--disturb: expected all, or part of one of these names: {NAMES}")
    cv2.setNumThreads(1)
    for folder in arguments.folder:
        told = (
            rows(folder, chosen, arguments.every)
            if chosen
            else figures(folder, arguments.every, quiet=arguments.quiet)
        )
        try:
            for line in told:
                print(line, flush=True)
        except InputError as error:
            complain(str(error))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
