"""Measure what calibration proposes for boards that it has never seen.

    python -m tools.proposals [FOLDER...] [--random N]

Each folder holds a table.toml; --random adds N hard virtual tables. Spots and stretches are
proposed from the corners of the table file, as if the owner had tapped them. Where a truth.jsonl
tells which pixels show the corners and the locations, proposals are compared with these: taps miss
the corners by some pixels, which would count as an error of every spot.
"""

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.messages import complain, progress
from engine.board import Board
from engine.errors import InputError
from tests.hard_tables.hard_table import hard_table
from vision.picture import load_picture
from vision.proposing.flat import flatten, snap_on
from vision.proposing.outline import find_outline
from vision.proposing.spots import Spot, spots_on
from vision.proposing.stretches import Stretch, stretches_on
from vision.table import load_table

NEAR_MM: Final = 2.0
"""How far from its location a spot may be proposed."""
TAP_MM: Final = 3.0
"""How far from its location a finger touches, before it is snapped."""
SNAPPED_MM: Final = 1.5
"""How far from it the tap may be then."""

Places = npt.NDArray[np.float64]


def main() -> int:
    """Print the figures of each board, and of all."""
    parser = argparse.ArgumentParser(description="Measure what calibration proposes.")
    parser.add_argument("folder", type=Path, nargs="*", help="has table.toml")
    parser.add_argument("--random", type=int, default=0, help="so many hard virtual tables")
    parser.add_argument("--from-seed", type=int, default=1, help="the first of them (1)")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    total: Counter[str] = Counter()
    try:
        for folder in arguments.folder:
            total += measure(str(folder), folder)
        for seed in range(arguments.from_seed, arguments.from_seed + arguments.random):
            with TemporaryDirectory() as written:
                progress(f"laying table {seed}")
                hard_table(seed).teach(Path(written))
                progress("")
                total += measure(f"random {seed}", Path(written))
    except InputError as error:
        complain(str(error))
        return 1
    if total:
        print(f"{'all':>10}  {_summary(total)}")
    return 0


def measure(name: str, folder: Path) -> Counter[str]:
    """Propose for the board of a table file, print and give how right that was.

    Counts ``spots`` and ``stretches`` that there are, those of them ``found`` and ``joined``, what
    is proposed besides (``false_spots``, ``false_stretches``), and taps that are ``snapped``.
    Times are the processor's. Raises InputError.
    """
    table = load_table(folder / "table.toml")
    picture = load_picture(table.empty)
    board, corners = table.board, np.array(table.corners_px)
    shown = _shown(folder, board)
    begin = time.process_time()
    outline = find_outline(picture)
    outlined = time.process_time()
    flat = flatten(picture, corners, board.size_mm)
    spots = spots_on(flat)
    proposed = time.process_time()
    at_mm = np.array([location.at_mm for location in board.locations])
    if shown is not None:
        corners, at_mm = shown[0], flat.to_mm(shown[1])
    joining = time.process_time()
    stretches = stretches_on(flat, at_mm)
    joined = time.process_time()
    rng = np.random.default_rng(0)
    missed = rng.uniform(-TAP_MM, TAP_MM, at_mm.shape) / np.sqrt(2.0)
    snapped = np.array([snap_on(flat, (x, y)) for x, y in (at_mm + missed).tolist()])
    counts = _compare(board, at_mm, spots, stretches, np.hypot(*(snapped - at_mm).T))
    off = np.inf if outline is None else float(np.hypot(*(outline - corners).T).max())
    times = (outlined - begin, proposed - outlined, joined - joining)
    print(
        f"{name:>10}  {_summary(counts)}; outline {off:.1f} px; "
        f"seconds: outline {times[0]:.1f}, spots {times[1]:.1f}, stretches {times[2]:.1f}",
        flush=True,
    )
    return counts


def _shown(folder: Path, board: Board) -> tuple[Places, Places] | None:
    """Read which pixels show the corners (4 x 2) and the locations (N x 2) in the first frame.

    None where truth does not tell.
    """
    try:
        with (folder / "truth.jsonl").open(encoding="utf-8") as lines:
            truth = json.loads(lines.readline())
    except FileNotFoundError:
        return None
    if not {"corners_px", "locations_px"} <= truth.keys():
        return None
    places = [truth["locations_px"][location.id] for location in board.locations]
    return np.array(truth["corners_px"], np.float64), np.array(places, np.float64)


def _compare(
    board: Board,
    at_mm: Places,
    spots: list[Spot],
    stretches: list[Stretch],
    snapped_mm: Places,
) -> Counter[str]:
    proposed = np.array([spot.at_mm for spot in spots]).reshape(-1, 2)
    near = np.hypot(*(proposed[:, None] - at_mm[None]).transpose(2, 0, 1)) <= NEAR_MM
    true = {
        (min(pair), max(pair))
        for pair in ((board.index[one], board.index[other]) for one, other in board.stretches())
    }
    drawn = {(stretch.i, stretch.j) for stretch in stretches}
    return Counter(
        spots=len(at_mm),
        found=int(near.any(axis=0).sum()),
        false_spots=int((~near.any(axis=1)).sum()),
        snapped=int((snapped_mm <= SNAPPED_MM).sum()),
        stretches=len(true),
        joined=len(true & drawn),
        false_stretches=len(drawn - true),
    )


def _summary(counts: Counter[str]) -> str:
    return (
        "spots {found} of {spots} and {false_spots} false, taps snapped {snapped}, "
        "stretches {joined} of {stretches} and {false_stretches} false"
    ).format_map(counts)


if __name__ == "__main__":
    sys.exit(main())
