"""Appends to a journal as fast as it can until it is killed; each number told is committed.

`python -m tests.companion.journal.writer PATH` goes on with the unfinished game, or begins one.
"""

import os
import sys
from pathlib import Path
from typing import Final

from tests.companion.journal.journals import (
    BOARD_TEXT,
    HEADER,
    LINES,
    append,
    begin_game,
    opened,
    seen,
)

STANDARD_OUTPUT: Final = 1


def main(path: Path) -> None:
    """Append until killed."""
    journal = opened(path)
    going_on = journal.unfinished()
    game = going_on[0].id if going_on else begin_game(journal, HEADER, BOARD_TEXT)
    number = journal.game(game).events
    while True:
        number += 1
        line = LINES[number % len(LINES)]
        append(journal, game, line, seen(number, size=500 + number * 37 % 20_000))
        os.write(STANDARD_OUTPUT, f"{number}\n".encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
