"""The steps of calibration, in their order."""

from typing import Final

from companion.calibration.step import Step

STEPS: Final[tuple[Step, ...]] = ()
