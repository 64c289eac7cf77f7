"""What the eye says about one frame: likelihoods, never decisions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Reals = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.int64]
Kind = Literal["dark", "bright", "blurred", "cut-off", "covered", "foreign", "glare", "low"]
Side = Literal["top", "left", "right", "bottom"]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What keeps a frame from being read; ``side`` is where the picture cuts the board off.

    ``glare`` and a camera that hangs too ``low`` are reported only before anything was taught;
    ``box`` (x, y, width, height, pixels) is where the glare is.
    """

    kind: Kind
    side: Side | None = None
    box: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Slots:
    """What a frame shows of one slot group, place by place in the board's order.

    ``classes`` are what may lie there, None for nothing. ``log_likelihood`` (places x classes) are
    natural logarithms, up to a constant a row. ``observed`` (places) is False where a hand hides a
    quarter or more, or where the place is out of view or saturated; ``near`` (places) also marks
    places within a spot's spacing of a hand, where something may be about to change.
    """

    classes: tuple[str | None, ...]
    log_likelihood: Reals
    observed: Mask
    near: Mask

    def likeliest(self) -> tuple[str | None, ...]:
        return tuple(self.classes[k] for k in self.log_likelihood.argmax(axis=1).tolist())


@dataclass(frozen=True, slots=True)
class Areas:
    """What a frame shows of a group of areas, place by place in the board's order.

    ``log_likelihood`` maps for each place what may lie there, as a sorted tuple of classes, to a
    natural logarithm up to a constant a place, the likeliest first. ``observed`` and ``near`` are
    as those of ``Slots``.
    """

    log_likelihood: tuple[Mapping[tuple[str, ...], float], ...]
    observed: Mask
    near: Mask

    def likeliest(self) -> tuple[tuple[tuple[str, ...], float], ...]:
        """Give the likeliest content of each place, and its probability."""
        found = []
        for each in self.log_likelihood:
            total = float(np.logaddexp.reduce(list(each.values())))
            best = next(iter(each))
            found.append((best, float(np.exp(each[best] - total))))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one frame shows.

    ``groups`` has the slot groups that the table teaches, ``areas`` those of areas; both are empty
    where the board was not found (``registered``). ``hand``: something that is no piece lies over
    the board or reaches in. ``troubles`` say why the board was not found, or why much of it is not
    read.
    """

    registered: bool
    hand: bool
    groups: Mapping[str, Slots]
    troubles: tuple[Trouble, ...] = ()
    areas: Mapping[str, Areas] = field(default_factory=dict)
