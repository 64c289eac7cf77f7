"""Print how well frames are read, against their truth.

    python -m tools.evaluate TABLE_FOLDER...

Each folder holds table.toml, frames/ and truth.jsonl (see the tables' README).
"""

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from companion.sighting import sighting
from vision.eye import Eye
from vision.picture import load_picture
from vision.table import load_table


def evaluate(folder: Path) -> Counter[str]:
    """Read every frame that truth tells of and count what was right.

    Keys: ``locations`` (visible ones in settled frames), ``presence`` and ``exact`` (right as
    empty or not; right in colour too), ``unsure``, ``pieces`` and ``colour`` (visible pieces;
    right in colour), ``ranking``, ``ranking_right``, ``influence``, ``influence_right``,
    ``hands``, ``hands_right``, ``frames``, ``found``, ``occluded``, ``occluded_right``.
    """
    table = load_table(folder / "table.toml")
    eye = Eye(table)
    counts: Counter[str] = Counter()
    spent = 0.0
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        picture = load_picture(folder / truth["file"])
        start = time.perf_counter()
        reading = eye.read(picture)
        spent += time.perf_counter() - start
        seen = sighting(reading, table.board, truth["file"])
        counts["frames"] += 1
        counts["found"] += bool(seen["registered"])
        if truth.get("hand") is not None:
            counts["hands"] += 1
            counts["hands_right"] += seen["hand"] == truth["hand"]
            if seen["hand"] != truth["hand"]:
                print(f"  {truth['file']}: hand {seen['hand']}, truth {truth['hand']}")
            expected, found = set(truth["occluded"]), set(seen["occluded"])
            counts["occluded"] += len(expected | found)
            counts["occluded_right"] += len(expected & found)
        if not truth.get("hand"):
            _compare_board(truth, seen, [one.id for one in table.board.locations], counts)
            for part in ("ranking", "influence"):
                if seen[part] is not None and truth.get(part) is not None:
                    pairs = list(zip(truth[part], seen[part], strict=True))
                    counts[part] += len(pairs)
                    counts[f"{part}_right"] += sum(there == found for there, found in pairs)
                    if truth[part] != seen[part]:
                        print(f"  {truth['file']}: {part} {seen[part]}, truth {truth[part]}")
    counts["milliseconds"] = round(1000 * spent / max(1, counts["frames"]))
    return counts


def _compare_board(
    truth: dict[str, Any], seen: dict[str, Any], locations: list[str], counts: Counter[str]
) -> None:
    for location in locations:
        there, claimed = truth["board"].get(location), seen["board"].get(location)
        unsure = location in seen["unsure"] or location in seen["occluded"]
        counts["locations"] += 1
        counts["unsure"] += unsure
        counts["presence"] += not unsure and bool(there) == bool(claimed)
        counts["exact"] += not unsure and there == claimed
        if there:
            counts["pieces"] += 1
            counts["colour"] += there == claimed
        if unsure or there != claimed:
            print(f"  {truth['file']}: {location} {'unsure' if unsure else claimed}, truth {there}")


def _share(counts: Counter[str], right: str, of: str) -> str:
    return f"{100 * counts[right] / counts[of]:6.2f} % of {counts[of]}" if counts[of] else "none"


def main(folders: list[str]) -> int:
    """Print the figures of each folder."""
    for folder in folders:
        print(folder)
        counts = evaluate(Path(folder))
        for title, right, of in (
            ("board found", "found", "frames"),
            ("empty or not", "presence", "locations"),
            ("location and colour", "exact", "locations"),
            ("colour of pieces", "colour", "pieces"),
            ("ranking slots", "ranking_right", "ranking"),
            ("influence spaces", "influence_right", "influence"),
            ("hand noticed or not", "hands_right", "hands"),
            ("hidden locations", "occluded_right", "occluded"),
        ):
            print(f"  {title:22}{_share(counts, right, of)}")
        print(f"  {'unsure':22}{counts['unsure']}")
        print(f"  {'ms a frame':22}{counts['milliseconds']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
