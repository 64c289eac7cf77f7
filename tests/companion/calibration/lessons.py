"""Steps of Sumeria, gone through one by one."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.calibration.desk import Desk
from companion.calibration.step import Lesson, Step
from companion.calibration.wizard import steps_of
from companion.games.sumeria.teaching import TEACHING
from companion.session.session import Session

STEPS: Final[Mapping[str, Step]] = {step.name: step for step in steps_of(TEACHING)}


def nothing() -> None:
    """Go nowhere when a step is done."""


def lesson(session: Session, desk: Desk, done: Callable[[], None] = nothing) -> Lesson:
    """Begin a step that has no name."""
    return Lesson(session, desk, "", done)
