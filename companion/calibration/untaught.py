"""Looks at a table that the eye does not know yet, and the session in which it is taught."""

import time
from collections.abc import Callable
from typing import Final

import numpy as np

from companion.games.pages import find_page
from companion.journal.store import Store
from companion.picture import Image
from companion.session.look import Look
from companion.session.session import Session, TaughtTable
from companion.settings import Settings
from engine.board import Board
from vision.illumination import Floats
from vision.proposing.view import find_foreground, find_glare, judge_view
from vision.reading import Reading, Trouble

NO_BOARD: Final = Board("", "none", (1.0, 1.0), (), (), (), (), (), ())
"""What is known of a board before anything was told."""
EVERY: Final = 1.0
"""Seconds from one judgement of the view to the next, where it is quick."""
REST: Final = 4.0
"""How many times as long as a judgement took pictures are shown until the next one."""


def untaught_session(settings: Settings, store: Store) -> Session:
    """Begin a session without a table; pages of a game are not for it."""
    table = TaughtTable(NO_BOARD, "none", "", (), tiles=False, influence=False)
    return Session(table, settings, store, find_page)


class UntaughtEye:
    """Stands for an eye where nothing was taught: it shows pictures, and judges the view.

    Judging takes longer than from one picture to the next, so that is done now and then: on a slow
    machine the picture would hardly move otherwise.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Judge the first picture."""
        self._clock: Final = clock
        self._next = clock()
        self._troubles: tuple[Trouble, ...] = ()

    def read(self, frame: Image, name: str = "frame") -> Reading:
        """Read nothing of a frame."""
        begun = self._clock()
        if begun >= self._next:
            self._troubles = judged(frame)
            ended = self._clock()
            self._next = ended + max(EVERY, REST * (ended - begun))
        return untaught_look(frame, name, self._troubles).reading

    def places(self) -> Floats:
        """Know of no place."""
        return np.zeros((0, 2), np.float32)

    def outline(self) -> Floats:
        """Know of no board."""
        return np.zeros((0, 2), np.float32)


def judged(picture: Image) -> tuple[Trouble, ...]:
    """Say what is wrong with a view of a board, the worst first."""
    troubles = []
    for kind in judge_view(picture):
        thing = find_foreground(picture) if kind == "glare" else None
        box = find_glare(picture, thing.inside) if thing else None
        troubles.append(Trouble(kind, box=box))
    return tuple(troubles)


def untaught_look(picture: Image, name: str, troubles: tuple[Trouble, ...] = ()) -> Look:
    """Show a picture (BGR) in which nothing is read; ``name`` is the frame's."""
    reading = Reading(registered=False, hand=False, groups={}, troubles=troubles)
    return Look(reading, name, picture)
