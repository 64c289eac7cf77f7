"""Looks at a table that the eye does not know yet, and the session in which it is taught."""

from typing import Final

import numpy as np

from companion.scene import Image
from companion.settings import Settings
from companion.table.look import Look
from companion.table.session import Session, TaughtTable
from companion.table.store import Store
from engine.board import Board
from vision.light import Floats
from vision.reading import Reading

NO_BOARD: Final = Board("", "none", (1.0, 1.0), (), (), (), (), (), ())
"""What is known of a board before anything was told."""


def untaught_session(settings: Settings, store: Store) -> Session:
    """Begin a session without a table; pages of a game are not for it."""
    return Session(
        TaughtTable(NO_BOARD, "none", "", (), tiles=False, influence=False), settings, store
    )


class UntaughtEye:
    """Stands for an eye where nothing was taught: it shows pictures and reads nothing."""

    def read(self, frame: Image, name: str = "frame") -> Reading:
        """Read nothing of a frame."""
        return untaught_look(frame, name).reading

    def places(self) -> Floats:
        """Know of no place."""
        return np.zeros((0, 2), np.float32)

    def outline(self) -> Floats:
        """Know of no board."""
        return np.zeros((0, 2), np.float32)


def untaught_look(picture: Image, name: str) -> Look:
    """Show a picture (BGR) in which nothing is read; ``name`` is the frame's."""
    nothing = np.zeros(0, np.bool_)
    reading = Reading(
        registered=False,
        hand=False,
        choices=(None,),
        log_likelihood=np.zeros((0, 1)),
        covered=nothing,
        near_hand=nothing,
        ranking=None,
        influence=None,
    )
    return Look(reading, name, picture)
