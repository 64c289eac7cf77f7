"""Print how frames are read when they are disturbed: condition by condition, by strength.

    python -m tools.harden [--every N] [--only WORD] FOLDER...

Each folder is as for tools.evaluate. The disturbances are the same in every run. Columns: frames
in which the board was found; frames with truth about a hand, false and missed hands; visible
locations in frames without a hand (with a pasted one: beside it), and of these what was right,
left open or wrong; colours of pieces, ranking slots and influence spaces right, in per cent; wrong
claims of how many hidden locations; how far off, at most, the board was found after the camera
moved, as a share of the spots' spacing; and what trouble the eye reported, in how many frames.
Below the table stands, condition by condition, up to which strength the figures hold.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.messages import complain, progress
from engine.errors import InputError
from tools.account import Account, FrameTruth, load_truth
from tools.conditions import CONDITIONS, Condition, Disturbed, Moment
from tools.evaluate import share, troubles_text
from vision.eye import Eye
from vision.picture import load_picture
from vision.table import Table, TaughtTiles, load_table

LEAST_RIGHT: Final = 99.9
"""Per cent of visible locations that must be read right, empty or with their colour."""
LEAST_COLOUR: Final = 99.8
"""Per cent of visible pieces that must be read in their colour."""
HEADING: Final = (
    f"{'condition':27}{'strength':>9}{'found':>9}{'hands':>7}{'false':>6}{'missed':>7}"
    f"{'seen':>7}{'right %':>8}{'unsure %':>9}{'wrong %':>8}{'colour %':>9}"
    f"{'ranking':>8}{'influence':>10}{'hidden wrong':>13}{'off':>7}  trouble told in frames"
)
HIDDEN: Final = 0.25
"""Share of a location from which it counts as hidden."""
TOUCHED: Final = 2.0
"""Radii of a spot within which what hides a pixel may hide some of a piece on it."""

BEFORE: Final = 2
"""Looks at a clear frame before it is disturbed, as the eye takes at a table that rests."""

Places = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Row:
    """One condition at one strength, and how the frames were read then.

    ``off`` is how far a location was found at most from where the camera's move put it, as a
    share of the spots' spacing; None where the camera did not move. ``refused`` says why the
    disturbed pictures could not be taught from; then nothing was read.
    """

    condition: Condition
    strength: float
    account: Account
    off: float | None = None
    refused: str = ""


class Hardening:
    """The frames of one folder, to be disturbed."""

    def __init__(self, folder: Path, every: int = 1) -> None:
        """Take every so manieth frame that truth tells of; raises InputError."""
        self._table = load_table(folder / "table.toml")
        truths = load_truth(folder, self._table.board)[::every]
        self._frames = [(one, load_picture(folder / one.file)) for one in truths]
        corners_px = np.array(self._table.corners_px)
        width, height = self._table.board.size_mm
        seen = cv2.contourArea(corners_px.astype(np.float32))
        self._corners_px = corners_px
        self._px_per_mm = float(np.sqrt(seen / (width * height)))
        self._radii_px = [one.radius_mm * self._px_per_mm for one in self._table.board.locations]
        centres_mm = np.array([one.at_mm for one in self._table.board.locations])
        self._spacing_px = spacing(centres_mm * self._px_per_mm)
        self._places = self._find_places()

    def rows(self, conditions: Sequence[Condition]) -> Iterator[Row]:
        """Read the frames under each condition, weakest first, each time with an eye new taught."""
        for condition in conditions:
            for strength in condition.strengths:
                progress(f"{condition.name} {strength:g}")
                row = self._read(condition, strength)
                progress("")
                yield row

    def _find_places(self) -> list[Places]:
        """Find where the locations are in each undisturbed frame (N x 2 each)."""
        eye = Eye(self._table)
        places = []
        for truth, frame in self._frames:
            eye.read(frame, truth.file)
            places.append(eye.places())
        return places

    def _taught(self, condition: Condition, strength: float) -> Eye:
        """Teach an eye, from disturbed pictures where the condition says so."""
        if condition.teach is None:
            return Eye(self._table)
        with tempfile.TemporaryDirectory() as folder:
            kept = {}
            for number, path in enumerate(sorted(self._table.frames)):
                kept[path] = Path(folder) / f"{number}.png"
                picture = condition.teach(load_picture(path), strength)
                kept[path].write_bytes(cv2.imencode(".png", picture)[1].tobytes())
            return Eye(taught_from(self._table, kept))

    def _read(self, condition: Condition, strength: float) -> Row:
        account = Account()
        try:
            eye = self._taught(condition, strength)
        except InputError as error:
            return Row(condition, strength, account, refused=error.expected)
        off = []
        for index, (truth, frame) in enumerate(self._frames):
            if condition.clear_first and truth.hand:
                continue
            for _ in range(BEFORE if condition.clear_first else 0):
                eye.read(frame, truth.file)
            moment = Moment(index, len(self._frames), self._corners_px, self._px_per_mm)
            disturbed = condition.change(frame, strength, moment)
            left = self._truth_left(truth, disturbed, self._places[index])
            reading = eye.read(disturbed.frame, truth.file)
            account.add(left, reading, self._table.board)
            if disturbed.moved is not None and reading.registered:
                put = cv2.transform(self._places[index][:, None], disturbed.moved)[:, 0]
                off.append(np.linalg.norm(eye.places() - put, axis=1).max() / self._spacing_px)
        return Row(condition, strength, account, max(map(float, off), default=None))

    def _truth_left(self, truth: FrameTruth, disturbed: Disturbed, places: Places) -> FrameTruth:
        """Tell what is still true: some locations may be hidden now, or out of view."""
        ids = [one.id for one in self._table.board.locations]
        out = _out_of_view(places, self._radii_px, disturbed)
        doubtful = {ids[i] for i in np.flatnonzero(out)}
        hidden: set[str] = set()
        if disturbed.hides is not None:
            for at, place, radius in zip(ids, places, self._radii_px, strict=True):
                if hidden_share(disturbed.hides, place, radius) >= HIDDEN:
                    hidden.add(at)
                elif hidden_share(disturbed.hides, place, TOUCHED * radius) > 0:
                    doubtful.add(at)
        if not disturbed.hand:
            return replace(truth, doubtful=frozenset(doubtful | hidden))
        return replace(
            truth, hand=True, occluded=frozenset(hidden), doubtful=frozenset(doubtful - hidden)
        )


def taught_from(table: Table, pictures: Mapping[Path, Path]) -> Table:
    """Replace each picture that a table names by another."""

    def tiles(taught: TaughtTiles | None) -> TaughtTiles | None:
        return taught and replace(taught, frame=pictures[taught.frame])

    return replace(
        table,
        empty=pictures[table.empty],
        samples=tuple(replace(one, frame=pictures[one.frame]) for one in table.samples),
        row=tiles(table.row),
        tiles=tiles(table.tiles),
    )


def spacing(places: npt.NDArray[np.float64]) -> float:
    """Tell the usual distance from a place (N x 2) to the one nearest to it."""
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return float(np.median(apart.min(axis=1)))


def hidden_share(hides: npt.NDArray[np.bool_], place: Places, radius: float) -> float:
    """Tell the share of a disc (middle and radius in pixels) that is hidden; 0 if out of view."""
    x, y = place.tolist()
    height, width = hides.shape
    left, top = max(0, int(x - radius)), max(0, int(y - radius))
    right, low = min(width, int(x + radius) + 2), min(height, int(y + radius) + 2)
    if left >= right or top >= low:
        return 0.0
    rows, columns = np.mgrid[top:low, left:right]
    disc = np.hypot(columns - x, rows - y) <= radius
    return float(hides[top:low, left:right][disc].mean()) if disc.any() else 0.0


def _out_of_view(
    places: Places, radii: Sequence[float], disturbed: Disturbed
) -> npt.NDArray[np.bool_]:
    """Mark the locations that the camera moved out of its view, whole or in part."""
    if disturbed.moved is None:
        return np.zeros(len(places), bool)
    at = cv2.transform(places[:, None], disturbed.moved)[:, 0]
    rim = np.array(radii)[:, None]
    end = np.array(disturbed.frame.shape[1::-1]) - 1
    return np.asarray(((at < rim) | (at > end - rim)).any(axis=1))


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
        f"  {troubles_text(row.account.troubles)}"
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
