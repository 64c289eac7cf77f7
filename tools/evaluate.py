"""Print how well, how honestly and how fast the frames of a table are read.

    python -m tools.evaluate [--quiet] FOLDER...

Each folder holds table.toml, frames/ and truth.jsonl (see the tables' README).
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2

from companion.messages import complain, progress
from engine.errors import InputError
from tools.account import EMPTY, Account, Bin, Held, Reliability, load_truth
from tools.bench_eye import peak_mb
from vision.eye import Eye
from vision.picture import load_picture
from vision.table import load_table

SURE: Final = 0.99
"""Of what is claimed with this probability, as much must be right."""
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
class Cost:
    """What reading took: seconds of teaching, ms a frame, the peak of the process in MB."""

    teaching_s: float
    frame_ms: float
    peak_mb: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What reading a folder's frames gave, and what it cost."""

    account: Account
    cost: Cost


def evaluate(folder: Path) -> Evaluation:
    """Read every frame that truth tells of, in order; raises InputError.

    Times are the processor's, which count what a library may do in threads of its own.
    """
    table = load_table(folder / "table.toml")
    truths = load_truth(folder, table.board)
    begin = time.process_time()
    eye = Eye(table)
    taught = time.process_time() - begin
    account = Account()
    spent = 0.0
    for number, truth in enumerate(truths, 1):
        progress(f"{folder}: frame {number} of {len(truths)}")
        path = folder / truth.file
        picture = load_picture(path)
        begin = time.process_time()
        reading = eye.read(picture, str(path))
        spent += time.process_time() - begin
        account.add(truth, reading, table.board)
    progress("")
    return Evaluation(account, Cost(taught, 1000 * spent / len(truths), peak_mb()))


def share(counts: Counter[str], right: str, of: str) -> float:
    """Give the share in per cent; 100 of nothing."""
    return 100 * counts[right] / counts[of] if counts[of] else 100.0


def troubles_text(troubles: Counter[str]) -> str:
    """Name the kinds of trouble that were reported, and in how many frames each."""
    return ", ".join(f"{kind} {count}" for kind, count in sorted(troubles.items()))


def lines(account: Account, cost: Cost) -> Iterator[str]:
    """Say an account line by line."""
    counts = account.counts
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
        f"  one thread: {cost.frame_ms:.1f} ms a frame; taught in {cost.teaching_s:.2f} s; "
        f"peak of the process {cost.peak_mb:.0f} MB"
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
        yield f"    {_range(one):18}{_bin(one)}"
    total, right = kept.at_least(SURE)
    text = f"{total}, right {100 * right / total:.3f} %" if total else "0"
    yield f"    claimed at {SURE} or more: {text}"


def _range(one: Bin) -> str:
    if not one.low:
        return f"below {one.high:g}"
    return f"{one.low:g} and above" if one.high == 1 else f"{one.low:g} to {one.high:g}"


def _bin(one: Bin) -> str:
    if not one.total:
        return f"{0:8}"
    right = f"right {100 * one.right / one.total:8.3f} %"
    return f"{one.total:8}   mean {one.mean:.5f}   {right}"


def main() -> int:
    """Print the figures of each folder."""
    parser = argparse.ArgumentParser(description="Print how well a table's frames are read.")
    parser.add_argument("folder", type=Path, nargs="+", help="has table.toml and truth.jsonl")
    parser.add_argument("--quiet", action="store_true", help="figures only, not each mistake")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in arguments.folder:
        try:
            done = evaluate(folder)
        except InputError as error:
            complain(str(error))
            return 1
        print(folder)
        if not arguments.quiet:
            for mistake in done.account.mistakes:
                print(f"  {mistake}")
        for line in lines(done.account, done.cost):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
