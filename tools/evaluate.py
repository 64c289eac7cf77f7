"""Print how well, how honestly and how fast the frames of a table are read.

    python -m tools.evaluate [--quiet] [--json] FOLDER...

Each folder holds table.toml, frames/ and truth.jsonl (see the tables' README).
"""

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.messages import complain, progress
from engine.errors import InputError
from tools.account import Account
from tools.figures import Cost, as_json, lines
from tools.memory import peak_mb
from tools.truth import load_truth
from vision.eye import Eye
from vision.picture import load_picture
from vision.table import load_table


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


def main() -> int:
    """Print the figures of each folder."""
    parser = argparse.ArgumentParser(description="Print how well a table's frames are read.")
    parser.add_argument("folder", type=Path, nargs="+", help="has table.toml and truth.jsonl")
    parser.add_argument("--quiet", action="store_true", help="figures only, not each mistake")
    parser.add_argument("--json", action="store_true", help="one JSON object a folder")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in arguments.folder:
        try:
            done = evaluate(folder)
        except InputError as error:
            complain(str(error))
            return 1
        if arguments.json:
            told = {"folder": str(folder), **as_json(done.account, done.cost)}
            if arguments.quiet:
                del told["mistakes"]
            print(json.dumps(told), flush=True)
            continue
        print(folder)
        if not arguments.quiet:
            for mistake in done.account.mistakes:
                print(f"  {mistake}")
        for line in lines(done.account, done.cost):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
