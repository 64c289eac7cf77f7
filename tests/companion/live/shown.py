"""Runs the program in front of a table where people play on, and tells each screen that is new.

``python -m tests.companion.live.shown PICTURES`` runs it as a service manager would. The folder
has a picture of the table after each event, by its number; the camera shows the one that comes
after what is on the screen. A line has the number of events, and the screen in short.
"""

import os
import sys
import time
from pathlib import Path
from typing import Final
from unittest.mock import patch

import cv2
import numpy as np

from companion.live import source, supervision
from companion.live.loop import Loop
from companion.live.program import play
from companion.session.session import Session
from companion.settings import load_settings
from hardware.camera import Frame

PACE: Final = 0.1
"""Seconds between two pictures."""
STANDARD_OUTPUT: Final = 1


class Table:
    """A camera over a table that is one event ahead of the game, as far as there are pictures."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self.events = 0

    def open(self) -> None:
        """Be ready."""

    def latest(self) -> Frame:
        time.sleep(PACE)
        path = picture_path(self._folder, self.events + 1)
        if not path.exists():
            path = picture_path(self._folder, self.events)
        image = np.asarray(cv2.imread(str(path)), dtype=np.uint8)
        return Frame(image, path.name, 0.0)

    def lock(self) -> None:
        """Hold nothing."""

    def close(self) -> None:
        """Be done."""


def picture_path(folder: Path, events: int) -> Path:
    """Name the picture of the table after so many events."""
    return folder / f"{events}.png"


def in_short(session: Session) -> str:
    """Tell a screen in one line, without the status, which comes and goes."""
    events = session.game.history.event if session.game else 0
    return f"{events} {session.screen.title} {session.screen.labels} {type(session.page).__name__}"


def main(folder: Path) -> int:
    """Run the program; give its exit status."""
    table, told = Table(folder), [""]
    show = Loop.show

    def tell(loop: Loop) -> None:
        show(loop)
        session = loop._session
        line = in_short(session)
        if line != told[-1]:
            told[-1] = line
            os.write(STANDARD_OUTPUT, f"{line}\n".encode())
            table.events = session.game.history.event if session.game else 0

    with (
        patch.object(Loop, "show", tell),
        patch.object(source, "open_camera", lambda _name: table),
        patch.object(supervision, "SETTLED", 0.0),  # a kill need not be waited for
    ):
        return play(load_settings({}), windowed=True)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
