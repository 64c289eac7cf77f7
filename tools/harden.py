"""Print how frames are read when they are disturbed: condition by condition, by strength.

    python -m tools.harden [--every N] [--only WORD] FOLDER...

Each folder is as for tools.evaluate. The disturbances are the same in every run. Columns: frames
in which the board was found; frames with truth about a hand, false and missed hands; visible
locations in frames without a hand (with a pasted one: beside it), and of these what was right,
left open or wrong; colours of pieces, ranking slots and influence spaces right, in per cent; wrong
claims of how many hidden locations; how far off, at most, the board was found after the camera
moved, as a share of the spots' spacing; and what trouble the eye told of, in how many frames.
Below the table stands, condition by condition, up to which strength the figures hold.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2

from companion.messages import complain
from engine.errors import InputError
from tools.conditions import CONDITIONS
from tools.figures import share, told_of
from tools.hardness import Hardening, Row

LEAST_RIGHT: Final = 99.9
"""Per cent of visible locations that must be read right, empty or with their colour."""
LEAST_COLOUR: Final = 99.8
"""Per cent of visible pieces that must be read in their colour."""
HEADING: Final = (
    f"{'condition':27}{'strength':>9}{'found':>9}{'hands':>7}{'false':>6}{'missed':>7}"
    f"{'seen':>7}{'right %':>8}{'unsure %':>9}{'wrong %':>8}{'colour %':>9}"
    f"{'ranking':>8}{'influence':>10}{'hidden wrong':>13}{'off':>7}  trouble told in frames"
)


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """Say the rows as a table; the first strength that fails is marked BREAKS, others with -.

    A line for each condition follows, of how far it holds.
    """
    yield HEADING
    held: dict[str, list[float]] = {}
    broken: dict[str, float] = {}
    for row in rows:
        name, mark = row.condition.name, ""
        strengths = held.setdefault(name, [])
        if not holds(row):
            mark = " -" if name in broken else " BREAKS"
            broken.setdefault(name, row.strength)
        elif name not in broken:
            strengths.append(row.strength)
        yield (_line(row) + mark).rstrip()
    for name, strengths in held.items():
        yield _limit(name, strengths, broken.get(name))


def _limit(name: str, held: Sequence[float], broken: float | None) -> str:
    """Say up to which strength a condition holds, and at which it breaks."""
    far = f"holds up to {held[-1]:g}" if held else "holds at none"
    if broken is None:
        return f"{name:27}{far}, the strongest"
    return f"{name:27}{far}; breaks at {broken:g}"


def holds(row: Row) -> bool:
    """Tell whether the figures hold; where a hand was pasted it must always be noticed too."""
    counts, where = row.account.counts, _where(row)
    return (
        not row.refused
        and share(counts, f"{where}_exact", where) >= LEAST_RIGHT
        and share(counts, f"{where}_colour", f"{where}_pieces") >= LEAST_COLOUR
        and not (row.condition.clear_first and counts["hands_missed"])
    )


def _where(row: Row) -> str:
    """Name the locations that count: with a pasted hand those beside it."""
    return "beside" if row.condition.clear_first else "clear"


def _line(row: Row) -> str:
    if row.refused:
        return f"{row.condition.name:27}{row.strength:>9g}  not taught: {row.refused}"
    counts, where = row.account.counts, _where(row)
    found = f"{counts['found']}/{counts['frames']}"
    ranking, influence = (
        f"{share(counts, f'{part}_right', part):.2f}" if counts[part] else "none"
        for part in ("ranking", "influence")
    )
    return (
        f"{row.condition.name:27}{row.strength:>9g}{found:>9}{counts['hands']:>7}"
        f"{counts['hands_false']:>6}{counts['hands_missed']:>7}{counts[where]:>7}"
        f"{share(counts, f'{where}_exact', where):>8.2f}"
        f"{share(counts, f'{where}_held', where):>9.2f}"
        f"{share(counts, f'{where}_wrong', where):>8.2f}"
        f"{share(counts, f'{where}_colour', f'{where}_pieces'):>9.2f}"
        f"{ranking:>8}{influence:>10}{_hidden(row):>13}"
        f"{'' if row.off is None else f'{row.off:.3f}':>7}"
        f"  {told_of(row.account.troubles)}"
    )


def _hidden(row: Row) -> str:
    counts = row.account.counts
    return f"{counts['under_wrong']}/{counts['under']}" if counts["under"] else "none"


def main() -> int:
    """Print one table a folder."""
    parser = argparse.ArgumentParser(description="Print how disturbed frames are read.")
    parser.add_argument("folder", type=Path, nargs="+", help="has table.toml and truth.jsonl")
    parser.add_argument("--every", type=int, default=1, help="take every so manieth frame (1)")
    parser.add_argument("--only", default="", help="only conditions with this in their name")
    arguments = parser.parse_args()
    if arguments.every < 1:
        parser.error("--every: expected a whole number from 1")
    chosen = [one for one in CONDITIONS if arguments.only in one.name]
    if not chosen:
        names = ", ".join(one.name for one in CONDITIONS)
        parser.error(f"--only: expected part of one of these names: {names}")
    cv2.setNumThreads(1)
    for folder in arguments.folder:
        try:
            rows = Hardening(folder, arguments.every).rows(chosen)
            print(folder)
            for line in lines(rows):
                print(f"  {line}", flush=True)
        except InputError as error:
            complain(str(error))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
