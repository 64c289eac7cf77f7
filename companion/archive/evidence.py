"""What an event is believed on: the pictures and readings of before and after it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Moment = Literal["before", "after"]
MOMENTS: Final[tuple[Moment, ...]] = ("before", "after")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the camera saw at one moment of an event; None is what was not kept.

    ``cropped`` and ``whole`` are JPEG files: the board and its rim, and the reduced frame
    (``companion.archive.evidence_pictures`` makes both). ``reading`` is any JSON object.
    """

    moment: Moment
    cropped: bytes | None = None
    whole: bytes | None = None
    reading: Mapping[str, object] | None = None
